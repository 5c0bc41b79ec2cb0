"""One turn, by the pipeline of part 0: declare, pay, lines, finish, land, chance."""

from tests.support.second_model.house import HOLDABLE
from tests.support.second_model.lane import go_on_in_lane, turn_in
from tests.support.second_model.menus import drive_start
from tests.support.second_model.sheet import Question, Sheet, Talk

COUNTED = {"good-exit": "good_exits", "late-brake": "late_brakes", "avoid-crash": "avoid_crashes"}


def take_turn(sheet: Sheet, seat: str) -> Talk[str]:
    """What brings the safety car out: `crash`, `debris`, or nothing."""
    answer = yield Question("turn", seat)
    car = sheet.cars[seat]
    car.locked, car.turns = False, car.turns + 1
    if answer.startswith("drive"):
        return (yield from _drive(sheet, seat, answer.split()))
    if answer == "enter-pits":
        turn_in(sheet, seat)
    else:
        go_on_in_lane(sheet, seat, answer)
    yield from _meet_in_lane(sheet, seat)
    return ""


def _drive(sheet: Sheet, seat: str, words: list[str]) -> Talk[str]:
    distance = int(words[1])
    card = next((word.removeprefix("card:") for word in words if word.startswith("card:")), "")
    avoids = "avoid-crash" in words
    _pay(sheet, seat, [card] * bool(card) + ["avoid-crash"] * avoids, distance - sheet.house.free_move(card)[1])
    safe = avoids or (card == "late-brake" and sheet.house.late_brake_immune)
    return (yield from _travel(sheet, seat, drive_start(sheet, seat) + distance, safe))


def _pay(sheet: Sheet, seat: str, cards: list[str], burn: int) -> None:
    """Cards first, then fuel; both are counted, whatever comes of the move."""
    car = sheet.cars[seat]
    for card in cards:
        car.hand.remove(card)
        car.stats[COUNTED[card]] += 1
        sheet.say("card-played", seat, card)
    sheet.packs["chance"].lay_aside(cards)
    if burn > 0:
        car.fuel -= burn
        car.stats["fuel_burned"] += burn
        sheet.say("fuel-burned", seat, burn)


