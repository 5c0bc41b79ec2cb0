"""The table's end of a pod's wire, on a set clock, against the firmware's own `pod.py`."""

import random
from itertools import count

import pytest

from hardware import wire
from hardware.displays.windows import pages_of
from hardware.pods.link import Count, Link, Setting
from hardware.pods.messages import Hello
from hardware.pods.picture import Words, message
from tests.support.desk import Desk, Wire, faults
from tests.support.pods import picture


@pytest.fixture
def desk() -> Desk:
    desk = Desk()
    desk.run(0.3)
    return desk


def test_a_pod_is_met_at_once(desk: Desk) -> None:
    assert [hello.id for hello in desk.hellos] == ["E6"]
    assert desk.link.up


def test_the_newest_picture_is_shown_and_costs_nothing_twice(desk: Desk) -> None:
    desk.show(1)
    desk.run(0.02)
    assert desk.glass == desk.wanted
    said = len(desk.pod.out)
    desk.show(1)
    desk.run(0.02)
    assert len(desk.pod.out) == said


def test_pictures_that_are_overtaken_are_never_sent(desk: Desk) -> None:
    desk.to_pod.cut = True
    for seed in range(50):
        desk.show(seed)
    desk.run(0.05)
    desk.heal()
    desk.run(0.4)
    assert desk.glass == desk.wanted
    assert desk.pod.out.count(b'"drawn"') <= 3


def test_a_changed_digit_is_a_short_line(desk: Desk) -> None:
    image = picture(1)
    desk.link.show(pages_of(image))
    desk.run(0.02)
    image.paste(1, (40, 8, 46, 16))
    desk.link.show(pages_of(image))
    assert len(desk.link.out) < 120


def test_every_press_is_taken_once_and_in_order(desk: Desk) -> None:
    for button in ("ok", "plus", "plus", "minus", "ok"):
        desk.press(button)
    assert desk.taken == ["ok", "plus", "plus", "minus", "ok"]


def test_a_press_that_comes_too_early_waits_for_the_one_before() -> None:
    counted = Count("r", 4)
    assert [counted.take(n) for n in (6, 5, 5, 6, 4, 7)] == [False, True, False, True, False, True]


def test_a_silent_pod_is_dead_within_two_seconds(desk: Desk) -> None:
    desk.to_table.cut = True
    start = desk.now
    link = desk.link
    while desk.link is link:
        desk.run(0.1)
    assert desk.now - start <= 2.0


def test_a_pod_that_comes_back_is_there_and_drawn_within_two_seconds(desk: Desk) -> None:
    desk.show(3)
    desk.run(0.02)
    desk.to_table.cut = desk.to_pod.cut = True
    desk.run(5)
    assert desk.pod.glass.lines == ["NO LINE"]
    desk.show(4)
    desk.heal()
    desk.run(2)
    assert desk.glass == pages_of(picture(4))


def test_a_pod_that_restarts_behind_an_open_port_is_met_anew(desk: Desk) -> None:
    desk.show(3)
    desk.press("ok")
    desk.restart_pod("r2")
    desk.run(1)
    assert desk.glass == desk.wanted
    desk.press("plus")
    assert desk.taken == ["ok", "plus"]


def test_what_was_wanted_of_one_pod_is_not_sent_to_the_next_on_the_same_port(desk: Desk) -> None:
    desk.show(3)
    desk.run(0.1)
    desk.restart_pod("r2")
    desk.wanted = None
    desk.run(1)
    assert desk.link.up
    assert desk.pod.glass.windows == []


@pytest.mark.parametrize("moment", range(0, 90, 3))
def test_unplugged_at_any_moment_of_a_press_it_counts_once(moment: int) -> None:
    desk = Desk()
    desk.run(0.3)
    desk.show(1)
    desk.pod.closed.add("ok")
    desk.run(moment / 1000)
    desk.plug_again()
    desk.run(0.1)
    desk.pod.closed.clear()
    desk.run(1)
    assert desk.taken == ["ok"]
    assert desk.glass == desk.wanted


def test_presses_that_were_too_old_are_known_to_be_missing() -> None:
    counted = Count("r", 4)
    counted.meet(Hello(1, "E6", "1", (1, 2), 1, "r", 8))
    assert (counted.last, counted.missed) == (7, 3)


@pytest.mark.parametrize("seed", range(6))
def test_a_wire_that_drops_repeats_spoils_and_delays_changes_nothing_in_the_end(seed: int) -> None:
    desk = Desk(Wire(faults(seed, 0.25)), Wire(faults(seed + 100, 0.25)))
    while not desk.link.up:
        desk.run(0.1)
    chance, pressed = random.Random(seed), []
    for turn in range(40):
        pressed.append(chance.choice(["ok", "plus", "minus", "card", "back"]))
        desk.press(pressed[-1])
        desk.show(turn)
        desk.run(chance.random() * 0.4)
    desk.heal()
    desk.run(4)
    assert desk.taken == pressed
    assert desk.glass == desk.wanted


