"""What the table says."""

from companion.engine import Said, State, Step


def narrate(before: State, step: Step) -> tuple[Said, ...]:
    return ()
