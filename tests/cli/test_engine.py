"""`pitboard engine`: one request, one answer, never a traceback."""

import json
import subprocess
import sys

import pytest

from companion.scenarios.protocol import Engine

Reply = dict[str, object]


class Talk:
    """A conversation with the engine."""

    def __init__(self) -> None:
        self.engine = Engine()

    def __call__(self, **request: object) -> Reply:
        reply = json.loads(self.engine.answer(json.dumps(request)))
        assert isinstance(reply, dict)
        return reply


@pytest.fixture
def talk() -> Talk:
    return Talk()


@pytest.fixture
def race(talk: Talk) -> Talk:
    options = {"laps": 2, "grid_order": "seating"}
    reply = talk(do="setup", game="fuel-and-fortune", seats=["red", "blue"], options=options)
    assert reply["ok"] is True
    return talk


def test_setup_answers_with_what_the_race_waits_for(race: Talk) -> None:
    pending = race(do="pending")["pending"]
    assert isinstance(pending, dict)
    assert (pending["kind"], pending["seat"]) == ("ask", "red")
    assert {"action": "drive 2", "label": "MOVE 2 -> 2", "barred": None} in pending["choices"]


def test_an_action_answers_with_events_and_the_next_ask(race: Talk) -> None:
    reply = race(do="apply", seat="red", action="drive 2", id=7)
    assert (reply["ok"], reply["id"], reply["events"]) == (True, 7, ["moved red 0 2"])
    assert isinstance(reply["pending"], dict)
    assert reply["pending"]["seat"] == "blue"


def test_everything_open_is_accepted_and_nothing_else(race: Talk) -> None:
    pending = race(do="pending")["pending"]
    assert isinstance(pending, dict)
    for choice in pending["choices"]:
        fresh = Talk()
        fresh(do="setup", game="fuel-and-fortune", seats=["red", "blue"], options={"laps": 2, "grid_order": "seating"})
        reply = fresh(do="apply", seat="red", action=choice["action"])
        assert reply["ok"] is (choice["barred"] is None)
        if choice["barred"]:
            assert reply["rule"] == choice["barred"]["rule"]


def test_a_refusal_names_its_rule_and_changes_nothing(race: Talk) -> None:
    before = race(do="state")
    reply = race(do="apply", seat="blue", action="drive 2")
    assert (reply["ok"], reply["rule"]) == (False, "2.7")
    assert race(do="state") == before


def test_the_engine_can_draw_with_a_seed(race: Talk) -> None:
    race(do="apply", seat="red", action="drive 2")
    reply = race(do="apply", seat="blue", action="drive 2")
    assert isinstance(reply["pending"], dict)
    assert (reply["pending"]["kind"], reply["pending"]["odds"]) == (
        "draw",
        [{"safe-pass": 30, "racing-incident": 8, "crash": 2}],
    )
    assert (reply["pending"]["bag"], reply["pending"]["count"], reply["pending"]["secret"]) == (False, 1, False)
    drawn = race(do="draw", seed=7)
    assert drawn["outcome"] in ("safe-pass", "racing-incident", "crash")


def test_a_draw_is_answered_from_outside(race: Talk) -> None:
    race(do="apply", seat="red", action="drive 2")
    race(do="apply", seat="blue", action="drive 2")
    assert race(do="apply", draw="overtake", outcome="rain")["ok"] is False
    assert race(do="apply", draw="chance", outcome="debris")["ok"] is False
    assert race(do="apply", draw="overtake", outcome="safe-pass")["events"] == ["passed blue 2"]


def test_state_and_patch(race: Talk) -> None:
    reply = race(do="state", patch={"cars": {"red": {"at": "6", "fuel": 2}}, "turn": "red"})
    assert reply["ok"] is True
    state = race(do="state")["state"]
    assert isinstance(state, dict)
    assert (state["cars"]["red"]["at"], state["ranking"]) == ("6", ["red", "blue"])
    assert race(do="state", patch={"cars": {"red": {"at": "x"}}})["ok"] is False


def test_views_of_a_seat_and_of_everybody(race: Talk) -> None:
    race(do="state", patch={"cars": {"red": {"hand": ["late-brake"]}}})
    assert "late-brake" in json.dumps(race(do="view", viewer="red"))
    view = race(do="view", viewer=None)["view"]
    assert isinstance(view, dict)
    hands = [widget for widget in view["widgets"] if widget["kind"] == "hand"]
    assert hands == []


@pytest.mark.parametrize(
    "line",
    [
        "nonsense",
        "[1]",
        "{}",
        '{"do": 3}',
        '{"do": "fly"}',
        '{"do": "apply"}',
        '{"do": "apply", "seat": "red"}',
        '{"do": "apply", "seat": "red", "action": ""}',
        '{"do": "apply", "seat": "red", "action": "dance 2"}',
        '{"do": "apply", "seat": 1, "action": "drive 2"}',
        '{"do": "apply", "draw": "overtake", "outcome": null}',
        '{"do": "apply", "draw": "overtake", "outcome": [{}]}',
        '{"do": "setup"}',
        '{"do": "setup", "game": "ludo", "seats": ["red"]}',
        '{"do": "setup", "game": "fuel-and-fortune", "seats": "red"}',
        '{"do": "setup", "game": "fuel-and-fortune", "seats": ["pink"]}',
        '{"do": "setup", "game": "fuel-and-fortune", "seats": ["red"], "options": {"lapps": 2}}',
        '{"do": "setup", "game": "fuel-and-fortune", "seats": ["red"], "options": {"laps": "two"}}',
        '{"do": "setup", "game": "fuel-and-fortune", "seats": ["red"], "options": {"track_size": {}}}',
        '{"do": "view", "viewer": "pink"}',
        '{"do": "draw", "seed": "x"}',
        '{"do": "state", "patch": []}',
        '{"do": "state", "patch": {"cars": 3}}',
        '{"do": "state", "patch": {"cars": {"red": {"at": "-1"}}}}',
        '{"do": "pending", "extra": 1}',
        "[" * 100_000,
    ],
)
@pytest.mark.parametrize("started", [True, False])
def test_nonsense_gets_an_error_object(line: str, started: bool) -> None:
    talk = Talk()
    if started:
        talk(do="setup", game="fuel-and-fortune", seats=["red", "blue"], options={})
    reply = json.loads(talk.engine.answer(line))
    assert reply["ok"] is False
    assert reply["error"]


def test_a_word_that_no_game_knows_is_no_refusal(race: Talk) -> None:
    assert "rule" not in race(do="apply", seat="red", action="dance 2")
    unfit = race(do="apply", seat="red", action="drive two")
    assert (unfit["rule"], "(rule" in str(unfit["error"])) == ("", False)


def test_the_command_answers_line_by_line_and_ends_with_its_input() -> None:
    lines = ['{"do": "pending", "id": "a"}', "", "\x00\xff", '{"do": "pending", "id": "b"}']
    ran = subprocess.run(
        [sys.executable, "-m", "companion", "engine"],
        input="\n".join(lines).encode("latin-1"),
        capture_output=True,
        check=True,
        timeout=60,
    )
    replies = [json.loads(line) for line in ran.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [False, False, False]
    assert (replies[0]["id"], replies[2]["id"]) == ("a", "b")
    assert ran.stderr == b""
