"""What a pod does, on a clock that the test sets: the firmware's own `pod.py` under CPython."""

import pytest

from hardware import wire
from hardware.displays.windows import pages_of
from hardware.pods.picture import message
from tests.support.firmware import DeskPod, of
from tests.support.pods import picture


@pytest.fixture
def pod() -> DeskPod:
    desk = DeskPod()
    desk.greet()
    return desk


def draw(version: int, on: int = 0, seed: int = 1, link: int = 7, was: int = 0) -> dict[str, object]:
    known = pages_of(picture(was)) if on else None
    return {**message(pages_of(picture(seed)), known, version, on, True), "l": link}


def test_a_pod_speaks_only_when_it_is_spoken_to() -> None:
    assert DeskPod().wait(5000) == []


def test_a_greeting_is_answered_with_who_it_is() -> None:
    hello = DeskPod().greet(link=9)
    assert hello.pop("first") == 1
    assert hello == {
        "t": "hello", "l": 9, "id": "E6", "fw": "1.0.0", "proto": [1, 2], "boot": 1, "run": "r1", "can": ["z"],
    }  # fmt: skip


def test_presses_are_numbered_and_told_within_twenty_milliseconds(pod: DeskPod) -> None:
    pod.closed.add("ok")
    assert pod.wait(20) == [{"t": "press", "l": 7, "n": 1, "c": "ok"}]
    pod.closed.clear()
    pod.wait(20)
    assert [m["n"] for m in of(pod.press("plus", "back"), "press") if m["c"] != "ok"] == [2, 3]


def test_a_press_is_told_again_until_it_is_acknowledged(pod: DeskPod) -> None:
    pod.press("ok")
    assert [m["n"] for m in pod.wait(460)] == [1, 1, 1]
    pod.tell({"t": "ack", "l": 7, "n": 1})
    assert pod.wait(1000) == []


def test_an_acknowledgement_counts_for_all_before_it(pod: DeskPod) -> None:
    pod.press("ok", "plus", "minus")
    pod.tell({"t": "ack", "l": 7, "n": 2})
    assert {m["n"] for m in pod.wait(200)} == {3}


def test_a_held_button_says_so_and_plus_repeats(pod: DeskPod) -> None:
    pod.closed.add("card")
    assert {"t": "press", "l": 7, "n": 2, "c": "card", "held": True} in pod.wait(700)
    pod.closed = {"plus"}
    assert [m["c"] for m in pod.wait(920) if m.get("repeat") and m["n"] == 5] != []


def test_a_spoiled_line_costs_itself_alone_and_is_said(pod: DeskPod) -> None:
    told = pod.step(b"junk\x03\x00\xff\n" + wire.encode({"t": "ping", "l": 7}))
    assert [m["t"] for m in told] == ["pong", "nak"]


def test_after_three_seconds_of_silence_there_is_no_line(pod: DeskPod) -> None:
    pod.tell(draw(1))
    pod.wait(2999)
    assert pod.glass.windows != []
    pod.wait(2)
    assert (pod.glass.lines, pod.glass.windows) == (["NO LINE"], [])


def test_a_word_each_second_keeps_the_line(pod: DeskPod) -> None:
    for _ in range(8):
        pod.wait(1000)
        assert of(pod.tell({"t": "ping", "l": 7}), "pong") != []
    assert pod.glass.lines == []


def test_presses_without_a_line_are_no_presses(pod: DeskPod) -> None:
    pod.wait(3001)
    assert pod.press("ok") == []
    assert pod.greet(link=8)["first"] == 1


def test_a_new_link_goes_on_with_what_was_not_acknowledged(pod: DeskPod) -> None:
    pod.press("ok", "plus")
    pod.tell({"t": "ack", "l": 7, "n": 1})
    pod.wait(2000)
    assert pod.greet(link=8)["first"] == 2
    assert {(m["n"], m["l"]) for m in pod.wait(200)} == {(2, 8)}


def test_a_press_that_waited_too_long_is_no_longer_meant(pod: DeskPod) -> None:
    pod.press("ok")
    pod.wait(10_001)
    assert pod.greet(link=8)["first"] == 2
    assert pod.wait(500) == []


def test_a_new_table_gets_no_press_that_was_meant_for_the_old(pod: DeskPod) -> None:
    pod.press("ok")
    assert pod.greet(link=8, session=2)["first"] == 2
    assert pod.wait(500) == []


def test_only_so_many_presses_are_kept(pod: DeskPod) -> None:
    for _ in range(40):
        pod.press("ok", "plus")
        pod.tell({"t": "ping", "l": 7})
    assert max(m["n"] for m in of(pod.said, "press")) == 64


def test_a_picture_is_drawn_and_said(pod: DeskPod) -> None:
    assert pod.tell(draw(1)) == [{"t": "drawn", "l": 7, "v": 1}]
    assert b"".join(data for _, _, data in pod.glass.windows) == b"".join(pages_of(picture(1)))


def test_a_change_is_drawn_only_over_the_picture_that_it_changes(pod: DeskPod) -> None:
    pod.tell(draw(1, seed=1))
    before = list(pod.glass.windows)
    assert pod.tell(draw(3, on=2, seed=3, was=2)) == [{"t": "drawn", "l": 7, "v": 1}]
    assert pod.glass.windows == before
    assert pod.tell(draw(2, on=1, seed=2, was=1)) == [{"t": "drawn", "l": 7, "v": 2}]