def _travel(sheet: Sheet, seat: str, goal: int, safe: bool) -> Talk[str]:
    car, size = sheet.cars[seat], sheet.house.track_size
    start = drive_start(sheet, seat)
    stop = _first_stop(sheet, start, goal)
    if not car.fuel and (car.box or stop // size > start // size):
        yield from _warp(sheet, seat)
        return ""
    sheet.move(seat, stop)
    if sheet.come_home(seat):
        return ""
    if sheet.on_entry(seat):
        turned_in = yield from _offer(sheet, seat)
        return "" if turned_in or stop == goal else (yield from _travel(sheet, seat, goal, safe))
    return (yield from _land(sheet, seat, safe))


def _first_stop(sheet: Sheet, start: int, goal: int) -> int:
    """The end of the way; where passing is enough to turn in, a Pit Entry on it before the car is home."""
    size, entry = sheet.house.track_size, sheet.house.pit_entry
    if sheet.house.pit_entry_when == "stop":
        return goal
    way = range(start + 1, min(goal, sheet.house.distance))
    return next((progress for progress in way if progress % size == entry), goal)


def _warp(sheet: Sheet, seat: str) -> Talk[None]:
    """Back to Pit Entry of the lap that the car is on, where the lane is offered."""
    sheet.say("warped", seat, sheet.house.pit_entry)
    sheet.put(seat, sheet.house.entry_of(sheet.lap(seat)))
    yield from _offer(sheet, seat)


def _offer(sheet: Sheet, seat: str) -> Talk[bool]:
    """Whether the car turns in."""
    if (yield Question("pits", seat)) == "stay-out":
        sheet.say("stayed-out", seat)
        return False
    turn_in(sheet, seat)
    yield from _meet_in_lane(sheet, seat)
    return True


def _meet_in_lane(sheet: Sheet, seat: str) -> Talk[None]:
    if sheet.house.pit_lane_overlaps and sheet.rivals(seat):
        crashed = yield from _overlap(sheet, seat, False)
        assert not crashed, "the rules page does not say what a crash in the lane leads to"


def _land(sheet: Sheet, seat: str, safe: bool) -> Talk[str]:
    segment = sheet.cars[seat].progress % sheet.house.track_size
    if segment not in sheet.house.safe_zones and sheet.rivals(seat):
        crashed = yield from _overlap(sheet, seat, safe)
        if crashed:
            return "crash"
    if segment in sheet.house.chance_dots:
        return (yield from _chance(sheet, seat))
    return ""


def _overlap(sheet: Sheet, seat: str, safe: bool) -> Talk[bool]:
    """Whether the car crashes: a card for the landing, or one for each car there."""
    stats, others = sheet.cars[seat].stats, sheet.rivals(seat)
    sheet.say("overlapped", seat, sheet.at(seat), ",".join(others))
    stats["overlaps"] += 1
    incidents = stats["incidents"]
    for _ in others[: 0 if safe else None if sheet.house.overlap_draws == "per-car" else 1]:
        card = yield from _overtake_card(sheet, seat)
        if card == "crash":
            _crash(sheet, seat)
            return True
        if card == "racing-incident":
            stats["incidents"] += 1
            sheet.say("had-incident", seat)
            sheet.lose_hand(seat)
    if stats["incidents"] == incidents:
        pass_others(sheet, seat)
    return False


def _overtake_card(sheet: Sheet, seat: str) -> Talk[str]:
    """A card that lies aside at once; an empty deck is shuffled first."""
    pack = sheet.packs["overtake"]
    if not pack.odds:
        pack.shuffle()
        sheet.say("deck-reshuffled", "overtake")
    card = yield Question("overtake", seat)
    pack.take(card)
    pack.lay_aside([card])
    return card


def _crash(sheet: Sheet, seat: str) -> None:
    car = sheet.cars[seat]
    car.stats["crashes"] += 1
    car.out, car.out_turns = True, sheet.house.crash_out_turns
    sheet.say("crashed", seat)
    sheet.lose_hand(seat)


def pass_others(sheet: Sheet, seat: str) -> None:
    """In front of everybody there."""
    sheet.cars[seat].stats["passes"] += 1
    sheet.say("passed", seat, sheet.at(seat))
    pile = sheet.piles[sheet.at(seat)]
    pile.remove(seat)
    pile.insert(0, seat)


def _chance(sheet: Sheet, seat: str) -> Talk[str]:
    """`debris` if that comes."""
    pack = sheet.packs["chance"]
    if not pack.odds and not any(pack.aside.values()):
        sheet.say("deck-empty", "chance")
        return ""
    if not pack.odds:
        pack.shuffle()
        sheet.say("deck-reshuffled", "chance")
    card = yield Question("chance", seat)
    pack.take(card)
    if card in HOLDABLE:
        yield from _hold(sheet, seat, card)
        return ""
    pack.lay_aside([card])
    sheet.say("card-drawn", seat, card)
    _instant(sheet, seat, card)
    return "debris" if card == "debris" else ""


def _instant(sheet: Sheet, seat: str, card: str) -> None:
    car = sheet.cars[seat]
    if card == "conserved-fuel":
        sheet.refuel(seat, 1)
    elif card == "heavy-right-foot" and car.fuel:
        car.fuel -= 1
        sheet.say("fuel-lost", seat, 1)
    elif card == "track-limits":
        sheet.lose_hand(seat)
    elif card == "lost-traction":
        car.locked = True
        sheet.say("traction-lost", seat)


def _hold(sheet: Sheet, seat: str, card: str) -> Talk[None]:
    """It goes to the hand; one card too many is given up."""
    hand = sheet.cars[seat].hand
    sheet.say("card-held", seat)
    sheet.say("card-gained", seat, card)
    hand.append(card)
    if len(hand) > sheet.house.hand_limit:
        dropped = (yield Question("discard", seat)).removeprefix("discard ")
        hand.remove(dropped)
        sheet.packs["chance"].lay_aside([dropped])
        sheet.say("card-discarded", seat)
        sheet.say("card-dropped", seat, dropped)
