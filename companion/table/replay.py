"""From the lines of a record back to the race, and whether every draw was what the seal says."""

import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from companion.engine import Action, Drawn, Game, Over, RefereeError, Resume, Seat, State, Step
from companion.engine.codec import parse
from companion.table.chance import Source
from companion.table.errors import BadRecord
from companion.table.history import History, entry_of
from companion.table.lines import (
    FORMAT,
    AnyLine,
    Came,
    Corrected,
    Decided,
    Finished,
    Header,
    Resealed,
    SealMark,
    Seated,
    Undone,
)


def sum_of(state: State) -> str:
    """A short check of a state: the same race under the same rules has the same sums."""
    return f"{zlib.crc32(msgspec.json.encode(state)):08x}"


Watch = Callable[["Played", AnyLine], None]


class Played:
    """A race as far as its record has been played. At its start what needs no choice and no chance has happened."""

    def __init__(self, game: Game, header: Header) -> None:
        self.game = game
        self.header = header
        start = game.rules.setup(header.seats, header.options)
        self.history = History(game, game.rules.apply(start, Resume()).state)
        self.bots = dict(header.bots)
        self.mark: SealMark | None = header.seal
        self.finished: Finished | None = None
        self.different: list[int] = []
        """Lines whose state these rules work out differently; only looked for when asked."""
        self._actions: dict[str, Action] = {}

    def feed(self, line: AnyLine, check: bool = False) -> Step | None:
        """One line more, and the step that it led to."""
        step = None
        match line:
            case Decided(seat=seat, do=do):
                step = self._push(line, self._action(do, seat), seat)
            case Came(draw=draw, outcomes=outcomes, how=how, odds=odds):
                self.history.see(draw, odds)
                step = self._push(line, Drawn(draw, outcomes), None, keyed=how == "keyed")
            case Corrected(patch=patch):
                step = self._push(line, Resume(patch=patch), None)
            case Undone(to=to):
                self.history.cut(self.history.count_at(to))
            case Seated(seat=seat, bot=bot):
                self.bots = seated(self.bots, seat, bot)
            case Resealed(seal=seal):
                self.mark = seal
            case Finished():
                self.finished = line
        if check and isinstance(line, Decided | Came | Corrected) and sum_of(self.history.state) != line.sum:
            self.different.append(line.n)
        return step

    def _push(self, line: AnyLine, move: Action | Drawn, seat: Seat | None, keyed: bool = False) -> Step:
        before = self.history.state
        step = self.game.rules.apply(before, move)
        self.history.push(entry_of(before, move, step, line.n, seat, keyed), step.state)
        return step

    def _action(self, text: str, seat: Seat) -> Action:
        key = f"{seat} {text}"
        if key not in self._actions:
            self._actions[key] = msgspec.structs.replace(parse(self.game.rules.actions, text), by=seat)
        return self._actions[key]


def seated(bots: dict[Seat, str], seat: Seat, bot: str | None) -> dict[Seat, str]:
    others = {other: profile for other, profile in bots.items() if other != seat}
    return others if bot is None else others | {seat: bot}


def replay(game: Game, lines: Sequence[AnyLine], check: bool = False, before: Watch | None = None) -> Played:
    """Play a record to its end; BadRecord says which line these rules cannot play, and what it needs.

    `before` is called with the race as it stands before each line.
    """
    header = header_of(lines)
    if header.game != game.rules.name:
        raise BadRecord(f"This is a record of {header.game}, not of {game.rules.name}.")
    older = header.edition != game.rules.edition
    at = 0
    try:
        played = Played(game, header)
        for line in lines[1:]:
            at = line.n
            if before is not None:
                before(played, line)
            played.feed(line, check or older)
    except RefereeError as error:
        raise BadRecord(f"Line {at} cannot be replayed: {error}{_needs(header, game)}") from error
    if older and not _same_end(played, lines):
        raise BadRecord(f"The race comes out differently under these rules{_needs(header, game)}")
    return played


def header_for(
    game: Game, seats: Sequence[Seat], options: Mapping[str, object], bots: Mapping[Seat, str], source: Source
) -> Header:
    """The first line of a new record."""
    from importlib.metadata import version  # slow to import, and a race that is taken up does without it

    return Header(
        format=FORMAT,
        pitboard=version("pitboard"),
        game=game.rules.name,
        edition=game.rules.edition,
        seats=tuple(seats),
        options=dict(options),
        bots=dict(bots),
        keyed=source.keyed,
        seal=source.seal.mark if source.seal else None,
    )


def header_of(lines: Sequence[AnyLine]) -> Header:
    if not lines or not isinstance(lines[0], Header):
        raise BadRecord("This is no race record: its first line is missing.")
    return lines[0]


def _needs(header: Header, game: Game) -> str:
    if header.edition == game.rules.edition:
        return "."
    return f"; it needs edition {header.edition} of {header.game} (Pitboard {header.pitboard})."


def _same_end(played: Played, lines: Iterable[AnyLine]) -> bool:
    """Whether an older edition's record came to the end that it tells of."""
    pending = played.game.rules.pending(played.history.state)
    if played.finished is not None:
        return isinstance(pending, Over) and pending.ranking == played.finished.ranking
    sums = [line.n for line in lines if isinstance(line, Decided | Came | Corrected)]
    return not sums or sums[-1] not in played.different
