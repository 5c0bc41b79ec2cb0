"""The debouncer: what is a press, on a clock that the test sets."""

import random
from collections.abc import Iterable

import pytest

from hardware.debounce import Debouncer


class Contact:
    """Contacts of a panel, a clock, and a loop that wakes the debouncer when it asks for it."""

    def __init__(self, *names: str, deaf: bool = False) -> None:
        self.levels = dict.fromkeys(names, False)
        self.now = 0.0
        self.deaf = deaf
        self.told: list[tuple[str, str, float]] = []
        self.debouncer = Debouncer(names, lambda name: self.levels[name], repeating=("plus",))

    def to(self, time: float) -> None:
        while self.debouncer.next_at() <= time:
            self.now = max(self.now, self.debouncer.next_at())
            self._hear(self.debouncer.tick(self.now))
        self.now = time

    def set(self, name: str, level: bool, at: float) -> None:
        self.to(at)
        self.levels[name] = level
        if not self.deaf:
            self._hear(self.debouncer.edge(name, level, at))

    def chatter(self, name: str, times: Iterable[float]) -> None:
        for time in times:
            self.set(name, not self.levels[name], time)

    def presses(self, name: str = "ok") -> list[float]:
        return [at for line, what, at in self.told if (line, what) == (name, "press")]

    def heard(self, name: str = "ok") -> list[str]:
        return [what for line, what, _ in self.told if line == name]

    def _hear(self, events: list[tuple[str, str]]) -> None:
        self.told += [(line, what, self.now) for line, what in events]


def test_a_clean_press_is_told_within_twenty_milliseconds() -> None:
    contact = Contact("ok")
    contact.set("ok", True, 100)
    contact.to(120)
    assert contact.presses() == [106]


@pytest.mark.parametrize("seed", range(50))
def test_twelve_milliseconds_of_chatter_count_once_and_in_time(seed: int) -> None:
    contact, chance = Contact("ok"), random.Random(seed)
    times, at = [100.0], 100.0
    while (at := at + chance.uniform(0.1, 4.9)) < 112:
        times.append(at)
    contact.chatter("ok", times)
    contact.set("ok", True, times[-1] + 0.05)
    contact.to(times[-1] + 400)
    assert contact.heard() == ["press"]
    assert contact.presses()[0] <= 120


@pytest.mark.parametrize("width", [0.1, 1, 2, 3.9])
def test_a_spike_under_four_milliseconds_never_counts(width: float) -> None:
    contact = Contact("ok")
    for start in range(100, 5000, 37):
        contact.chatter("ok", (start, start + width))
    contact.to(9000)
    assert contact.told == []


@pytest.mark.parametrize("width", [0.1, 1, 2, 3.9])
def test_a_spike_does_not_let_go_of_a_held_button(width: float) -> None:
    contact = Contact("ok")
    contact.set("ok", True, 50)
    for start in range(100, 5000, 37):
        contact.chatter("ok", (start, start + width))
    contact.to(9000)
    assert contact.heard() == ["press", "held"]


def test_twenty_presses_at_eight_a_second_all_count() -> None:
    contact, chance = Contact("ok"), random.Random(8)
    for count in range(20):
        start = 100 + count * 125
        contact.chatter("ok", [start + ms for ms in (0, 3, 4, 8, 11)])
        contact.chatter("ok", [start + 60 + ms for ms in sorted(chance.uniform(0, 12) for _ in range(5))])
    contact.to(5000)
    assert contact.heard() == ["press", "release"] * 20


def test_a_quick_tap_of_ten_milliseconds_is_a_press() -> None:
    contact = Contact("ok")
    contact.chatter("ok", (100, 110))
    contact.to(200)
    assert contact.heard() == ["press", "release"]


def test_a_hold_is_told_once_after_six_hundred_milliseconds() -> None:
    contact = Contact("ok")
    contact.set("ok", True, 100)
    contact.to(5000)
    assert contact.told == [("ok", "press", 106), ("ok", "held", 706)]


def test_plus_asks_again_while_it_is_down() -> None:
    contact = Contact("plus")
    contact.set("plus", True, 94)
    contact.set("plus", False, 1100)
    contact.to(3000)
    assert contact.told == [
        ("plus", "press", 100),
        *(("plus", "repeat", at) for at in (700, 850, 1000)),
        ("plus", "release", 1115),
    ]


def test_missed_edges_heal_within_an_idle_second() -> None:
    contact = Contact("ok", deaf=True)
    contact.set("ok", True, 100)
    contact.set("ok", False, 1500)
    contact.to(3000)
    assert contact.told == [("ok", "press", 1006), ("ok", "release", 1621)]


def test_a_missed_release_stops_the_repeats_at_once() -> None:
    contact = Contact("plus")
    contact.set("plus", True, 94)
    contact.deaf = True
    contact.set("plus", False, 650)
    contact.to(3000)
    assert contact.heard("plus") == ["press", "release"]


