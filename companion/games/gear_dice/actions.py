"""What a driver may wish, in the imperative."""

from companion.engine import Action


class Lay(Action, frozen=True):
    """Put the next step's dice (`g3`, `coast`, `b1g3`, `brake`) on a space ahead."""

    die: str
    space: str


class Unlay(Action, frozen=True):
    """Take the last laid step back."""


class Roll(Action, frozen=True):
    """Roll the next laid step and drive it."""


class RollFlatOut(Action, frozen=True):
    """Roll the whole route at once."""


class Secure(Action, frozen=True):
    """Pay focus to drive the next laid step without rolling it."""


class Stop(Action, frozen=True):
    """End the turn here."""


class CrashAt(Action, frozen=True):
    """After a flat-out crash: it happens on this step of the route as re-laid."""

    step: int


class Reenter(Action, frozen=True):
    """Come back onto the road."""


class Pit(Action, frozen=True):
    """Go to the pits for `tyres`, `repairs` or `both`."""

    kind: str


class NoPit(Action, frozen=True):
    """Stay on the road."""


class Fit(Action, frozen=True):
    """Choose `asphalt` or `rain` tyres on the way back."""

    tyres: str


ACTIONS: tuple[type[Action], ...] = (
    Lay,
    Unlay,
    Roll,
    RollFlatOut,
    Secure,
    Stop,
    CrashAt,
    Reenter,
    Pit,
    NoPit,
    Fit,
)
