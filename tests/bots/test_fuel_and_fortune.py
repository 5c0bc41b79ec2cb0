"""Drivers of Fuel and Fortune: sensible, different, blind to what they may not see (part 4)."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest
from msgspec import structs

from companion.bots import deal_profiles, make_bot, profiles
from companion.bots.fuel_and_fortune import CHARACTERS, Driver
from companion.bots.fuel_and_fortune.profiles import shift
from companion.bots.fuel_and_fortune.scores import Outlook
from companion.bots.fuel_and_fortune.sight import Sight
from companion.engine import Action, Ask, Draw, Over, Resume, View, draw_with
from companion.games import load
from companion.games.fuel_and_fortune.actions import Drive
from tests.support.lab import CarefulRandom, match, profile

GAME = "fuel-and-fortune"
RULES = load(GAME).rules
OPTIONS = {"grid_order": "seating"}
THREE = tuple(CHARACTERS)


def at(patch: Mapping[str, object], seats: tuple[str, ...] = ("red", "blue"), **options: object) -> tuple[View, Ask]:
    """What the seat that is asked sees of a patched race."""
    state = RULES.apply(RULES.setup(seats, OPTIONS | options), Resume(patch)).state
    pending = RULES.pending(state)
    assert isinstance(pending, Ask)
    return RULES.view(state, pending.seat), pending


def choice(
    name: str, patch: Mapping[str, object], seats: tuple[str, ...] = ("red", "blue"), **options: object
) -> Action:
    view, ask = at(patch, seats, **options)
    return make_bot(GAME, name, 1).choose(view, ask)


@pytest.mark.rule("1.8")
def test_there_are_three_profiles_and_the_turtle() -> None:
    assert profiles(GAME) == ("aggressive", "mixed", "cautious", "turtle")


@pytest.mark.rule("1.7")
def test_hidden_profiles_are_dealt_in_equal_numbers_and_shuffled() -> None:
    seats = ("red", "blue", "green", "yellow", "black", "white")
    deals = [deal_profiles(GAME, seats, seed) for seed in range(20)]
    assert all(Counter(deal.values()) == dict.fromkeys(THREE, 2) for deal in deals)
    assert len({tuple(deal.values()) for deal in deals}) > 5


@pytest.mark.rule("1.7")
def test_two_bots_are_dealt_the_first_two_of_the_list_either_way_round() -> None:
    deals = {tuple(deal_profiles(GAME, ("red", "blue"), seed).values()) for seed in range(30)}
    assert deals == {("aggressive", "mixed"), ("mixed", "aggressive")}


@pytest.mark.parametrize("name", THREE)
def test_the_same_view_gives_the_same_choice(name: str) -> None:
    view, ask = at({"cars": {"red": {"at": "6"}}})
    assert len({make_bot(GAME, name, 3).choose(view, ask) for _ in range(5)}) == 1


@pytest.mark.parametrize("name", THREE)
def test_a_driver_never_warps_while_another_move_is_open(name: str) -> None:
    """On the last segment but one with a single unit: burning it would warp."""
    patch = {"cars": {"red": {"at": "39", "fuel": 1, "lap": 0}, "blue": {"at": "10"}}}
    action = choice(name, patch)
    assert isinstance(action, Drive)
    assert action.distance <= 2


@pytest.mark.parametrize("name", THREE)
def test_a_driver_takes_the_win(name: str) -> None:
    patch = {"cars": {"red": {"at": "36", "fuel": 3, "lap": 2}, "blue": {"at": "37", "lap": 2}}}
    action = choice(name, patch)
    assert isinstance(action, Drive)
    assert action.distance >= 4


@pytest.mark.rule("A-73")
@pytest.mark.parametrize("name", THREE)
def test_of_four_cards_the_least_valuable_is_given_up(name: str) -> None:
    hand = ["good-exit", "avoid-crash", "late-brake"]
    patch = {"cars": {"red": {"at": "9", "hand": hand}, "blue": {"at": "20"}}, "turn": "red"}
    state = RULES.apply(RULES.setup(("red", "blue"), OPTIONS), Resume(patch)).state
    state = RULES.apply(state, Drive(2)).state
    draw = RULES.pending(state)
    assert isinstance(draw, Draw)
    step = RULES.apply(state, structs.replace(draw_with(draw, lambda n: 0), outcomes=("good-exit",)))
    ask = RULES.pending(step.state)
    assert isinstance(ask, Ask)
    told = make_bot(GAME, name, 1).choose(RULES.view(step.state, "red"), ask)
    assert told in [c.action for c in ask.choices]
    assert getattr(told, "card", "") == "late-brake"


@pytest.mark.rule("1.10")
def test_the_shift_grows_with_the_race_and_turns_with_the_rank() -> None:
    assert shift(1, 4, 1.0, 1.0) == -1.0
    assert shift(4, 4, 1.0, 1.0) == 1.0
    assert shift(1, 4, 0.0, 1.0) == -0.5
    assert shift(1, 1, 0.5, 1.0) == 0.0
    assert shift(4, 4, 1.0, 0.0) == 0.0


@pytest.mark.rule("A-09")
@pytest.mark.parametrize("name", THREE)
def test_appetite_for_an_overlap_never_falls_as_the_shift_rises(name: str) -> None:
    patch = {"cars": {"red": {"at": "6", "hand": ["good-exit"]}, "blue": {"at": "8"}}}
    view, _ = at(patch)
    sight, base = Sight(view), CHARACTERS[name]
    gaps = []
    for tenths in range(-10, 11):
        now = base.bent(tenths / 10)
        gaps.append(Outlook(sight, base, now, Drive(2)).score() - Outlook(sight, base, now, Drive(1)).score())
    assert gaps == sorted(gaps)
    assert gaps[0] < gaps[-1]


@pytest.mark.rule("1.10")
def test_the_same_place_with_another_rank_has_other_weights() -> None:
    mixed = CHARACTERS["mixed"]
    assert mixed.bent(-1).risk == 4 * mixed.bent(1).risk
    assert mixed.bent(0) == mixed


@pytest.mark.rule("A-154")
@pytest.mark.parametrize("name", THREE)
def test_scores_do_not_change_with_what_a_driver_cannot_see(name: str) -> None:
    """Another's hand and the order of the decks: the view is the same, so the scores are."""
    driver = Driver(CHARACTERS[name], 1)
    scores = []
    for hand in (["good-exit", "late-brake"], ["avoid-crash", "avoid-crash"], ["late-brake", "good-exit"]):
        view, ask = at({"cars": {"red": {"at": "6"}, "blue": {"at": "8", "hand": hand}}})
        scores.append(driver.scores(Sight(view), ask))
    assert scores[0] == scores[1] == scores[2]


