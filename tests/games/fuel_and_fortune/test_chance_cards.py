"""Chapter 5, Chance cards."""

import pytest

from companion.engine import Draw
from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


def on_dot(red: str, card: str, **options: object) -> Table:
    """Red drives from 2 onto the dot on 4 and draws."""
    table = race(red=f"2 {red}", blue="9", **options)
    table.do("drive 2")
    table.draw(card)
    return table


@rule("5.1")
@rule("A-70")
def test_ending_on_a_dot_draws_a_secret_card_each_time() -> None:
    table = race(red="2", blue="9")
    assert table.do("drive 2") == ["moved red 2 4"]
    pending = table.pending
    assert isinstance(pending, Draw)
    assert (pending.name, pending.seat, pending.secret) == ("chance", "red", True)
    assert pending.odds[0]["good-exit"] == 7
    table.draw("good-exit")
    again = race(red="4", blue="2")
    again.do("drive 1")
    assert again.do("drive 2") == ["moved blue 2 4"]
    assert again.draws == "chance"


@rule("5.2")
def test_driving_over_a_dot_draws_nothing() -> None:
    table = race(red="3", blue="9")
    table.do("drive 2")
    assert table.asked == "blue"


@rule("5.3")
@rule("5.4")
@rule("5.5")
@rule("A-72")
@rule("A-74")
@pytest.mark.parametrize(
    ("card", "left"),
    [
        ("good-exit", ("late-brake", "good-exit", "avoid-crash")),
        ("late-brake", ("good-exit", "good-exit", "avoid-crash")),
        ("avoid-crash", ("good-exit", "late-brake", "good-exit")),
    ],
)
def test_a_fourth_card_is_kept_or_another_given_up_face_down(card: str, left: tuple[str, ...]) -> None:
    table = race(red="2 GE LB GE", blue="9")
    table.do("drive 2")
    assert table.draw("avoid-crash") == ["card-held red", "card-gained red avoid-crash"]
    assert table.said == ["Red draws a Chance card and holds it."]
    assert [choice.label for choice in table.menu()] == ["Good Exit", "Late Brake", "Good Exit", "Avoid Crash (new)"]
    assert table.refusal("discard good-exit", "blue") == "2.7"
    assert table.do(f"discard {card}") == ["card-discarded red", f"card-dropped red {card}"]
    assert table.said == ["Red discards one card."]
    assert table.race.cars["red"].hand == left
    assert table.race.bags.chance.discard[card] == 1
    assert table.asked == "blue"


@rule("5.4")
@rule("5.5")
def test_nothing_else_goes_on_until_a_card_is_given_up() -> None:
    table = race(red="2 GE LB GE", blue="9")
    table.do("drive 2")
    table.draw("late-brake")
    assert table.refusal("drive 1") == "5.4"
    assert table.refusal("discard avoid-crash") == "5.5"
    assert table.refusal("stay-out") == "3.3"
    assert race(red="2 GE", blue="9").refusal("discard good-exit") == "5.4"


@rule("5.3")
def test_the_hand_limit_is_a_set_up_value() -> None:
    table = on_dot("GE", "late-brake", hand_limit=1)
    assert table.choices() == ["discard good-exit", "discard late-brake"]


@rule("A-74")
@rule("5.17")
def test_only_its_driver_learns_which_card_is_held() -> None:
    table = on_dot("", "late-brake")
    assert table.told("red") == [
        "CHANCE CARD: LATE BRAKE Base move 3, if you start your turn beside another car.",
    ]
    assert table.told("blue") == []


@rule("5.9")
@rule("5.10")
@rule("A-75")
def test_conserved_fuel_adds_a_unit_that_a_full_tank_loses() -> None:
    table = on_dot("f2 GE", "conserved-fuel")
    assert table.events == ["card-drawn red conserved-fuel", "fuel-gained red 1"]
    assert table.said == ["Chance card: CONSERVED FUEL. Red fuel 3."]
    assert table.race.cars["red"].hand == ("good-exit",)
    assert table.race.bags.chance.discard["conserved-fuel"] == 1
    assert on_dot("f5", "conserved-fuel").events == ["card-drawn red conserved-fuel"]


