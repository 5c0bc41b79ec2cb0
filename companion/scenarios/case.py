"""A scenario file, read and checked before anything is run."""

import re
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import UNSET, Struct, UnsetType

from companion.engine.codec import near
from companion.toml_file import BadFile, line_of, read_toml


class NotAScenario(BadFile):
    """A file that is no scenario: says the file, the line where it is known, the key and what would do."""


class Look(Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat's view must, or must not, contain anywhere; seat `everybody` is the view of nobody in particular."""

    seat: str
    shows: list[str] = []
    hides: list[str] = []


class CaseStep(Struct, frozen=True, forbid_unknown_fields=True):
    """One step: an action, an outcome, or only a look; and what must be true after it."""

    seat: str | None = None
    do: str | list[str] | None = None
    draw: str | None = None
    outcome: str | int | list[str | int] | None = None
    refused: str | bool | None = None
    events: list[str] = []
    no_events: list[str] = []
    expect: dict[str, object] = {}
    absent: list[str] = []
    choices: list[str] = []
    no_choices: list[str] = []
    asks: str | None = None
    draws: str | None = None
    view: Look | list[Look] = []

    @property
    def actions(self) -> list[str]:
        return [self.do] if isinstance(self.do, str) else self.do or []

    @property
    def outcomes(self) -> list[str]:
        given = self.outcome if isinstance(self.outcome, list) else [self.outcome]
        return [str(outcome) for outcome in given if outcome is not None]

    @property
    def looks(self) -> list[Look]:
        return [self.view] if isinstance(self.view, Look) else self.view


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole scenario, in the file's own keys."""

    title: str
    game: str
    rules: list[str] = []
    options: dict[str, object] = {}
    state: dict[str, object] | UnsetType = UNSET
    step: list[CaseStep] = []
    expect: dict[str, object] = {}
    absent: list[str] = []

    @property
    def patch(self) -> Mapping[str, object] | None:
        return None if isinstance(self.state, UnsetType) else self.state


def read_case(path: Path) -> tuple[Case, str]:
    """The scenario in a file, and the file's text; BadFile says what is wrong with it."""
    plain, text = read_toml(path)
    _check_keys(path, text, plain)
    try:
        case = msgspec.convert(plain, Case)
    except msgspec.ValidationError as error:
        raise NotAScenario(path, *_told(text, str(error))) from None
    _check_steps(path, text, case)
    return case, text


def _check_keys(path: Path, text: str, plain: Mapping[str, object]) -> None:
    _known(path, text, plain, Case, 0)
    steps = plain.get("step")
    for index, step in enumerate(steps if isinstance(steps, list) else []):
        if isinstance(step, dict):
            _known(path, text, step, CaseStep, index + 1)


def _known(path: Path, text: str, table: Mapping[str, object], kind: type[Struct], step: int) -> None:
    known = kind.__struct_fields__
    for key in table:
        if key not in known:
            raise NotAScenario(path, f"unknown key {key!r}{near(key, known)}", line_of(text, key, step))


def _told(text: str, error: str) -> tuple[str, int | None]:
    """msgspec's sentence as `key: what is wrong`, with its line."""
    why, _, where = error.partition(" - at `")
    keys = [key for key in re.split(r"[.\[\]`$]+", where) if key and key != "..."]
    step = int(keys[1]) + 1 if len(keys) > 1 and keys[0] == "step" and keys[1].isdigit() else 0
    key = next((key for key in reversed(keys) if not key.isdigit()), "")
    return (f"{key}: {why}" if key else why), line_of(text, key, step)


def _check_steps(path: Path, text: str, case: Case) -> None:
    for number, step in enumerate(case.step, 1):
        if why := _wrong_with(step):
            key, sentence = why
            raise NotAScenario(path, f"step {number}: {sentence}", line_of(text, key, number))


def _wrong_with(step: CaseStep) -> tuple[str, str] | None:
    if (step.seat is None) != (step.do is None):
        return "seat" if step.do is None else "do", "'seat' and 'do' go together"
    if (step.draw is None) != (step.outcome is None):
        return "draw" if step.outcome is None else "outcome", "'draw' and 'outcome' go together"
    if step.do is not None and step.draw is not None:
        return "draw", "a step has an action or a draw, not both"
    if step.refused is not None and (len(step.actions) != 1 or step.refused is False):
        return "refused", "'refused' is a rule number or true, and goes with a single action"
    if step.do == [] or any(not action.strip() for action in step.actions):
        return "do", "'do' names at least one action"
    return None
