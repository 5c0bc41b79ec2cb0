"""Chapter 3: damage tokens."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from companion.engine import Draw, Odds
from companion.games.gear_dice.damage import COMPOSITION, full_bag, kit
from companion.games.gear_dice.dashboards import load
from companion.games.gear_dice.state import Car, Damage
from tests.support.gear_dice import Play, cars, on, ring

rule = pytest.mark.rule
HOT = ring(t2={"danger": 3})


def crashing(tokens: int, **more: object) -> Play:
    """Red lost control in the gear that draws so many tokens."""
    table = Play(cars(on("b2", tokens + 1), hazards=2, **more), track=HOT)
    table.do(f"lay g{tokens + 2} b3")
    table.roll("hazard")
    return table


@rule("3.1")
def test_the_bag_holds_42_tokens() -> None:
    assert sum(COMPOSITION.values()) == 42
    assert Play().race.bag == {"gear": 6, "coast": 6, "brake": 6, "weather": 6, "yellow": 6, "green": 12}


@rule("7.4")
def test_without_weather_tokens_it_holds_36() -> None:
    assert sum(full_bag(False).values()) == 36
    assert Play(weather_tokens=False).race.bag["weather"] == 0


@rule("3.2")
@pytest.mark.parametrize(("tokens", "left"), [(0, 2), (1, 1), (2, 0), (5, 0)])
def test_each_token_takes_a_die_of_its_kind_and_none_below_zero(tokens: int, left: int) -> None:
    dice = kit(Car(damage=Damage(coast=tokens)), load().asphalt.dry)
    assert (dice.coast, dice.gear, dice.brake) == (left, 6, 3)


@rule("3.2")
def test_gear_damage_limits_how_many_not_which() -> None:
    table = Play(cars(on("b2", 5, damage={"gear": 5})))
    assert {action.split()[1] for action in table.menu} >= {"g4", "g5", "g6"}
    table.do("lay g6 b3")
    assert not [action for action in table.menu if action.startswith("lay g")]


@rule("8.24")
@rule("4.6")
def test_six_gear_tokens_block_a_car_in_gear_0() -> None:
    table = Play(cars(on("b2", 0, damage={"gear": 6})))
    assert table.events == ["blocked red"]
    assert table.asked == "blue"


@rule("3.3")
@rule("A17")
def test_damage_stays_out_of_the_bag_the_rest_returns() -> None:
    table = crashing(4)
    told = table.draw("gear", "green", "weather", "yellow")
    assert table.race.bag == {**COMPOSITION, "gear": 5, "yellow": 5}
    assert table.car().damage == Damage(gear=1)
    assert "damaged red gear" in told


@rule("3.3")
def test_tokens_of_one_crash_are_drawn_together_without_replacement() -> None:
    table = crashing(4)
    pending = table.session.pending
    assert isinstance(pending, Draw)
    assert (pending.name, pending.bag, pending.count) == ("damage", True, 4)
    assert pending.left(("gear", "gear"))["gear"] == 4


@rule("3.3")
def test_an_empty_bag_gives_what_there_is() -> None:
    table = crashing(3)
    assert table.race.tokens == 3
    scarce = {"rain": {"dry": {"tokens": [[42, 42, 42]] * 6}}}
    table = Play(cars(on("b2", 2, tyres="rain"), hazards=1), dashboards=scarce)
    table.do("lay g3 b3")
    table.roll("hazard")
    assert table.race.tokens == 42


@rule("8.2")
@rule("8.3")
@rule("7.3")
@pytest.mark.parametrize(("flips", "weather"), [(1, "wet"), (2, "dry"), (3, "wet"), (4, "dry")])
def test_weather_turns_on_an_odd_count_only(flips: int, weather: str) -> None:
    table = crashing(4)
    told = table.draw(*["weather"] * flips, *["green"] * (4 - flips))
    assert table.race.weather == weather
    assert ("weather-changed wet" in told) is (weather == "wet")


@rule("7.3")
def test_two_crashes_turn_the_weather_and_turn_it_back() -> None:
    table = Play(cars(on("b2", 4), on("b8", 4), hazards=2), track=ring(t2={"danger": 2}, t5={"danger": 2}))
    table.do("lay g4 b3")
    table.roll("hazard")
    assert table.draw("weather")[0] == "weather-changed wet"
    table.do("lay g4 b9", "lay coast b10")
    table.roll("hazard")
    table.roll("hazard")
    assert table.draw("weather")[0] == "weather-changed dry"


@rule("8.44")
def test_who_plays_later_in_the_round_drives_by_the_new_side() -> None:
    table = Play(cars(on("b2", 4), on("b8", 5), hazards=2), track=ring(t2={"danger": 2}))
    assert table.race.side_of("blue").brake == 3
    table.do("lay g4 b3")
    table.roll("hazard")
    table.draw("weather")
    assert table.asked == "blue"
    assert "lay b1g3 b9" in table.menu
    assert not [action for action in table.menu if "b2g" in action or "b3g" in action]
    assert table.refused("lay b3g1 b9").rule == "6.1"


@rule("8.25")
def test_two_coast_tokens_leave_no_coast_die_dry_or_wet() -> None:
    for weather in ("dry", "wet"):
        table = Play(cars(on("b2", 3, damage={"coast": 2}), weather=weather))
        assert not [action for action in table.menu if "coast" in action]


def of_draws(bag: Odds, count: int) -> dict[tuple[str, ...], Fraction]:
    """Every sequence of tokens with its chance, by the odds that a draw itself tells."""
    draw = Draw("damage", (bag,), bag=True, count=count)
    chances = {}
    for tokens in product(bag, repeat=count):
        lefts = [draw.left(tokens[:n]) for n in range(count)]
        chances[tokens] = prod(
            (Fraction(left[t], sum(left.values())) for left, t in zip(lefts, tokens, strict=True)), start=Fraction(1)
        )
    return chances


@rule("3.1")
@pytest.mark.parametrize(
    ("count", "flips", "yellow", "harmless", "dice"),
    [
        (1, "1/7", "14.29", "57.14", "0.429"),
        (2, "72/287", "26.83", "32.06", "0.857"),
        (3, "95/287", "37.80", "17.63", "1.286"),
        (4, "1452/3731", "47.37", "9.49", "1.714"),
    ],
)
def test_the_odds_of_token_draws(count: int, flips: str, yellow: str, harmless: str, dice: str) -> None:
    chances = of_draws(COMPOSITION, count)
    kinds = {"gear", "coast", "brake"}
    assert sum(chances.values()) == 1
    assert sum(p for t, p in chances.items() if t.count("weather") % 2) == Fraction(flips)
    assert f"{float(100 * sum(p for t, p in chances.items() if 'yellow' in t)):.2f}" == yellow
    assert f"{float(100 * sum(p for t, p in chances.items() if not kinds & set(t))):.2f}" == harmless
    assert f"{float(sum(p * sum(x in kinds for x in t) for t, p in chances.items())):.3f}" == dice
