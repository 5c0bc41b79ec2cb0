"""The exact numbers that Fuel and Fortune must reproduce (part 7), by the rules' own draws and whole races."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from math import comb, sqrt

import pytest

from companion.bots.lab import Entry, play_races
from companion.engine import Draw, Drawn, Resume, draw_with
from companion.games import load
from companion.games.fuel_and_fortune.actions import Drive
from companion.parts.bag import Bag, full
from tests.support.lab import within

GAME = "fuel-and-fortune"
RULES = load(GAME).rules
OVERTAKE = {"safe-pass": 30, "racing-incident": 8, "crash": 2}
CHANCE = {
    "conserved-fuel": 5, "heavy-right-foot": 3, "track-limits": 3, "lost-traction": 3,
    "debris": 1, "good-exit": 7, "late-brake": 4, "avoid-crash": 4,
}  # fmt: skip
SEEDS = (11, 12, 13)
TRIALS = 4000


def pulls(composition: dict[str, int], mode: str, count: int, stream: random.Random) -> Iterator[str]:
    """Cards one after the other, as the decks of the game give them."""
    bag = full(composition)
    for _ in range(count):
        if bag.spent:
            bag = bag.reshuffled()
        odds = bag.draw if mode == "deck" else composition
        (card,) = draw_with(Draw("card", (odds,)), stream.randrange).outcomes
        bag = bag.drawn_aside(card) if mode == "deck" else bag
        yield card


def share(hit: object, trials: int, expected: float) -> bool:
    assert isinstance(hit, int)
    return within(hit / trials, expected, sqrt(max(expected * (1 - expected), 1 / trials) / trials))


CRASH_BY: dict[str, Callable[[int], float]] = {
    "deck": lambda k: 1 - comb(38, k) / comb(40, k),
    "probability": lambda k: 1 - 0.95**k,
}


@pytest.mark.rule("A-60")
@pytest.mark.parametrize("mode", CRASH_BY)
@pytest.mark.parametrize("k", [1, 3, 5, 10, 20])
def test_a_crash_within_k_overlaps(mode: str, k: int) -> None:
    for seed in SEEDS:
        stream = random.Random(f"{seed}/{mode}/{k}")
        hits = sum("crash" in tuple(pulls(OVERTAKE, mode, k, stream)) for _ in range(TRIALS // k))
        assert share(hits, TRIALS // k, CRASH_BY[mode](k))


@pytest.mark.rule("A-60")
@pytest.mark.parametrize(("mode", "variance"), [("deck", 0.3654), ("probability", 0.4750)])
def test_the_spread_of_crashes_tells_a_deck_from_dice(mode: str, variance: float) -> None:
    """Ten draws: k p (1 - p) (40 - k) / 39 for a deck, k p (1 - p) for independent draws."""
    for seed in SEEDS:
        stream = random.Random(f"{seed}/{mode}")
        counts = [list(pulls(OVERTAKE, mode, 10, stream)).count("crash") for _ in range(3000)]
        mean = sum(counts) / len(counts)
        found = sum((count - mean) ** 2 for count in counts) / (len(counts) - 1)
        fourth = sum((count - mean) ** 4 for count in counts) / len(counts)
        assert within(mean, 0.5, sqrt(variance / len(counts)))
        assert within(found, variance, sqrt((fourth - found**2) / len(counts)))


@pytest.mark.rule("A-60")
def test_every_pass_of_the_deck_gives_its_composition_exactly() -> None:
    cards = list(pulls(OVERTAKE, "deck", 120, random.Random(5)))
    for start in (0, 40, 80):
        assert Counter(cards[start : start + 40]) == OVERTAKE


@pytest.mark.rule("A-60")
def test_the_first_crash_comes_at_the_mean_draw_of_forty_one_thirds() -> None:
    for seed in SEEDS:
        stream = random.Random(seed)
        firsts = [list(pulls(OVERTAKE, "deck", 40, stream)).index("crash") + 1 for _ in range(600)]
        spread = sqrt(sum((t - 41 / 3) ** 2 * (40 - t) / 780 for t in range(1, 40)))
        assert within(sum(firsts) / 600, 41 / 3, spread / sqrt(600))


@pytest.mark.rule("A-60")
def test_the_two_crash_cards_are_neighbours_once_in_twenty() -> None:
    stream = random.Random(6)
    hits = 0
    for _ in range(1500):
        first, second = (i for i, card in enumerate(pulls(OVERTAKE, "deck", 40, stream)) if card == "crash")
        hits += second == first + 1
    assert share(hits, 1500, 0.05)


@pytest.mark.rule("1.6")
@pytest.mark.parametrize(
    ("mode", "k", "chance"), [("deck", 5, 0.1667), ("deck", 10, 0.3333), ("probability", 10, 0.2875)]
)
def test_debris_within_k_chance_cards(mode: str, k: int, chance: float) -> None:
    for seed in SEEDS:
        stream = random.Random(f"{seed}/{mode}/{k}/debris")
        hits = sum("debris" in tuple(pulls(CHANCE, mode, k, stream)) for _ in range(1500))
        assert share(hits, 1500, chance)


@pytest.mark.rule("5.4")
@pytest.mark.parametrize(("mode", "chance"), [("deck", 0.04981), ("probability", 0.0625)])
def test_the_first_four_cards_are_all_holdable(mode: str, chance: float) -> None:
    holdable = {"good-exit", "late-brake", "avoid-crash"}
    for seed in SEEDS:
        stream = random.Random(f"{seed}/{mode}/four")
        hits = sum(holdable.issuperset(pulls(CHANCE, mode, 4, stream)) for _ in range(3000))
        assert share(hits, 3000, chance)


@pytest.mark.rule("A-60")
@pytest.mark.parametrize("name", ["overtake", "chance"])
def test_a_race_draws_with_the_odds_of_what_is_left(name: str) -> None:
    """The odds that the rules show are the bag that the numbers above were drawn from."""
    patch = {"turn": "red", "cars": {"red": {"at": "15" if name == "overtake" else "9"}, "blue": {"at": "17"}}}
    state = RULES.apply(RULES.setup(("red", "blue"), {"grid_order": "seating"}), Resume(patch)).state
    state = RULES.apply(state, Drive(2)).state
    draw = RULES.pending(state)
    assert isinstance(draw, Draw)
    assert (draw.name, dict(draw.odds[0])) == (name, OVERTAKE if name == "overtake" else CHANCE)
    after = RULES.apply(state, Drawn(name, (next(iter(draw.odds[0])),))).state
    bag = getattr(getattr(after, "bags"), name)  # noqa: B009
    assert isinstance(bag, Bag)
    assert bag.left() == sum(draw.odds[0].values()) - 1


@pytest.mark.rule("A-11")
@pytest.mark.parametrize(("n", "hit", "turns"), [(4, 0.6875, None), (40, 2 / 3, 26.889)])
def test_stopping_on_a_segment_by_ones_and_twos(n: int, hit: float, turns: float | None) -> None:
    stream, hits, taken, trials = random.Random(n), 0, [], 4000
    for _ in range(trials):
        progress, count = 0, 0
        while progress < n:
            progress, count = progress + 1 + stream.randrange(2), count + 1
        hits += progress == n
        taken.append(count)
    assert share(hits, trials, hit)
    if turns:
        mean = sum(taken) / trials
        assert within(mean, turns, sqrt(sum((t - mean) ** 2 for t in taken)) / trials)


@pytest.mark.rule("2.1")
def test_a_turtle_alone_without_dots_takes_sixty_turns() -> None:
    entry = Entry(GAME, ("red",), {"chance_dots": []}, {"red": "turtle"})
    totals = play_races(entry, 1, range(3))
    assert (totals.sums["turns"], totals.squares["turns"]) == (180, 3 * 60**2)


TABLE: dict[tuple[int, str], dict[str, tuple[float, float]]] = {
    (1, "deck"): {"turns": (59.830, 0.024), "overlaps": (0, 0), "crashes": (0, 0), "safety_cars": (0.289, 0.007)},
    (1, "probability"): {"turns": (59.810, 0.028), "overlaps": (0, 0), "safety_cars": (0.297, 0.008)},
    (2, "deck"): {
        "turns": (110.451, 0.069),
        "overlaps": (20.873, 0.147),
        "crashes": (1.220, 0.011),
        "incidents": (4.149, 0.035),
        "safety_cars": (1.742, 0.012),
    },
}
POLE = (0.558, 0.008)


def turtles(cars: int, mode: str, races: int, seed: int) -> dict[str, tuple[float, float]]:
    """Means and standard errors of turtle races, and the share of races won from pole."""
    seats = ("red", "blue")[:cars]
    options = {"draw_mode": mode, "grid_order": "seating"}
    totals = play_races(Entry(GAME, seats, options, dict.fromkeys(seats, "turtle")), seed, range(races))
    means = totals.report(seats)["means"]
    assert isinstance(means, dict)
    pole = totals.wins.get("red", 0) / races
    figures = {name: (figure["mean"], figure["se"]) for name, figure in means.items()}
    return figures | {"pole": (pole, sqrt(max(pole * (1 - pole), 1e-9) / races))}


def agree(cars: int, mode: str, races: int, seed: int) -> None:
    found = turtles(cars, mode, races, seed)
    expected = TABLE[cars, mode] | ({"pole": POLE} if cars == 2 else {})
    for name, (mean, error) in expected.items():
        mine, spread = found[name]
        assert within(mine, mean, sqrt(error**2 + spread**2)), (name, mine, mean)


@pytest.mark.slow
@pytest.mark.rule("7.1")
@pytest.mark.parametrize(("cars", "mode"), TABLE)
def test_turtle_races_agree_with_the_table(cars: int, mode: str) -> None:
    agree(cars, mode, 400 if cars == 2 else 150, seed=1)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("cars", "mode"), TABLE)
def test_turtle_races_agree_with_the_table_in_full(cars: int, mode: str, seed: int) -> None:
    agree(cars, mode, 4000, seed)


@pytest.mark.slow
@pytest.mark.rule("6.1")
def test_crashes_are_their_share_of_the_draws_where_draws_are_independent() -> None:
    """Wald: crashes = 0.05 x drawing overlaps, within 4 standard errors; turtles never shield."""
    seats = ("red", "blue")
    entry = Entry(GAME, seats, {"draw_mode": "probability"}, dict.fromkeys(seats, "turtle"))
    gaps = []
    for race in range(200):
        totals = play_races(entry, 2, range(race, race + 1))
        gaps.append(totals.sums["crashes"] - 0.05 * totals.sums["overlaps"])
    mean = sum(gaps) / len(gaps)
    assert within(mean, 0.0, sqrt(sum((gap - mean) ** 2 for gap in gaps)) / len(gaps))