def test_what_is_closed_at_the_start_is_no_press_until_let_go() -> None:
    levels = {"ok": True}
    debouncer = Debouncer(("ok",), lambda name: levels[name])
    assert debouncer.tick(5000) == []
    levels["ok"] = False
    assert debouncer.edge("ok", False, 5100) + debouncer.tick(5115) == [("ok", "release")]


def test_edges_told_late_count_when_they_happened() -> None:
    debouncer = Debouncer(("ok",), lambda name: False)
    told = debouncer.edge("ok", True, 100) + debouncer.edge("ok", False, 140) + debouncer.tick(900)
    assert told == [("ok", "press"), ("ok", "release")]


def told_late(times: Iterable[float], lag: float, until: float) -> Contact:
    """The contact changes at these times; each edge is heard `lag` later, and bears the time when it happened."""
    contact = Contact("ok", deaf=True)
    todo = [(at + delay, delay > 0, at) for at in times for delay in (0.0, lag)]
    level = {at: count % 2 == 0 for count, at in enumerate(times)}
    for now, hears, at in sorted(todo):
        contact.to(now)
        if hears:
            contact._hear(contact.debouncer.edge("ok", level[at], at, now - at))
        else:
            contact.levels["ok"] = level[at]
    contact.to(until)
    return contact


@pytest.mark.parametrize("lag", [1, 8, 30])
def test_chatter_that_is_heard_late_counts_once(lag: float) -> None:
    contact = told_late([100, 102, 104, 107, 109, 111.5, 113], lag, 500)
    assert contact.heard() == ["press"]
    assert contact.presses()[0] <= 113 + 6 + 2 * lag


@pytest.mark.parametrize("lags", [(0, 9), (8, 20), (20, 45)])
def test_a_spike_whose_end_is_told_even_later_never_counts(lags: tuple[float, float]) -> None:
    contact = Contact("ok", deaf=True)
    for at, lag, level in ((100, lags[0], True), (102.5, lags[1], False)):
        if level:
            contact.to(at)
            contact.levels["ok"] = True
            contact.to(102.5)
            contact.levels["ok"] = False
        contact.to(at + lag)
        contact._hear(contact.debouncer.edge("ok", level, at, lag))
    contact.to(1000)
    assert contact.heard() == []


@pytest.mark.parametrize("lag", [1, 8, 30, 70, 100])
def test_twenty_presses_that_are_heard_late_all_count(lag: float) -> None:
    times = [at for start in range(100, 2600, 125) for at in (start, start + 60)]
    assert told_late(times, lag, 4000).heard() == ["press", "release"] * 20


@pytest.mark.parametrize("lag", [8, 30])
def test_endless_chatter_that_is_heard_late_is_muted_and_no_press(lag: float) -> None:
    contact = told_late([100 + 3 * count for count in range(121)], lag, 100 + 360 + lag)
    assert contact.heard() == ["muted"]


@pytest.mark.parametrize("gap", [0.3, 2, 5, 10, 14])
def test_endless_chatter_is_muted_shown_and_heals_when_quiet(gap: float) -> None:
    contact = Contact("ok", "plus")
    contact.chatter("ok", (100 + gap * n for n in range(int(3000 / gap))))
    assert contact.debouncer.muted == ("ok",)
    assert contact.heard().count("press") <= 1
    contact.set("ok", False, 3200)
    contact.to(5300)
    assert contact.heard()[-1] == "healed"
    contact.set("ok", True, 6000)
    contact.to(6006)
    assert contact.heard()[-1] == "press"


def test_a_line_that_presses_faster_than_fingers_is_muted() -> None:
    contact = Contact("ok")
    contact.chatter("ok", range(100, 3100, 20))
    assert contact.debouncer.muted == ("ok",)
    assert len(contact.presses()) <= 24


def test_a_muted_line_leaves_the_others_alone() -> None:
    contact = Contact("ok", "plus")
    for at in range(100, 1100, 2):
        contact.set("ok", at % 4 == 0, at)
        if at in (600, 700):
            contact.set("plus", at == 600, at + 1)
    contact.to(1100)
    assert contact.heard("plus") == ["press", "release"]


def polled(level_at: "list[tuple[float, float]]", until: float) -> list[tuple[float, str]]:
    """Polls at 200 Hz, and each millisecond while the debouncer is busy."""
    clock = [0.0]
    debouncer = Debouncer(("ok",), lambda name: any(a <= clock[0] < b for a, b in level_at))
    told = []
    while clock[0] < until:
        told += [(clock[0], what) for _, what in debouncer.poll(clock[0])]
        clock[0] += 1 if debouncer.busy else 5
    return told


@pytest.mark.parametrize("phase", [0, 0.7, 1.9, 2.5, 3.3, 4.9])
def test_polled_at_200_hz_chatter_counts_once_and_in_time(phase: float) -> None:
    start = 100 + phase
    told = polled([(start, start + 2), (start + 4, start + 7), (start + 9, start + 11), (start + 12, start + 300)], 900)
    assert [what for _, what in told] == ["press", "release"]
    assert told[0][0] <= start + 20
