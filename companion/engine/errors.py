"""The errors a person may meet: each says one plain sentence."""

from msgspec import Struct


class Ruling(Struct, frozen=True):
    """Why not: the rule's number and one sentence for the person who asked."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.text} (rule {self.rule})" if self.rule else self.text


class Problem(Struct, frozen=True):
    """Something about the set-up options: it blocks the start, or is only worth a warning."""

    code: str
    key: str
    text: str
    blocks: bool = True


class RefereeError(Exception):
    """Anything that Pitboard refuses, in one sentence."""


class IllegalAction(RefereeError, ValueError):
    """The rules say no; nothing has changed."""

    def __init__(self, ruling: Ruling) -> None:
        super().__init__(str(ruling))
        self.ruling = ruling


class NotPending(RefereeError, LookupError):
    """An answer to something that the race does not wait for."""


class ImpossibleOutcome(RefereeError, ValueError):
    """A card or face that the pending draw cannot give."""


class BadText(RefereeError, ValueError):
    """A text form whose word is known but whose values do not fit it."""


class UnknownWord(BadText):
    """A text form whose first word names no action or event."""


class BadState(RefereeError, ValueError):
    """A state that could not exist; `key` is the dotted path of the field that is wrong."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}" if key else why)
        self.key = key
        self.why = why


class BadOptions(RefereeError, ValueError):
    """Set-up options that block the start; `problems` lists every one of them."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{p.key}: {p.text} ({p.code})" for p in problems))
        self.problems = problems
