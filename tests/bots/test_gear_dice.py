"""Drivers on gear dice: they know the odds, keep their nerve or not, and see no more than their view."""

import ast
import inspect
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.bots import Bot, gear_dice, make_bot, profiles
from companion.bots.gear_dice.outlook import TRAPPED, Outlook
from companion.bots.gear_dice.rolls import Rolls, Stop, spread
from companion.bots.gear_dice.sight import Eyes, Sight
from companion.engine import Action, Ask, Draw, Over, Resume, View, draw_with
from companion.engine.codec import to_text
from companion.games import load
from companion.games.gear_dice import advice, planning, traffic
from companion.games.gear_dice.actions import Unlay
from companion.games.gear_dice.adviser import frontier
from companion.games.gear_dice.odds import Pool
from companion.games.gear_dice.stretch import stretch
from tests.support.gear_dice import Play, cars, on, ring
from tests.support.lab import match, profile

GAME = "gear-dice"
RULES = load(GAME).rules
QUICK = {"adviser": False, "laps": 1}
rule = pytest.mark.rule


def asked(table: Play) -> tuple[View, Ask]:
    """What the seat that is asked is given."""
    pending = table.session.pending
    assert isinstance(pending, Ask)
    return RULES.view(table.race, pending.seat), pending


def choice(table: Play, name: str = "mixed", seed: int = 1) -> str:
    return to_text(make_bot(GAME, name, seed).choose(*asked(table)))


def sight(table: Play, seat: str = "red") -> Sight:
    return Eyes().read(RULES.view(table.race, seat))


def race(drivers: dict[str, str], seed: int, **options: object) -> Iterator[tuple[View, Ask, Action]]:
    """A race of bots, decision by decision."""
    stream = random.Random(seed)
    bots = {seat: make_bot(GAME, name, seed) for seat, name in drivers.items()}
    state = RULES.apply(RULES.setup(tuple(drivers), {"adviser": False, **options}), Resume()).state
    while not isinstance(pending := RULES.pending(state), Over):
        if isinstance(pending, Draw):
            state = RULES.apply(state, draw_with(pending, stream.randrange)).state
            continue
        view = RULES.view(state, pending.seat)
        action = bots[pending.seat].choose(view, pending)
        yield view, pending, action
        state = RULES.apply(state, action).state


# How well they drive


def test_there_are_three_profiles() -> None:
    assert profiles(GAME) == ("cautious", "mixed", "aggressive")


def share(name: str, other: Callable[[int], Bot], races: int, **options: object) -> float:
    """How many of its races one bot wins against three of the other."""
    return match(GAME, (profile(GAME, name), other, other, other), races, {"adviser": False, **options})[0] / races


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cautious", "mixed", "aggressive"])
def test_a_bot_beats_three_that_act_at_random(name: str) -> None:
    assert share(name, profile(GAME, "random"), 3, laps=1) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("track", ["proving-ground", "harbour-medium"])
@pytest.mark.parametrize("name", ["cautious", "mixed", "aggressive"])
def test_a_bot_wins_nearly_all_of_200_races_against_three_that_act_at_random(name: str, track: str) -> None:
    assert share(name, profile(GAME, "random"), 200, track=track) >= 0.95


@pytest.mark.nightly
def test_no_profile_is_hopeless_against_the_two_others() -> None:
    makers = tuple(profile(GAME, name) for name in profiles(GAME))
    assert all(wins >= 40 for wins in match(GAME, makers, 200, {"adviser": False}).values())


def test_the_same_seed_drives_the_same_race() -> None:
    drivers = {"red": "cautious", "blue": "aggressive"}
    first, again = ([to_text(action) for _, _, action in race(drivers, 3, laps=1)] for _ in range(2))
    assert first == again


@pytest.mark.slow
@pytest.mark.parametrize("track", ["orchard-short", "harbour-medium", "ridge-long"])
def test_bots_of_all_profiles_finish_on_every_track_with_every_variant(track: str) -> None:
    drivers = dict(zip(("red", "blue", "green"), profiles(GAME), strict=True))
    told = [
        action
        for _, _, action in race(
            drivers,
            5,
            track=track,
            laps=1,
            weather="wet",
            flying_start=True,
            flying_start_penalty=True,
            redline=True,
            reentry_uses_turn=False,
            alongside_adjacent_only=True,
        )
    ]
    assert len(told) > 30
    assert sum(isinstance(action, Unlay) for action in told) < len(told) / 4