class Watched:
    """Stands in for a bot and keeps what it was given."""

    def __init__(self, seed: int) -> None:
        self.given: list[tuple[object, ...]] = []
        self._bot = make_bot(GAME, "mixed", seed)

    def made(self, seed: int) -> "Watched":
        return self

    def choose(self, *given: object) -> Action:
        self.given.append(given)
        view, ask = given
        assert isinstance(view, View)
        assert isinstance(ask, Ask)
        return self._bot.choose(view, ask)


@pytest.mark.rule("A-154")
def test_a_bot_is_given_its_own_view_and_its_ask_and_nothing_else() -> None:
    watched = [Watched(1), Watched(2)]
    match(GAME, [bot.made for bot in watched], 1, {"laps": 1})
    for bot in watched:
        assert bot.given
        for view, ask in bot.given:
            assert isinstance(view, View)
            assert isinstance(ask, Ask)
            assert view.viewer == ask.seat


@pytest.mark.slow
@pytest.mark.parametrize("name", THREE)
def test_every_choice_is_open_and_no_driver_warps_needlessly(name: str) -> None:
    stream, seats = random.Random(5), ("red", "blue", "green")
    for seed in range(4):
        state = RULES.apply(RULES.setup(seats, {"laps": 2}), Resume()).state
        bots = {seat: make_bot(GAME, name, seed) for seat in seats}
        while not isinstance(pending := RULES.pending(state), Over):
            if isinstance(pending, Draw):
                state = RULES.apply(state, draw_with(pending, stream.randrange)).state
                continue
            told = bots[pending.seat].choose(RULES.view(state, pending.seat), pending)
            chosen = next(c for c in pending.choices if c.action == told)
            assert chosen.barred is None
            if chosen.warning and chosen.warning[0].startswith("NO FUEL"):
                drives = [c for c in pending.choices if isinstance(c.action, Drive) and c.barred is None]
                assert all(c.warning and c.warning[0].startswith("NO FUEL") for c in drives)
            state = RULES.apply(state, told).state


