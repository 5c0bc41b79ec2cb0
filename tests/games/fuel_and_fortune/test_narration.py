"""The announcement grammar: the worked scenarios, word for word."""

import pytest

from tests.support.fuel_and_fortune import Table, cars, race

rule = pytest.mark.rule


def played(table: Table, script: str) -> list[str]:
    """Everything said while a script is played: actions, and draws in brackets."""
    said: list[str] = []
    for word in script.split(" / "):
        if word.startswith("["):
            table.draw(word.strip("[]"))
        else:
            table.do(word)
        said += table.said
    return said


CASES: dict[str, tuple[Table, str, list[str]]] = {
    "S-01": (race(red="3", blue="4"), "drive 2", ["Move Red to 5."]),
    "S-02": (
        race(red="8 f5", blue="1"),
        "drive 5 / [conserved-fuel]",
        ["Red burns 3.", "Move Red to 13.", "Chance card: CONSERVED FUEL. Red fuel 3."],
    ),
    "S-03": (
        race(red="10", blue="12"),
        "drive 2 / [safe-pass]",
        ["Move Red to 12.", "OVERLAP: Red on Blue at 12.", "Overtake card: SAFE PASS.", "Red goes in front on 12."],
    ),
    "S-05": (
        race(red="2 f2 LB", blue="4", green="9", yellow="0"),
        "drive 2 / [crash]",
        [
            "Move Red to 4.",
            "OVERLAP: Red on Blue at 4.",
            "Overtake card: CRASH.",
            "Red is out until the green flag and loses all cards.",
            "SAFETY CAR (crash).",
            "Line up: Green stays on 9; Blue to 8; Yellow to 7; Red to 6 (towed).",
            "Safety car advance: Green to 15; Blue to 14; Yellow to 13; Red to 12.",
            "GREEN FLAG. Red to move.",
        ],
    ),
    "S-06": (
        race(red="2 f2 LB", blue="4", green="9", yellow="0", crash_catch_up=False),
        "drive 2 / [crash]",
        [
            "Move Red to 4.",
            "OVERLAP: Red on Blue at 4.",
            "Overtake card: CRASH.",
            "Red is out until the green flag and loses all cards.",
            "SAFETY CAR (crash).",
            "Line up: Green stays on 9; Blue to 8; Yellow to 7; Red stranded on 4.",
            "Safety car advance: Green to 15; Blue to 14; Yellow to 13.",
            "GREEN FLAG. Red to move.",
        ],
    ),
    "S-07": (
        race(red="9 f2 GE AC LB", blue="15"),
        "drive 6 card:good-exit avoid-crash",
        [
            "Red plays Good Exit + Avoid Crash and burns 2.",
            "Move Red to 15.",
            "OVERLAP: Red on Blue at 15.",
            "Avoid Crash: SAFE PASS, no card drawn.",
            "Red goes in front on 15.",
        ],
    ),
    "S-08": (
        race(red="20 AC", blue="22"),
        "drive 2 / stay-out",
        ["Move Red to 22.", "Red stays on Pit Entry (22)."],
    ),
    "S-11": (
        race(red="15 GE AC", blue="16"),
        "drive 2 / [lost-traction] / drive 2 / drive 1 avoid-crash",
        [
            "Move Red to 17.",
            "Chance card: LOST TRACTION. Red moves exactly 1 next turn.",
            "Move Blue to 18.",
            "Red plays Avoid Crash.",
            "Move Red to 18.",
            "OVERLAP: Red on Blue at 18.",
            "Avoid Crash: SAFE PASS, no card drawn.",
            "Red goes in front on 18.",
        ],
    ),
    "S-12": (
        race(red="23 f0", blue="5"),
        "drive 1 / enter-pits",
        [
            "Red has no fuel for the start/finish line. Move Red to Pit Entry (22).",
            "Red enters the pits. Move Red to P1. Fuel 1.",
        ],
    ),
    "S-14": (
        race(red="22 f2", blue="L1 1", green="L1 1"),
        "drive 3",
        ["Red burns 1.", "Move Red to 1.", "Red completes lap 1."],
    ),
    "S-15a": (race(red="20 f2", blue="5"), "drive 3", ["Red burns 1.", "Move Red to 23."]),
    "S-15b": (
        race(red="20 f2", blue="5"),
        "drive 2 / enter-pits",
        ["Move Red to 22.", "Red enters the pits. Move Red to P1. Fuel 3."],
    ),
    "S-17": (
        race(red="P2 GE"),
        "skip-refuelling / drive 4 card:good-exit / [avoid-crash]",
        [
            "Red skips refuelling. Move Red to P5. Fuel 3.",
            "Red plays Good Exit.",
            "Move Red to 4.",
            "Red completes lap 1.",
            "Red draws a Chance card and holds it.",
        ],
    ),
    "S-19": (race(red="L1 P5 f1", blue="L1 20"), "drive 1", ["CHEQUERED FLAG. Red wins."]),
    "S-20": (
        race(red="L1 23 f2 GE", blue="L1 4"),
        "drive 5 card:good-exit",
        ["Red plays Good Exit and burns 1.", "CHEQUERED FLAG. Red wins."],
    ),
    "S-22": (
        race(red="2 GE LB GE", blue="9"),
        "drive 2 / [avoid-crash] / discard late-brake",
        ["Move Red to 4.", "Red draws a Chance card and holds it.", "Red discards one card."],
    ),
    "S-23a": (
        race(red="2", blue="9"),
        "drive 2 / [track-limits]",
        ["Move Red to 4.", "Chance card: TRACK LIMITS. Red discards 0 cards."],
    ),
    "S-23b": (
        race(red="2 f0", blue="9"),
        "drive 2 / [heavy-right-foot]",
        ["Move Red to 4.", "Chance card: HEAVY RIGHT FOOT. Red fuel 0."],
    ),
    "S-23c": (
        race(red="2 f5", blue="9"),
        "drive 2 / [conserved-fuel]",
        ["Move Red to 4.", "Chance card: CONSERVED FUEL. Red fuel 5."],
    ),
    "S-24": (
        race(red="2", blue="10", green="12", yellow="P2 f2"),
        "drive 2 / [debris] / pit-step / pit-step / pit-step",
        [
            "Move Red to 4.",
            "Chance card: DEBRIS ON TRACK.",
            "SAFETY CAR (debris).",
            "Line up: Green stays on 12; Blue to 11; Red to 10; Yellow in the pit lane on P2.",
            "Safety car advance: Yellow to P5 (fuel 4); Green to 18; Blue to 17; Red to 16.",
            "GREEN FLAG. Blue to move.",
        ],
    ),
    "S-30a": (
        race(red="L1 20 f1", blue="L1 16 f2", turn="blue"),
        "drive 1 / [debris] / stay-out / stay-out",
        [
            "Move Blue to 17.",
            "Chance card: DEBRIS ON TRACK.",
            "SAFETY CAR (debris).",
            "Line up: Red stays on 20; Blue to 19.",
            "Safety car advance: Blue to 21.",
            "CHEQUERED FLAG. Red wins.",
        ],
    ),
    "S-32a": (
        Table(
            {**cars(red="10", blue="12"), "bags": {"overtake": {"draw": {}}}},
            overtake_deck={"safe-pass": 2},
        ),
        "drive 2 / [safe-pass]",
        ["Move Red to 12.", "OVERLAP: Red on Blue at 12.", "Overtake card: SAFE PASS.", "Red goes in front on 12."],
    ),
    "S-32b": (
        race(red="2 GE GE", blue="12 GE", chance_deck={"good-exit": 3}),
        "drive 2",
        ["Move Red to 4.", "The Chance Deck is empty."],
    ),
    "S-34": (
        race(red="P2", blue="P5 f2 LB"),
        "skip-refuelling / drive 3 card:late-brake",
        [
            "Red skips refuelling. Move Red to P5. Fuel 3.",
            "Blue plays Late Brake.",
            "Move Blue to 3.",
            "Blue completes lap 1.",
        ],
    ),
    "S-36": (
        race(red="0", blue="0", green="0"),
        "drive 2 / drive 2 / [racing-incident]",
        [
            "Move Red to 2.",
            "Move Blue to 2.",
            "OVERLAP: Blue on Red at 2.",
            "Overtake card: RACING INCIDENT.",
            "Blue loses all cards and goes to the back on 2.",
        ],
    ),
    "S-37": (race(red="P2 f2 lock", blue="5"), "pit-step", ["Move Red to P3. Fuel 3."]),
    "S-39": (
        race(red="15 f0", blue="20 f2"),
        "drive 2 / [debris] / enter-pits / enter-pits / pit-step / pit-step / pit-step / pit-step",
        [
            "Move Red to 17.",
            "Chance card: DEBRIS ON TRACK.",
            "SAFETY CAR (debris).",
            "Line up: Blue stays on 20; Red to 19.",
            "Safety car advance: Blue to P3 (fuel 5); Red to P3 (fuel 3).",
            "GREEN FLAG. Blue to move.",
        ],
    ),
}


