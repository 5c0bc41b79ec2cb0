"""What a driver may wish."""

from companion.engine import Action


class Drive(Action, frozen=True, gc=False):
    """Drive so many segments; the fuel for it is worked out."""

    distance: int
    card: str | None = None
    avoid_crash: bool = False


class EnterPits(Action, frozen=True, gc=False):
    """Turn off Pit Entry into the lane."""


class StayOut(Action, frozen=True, gc=False):
    """Stay on Pit Entry."""


class PitStep(Action, frozen=True, gc=False):
    """Drive one box further in the lane."""


class SkipRefuelling(Action, frozen=True, gc=False):
    """Jump to the last box."""


class Discard(Action, frozen=True, gc=False):
    """Give up one card of a hand that is too full."""

    card: str


ACTIONS = (Drive, EnterPits, StayOut, PitStep, SkipRefuelling, Discard)