@rule("5.11")
@rule("A-76")
@rule("A-77")
def test_heavy_right_foot_takes_a_unit_that_an_empty_tank_does_not_owe() -> None:
    table = on_dot("f2", "heavy-right-foot")
    assert table.events == ["card-drawn red heavy-right-foot", "fuel-lost red 1"]
    assert table.said == ["Chance card: HEAVY RIGHT FOOT. Red fuel 1."]
    assert table.race.cars["red"].stats.fuel_burned == 0
    assert on_dot("f0", "heavy-right-foot").events == ["card-drawn red heavy-right-foot"]


@rule("5.12")
@rule("A-78")
def test_track_limits_empties_the_hand() -> None:
    table = on_dot("GE AC", "track-limits")
    assert table.events == ["card-drawn red track-limits", "hand-lost red"]
    assert table.said == ["Chance card: TRACK LIMITS. Red discards 2 cards."]
    empty = on_dot("", "track-limits")
    assert empty.events == ["card-drawn red track-limits"]
    assert empty.said == ["Chance card: TRACK LIMITS. Red discards 0 cards."]


@rule("5.13")
@rule("5.14")
@rule("5.15")
def test_lost_traction_means_exactly_one_segment_next_turn_and_no_longer() -> None:
    table = on_dot("f3 GE", "lost-traction")
    assert table.events == ["card-drawn red lost-traction", "traction-lost red"]
    assert table.said == ["Chance card: LOST TRACTION. Red moves exactly 1 next turn."]
    table.do("drive 1")
    assert table.choices() == ["drive 1"]
    assert table.refusal("drive 2") == "5.13"
    assert table.refusal("drive 3") == "5.13"
    table.do("drive 1")
    table.do("drive 1")
    assert "drive 5" in table.choices()


@rule("A-24")
@rule("A-79")
def test_on_that_turn_there_is_no_good_exit_and_no_late_brake_but_avoid_crash() -> None:
    table = race(red="9 lock GE LB AC", blue="10", green="9")
    assert table.refusal("drive 1 card:good-exit") == "A-24"
    assert table.refusal("drive 1 card:late-brake") == "A-24"
    assert table.refusal("drive 4 card:good-exit") == "5.13"
    assert table.choices() == ["drive 1", "drive 1 avoid-crash"]
    strict = race(red="9 lock AC", blue="10", avoid_under_lost_traction=False)
    assert strict.refusal("drive 1 avoid-crash") == "A-79"


@rule("5.16")
@rule("A-94")
def test_debris_brings_the_safety_car_and_costs_its_driver_nothing() -> None:
    table = on_dot("f2 GE", "debris")
    assert table.events[:2] == ["card-drawn red debris", "safety-car-deployed debris"]
    assert (table.race.cars["red"].hand, table.race.cars["red"].fuel) == (("good-exit",), 2)
    assert not table.race.cars["red"].out


@rule("5.18")
@rule("A-82")
def test_good_exit_moves_exactly_four_instead_of_one_or_two() -> None:
    table = race(red="5 f1 GE", blue="20")
    for distance in (1, 2, 3):
        assert table.refusal(f"drive {distance} card:good-exit") == "A-82"
    assert table.refusal("drive 6 card:good-exit") == "2.3"
    assert table.do("drive 4 card:good-exit") == ["card-played red good-exit", "moved red 5 9"]
    assert table.race.cars["red"].stats.good_exits == 1
    assert race(red="5", blue="20").refusal("drive 4 card:good-exit") == "5.18"


@rule("5.19")
@rule("5.20")
@rule("5.25")
@rule("A-84")
def test_late_brake_moves_three_from_a_shared_place_for_attacker_and_defender() -> None:
    for stack in (["red", "blue"], ["blue", "red"]):
        table = Table({**cars(red="9 f1 LB", blue="9"), "stacks": {"9": stack}})
        assert table.do("drive 3 card:late-brake") == ["card-played red late-brake", "moved red 9 12"]
    assert race(red="22 LB", blue="22").do("drive 3 card:late-brake")[1] == "moved red 22 1"
    assert race(red="P5 LB", blue="P5").do("drive 3 card:late-brake")[1] == "moved red P5 3"
    alone = race(red="9 LB", blue="10")
    assert alone.refusal("drive 3 card:late-brake") == "5.19"
    assert alone.choices(barred=True) == ["drive 3 card:late-brake"]
    assert race(red="9", blue="9").refusal("drive 3 card:late-brake") == "5.19"