@rule("4.1")
@rule("6.4")
@rule("A-74")
@pytest.mark.parametrize("case", CASES)
def test_a_worked_scenario_is_told_word_for_word(case: str) -> None:
    table, script, said = CASES[case]
    assert played(table, script) == said


@rule("A-74")
def test_a_held_card_and_a_discard_are_told_to_their_driver_alone() -> None:
    table = race(red="2 GE LB GE", blue="9")
    table.do("drive 2")
    table.draw("avoid-crash")
    assert table.told("red")[0].startswith("CHANCE CARD: AVOID CRASH ")
    table.do("discard late-brake")
    assert table.told("red") == ["You discard Late Brake."]


@rule("A-109")
def test_each_round_may_be_told_by_itself() -> None:
    table = race(red="2", blue="L1 23", green="P1 f1", sc_announce="each-round", sc_rounds=2, laps=3)
    table.do("drive 2")
    table.draw("debris")
    assert table.said[2:] == ["Line up: Blue stays on 23; Red to 22; Green in the pit lane on P1."]
    # red: on Pit Entry, asked; its line comes with the round
    assert table.asked == "red"
    table.do("stay-out")
    assert table.said == []
    table.do("pit-step")
    assert table.said == [
        "Safety car advance: Blue to 1; Red to 0; Green to P2 (fuel 2).",
        "Blue completes lap 2.",
        "Red completes lap 1.",
    ]
    table.do("pit-step")
    assert table.said == [
        "Safety car advance: Blue to 3; Red to 2; Green to P3 (fuel 3).",
        "GREEN FLAG. Blue to move.",
    ]