@pytest.mark.slow
def test_bots_finish_at_sudden_death_alone_and_six_at_a_time() -> None:
    for seats in (("red",), ("red", "blue", "green", "yellow", "black", "white")):
        assert sum(1 for _ in race(dict.fromkeys(seats, "mixed"), 2, laps=1, end_mode="sudden-death")) > 5


# What they are given


@pytest.mark.parametrize("name", ["cautious", "mixed", "aggressive"])
def test_a_bot_needs_no_more_than_what_the_view_and_the_ask_say(name: str) -> None:
    """Canary: both go through plain bytes, so that nothing of the state can hang on them."""
    for number, (view, ask, _) in enumerate(race({"red": name, "blue": name}, 4, laps=1)):
        if number % 15 == 0:
            plain = msgspec.json.decode(msgspec.json.encode(view), type=View)
            fresh = make_bot(GAME, name, 4).choose(plain, ask)
            assert fresh == make_bot(GAME, name, 4).choose(view, ask)


def test_a_bot_takes_a_view_and_an_ask_and_nothing_else() -> None:
    assert list(inspect.signature(make_bot(GAME, "mixed", 1).choose).parameters) == ["view", "ask"]


def test_no_file_of_the_bots_imports_a_state_or_the_rules() -> None:
    assert gear_dice.__file__ is not None
    names: set[str] = set()
    for path in Path(gear_dice.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom):
                names |= {f"{node.module}.{alias.name}" for alias in node.names}
    assert "companion.games.gear_dice.adviser.Sweep" in names
    closed = ("state", "rules", "planning", "advice", "rounds", "control")
    assert not [name for name in names for part in closed if name.startswith(f"companion.games.gear_dice.{part}.")]


def test_a_bot_needs_no_adviser_on_its_screen() -> None:
    patch = cars(on("b9", 4), on("b2", 1))
    shown, hidden = (Play(patch, track="proving-ground", adviser=adviser) for adviser in (True, False))
    assert choice(shown) == choice(hidden)


@rule("4.5")
@rule("7.2")
@pytest.mark.parametrize(
    ("track", "red", "blue"), [("proving-ground", "b9 b10", "a12"), ("ridge-long", "b6 b7", "a10")]
)
def test_what_is_read_off_the_view_is_what_stands_on_the_table(track: str, red: str, blue: str) -> None:
    at, ahead = red.split()
    mine = on(at, 4, focus=3, damage={"gear": 2, "coast": 1})
    table = Play(cars(mine, on(blue, 3), hazards=1, route=[f"g4 {ahead}"]), track=track)
    seen = sight(table)
    assert seen.scene.cars == traffic.scene(table.race).cars
    assert seen.kit == planning.kit(table.race)
    assert (seen.hazards, seen.threshold, seen.focus, seen.damage, seen.crossings) == (1, 3, 3, 3, 2)
    for start, links in table.race.road.links.items():
        assert seen.road.links[start] == links
    assert seen.road.beside == table.race.road.beside
    assert seen.road.spaces.keys() == table.race.road.spaces.keys()


@rule("3.2")
@pytest.mark.parametrize(
    ("hurt", "route"),
    [
        ({}, ["g5 b3", "coast b4", "b2g2 b5"]),
        ({"gear": 5, "brake": 3}, ["g5 b3"]),
        ({"coast": 2}, []),
        ({"gear": 1}, []),
    ],
)
def test_dice_are_read_back_with_those_that_are_laid(hurt: dict[str, int], route: list[str]) -> None:
    table = Play(cars(on("b2", 5, damage=hurt), on("b1", 1), route=route))
    assert sight(table).kit == planning.kit(table.race)


# What they do


@rule("4.2")
@pytest.mark.parametrize("name", ["cautious", "mixed", "aggressive"])
def test_no_bot_is_too_fast_where_it_could_be_slow_enough(name: str) -> None:
    for _, ask, action in race({"red": name, "blue": name}, 8, laps=1):
        warned = next(c.warning for c in ask.choices if c.action == action)
        others = [c for c in ask.choices if c.barred is None and not c.warning]
        assert not warned or not others or all(isinstance(c.action, Unlay) for c in others)


def test_a_cautious_bot_stops_with_two_hazards_where_nothing_is_free() -> None:
    patch = cars(on("b3", 5), on("c9", 1), hazards=2, rolled=["g4 b2", "g5 b3"])
    assert choice(Play(patch), "cautious") == "stop"


