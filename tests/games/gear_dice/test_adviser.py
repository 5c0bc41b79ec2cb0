"""Section 10 and the adviser of section 0: exact odds, the ways on, and what of it a driver sees."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from bench.adviser import ALL_DICE, brute, race, routes, shown, ways_on
from companion.engine import Text
from companion.engine.codec import to_text
from companion.games.gear_dice import odds, planning, risk
from companion.games.gear_dice.actions import Lay
from companion.games.gear_dice.advice import ways_on as ways_of
from companion.games.gear_dice.adviser import Turn, Way, fastest, frontier, safest, to_gear
from companion.games.gear_dice.dice import HAZARDS
from companion.games.gear_dice.grammar import ALL_NUMBERS, House, Kit, kit_of
from companion.games.gear_dice.odds import Pool
from companion.games.gear_dice.state import Race
from companion.games.gear_dice.stretch import stretch
from companion.games.gear_dice.traffic import scene
from tests.support.gear_dice import Play, Table, cars, on, ring

rule = pytest.mark.rule
TABLE = {
    "1 2": ("1/36", "0", "0"),
    "5 6": ("1/9", "0", "0"),
    "1 2 3": ("13/108", "1/108", "0"),
    "2 3 4": ("5/27", "1/54", "0"),
    "3 4 5": ("7/27", "1/27", "0"),
    "4 5 6": ("7/27", "1/27", "0"),
    "1 2 3 4": ("7/27", "5/108", "1/324"),
    "2 3 4 5": ("1/3", "2/27", "1/162"),
    "3 4 5 6": ("11/27", "1/9", "1/81"),
    "1 2 3 4 5": ("98/243", "19/162", "17/972"),
    "2 3 4 5 6": ("115/243", "13/81", "7/243"),
    "1 2 3 4 5 6": ("389/729", "155/729", "37/729"),
    "1 2 3 4 C C": ("583/1458", "1439/11664", "259/11664"),
    "1 2 3 4 5 6 C C": ("4186/6561", "1399/4374", "716/6561"),
    "6 C C": ("13/108", "1/108", "0"),
    "B B 2": ("5/27", "1/54", "0"),
    "B B B 1": ("1/3", "2/27", "1/162"),
    "6 B B 3": ("11/27", "1/9", "1/81"),
    "B B B 1 2 3 4 5 6 C C": ("150647/177147", "12133/19683", "20654/59049"),
}


def pool(dice: str) -> Pool:
    names = {"C": "coast", "B": "brake"}
    return Pool().plus(names.get(die, f"g{die}") for die in dice.split())


# Section 10


@rule("1")
@rule("6.3")
@pytest.mark.parametrize("dice", TABLE)
def test_the_table_of_exact_values(dice: str) -> None:
    assert tuple(odds.chance(pool(dice), need) for need in (2, 3, 4)) == tuple(map(Fraction, TABLE[dice]))


@rule("6.2")
@pytest.mark.parametrize(
    ("so_far", "chances"),
    [
        (0, ("0", "0", "0", "1/54", "2/27", "0")),
        (1, ("0", "0", "1/9", "5/27", "1/3", "1/18")),
        (2, ("1/6", "1/3", "5/9", "17/27", "61/81", "4/9")),
    ],
)
def test_the_next_step_with_hazards_so_far(so_far: int, chances: tuple[str, ...]) -> None:
    steps = ("1", "3", "B 3", "B B 2", "B B B 1", "B 2")
    assert tuple(odds.chance(pool(dice), 3 - so_far) for dice in steps) == tuple(map(Fraction, chances))


@rule("A15")
def test_hazards_of_the_road_lower_the_threshold() -> None:
    assert odds.chance(Pool(sure=1).plus(("g1", "g2", "g3")), 3) == Fraction(13, 108)
    assert odds.chance(Pool(sure=1).plus(("g3", "g4", "g5")), 3) == Fraction(7, 27)
    assert odds.chance(Pool(sure=3), 3) == 1


@rule("2.2")
def test_the_pool_agrees_with_counting_every_roll() -> None:
    """Each die by itself, one face after the other."""
    chance = random.Random(5)
    for _ in range(30):
        dice = chance.sample([*HAZARDS, "coast", "brake", "brake"], 4)
        rolls = [0]
        for die in dice:
            rolls = [count + (face < HAZARDS[die]) for count in rolls for face in range(6)]
        for need in range(1, 6):
            seen = Fraction(sum(count >= need for count in rolls), len(rolls))
            assert odds.chance(Pool().plus(dice), need) == seen


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        ("0", "0 %"),
        ("1", "100 %"),
        ("1/9", "11.1 %"),
        ("1/5000", "<0.1 %"),
        ("4999/5000", ">99.9 %"),
        ("1/4", "25.0 %"),
    ],
)
def test_a_percentage_never_says_never_or_always_of_what_is_not_certain(chance: str, text: str) -> None:
    assert odds.percent(Fraction(chance)) == text


def test_the_fraction_is_shown_where_it_fits() -> None:
    assert odds.spelt(Fraction(1, 9), 16) == "11.1 % = 1/9"
    assert odds.spelt(Fraction(150647, 177147), 16) == "85.0 %"
    assert odds.spelt(Fraction(1), 16) == "100 %"


# The ways on, against trying every route


@rule("4.2")
@rule("4.5")
@pytest.mark.parametrize(
    ("lanes", "gear", "kit", "need"),
    [
        (1, 5, ALL_DICE, 3),
        (2, 4, Kit(ALL_NUMBERS, 6, 1, 1), 3),
        (3, 6, Kit(ALL_NUMBERS, 3, 1, 2), 3),
        (3, 5, Kit(ALL_NUMBERS, 4, 0, 1), 2),
        (3, 0, Kit(ALL_NUMBERS, 4, 1, 0), 3),
        (3, 2, Kit(ALL_NUMBERS, 4, 1, 0), 1),
        (4, 5, Kit(ALL_NUMBERS, 2, 2, 1), 4),
    ],
)
def test_the_ways_on_are_those_of_trying_every_route(lanes: int, gear: int, kit: Kit, need: int) -> None:
    state = race(lanes, gear=gear)
    assert shown(ways_on(state, kit, need)) == brute(state, kit, need)


@pytest.mark.slow
@pytest.mark.parametrize("gear", [5, 6])
def test_the_ways_on_with_all_dice_are_those_of_trying_every_route(gear: int) -> None:
    state = race(3, gear=gear)
    assert shown(ways_on(state, ALL_DICE)) == brute(state, ALL_DICE)


@rule("7.2")
@rule("7.4")
@pytest.mark.parametrize("seed", range(12))
def test_on_roads_and_in_traffic_of_all_kinds(seed: int) -> None:
    """Through the rules, by laying every route: flags, flying start, redline, hazards so far, damage."""
    chance = random.Random(seed)
    table = next(table for _ in range(99) if (table := anywhere(chance)).race.turn == "red")
    assert shown(ways_of(table.race, "red")) == laid_by_hand(table.race)


def anywhere(chance: random.Random) -> Play:
    edits: dict[str, Table] = {f"{chance.choice('abc')}{row}": {"limit": chance.randrange(1, 5)} for row in (4, 6)}
    edits[f"b{chance.randrange(3, 6)}"] = {"limit": 3, "dangerous": True}
    edits["b3_b4"] = {"into_hazard": 1, "outof_limit": 4}
    edits["c4_c5"] = {"into_limit": 2, "outof_hazard": chance.randrange(2)}
    hurt = {"gear": chance.randrange(3, 5), "coast": chance.randrange(1, 3), "brake": chance.randrange(1, 3)}
    blue = on(chance.choice(["b3", "a4", "c3"]), chance.randrange(5))
    patch = cars(on("b2", chance.randrange(7), damage=hurt), blue, hazards=chance.randrange(2))
    return Play(
        {**patch, "flags": ["t2"] if chance.random() < 0.5 else []},
        track=ring(9, 3, 3, **edits),
        flying_start=True,
        flying_start_penalty=chance.random() < 0.5,
        redline=True,
    )


def laid_by_hand(state: Race) -> dict[tuple[int, float], Fraction]:
    """Lay every route that is not sure to crash, and look its odds up."""
    found: dict[tuple[int, float], Fraction] = {}
    todo = [state]
    while todo:
        for after in laid_on(todo.pop()):
            end, chance = planning.head(after), risk.on_route(after).chance
            key = end.gear, distance(state, end.at)
            found[key] = min(found.get(key, Fraction(1)), chance)
            todo.append(after)
    return {
        (gear, far): chance
        for (gear, far), chance in found.items()
        if not any(other == gear and more > far and found[other, more] <= chance for other, more in found)
    }


def laid_on(state: Race) -> Iterator[Race]:
    for choice in planning.lays(state):
        if choice.barred is None and not choice.warning:
            assert isinstance(choice.action, Lay)
            after = planning.lay(state, choice.action).race
            if risk.on_route(after).chance < 1:
                yield after


def distance(state: Race, space: str) -> float:
    far = state.road.spaces[space].front - state.road.spaces[state.car.at].front
    return far if far > 0 else far + state.road.length


# Which of them


def test_the_safest_and_the_fastest_to_a_gear() -> None:
    """Alone on a plain road, from 4 to 2: three light dice are safer than two heavy ones and a brake."""
    ways = ways_of(Play(cars(on("b2", 4), on("b1", 1))).race, "red")
    to_two = to_gear(ways, 2)
    assert to_two[0].chance == 0
    assert len(to_two[0].steps) == 2
    assert to_two[-1] == fastest(to_two)
    assert [way.chance for way in to_two] == sorted(way.chance for way in to_two)
    assert [way.distance for way in to_two] == sorted(way.distance for way in to_two)


def test_the_safest_of_all_is_the_longest_that_risks_least() -> None:
    ways = ways_of(Play(cars(on("b2", 4), on("b1", 1))).race, "red")
    best = safest(ways)
    assert best is not None
    assert best.chance == 0
    assert [step.split()[0] for step in best.steps] == ["g5", "g6"]
    assert safest(()) is fastest(()) is None


@rule("A4")
def test_a_way_that_is_sure_to_crash_is_none() -> None:
    road = ring(b3={"limit": 1}, a3={"limit": 1}, c3={"limit": 1})
    assert ways_of(Play(cars(on("b2", 6)), track=road).race, "red") == ()


@rule("7.4")
def test_a_failed_flying_start_is_no_crash() -> None:
    """Dice 2, 3 and 4: only if 2 is clear can the other two and a road hazard lose control."""
    road = ring(b5={"limit": 4, "dangerous": True})
    options = {"flying_start": True, "track": road}
    route = {"route": ["g2 b3", "g3 b4", "g4 b5"]}
    told = []
    for penalty in (False, True):
        race = Play(cars(on("b2"), **route), flying_start_penalty=penalty, **options).race
        told.append(risk.on_route(race).chance)
    assert told == [odds.chance(Pool(1, 2, 1), 3), Fraction(5, 6) * odds.chance(Pool(0, 2, 1), 3)]


@rule("7.4")
@rule("O3")
def test_too_fast_on_the_flying_start_itself_is_sure_all_the_same() -> None:
    table = Play(
        cars(on("b2"), route=["g2 b3"]), track=ring(b3={"limit": 1}), flying_start=True, flying_start_penalty=True
    )
    assert risk.on_route(table.race).chance == risk.next_roll(table.race) == 1


def test_what_is_laid_already_counts() -> None:
    """Two heavy dice laid and one hazard so far: two more and control is lost."""
    table = Play(cars(on("b2", 5), on("b1", 1), hazards=1, route=["g5 b3", "g6 b4"]))
    coasted = to_gear(ways_of(table.race, "red"), 6)[0]
    assert [step.split()[0] for step in coasted.steps] == ["coast"]
    assert coasted.chance == odds.chance(Pool(1, 2), 2)


def test_a_way_can_be_laid_as_it_is_told() -> None:
    table = Play(cars(on("b9", 4), on("b2", 1)), track="proving-ground")
    for way in ways_of(table.race, "red"):
        table.do(*(f"lay {step}" for step in way.steps))
        laid = risk.laid(table.race)
        assert laid is not None
        assert laid.chance == way.chance
        assert planning.head(table.race).gear == way.gear
        table.do(*["unlay"] * len(way.steps))


# What a driver sees


def words(table: Play, name: str, viewer: str | None = "red") -> str | None:
    widget = table.session.rules.view(table.race, viewer).find(name)
    return widget.text if isinstance(widget, Text) else None


def test_the_screen_shows_the_odds_of_the_next_roll_and_of_the_whole_route() -> None:
    table = Play(cars(on("b2", 4), on("b1", 1), hazards=1, route=["g5 b3", "g6 b4"]))
    assert words(table, "odds-next") == "0 %"
    assert words(table, "odds-flat-out") == "11.1 % = 1/9"


def test_the_screen_shows_the_safest_and_the_fastest_way_on() -> None:
    table = Play(cars(on("b2", 4), on("b1", 1)))
    assert words(table, "safest") == "0 % 2sp to g6"
    assert words(table, "fastest") == "42.6 % 8sp to g1"
    assert words(table, "safest-steps") == "g5 a3,g6 a4"
    assert (words(table, "ways-2") or "").startswith("2sp 0 %, 3sp 0.9 %")


def test_choices_say_what_they_risk() -> None:
    table = Play(cars(on("b2", 4), on("b1", 1), hazards=1, route=["g5 b3"]))
    detail = {to_text(choice.action): choice.detail for choice in table.choices}
    assert detail["lay g6 b4"] == ("gear 6", "flat out 11.1 %")
    assert detail["roll"] == ("crash 0 %",)
    assert detail["roll-flat-out"] == ("1 focus", "crash 0 %")
    assert all(len(line) <= 21 for lines in detail.values() for line in lines)
    assert all(len(lines) <= 3 for lines in detail.values())


def test_another_driver_sees_the_ways_of_the_cars_own_next_turn() -> None:
    table = Play(cars(on("b2", 4), on("b8", 3), route=["g5 b3"]))
    table.do("roll")
    assert words(table, "safest", "blue") == "0 % 2sp to g5"
    assert (words(table, "safest-steps", "blue") or "").endswith("10")
    assert words(table, "odds-next", "blue") is None


@pytest.mark.parametrize("status", ["off", "pit-repairs", "finished"])
def test_a_car_off_the_road_has_no_ways(status: str) -> None:
    blue = {"at": "b8", "gear": 0, "lap": 3, "status": status}
    assert words(Play(cars(on("b2", 4), blue)), "safest", "blue") is None


@pytest.mark.parametrize("name", ["odds-next", "odds-flat-out", "safest", "fastest", "safest-steps", "ways-5"])
def test_purists_see_none_of_it(name: str) -> None:
    patch = cars(on("b2", 4), on("b1", 1), route=["g5 b3"])
    assert words(Play(patch), name)
    assert words(Play(patch, adviser=False), name) is None
    assert words(Play(patch), name, None) is None


def test_purists_read_no_odds_on_the_menu() -> None:
    table = Play(cars(on("b2", 4), on("b1", 1), route=["g5 b3"]), adviser=False)
    assert not [line for choice in table.choices for line in choice.detail if "%" in line]


# Dice graphs


def test_depth_ends_the_look_ahead() -> None:
    state = race(3)
    ahead = stretch(scene(state), "red", "b2", 2)
    assert {len(way.steps) for way in frontier(ahead, Turn(5, ALL_DICE, 3), 2)} == {1, 2}


def test_what_the_dice_of_a_crash_could_be_laid_as_is_not_advised() -> None:
    table = Play(cars(on("b2", 4), on("b1", 1), hazards=2, route=["g5 b3"]))
    table.flat_out("hazard")
    assert ways_of(table.race, "red") == ()
    assert risk.laid(table.race) is None


def test_equal_questions_are_answered_once() -> None:
    state = race(3)
    assert ways_on(state, ALL_DICE) is ways_on(state, ALL_DICE)


def test_a_kit_of_few_dice_gives_few_ways() -> None:
    ways = frontier(stretch(scene(race(1)), "red", "a2", 1), Turn(5, kit_of(["g5"]), 3, house=House()))
    assert ways == (Way(("g5 a3",), 5, 2.0, Fraction(0)),)
    assert sum(1 for _ in routes(race(1), kit_of(["g5"]), 3)) == 1
