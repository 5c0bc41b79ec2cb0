"""Contacts to presses, holds and repeats. Pure; the same file runs on CPython and on a pod's MicroPython.

Times are milliseconds on any clock that never runs backwards. An edge starts a quiet timer; when it runs out, the
level decides. What comes out are pairs `(line, what)`: `press`, `release`, `held`, `repeat`, `muted`, `healed`.
"""

TYPE_CHECKING = False  # MicroPython has no typing module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

PRESS_QUIET = 6
"""A closing contact counts after this long without an edge: 12 ms of chatter is told at 18 ms."""
RELEASE_QUIET = 15
"""An opening contact needs more, so that a shaky finger is one press."""
HOLD_AFTER = 600
REPEAT_EVERY = 150
REREAD_EVERY = 1000
MUTE_AFTER = 300
"""A line that has not been quiet for this long chatters without end."""
HEAL_AFTER = 2000
"""A muted line counts again after this much quiet."""
HOT = 12
COOLING = 10
"""Presses a second that a finger may keep up; HOT is how many more it may be ahead before the line is muted."""


class _Line:
    def __init__(self, name: str, repeats: bool, level: bool) -> None:
        self.name = name
        self.repeats = repeats
        self.level = level
        self.closed = level
        self.muted = False
        self.due: float | None = None
        self.quiet_at: float = 0
        self.unheard: float | None = None
        self.hold_at: float | None = None
        self.noisy_since: float = 0
        self.heat: float = 0
        self.pressed_at: float = 0


class Debouncer:
    """Decides what is a press. `read(line)` is true while the contact is closed. What is closed at the start is no
    press until it has been let go."""

    def __init__(
        self, lines: "Iterable[str]", read: "Callable[[str], bool]", repeating: "Iterable[str]" = (), now: float = 0
    ) -> None:
        again = tuple(repeating)
        self._read = read
        self._lines = {name: _Line(name, name in again, read(name)) for name in lines}
        self._reread_at = now + REREAD_EVERY
        self.missing_since: float | None = None
        """When a change was read that no edge had told, and none was heard since."""

    @property
    def busy(self) -> bool:
        """True while a contact may be chattering: whoever polls should look each millisecond."""
        return any(line.due is not None and not line.muted for line in self._lines.values())

    @property
    def muted(self) -> "tuple[str, ...]":
        """The lines that chatter without end."""
        return tuple(name for name, line in self._lines.items() if line.muted)

    def next_at(self) -> float:
        """When `tick` wants to be called."""
        times = [self._reread_at]
        for line in self._lines.values():
            if line.due is not None:
                times.append(line.due)
            elif line.hold_at is not None:
                times.append(line.hold_at)
        return min(times)

    def edge(self, name: str, level: bool, now: float, late: float = 0) -> "list[tuple[str, str]]":
        """An edge was seen: the contact is closed (`level`) since `now`. Edges may be told late, but in order; where
        one comes `late`, the next may be on its way, and the timer waits for it as long."""
        self.missing_since = None
        return self._change(name, level, now, late)

    def _change(self, name: str, level: bool, now: float, late: float = 0) -> "list[tuple[str, str]]":
        told: list[tuple[str, str]] = []
        line = self._lines[name]
        self._hear_at_last(line, level)
        if line.quiet_at <= now and (line.due is not None or line.level != line.closed):
            self._settle(line, line.quiet_at, told)
        self._stir(line, level, now, told)
        if line.due is not None:
            line.due += late
        return told

    def tick(self, now: float) -> "list[tuple[str, str]]":
        """Lets every timer run out that is due."""
        told: list[tuple[str, str]] = []
        if now >= self._reread_at:
            self._reread(now, told)
        for line in self._lines.values():
            if line.due is not None:
                self._quiet(line, now, told)
            elif line.hold_at is not None and line.hold_at <= now:
                self._hold(line, now, told)
        return told

    def poll(self, now: float) -> "list[tuple[str, str]]":
        """For whoever hears of no edges: reads every line, then ticks."""
        told: list[tuple[str, str]] = []
        self._compare(now, told)
        return told + self.tick(now)

    def _compare(self, now: float, told: "list[tuple[str, str]]") -> bool:
        """True if a line had changed."""
        changed = False
        for line in self._lines.values():
            level = self._read(line.name)
            if level != line.level:
                changed = True
                told.extend(self._change(line.name, level, now))
        return changed

    def _reread(self, now: float, told: "list[tuple[str, str]]") -> None:
        self._reread_at = now + REREAD_EVERY
        if self._compare(now, told) and self.missing_since is None:
            self.missing_since = now

    def _stir(self, line: _Line, level: bool, now: float, told: "list[tuple[str, str]]") -> None:
        if line.due is None and line.quiet_at <= now:
            line.noisy_since = now
        line.level = level
        if line.muted:
            self._wait(line, now + HEAL_AFTER)
        elif now - line.noisy_since >= MUTE_AFTER:
            self._mute(line, now, told)
        else:
            self._wait(line, now + (RELEASE_QUIET if line.closed else PRESS_QUIET))

    def _wait(self, line: _Line, until: float) -> None:
        line.due = line.quiet_at = until

    def _quiet(self, line: _Line, now: float, told: "list[tuple[str, str]]") -> None:
        if line.due is None or line.due > now:
            return
        level = self._read(line.name)
        if level == line.level:
            self._settle(line, now, told)
        else:
            line.unheard = line.quiet_at
            self._stir(line, level, now, told)

    def _hear_at_last(self, line: _Line, level: bool) -> None:
        """The edge of a change that so far was only read: as before it, so that its own time decides."""
        quiet_at, line.unheard = line.unheard, None
        if quiet_at is not None and level == line.level and not line.muted:
            line.level, line.quiet_at = not level, quiet_at

    def _settle(self, line: _Line, now: float, told: "list[tuple[str, str]]") -> None:
        line.due = None
        if line.muted:
            line.muted = False
            line.closed = line.level
            told.append((line.name, "healed"))
        elif line.level != line.closed:
            line.closed = line.level
            if line.closed:
                self._press(line, now, told)
            else:
                self._release(line, told)

    def _press(self, line: _Line, now: float, told: "list[tuple[str, str]]") -> None:
        line.heat = max(0, line.heat - COOLING * (now - line.pressed_at) / 1000) + 1
        line.pressed_at = now
        if line.heat > HOT:
            self._mute(line, now, told)
        else:
            line.hold_at = now + HOLD_AFTER
            told.append((line.name, "press"))

    def _release(self, line: _Line, told: "list[tuple[str, str]]") -> None:
        line.hold_at = None
        told.append((line.name, "release"))

    def _mute(self, line: _Line, now: float, told: "list[tuple[str, str]]") -> None:
        if line.closed:
            line.closed = False
            self._release(line, told)
        line.muted = True
        line.heat = 0
        self._wait(line, now + HEAL_AFTER)
        told.append((line.name, "muted"))

    def _hold(self, line: _Line, now: float, told: "list[tuple[str, str]]") -> None:
        if not self._read(line.name):
            self._stir(line, False, now, told)
        elif line.repeats:
            line.hold_at = now + REPEAT_EVERY
            told.append((line.name, "repeat"))
        else:
            line.hold_at = None
            told.append((line.name, "held"))