@rule("6.4")
def test_a_bot_with_focus_secures_a_die_rather_than_stop() -> None:
    patch = cars(on("b3", 5, focus=8), on("c9", 1), hazards=2, rolled=["g4 b2", "g5 b3"])
    table = Play(patch)
    bot = make_bot(GAME, "mixed", 1)
    for _ in range(9):
        wish = to_text(bot.choose(*asked(table)))
        if not wish.startswith("lay"):
            break
        table.do(wish)
    assert wish == "secure"


@rule("7.1")
def test_a_hurt_car_goes_to_the_pits_and_a_sound_one_does_not() -> None:
    def at_the_pits(**hurt: int) -> str:
        table = Play(cars(on("a3", 2, damage=hurt), on("c9", 1), rolled=["g2 a3"]))
        table.drive("g1 a4")
        table.do("stop")
        return choice(table)

    assert at_the_pits(gear=2, brake=1) == "pit both"
    assert at_the_pits() == "no-pit"


@rule("7.1")
@pytest.mark.parametrize(("weather", "tyres"), [("dry", "asphalt"), ("wet", "rain")])
def test_a_bot_fits_the_tyres_of_the_weather(weather: str, tyres: str) -> None:
    table = Play(cars(on("b2", 0, status="pit-tyres")), weather=weather)
    assert choice(table) == f"fit {tyres}"


@rule("A14")
def test_a_bot_without_dice_takes_the_repairs() -> None:
    assert choice(Play(cars(on("b2", 0, damage={"gear": 6}, stuck=True)))) == "pit repairs"


@rule("A4")
def test_where_every_way_is_too_fast_a_bot_crashes_slowly() -> None:
    table = Play(cars(on("b2", 6)), track=ring(a3={"limit": 1}, b3={"limit": 1}, c3={"limit": 1}))
    slow = choice(table)
    assert slow.startswith("lay b3g2")
    table.do(slow)
    assert choice(table) in ("roll", "roll-flat-out")


@rule("6.3")
def test_after_a_flat_out_crash_a_bot_says_where() -> None:
    table = Play(cars(on("b2", 5), on("b1", 1), hazards=2, route=["g5 b3", "g6 b4"]))
    table.flat_out("hazard", "clear")
    assert choice(table) == "crash-at 1"


# What they reckon with


@rule("6.4")
def test_a_way_is_worth_what_its_best_decisions_make_of_it() -> None:
    """Two heavy dice, two hazards lose: the first is free, the second a chance of one in three to lose everything."""
    stops = (Stop(1.0, -9.0, Pool(0, 1), 1), Stop(2.0, -9.0, Pool(0, 1), 1))
    rolls = Rolls(stops, 2, lambda focus: 0.0)
    assert dict(rolls.deeds(0, 0, 0, 0)) == {"roll": pytest.approx(2 / 3 * 2 + 1 / 3)}
    assert rolls.flat_out(0, 0) == pytest.approx(8 / 9 * 2 - 1 / 9 * 9)
    assert dict(rolls.deeds(0, 1, 0, 0)) == {"roll": pytest.approx(2 / 3 - 1 / 3 * 9)}
    assert dict(rolls.deeds(0, 1, 0, 1)) == {"roll": pytest.approx(2 / 3 * 2 - 1 / 3 * 9), "secure": 1.0}


def test_shares_of_hazards_are_those_of_the_dice() -> None:
    assert spread(0, 0) == (1.0,)
    assert spread(1, 1) == pytest.approx((20 / 36, 14 / 36, 2 / 36))


@rule("4.2")
def test_a_car_too_fast_before_a_corner_is_trapped() -> None:
    road = Play(track=ring(a6={"limit": 1}, b6={"limit": 1}, c6={"limit": 1})).race.road
    outlook = Outlook(road)
    assert outlook.of("b5", 6) == TRAPPED
    assert outlook.of("b5", 2) > 2
    assert outlook.of("b4", 6) > TRAPPED


def test_the_ways_of_a_bot_are_those_of_the_adviser() -> None:
    """Through its own eyes it sees the same road, traffic and dice as the referee."""
    table = Play(cars(on("b9", 4), on("b12", 3)), track="proving-ground")
    seen = sight(table)
    mine = frontier(stretch(seen.scene, "red", seen.at, 8), seen.turn)
    assert mine == advice.ways_on(table.race, "red")