@rule("A-85")
def test_late_brake_protects_nobody_where_it_lands() -> None:
    table = race(red="9 LB", blue="9", green="12")
    table.do("drive 3 card:late-brake")
    assert table.draws == "overtake"


@rule("5.6")
@rule("A-90")
def test_only_avoid_crash_goes_with_another_card() -> None:
    table = race(red="9 f1 GE LB AC", blue="9", green="13", yellow="12")
    assert "drive 4 card:good-exit avoid-crash" in table.choices()
    assert "drive 3 card:late-brake avoid-crash" in table.choices()
    assert table.refusal("drive 4 card:avoid-crash") == "5.6"
    assert table.do("drive 4 card:good-exit avoid-crash") == [
        "card-played red good-exit",
        "card-played red avoid-crash",
        "moved red 9 13",
        "overlapped red 13 green",
        "passed red 13",
    ]
    assert table.said[0] == "Red plays Good Exit + Avoid Crash."


@rule("5.22")
@rule("A-87")
@rule("A-89")
@rule("A-96")
def test_avoid_crash_needs_an_overlap_to_avoid() -> None:
    table = race(red="20 f3 AC", blue="22", green="23")
    assert table.refusal("drive 1 avoid-crash") == "A-87"
    assert table.refusal("drive 2 avoid-crash") == "A-89"
    assert "drive 3 avoid-crash" in table.choices()
    assert table.refusal("drive 4 avoid-crash") == "A-87"
    assert table.refusal("drive 5 avoid-crash") == "A-89"
    assert race(red="5", blue="6").refusal("drive 1 avoid-crash") == "5.22"
    assert race(red="P2 AC", blue="P3").refusal("drive 1 avoid-crash") == "3.8"
    warp = race(red="23 f0 AC", blue="L1 0")
    assert warp.refusal("drive 1 avoid-crash") == "A-87"


@rule("A-91")
def test_a_card_cannot_be_played_in_the_turn_in_which_it_is_drawn() -> None:
    table = on_dot("", "good-exit")
    assert table.asked == "blue"
    assert table.refusal("drive 4 card:good-exit", "red") == "2.7"


@rule("A-71")
def test_if_all_cards_are_in_hands_nothing_is_drawn_and_the_turn_goes_on() -> None:
    table = race(red="2 GE GE", blue="12 GE", chance_deck={"good-exit": 3})
    assert table.do("drive 2") == ["moved red 2 4", "deck-empty chance"]
    assert table.said == ["Move Red to 4.", "The Chance Deck is empty."]
    assert table.asked == "blue"


@rule("A-60")
def test_the_chance_deck_is_reshuffled_when_a_card_is_due() -> None:
    patch = {**cars(red="2 GE", blue="12"), "bags": {"chance": {"draw": {}}}}
    table = Table(patch)
    assert table.race.bags.chance.discard["good-exit"] == 6
    assert table.do("drive 2") == ["moved red 2 4", "deck-reshuffled chance"]
    assert table.race.bags.chance.draw["good-exit"] == 6


@rule("A-134")
def test_only_played_cards_count() -> None:
    table = on_dot("GE LB GE", "late-brake")
    table.do("discard good-exit")
    stats = table.race.cars["red"].stats
    assert stats.plays == 0


@rule("A-73")
@rule("A-154")
def test_a_bot_that_discards_has_the_menu_of_a_person() -> None:
    table = race(red="2 GE AC LB", blue="9", bots={"red": "mixed"})
    table.do("drive 2")
    table.draw("good-exit")
    assert table.choices() == ["discard good-exit", "discard avoid-crash", "discard late-brake", "discard good-exit"]
    table.do("discard late-brake")
    assert table.race.cars["red"].hand == ("good-exit", "avoid-crash", "good-exit")
    assert not any("Late Brake" in said for said in table.said)
