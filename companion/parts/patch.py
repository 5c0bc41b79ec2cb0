"""A patch over a state, in the state's own form."""

from collections.abc import Mapping
from typing import TypeVar

from companion.engine import BadState, State
from companion.engine.codec import load_state, state_form

S = TypeVar("S", bound=State)


def merged(base: Mapping[str, object], patch: Mapping[str, object]) -> dict[str, object]:
    """Tables key by key; lists and single values are replaced."""
    out = dict(base)
    for key, value in patch.items():
        old = out.get(key)
        out[key] = merged(old, value) if isinstance(old, Mapping) and isinstance(value, Mapping) else value
    return out


def patched(state: S, patch: Mapping[str, object]) -> S:
    """The state with a patch over it; BadState names the key that is wrong.

    Only what the state's type can check is checked: whether the state can exist is the game's to say.
    """
    worked_out = type(state).worked_out
    for key in patch:
        if key in worked_out:
            raise BadState(key, "is worked out by the referee and cannot be patched")
    plain = {key: value for key, value in state_form(state).items() if key not in worked_out}
    return load_state(type(state), merged(plain, patch))