@rule("A-106")
def test_laps_behind_the_safety_car_are_told_after_the_list_and_before_the_flag() -> None:
    table = race(red="2", blue="L1 22", sc_rounds=1, laps=3)
    table.do("drive 2")
    table.draw("debris")
    table.do("stay-out")
    assert (
        table.said
        == [
            "Safety car advance: Blue to 0; Red to 23.",
            "Blue completes lap 2.",
            "GREEN FLAG. Blue to move.",
        ]
        or table.asked == "red"
    )


@rule("A-107")
def test_a_held_car_is_told_apart_in_the_line_up() -> None:
    table = race(red="15 f2", blue="23 f0", green="L1 1")
    table.do("drive 2")
    table.draw("debris")
    assert table.said[2] == "Line up: Green stays on 1; Red to 0; Blue held on Pit Entry (22)."


def test_pieces_are_moved_tail_first_backwards_and_front_first_forwards() -> None:
    table = race(red="11", blue="13", green="13", yellow="2", black="5")
    table.do("drive 2")
    table.draw("safe-pass", "debris")
    line_up = next(said for said in table.heard if said.text.startswith("Line up"))
    assert line_up.text == "Line up: Red stays on 13; Blue to 12; Green to 11; Black to 10; Yellow to 9."
    assert line_up.moves == ("green", "blue", "black", "yellow")
    advance = next(said for said in table.heard if said.text.startswith("Safety car advance"))
    assert advance.moves == ("red", "blue", "green", "black", "yellow")