@pytest.mark.parametrize("seed", range(2))
def test_no_picture_of_an_earlier_link_is_ever_on_the_glass(seed: int) -> None:
    desk, chance = Desk(Wire(faults(seed, 0.5)), Wire(faults(seed + 9, 0.3))), random.Random(seed)
    seen: dict[int, int] = {}

    def watch() -> None:
        link, drawn = desk.pod.pod._link, len(desk.pod.glass.windows)
        if drawn > seen.get(link, 0):
            assert desk.glass == pages_of(picture(link)), f"link {link} shows another one's picture"
            seen[link] = drawn

    desk.watch, desk.a_picture_a_link = watch, True
    for _ in range(30):
        desk.run(0.1 + chance.random() * 0.3)
        desk.open()  # with everything that is still on the wire
    assert len(seen) > 5


@pytest.mark.parametrize("seed", range(2))
def test_restarted_fifty_times_every_press_that_was_let_go_counts_once(seed: int) -> None:
    desk, chance, pressed = Desk(), random.Random(seed), []
    for boot in range(50):
        desk.run(0.6)
        pressed.append(chance.choice(["ok", "plus", "card"]))
        desk.press(pressed[-1])
        desk.show(boot)
        desk.run(chance.random() * 0.2)
        desk.restart_pod(f"r{boot}")
    desk.run(2)
    assert desk.taken == pressed
    assert desk.glass == desk.wanted


def test_a_pod_that_is_not_welcome_is_told_why_and_asked_again() -> None:
    desk = Desk()
    desk.welcome = False
    desk.run(0.3)
    assert desk.pod.glass.lines == ["No"]
    assert not desk.link.up
    desk.welcome = True
    desk.run(2.5)
    assert desk.link.up


def hello(link: Link, proto: tuple[int, int]) -> bytes:
    (hi,) = wire.Lines().feed(bytes(link.out))
    told: dict[str, object] = {"t": "hello", "l": hi["l"], "id": "E6", "fw": "9.1", "proto": list(proto), "boot": 1}
    return wire.encode({**told, "run": "r", "first": 1})


def lonely(proto: tuple[int, int]) -> tuple[Link, list[object]]:
    """A link that a pod of these protocol versions has answered."""
    link = Link(1, count(1).__next__, lambda: 0.0)
    answer = hello(link, proto)
    link.out.clear()
    return link, list(link.feed(answer))


def test_a_pod_of_the_protocol_before_works_and_is_never_told_what_it_does_not_know() -> None:
    link, told = lonely((1, wire.HIGHEST - 1))
    assert len(told) == 1
    link.accept(Count())
    link.set(Setting("on", (1, 2, 3), 9))
    link.show(Words(("Hi",)))
    assert link.up
    assert link.old
    assert b'"set"' not in link.out
    assert b'"say"' in link.out


@pytest.mark.parametrize(("proto", "word"), [((wire.HIGHEST + 1, wire.HIGHEST + 1), "newer"), ((0, 0), "flash")])
def test_a_pod_of_a_protocol_that_is_not_spoken_is_refused_kindly(proto: tuple[int, int], word: str) -> None:
    link, told = lonely(proto)
    assert told == []
    assert word in " ".join(link.refusal)
    assert b'"refuse"' in link.out


def test_a_newer_pod_that_still_speaks_this_protocol_is_welcome() -> None:
    link, told = lonely((wire.HIGHEST, wire.HIGHEST + 3))
    assert len(told) == 1
    assert not link.old


NONSENSE: list[dict[str, object]] = [
    {"t": "hello"},
    {"t": "hello", "l": 1, "id": 'a"\n[pods]', "fw": "1", "proto": [1, 2], "boot": 1, "run": "r", "first": 1},
    {"t": "hello", "l": 1, "id": "E6", "fw": "1", "proto": [1], "boot": 1, "run": "r", "first": 1},
    {"t": "hello", "l": 1, "id": "E6", "fw": "1", "proto": [1, 2], "boot": -1, "run": "r", "first": 1},
    {"t": "press", "l": 1, "n": 1, "c": "ok"},
    {"t": "drawn", "l": 1, "v": 5},
    {"t": "what", "l": 1},
    {"l": 1},
]


@pytest.mark.parametrize("nonsense", NONSENSE, ids=str)
def test_nonsense_in_whole_lines_does_no_harm(nonsense: dict[str, object]) -> None:
    link = Link(1, count(1).__next__, lambda: 0.0)
    assert list(link.feed(wire.encode(nonsense))) == []
    assert not link.up


def test_a_light_that_was_not_set_is_set_again(desk: Desk) -> None:
    desk.to_pod.cut = True
    desk.link.set(Setting("on", (60, 0, 0), 64))
    desk.run(0.01)
    desk.heal()
    desk.run(1.1)
    assert desk.pod.lights[-1] == (60, 0, 0)


def test_a_picture_that_was_lost_on_the_pod_is_drawn_again(desk: Desk) -> None:
    desk.show(3)
    desk.run(0.1)
    desk.pod.pod._shown = 0
    desk.pod.glass.say([])
    desk.run(1)
    assert desk.glass == desk.wanted


def test_a_whole_picture_fits_into_a_line_even_if_it_cannot_be_squeezed() -> None:
    noise = tuple(random.Random(1).randbytes(128) for _ in range(8))
    assert len(wire.encode({**message(noise, None, 2**31, 0, False), "l": 2**30})) < wire.LIMIT
    assert len(wire.encode({**message(noise, None, 2**31, 0, True), "l": 2**30})) < wire.LIMIT
