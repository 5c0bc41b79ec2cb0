"""What the table asks a panel beside the race, what the menu offers beside looking, and how both are carried out."""

from companion.controls.situation import Answer, Decide, Entry, GoBack, KeyIn, Pick, Question, Wish
from companion.engine import Draw, Drawn, RefereeError, Seat
from companion.table import Referee
from companion.table.seats import Drivers

UNDO = Entry("undo", "Take back my turn")
AGAIN = Entry("again", "Key in again")
ROLL = Entry("roll-call", "Check the board")
LEAVE = Entry("leave", "Let a bot drive")
SOUND = "sound"


def question(referee: Referee, seat: Seat) -> Question | None:
    """A vote or a roll call that waits for this seat."""
    motion, roll = referee.motion, referee.roll_call
    if motion is not None and seat in motion.waiting:
        return Question("motion", motion.title, motion.text)
    if roll is not None and not roll.done and seat in roll.asked:
        return Question("roll-call", "CHECK THE BOARD", roll.now.text, "yes", "stop")
    return None


def entries(over: bool, keyed: bool, sound: bool) -> tuple[Entry, ...]:
    """What the table offers now."""
    noise = Entry(SOUND, "Sound off" if sound else "Sound on")
    if over:
        return (noise,)
    return (UNDO, AGAIN, ROLL, LEAVE, noise) if keyed else (UNDO, ROLL, LEAVE, noise)


async def carry_out(referee: Referee, drivers: Drivers | None, seat: Seat, wish: Wish) -> None:
    """Ask the referee; RefereeError says why not."""
    match wish:
        case Decide(action):
            await referee.decide(seat, action)
        case GoBack():
            await referee.take_back(seat)
        case KeyIn(outcomes):
            pending = referee.pending_for(seat)
            if isinstance(pending, Draw):
                await referee.answer(Drawn(pending.name, outcomes), by=seat)
        case Answer(name, yes):
            await _answer(referee, seat, name, yes)
        case Pick("leave") if drivers is not None:
            await drivers.leave(seat)
        case Pick("join") if drivers is not None:
            await drivers.join(seat)
        case Pick(name):
            await _pick(referee, seat, name)


async def take_back_for_anybody(referee: Referee) -> None:
    """The big button in the middle: whoever may ask for it asks."""
    refused: RefereeError | None = None
    for seat in referee.people:
        try:
            await referee.propose_undo(seat)
            return
        except RefereeError as error:
            refused = error
    if refused is not None:
        raise refused


async def _answer(referee: Referee, seat: Seat, name: str, yes: bool) -> None:
    match name, yes:
        case "motion", _:
            await referee.vote(seat, yes)
        case "roll-call", True:
            referee.confirm_roll(seat)
        case _:
            referee.end_roll()


async def _pick(referee: Referee, seat: Seat, name: str) -> None:
    match name:
        case "undo":
            await referee.propose_undo(seat)
        case "again":
            await referee.propose_key_again(seat)
        case "roll-call":
            referee.call_roll()
