"""Two services whose races differ in one secret let out the same bytes to everybody but its owner: numbers, words and
the pixels of every other screen."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from companion.controls.desk import Desk
from companion.engine import Ask, Draw, Drawn, Event, Game, Seat, State
from companion.games import load
from companion.service import Service
from companion.table import Electronic, KeyedIn, MemoryRecord, Referee, Seal
from companion.table.blocks import packed
from companion.table.lines import AnyLine, Came, encode
from tests.support.canary import Tap, tap
from tests.support.services import address, run, serving
from tests.support.table import QuickFiles, begun, open_choices, play

SECRET = bytes(range(32))
SEATS = ("red", "blue", "green")
MY_HAND = ("menu", "plus", "ok")
TWINS = 3
"""So many secrets of a game are tried."""


async def raced(game: Game, seed: int) -> list[AnyLine]:
    record = MemoryRecord()
    referee = await begun(*SEATS, game=game, record=record, source=Electronic(Seal(SECRET)), laps=1)
    await play(referee, seed, 60)
    return record.written


def twins(game: Game, lines: list[AnyLine]) -> Iterator[tuple[Seat, list[AnyLine], list[AnyLine]]]:
    """The owner of a secret, the race up to it, and the same race with another secret that nobody else may notice."""
    for at, line in enumerate(lines):
        if isinstance(line, Came) and (other := twin(game, lines[:at], line)) is not None:
            owner, outcomes = other
            yield owner, lines[: at + 1], [*lines[:at], replace(line, outcomes=outcomes)]


def twin(game: Game, lines: list[AnyLine], line: Came) -> tuple[Seat, tuple[str, ...]] | None:
    before = Referee.resumed(game, MemoryRecord(lines), source=KeyedIn()).history.state
    draw = game.rules.pending(before)
    if not isinstance(draw, Draw) or not draw.secret or draw.seat is None:
        return None
    facts = public(game, before, Drawn(draw.name, line.outcomes))
    ways = ((*line.outcomes[:-1], way) for way in draw.left(line.outcomes[:-1]) if way != line.outcomes[-1])
    other = next((outcomes for outcomes in ways if public(game, before, Drawn(draw.name, outcomes)) == facts), None)
    return None if other is None else (draw.seat, other)


def public(game: Game, before: State, drawn: Drawn) -> list[Event]:
    """What the rules tell everybody of that outcome."""
    step = game.rules.apply(before, drawn)
    return [event for event in step.events if event.only_for is None]


def kept(folder: Path, lines: list[AnyLine]) -> Path:
    """A data folder that holds this race and the secret of its seal."""
    for name in ("races", "secrets"):
        (folder / name).mkdir(parents=True)
    (folder / "races" / "race-0001.jsonl").write_bytes(packed([encode(line) for line in lines]))
    (folder / "secrets" / "race-0001").write_text(SECRET.hex())
    return folder


class LetOut:
    """Everything that one service lets out while the others drive on, in comparable pieces."""

    def __init__(self, service: Service, owner: Seat) -> None:
        assert isinstance(service.stage, Desk)
        self.service = service
        self.referee = service.stage.referee
        self.owner = owner
        self.pieces: list[tuple[str, object]] = []
        self.taps: list[Tap] = []
        self.own: tuple[str, ...] = ()

    async def all(self) -> None:
        others = [seat for seat in SEATS if seat != self.owner]
        viewers = (("watch", ""), ("table", ""), *(("seat", seat) for seat in others))
        self.taps = [await tap(self.service, *viewer) for viewer in viewers]
        await self.look()
        self.referee.end_roll()
        self.service.panels[self.owner].press(*MY_HAND)
        await self.look()
        self.own = self.service.stage.page(self.owner).texts()
        while await self.move():
            await self.look()
        for one in self.taps:
            await one.close()

    async def look(self) -> None:
        for one in self.taps:
            await one.caught_up()
            told = self.less_its_own(one.told) if one.kind == "table" else one.told
            self.pieces.append((f"{one.kind} {one.seat}", json.dumps(told, sort_keys=True)))
            if one.kind != "table":
                self.pieces += [("message", text) for text in one.new[:1]]
            one.new.clear()
        async with httpx.AsyncClient(verify=False, base_url=address(self.service, "")) as client:
            self.pieces += [(path, (await client.get(path)).content) for path in ("/record", "/check")]

    def less_its_own(self, told: dict[str, object]) -> dict[str, object]:
        """The table's page holds the owner's own screen too, and keys of phones that no two services share."""
        own = {f"oled:{self.owner}", f"read:{self.owner}", "links", "touched"}
        return {key: value for key, value in told.items() if key not in own}

    async def move(self) -> bool:
        """Another seat decides the first thing that is open, unless cards would come of it: their odds differ."""
        pending = self.referee.pending
        if not isinstance(pending, Ask) or pending.seat == self.owner or len(self.pieces) > 60:
            return False
        drawn = self.referee.history.draws
        await self.referee.decide(pending.seat, open_choices(pending)[0].action)
        return self.referee.history.draws == drawn


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fuel-and-fortune", "stock-car"])
def test_nobody_else_is_told_one_byte_of_a_secret(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.table.folder.DiskFiles", QuickFiles)
    game = load(name)

    async def heard(folder: Path, owner: Seat) -> LetOut:
        async with serving(folder, resume=True) as service:
            out = LetOut(service, owner)
            await out.all()
            return out

    async def compare() -> int:
        pairs = [pair for seed in range(4) for pair in twins(game, await raced(game, seed))]
        for number, (owner, *races) in enumerate(pairs[:: max(1, len(pairs) // TWINS)]):
            one, other = [
                await heard(kept(tmp_path / f"{number}-{which}", lines), owner) for which, lines in enumerate(races)
            ]
            assert len(one.pieces) > 10
            assert one.pieces == other.pieces
            assert one.own != other.own, "its owner does see it"
        return len(pairs)

    async def enough() -> None:
        assert await compare() >= TWINS

    run(enough())