def test_a_repeated_picture_is_drawn_once(pod: DeskPod) -> None:
    assert pod.tell(draw(1), draw(1)) == [{"t": "drawn", "l": 7, "v": 1}] * 2
    assert len(pod.glass.windows) == 8


def test_a_new_link_wipes_the_glass(pod: DeskPod) -> None:
    pod.tell(draw(1))
    pod.greet(link=8)
    assert (pod.glass.lines, pod.glass.windows) == ([], [])


def test_a_picture_of_an_earlier_link_is_never_drawn(pod: DeskPod) -> None:
    pod.greet(link=8)
    assert pod.tell(draw(1, link=7)) == [{"t": "lost", "l": 7}]
    assert pod.glass.windows == []


def test_a_repeated_greeting_changes_nothing(pod: DeskPod) -> None:
    pod.tell(draw(1))
    pod.greet(link=7)
    assert len(pod.glass.windows) == 8


def test_words_are_written_by_the_pod_itself(pod: DeskPod) -> None:
    told = pod.tell({"t": "say", "l": 7, "v": 4, "lines": ["Press OK here", "to sit at", "RED", "x" * 40]})
    assert told == [{"t": "drawn", "l": 7, "v": 4}]
    assert pod.glass.lines == ["Press OK here", "to sit at", "RED", "x" * 16]


def test_the_light_shows_the_seat_and_blinks_when_asked(pod: DeskPod) -> None:
    pod.tell({"t": "set", "l": 7, "n": 1, "mode": "on", "light": [60, 0, 0], "glass": 64})
    assert (pod.lights[-1], pod.glass.level) == ((60, 0, 0), 64)
    pod.tell({"t": "set", "l": 7, "n": 2, "mode": "blink", "light": [0, 0, 60], "glass": 64})
    pod.wait(1610)
    assert pod.lights[-4:] in ([(0, 0, 60), (0, 0, 0)] * 2, [(0, 0, 0), (0, 0, 60)] * 2)


def test_a_dim_light_still_shows_the_seat(pod: DeskPod) -> None:
    pod.tell({"t": "set", "l": 7, "n": 1, "mode": "dim", "light": [60, 0, 5], "glass": 64})
    assert pod.lights[-1] == (8, 0, 1)


def test_the_light_goes_out_with_the_line(pod: DeskPod) -> None:
    pod.tell({"t": "set", "l": 7, "n": 1, "mode": "on", "light": [60, 0, 0], "glass": 64})
    pod.wait(3001)
    assert pod.lights[-1] == (0, 0, 0)


def test_a_heartbeat_tells_how_the_pod_is(pod: DeskPod) -> None:
    pod.glass.ok = False
    pod.step(b"x\n")
    (pong,) = pod.tell({"t": "ping", "l": 7})
    assert pong == {"t": "pong", "l": 7, "v": 0, "set": 0, "glass": False, "bad": 1, "again": 0}


def test_a_button_that_chatters_without_end_is_in_the_heartbeat(pod: DeskPod) -> None:
    for _ in range(300):
        pod.closed ^= {"ok"}
        pod.wait(2)
    (pong,) = of(pod.tell({"t": "ping", "l": 7}), "pong")
    assert pong["muted"] == ["ok"]


def test_a_refused_pod_shows_why_and_is_not_at_the_table(pod: DeskPod) -> None:
    pod.tell({"t": "refuse", "l": 7, "lines": ["Too new"]})
    assert pod.glass.lines == ["Too new"]
    assert pod.press("ok") == []


def test_a_table_that_says_goodbye_leaves_no_secret(pod: DeskPod) -> None:
    pod.tell(draw(1), {"t": "bye", "l": 7})
    assert pod.glass.lines == ["The table", "is off"]


def test_a_pod_without_a_table_rests_its_glass_and_wakes_on_a_press() -> None:
    pod = DeskPod()
    pod.now = 301_000
    pod.step()
    assert pod.glass.level == 0
    pod.press("ok")
    assert pod.glass.level == 255


def test_the_prompt_is_asked_for_by_the_table(pod: DeskPod) -> None:
    assert not pod.pod.leave
    pod.tell({"t": "prompt", "l": 7})
    assert pod.pod.leave


MISSHAPEN: list[dict[str, object]] = [
    {},
    {"t": "hi"},
    {"t": "hi", "l": 3},
    {"t": "draw", "l": 7},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [[0, 0, 1]], "d": "AAAA"},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [[8, 0, 3]], "d": "AAAA"},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [[0, 126, 3]], "d": "AAAA"},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [[0, 0, 3]], "d": "AAAA", "z": 1},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": 5, "d": "AAAA"},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [["0", 0, 3]], "d": "AAAA"},
    {"t": "draw", "l": 7, "v": 1, "on": 0, "at": [[0, 0, 3]], "d": "#"},
    {"t": "say", "l": 7, "v": 1, "lines": 5},
    {"t": "set", "l": 7, "n": 1, "mode": "on", "light": [1, 2], "glass": 0},
    {"t": "set", "l": 7, "n": 1, "mode": "on", "light": ["a", 2, 3], "glass": 0},
    {"t": "ack", "l": 7},
    {"t": ["ack"], "l": 7},
    {"t": "refuse", "l": 7},
    {"t": "news of a later protocol", "l": 7},
]


@pytest.mark.parametrize("message", MISSHAPEN, ids=str)
def test_a_whole_line_of_nonsense_does_no_harm(pod: DeskPod, message: dict[str, object]) -> None:
    pod.tell(message)
    assert of(pod.tell({"t": "ping", "l": 7}), "pong") != []
    assert (pod.glass.windows, pod.glass.lines) == ([], [])
