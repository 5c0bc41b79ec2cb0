"""One race after the other: what was broken off, the set-up, the race, and the set-up again."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from companion.bots import deal_profiles, make_bot
from companion.controls.desk import Desk
from companion.controls.lobby import Lobby, unlimited
from companion.controls.setting import TABLE, Setting, problems
from companion.engine import Game, RefereeError, Seat
from companion.games import GAMES, load
from companion.table import BadRecord, Clock, Electronic, Referee, director
from companion.table.export import exported
from companion.table.folder import Begun, DataFolder, RaceInfo
from companion.table.resume import question
from companion.table.seal import fresh
from companion.table.seats import Cast, Drivers

CONFIRM = {"safety-car": "several", "always": "always", "never": "never"}
"""What the option `confirm_tokens` means to the table."""

SET_UP = "set-up.json"
"""In the data folder: the game, the drivers and the options of the last race."""

BY_HAND = {("dice", "table"): ("dice",), ("team_bars", "entered"): ("bar",)}
"""Option and value that say that some draws are made with real dice or cards, and which."""


PATIENCE = 2.0
"""Seconds that a race which is being started gets to come to its start, when everything stops."""


class NothingToResume(RefereeError, LookupError):
    """The data folder holds no race that could go on."""


class Games:
    """The games there are, each imported when somebody wants it."""

    names = tuple(GAMES)

    def game(self, name: str) -> Game:
        return load(name)


class Race(NamedTuple):
    """What a race in play is made of."""

    begun: Begun
    referee: Referee
    desk: Desk
    cast: Cast
    drivers: Drivers


class Races:
    """What the table is doing. `turn_to` hears of each new stage, `seated` of each desk before its race starts,
    `changed` of new trouble; `trouble` is what went wrong last, in one sentence. `panels` counts the panels that are
    connected, if persons need one. With `as_last_time` the set-up of the last race is offered instead of `setting`."""

    def __init__(self, setting: Setting, folder: DataFolder, clock: Clock, as_last_time: bool = False) -> None:
        self.standard = setting
        self.setting = (last_set_up(folder) if as_last_time else None) or setting
        self.panels: Callable[[], int | None] = unlimited
        self.stage: Lobby | Desk = self._lobby()
        self.trouble = ""
        self.turn_to: Callable[[Lobby | Desk], object] = lambda stage: None
        self.seated: Callable[[Desk], object] = lambda desk: None
        self.changed: Callable[[], object] = lambda: None
        self._folder = folder
        self._clock = clock
        self._race: Race | None = None
        self._offered: Referee | None = None
        self._keys: tuple[Desk | None, Sequence[str]] = (None, ())
        self._jobs: set[asyncio.Task[None]] = set()

    async def begin(self, new: bool = False, resume: bool = False) -> None:
        """The race that was broken off, a new one, or the question which."""
        found = None if new else self._folder.unfinished()
        if found is not None and await self._found(found, resume):
            return
        if resume:
            raise NothingToResume(f"There is no race to resume in {self._folder.path}.")
        self._set_up()
        if new:
            await self._start(self.setting)

    async def stop(self) -> None:
        """Let what has begun come to its end, such as a race that is just being started, then close."""
        if self._jobs:
            _, late = await asyncio.wait(tuple(self._jobs), timeout=PATIENCE)
            for job in late:
                job.cancel()
        await self.close()

    async def close(self) -> None:
        """The race can be taken up later."""
        offered, self._offered = self._offered, None
        race, self._race = self._race, None
        if offered is not None:
            await offered.close()
        if race is not None:
            await race.drivers.close()
            await race.referee.close()

    # Setting up

    def _set_up(self, found: str = "") -> Lobby:
        lobby = self._lobby(found)
        lobby.on_start = lambda chosen: self._do(self._start(chosen))
        self._turn_to(lobby)
        return lobby

    def _lobby(self, found: str = "") -> Lobby:
        return Lobby(Games(), self.setting, found, self.standard, lambda: self.panels())

    async def _found(self, info: RaceInfo, resume: bool) -> bool:
        """Take the race up, or ask whether to; False if it cannot be."""
        if info.header is None or info.header.game not in GAMES:
            return False
        begun, by_hand = self._folder.resume(info.name), info.header.keyed
        game, source = load(info.header.game), Electronic(begun.seal, by_hand)
        try:
            referee = Referee.resumed(game, begun.record, source=source, clock=self._clock)
        except BadRecord as error:
            begun.record.close()
            self.trouble = str(error)
            return False
        if resume:
            await self._take_up(referee, begun, by_hand)
        else:
            self._offered = referee
            lobby = self._set_up(question(referee))
            lobby.on_resume = lambda: self._do(self._take_up(referee, begun, by_hand))
        return True

    async def _take_up(self, referee: Referee, begun: Begun, by_hand: Sequence[str]) -> None:
        """On with it, once everybody has seen that the board is as it was."""
        self._offered = None
        await self._go(referee, begun, by_hand)
        if not referee.race_over:
            referee.call_roll()

    # Racing

    async def _start(self, setting: Setting) -> None:
        self.setting = setting
        by_hand = keyed(setting)
        game, options, bots = load(setting.game), setting.for_rules(), setting.bots
        begun = self._folder.new_race(fresh(setting.words))
        source = Electronic(begun.seal, by_hand)
        referee = Referee(
            game, setting.seats, options, source=source, record=begun.record, clock=self._clock, bots=bots
        )
        await self._go(referee, begun, by_hand)
        self._folder.keep(SET_UP, msgspec.json.encode(replace(setting, words=())))

    async def _go(self, referee: Referee, begun: Begun, by_hand: Sequence[str]) -> None:
        await self.close()
        desk = Desk(referee, CONFIRM.get(str(self._chosen(referee, "confirm_tokens")), "several"), bool(by_hand))
        game = referee.game.rules.name
        cast = Cast(referee, begun.seal, partial(_deal, game), partial(make_bot, game))
        desk.drivers = Drivers(referee, cast, partial(self._pause, desk))
        self._race = Race(begun, referee, desk, cast, desk.drivers)
        self.seated(desk)
        await referee.start()
        desk.drivers.open()
        self._turn_to(desk)

    async def _pause(self, desk: Desk, seat: Seat) -> None:
        """Before a bot decides: the same while for all, and until the pieces of the last move stand."""
        await self._clock.sleep(int(str(self._chosen(desk.referee, "ai_delay_ms"))) / 1000)
        await desk.settled()

    def _chosen(self, referee: Referee, name: str) -> object:
        """An option of the table: the game's own of that name, or the table's."""
        listed = {option.name: option.default for option in (*TABLE, *referee.game.rules.options)}
        return referee.options.get(name, self.setting.table.get(name, listed[name]))

    def _turn_to(self, stage: Lobby | Desk) -> None:
        self.stage = stage
        self.turn_to(stage)

    def past_cure(self) -> Iterator[str]:
        """What nothing but a new start would put right; to be asked now and then."""
        if self._race is not None and not self._race.begun.record.answers():
            yield "The record's thread does not answer."
        if self._race is not None and not self._race.drivers.alive:
            yield "Nobody drives for the bots any more."

    # What pages ask

    @property
    def profiles(self) -> Mapping[Seat, str]:
        """Which bot drove which car, once the race is over."""
        return self._race.cast.revealed if self._race is not None else {}

    @property
    def correctable(self) -> Sequence[str]:
        """What can be put right by hand, as keys of the race's state."""
        desk = self.stage
        if not isinstance(desk, Desk) or desk.referee.race_over:
            return ()
        if self._keys[0] is not desk:
            self._keys = (desk, director.keys(desk.referee.game, desk.referee.seats, desk.referee.options))
        return self._keys[1]

    def record(self) -> bytes:
        """What everybody may have of the race's record."""
        if self._race is None:
            return b""
        return exported(self._race.referee.game, self._folder.survey(self._race.begun.name))

    def wish(self, wish: Mapping[str, object]) -> None:
        """What a page wants beside pressing buttons."""
        self.trouble = ""
        match self.stage, wish:
            case Lobby() as lobby, {"set": dict(change)}:
                lobby.set(change)
            case Lobby() as lobby, {"start": True}:
                lobby.start(by_page=True)
            case Lobby() as lobby, {"resume": True}:
                lobby.resume()
            case Desk() as desk, {"again": True} if desk.referee.race_over:
                self._set_up()
            case Desk() as desk, {"correct": str(text), "seat": str(seat)}:
                self._do(self._correct(desk, seat, text))
            case Desk(drivers=Drivers() as drivers), {"join": str(seat)}:
                self._do(drivers.join(seat))

    async def _correct(self, desk: Desk, seat: Seat, text: str) -> None:
        """A page's wish to put something right: the table votes."""
        await desk.referee.propose_correction(seat, director.correction(text, self.correctable))

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._carefully(work))
        self._jobs.add(task)
        task.add_done_callback(self._jobs.discard)

    async def _carefully(self, work: Coroutine[Any, Any, None]) -> None:
        """A refusal is shown, and ends nothing."""
        try:
            await work
        except RefereeError as error:
            self.trouble = str(error)
            self.changed()


def last_set_up(folder: DataFolder) -> Setting | None:
    """That of the last race, if there was one and it would still do."""
    try:
        setting = msgspec.json.decode(folder.kept(SET_UP), type=Setting)
        blocked = any(problem.blocks for problem in problems(load(setting.game), setting))
    except (msgspec.DecodeError, RefereeError):
        return None
    return None if blocked else setting


def keyed(setting: Setting) -> tuple[str, ...]:
    """The draws that are made with real cards or dice."""
    by_hand = [draw for (name, value), draws in BY_HAND.items() if setting.options.get(name) == value for draw in draws]
    return (*setting.by_hand, *by_hand)


def _deal(game: str, seats: Sequence[Seat], seed: int) -> dict[Seat, str]:
    """A hidden profile for each seat; where nobody needs one, no bot is imported."""
    return deal_profiles(game, seats, seed) if seats else {}