MATCHES = [
    *((name, "careful", 0.93) for name in THREE),
    ("aggressive", "turtle", 0.80),
    ("mixed", "turtle", 0.80),
    ("cautious", "turtle", 0.65),
]


def wins(name: str, other: str, races: int) -> float:
    rival = CarefulRandom if other == "careful" else profile(GAME, other)
    return match(GAME, [profile(GAME, name), rival], races, {})[0] / races


@pytest.mark.slow
@pytest.mark.parametrize(("name", "other", "share"), MATCHES)
def test_a_driver_beats_the_careless_and_the_slow(name: str, other: str, share: float) -> None:
    """40 races: the share is one figure of a wider spread, so the bound is 2 standard errors below it."""
    assert wins(name, other, 40) >= share - 2 * (share * (1 - share) / 40) ** 0.5


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "other", "share"), MATCHES)
def test_a_driver_beats_them_over_300_races(name: str, other: str, share: float) -> None:
    assert wins(name, other, 300) >= share


@pytest.mark.nightly
def test_no_profile_is_hopeless_among_six() -> None:
    makers = [profile(GAME, name) for name in (*THREE, *THREE)]
    told = match(GAME, makers, 300, {})
    assert all((told[index] + told[index + 3]) / 300 >= 0.15 for index in range(3))


@pytest.mark.nightly
def test_the_bold_overlap_more_and_shield_less() -> None:
    """Six cars, two of each; the share of genuine choices in which the unprotected overlap is taken."""
    taken, offered = Counter[str](), Counter[str]()
    seats = ("red", "blue", "green", "yellow", "black", "white")
    for seed in range(100):
        stream = random.Random(seed)
        names = {seat: THREE[(index + seed) % 3] for index, seat in enumerate(seats)}
        bots = {seat: make_bot(GAME, names[seat], seed) for seat in seats}
        state = RULES.apply(RULES.setup(seats, {}), Resume()).state
        while not isinstance(pending := RULES.pending(state), Over):
            if isinstance(pending, Draw):
                state = RULES.apply(state, draw_with(pending, stream.randrange)).state
                continue
            told = bots[pending.seat].choose(RULES.view(state, pending.seat), pending)
            drives = [c for c in pending.choices if isinstance(c.action, Drive) and c.barred is None]
            risky = {c.action for c in drives if c.warning and c.warning[0].startswith("OVERLAP")}
            overlaps = risky | {c.action for c in drives if isinstance(c.action, Drive) and c.action.avoid_crash}
            if 0 < len(overlaps) < len(drives):
                offered[names[pending.seat]] += 1
                taken[names[pending.seat]] += told in risky
            state = RULES.apply(state, told).state
    shares = [taken[name] / offered[name] for name in THREE]
    assert shares[0] - shares[1] >= 0.03
    assert shares[1] - shares[2] >= 0.03
