"""What this layer needs of an event loop: asyncio's has it, and a test's has a clock that it sets."""

from collections.abc import Callable
from typing import Any, Protocol


class Timer(Protocol):
    """A call that is to come."""

    def cancel(self) -> None: ...


class Loop(Protocol):
    """Times are seconds of a clock that never runs backwards."""

    def time(self) -> float: ...
    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer: ...
    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object: ...
    def add_reader(self, fd: int, callback: Callable[..., object], *args: Any) -> object: ...
    def remove_reader(self, fd: int) -> object: ...
