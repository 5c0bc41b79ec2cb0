"""The bots' lab: races played without a table, as fast as the rules go."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt

from msgspec import Struct

from companion.bots import Bot, deal_profiles, make_bot
from companion.bots.tallies import TALLIES, Tally
from companion.engine import Draw, Over, Resume, Rules, Seat, State, draw_with
from companion.games import load

HIDDEN = "hidden"


class Entry(Struct, frozen=True):
    """What is raced: the game, its seats and options, and the profile of each seat's bot."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, object]
    bots: Mapping[Seat, str]


class Finish(Struct, frozen=True):
    """How one race ended: the winner, and what was counted on the way."""

    winner: Seat
    counts: Mapping[str, int]


class Totals(Struct):
    """Sums over many races; adding two gives the same as counting all in one go."""

    races: int = 0
    wins: dict[Seat, int] = {}
    sums: dict[str, int] = {}
    squares: dict[str, int] = {}

    def add(self, finish: Finish) -> None:
        self.races += 1
        self.wins[finish.winner] = self.wins.get(finish.winner, 0) + 1
        for name, count in finish.counts.items():
            self.sums[name] = self.sums.get(name, 0) + count
            self.squares[name] = self.squares.get(name, 0) + count * count

    def join(self, other: "Totals") -> None:
        self.races += other.races
        for mine, theirs in ((self.wins, other.wins), (self.sums, other.sums), (self.squares, other.squares)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count

    def report(self, seats: Sequence[Seat]) -> dict[str, object]:
        """The figures as `pitboard simulate --json` prints them: `se` is the standard error of the mean."""
        means = {name: self._mean(name) for name in sorted(self.sums)}
        return {"races": self.races, "wins": {seat: self.wins.get(seat, 0) for seat in seats}, "means": means}

    def _mean(self, name: str) -> dict[str, float]:
        mean = self.sums[name] / self.races
        spread = max(0.0, self.squares[name] / self.races - mean * mean)
        return {"mean": round(mean, 6), "se": round(sqrt(spread / max(1, self.races - 1)), 6)}


def play_races(entry: Entry, seed: int, indices: range, tick: Callable[[int], None] = lambda _: None) -> Totals:
    """The races of those numbers: race number n is the same in whatever company it is played."""
    totals = Totals()
    rules = load(entry.game).rules
    for index in indices:
        totals.add(play_race(rules, entry, f"{seed}/{index}"))
        tick(1)
    return totals


def play_spread(entry: Entry, seed: int, races: int, jobs: int, tick: Callable[[int], None]) -> Totals:
    """The same races over several processes: the totals are whole numbers, so their order does not matter."""
    totals = Totals()
    with ProcessPoolExecutor(jobs) as pool:
        parts = {pool.submit(play_races, entry, seed, part): len(part) for part in chunks(races, jobs)}
        for done in as_completed(parts):
            totals.join(done.result())
            tick(parts[done])
    return totals


def chunks(races: int, jobs: int) -> Iterator[range]:
    """The race numbers in pieces: enough of them that no process waits long for the last, few enough to be cheap."""
    size = max(1, races // (jobs * 16))
    return (range(start, min(start + size, races)) for start in range(0, races, size))


def play_race(rules: Rules[State], entry: Entry, seed: str) -> Finish:
    """One race to its end; the bots' streams are apart from the draws', so thinking changes no card."""
    bots = _bots(entry, random.Random(f"{seed}/bots"))
    tally = TALLIES.get(entry.game, Tally)()
    ranking = race_with(rules, entry, bots, random.Random(seed).randrange, tally)
    return Finish(ranking[0], tally.counts())


def race_with(
    rules: Rules[State], entry: Entry, bots: Mapping[Seat, Bot], below: Callable[[int], int], tally: Tally
) -> tuple[Seat, ...]:
    """One race of these very bots, its chance out of `below(n)`; the seats from first to last."""
    state = rules.apply(rules.setup(entry.seats, entry.options), Resume()).state
    while not isinstance(pending := rules.pending(state), Over):
        if isinstance(pending, Draw):
            step = rules.apply(state, draw_with(pending, below))
        else:
            action = bots[pending.seat].choose(rules.view(state, pending.seat), pending)
            tally.moved(action, pending)
            step = rules.apply(state, action)
        tally.told(step.events)
        state = step.state
    return pending.ranking


def _bots(entry: Entry, stream: random.Random) -> dict[Seat, Bot]:
    hidden = [seat for seat in entry.seats if entry.bots.get(seat, HIDDEN) == HIDDEN]
    dealt = deal_profiles(entry.game, hidden, stream.getrandbits(64))
    return {
        seat: make_bot(entry.game, dealt.get(seat) or entry.bots[seat], stream.getrandbits(64)) for seat in entry.seats
    }
