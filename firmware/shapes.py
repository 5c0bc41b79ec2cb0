"""What the pod's parts look like to each other, for whoever checks types. It is never copied to a pod."""

from typing import Any, Protocol, TypeAlias

Message: TypeAlias = dict[str, Any]
"""As it came over the wire: whatever is wrong in it raises, and is counted."""

Colour: TypeAlias = tuple[int, int, int]
Kept: TypeAlias = tuple[int, int, dict[str, object]]
"""A press that waits for its acknowledgement: its number, when it was, and what is told of it."""


class Glass(Protocol):
    """What a pod draws on: `screen.py`, or a stand-in."""

    @property
    def ok(self) -> bool: ...
    @property
    def busy(self) -> bool: ...
    def draw(self, page: int, column: int, data: bytes) -> None: ...
    def say(self, lines: list[str]) -> None: ...
    def bright(self, level: int) -> None: ...
    def work(self, now: int) -> None: ...
