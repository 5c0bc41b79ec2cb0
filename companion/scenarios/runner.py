"""Runs one scenario step by step and says what was expected and what came."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from companion.engine import (
    SEATS,
    Ask,
    BadOptions,
    BadState,
    Draw,
    IllegalAction,
    ImpossibleOutcome,
    NotPending,
)
from companion.engine.codec import name_of, near, state_form, to_text
from companion.games import UnknownGame, load, rulebook
from companion.scenarios.case import Case, CaseStep, Look, NotAScenario, read_case
from companion.scenarios.matching import differences, fits, missing_event, present
from companion.scenarios.session import Session, words_of
from companion.toml_file import line_of, with_files

DEFAULT_SEATS = ("red", "blue", "green", "yellow")


class Result(Struct, frozen=True):
    """What became of one scenario: passed if there are no failures."""

    title: str
    failures: tuple[str, ...]
    notes: tuple[str, ...]


class _Failed(Exception):
    """A step that could not be taken; the rest of the scenario has no meaning."""


def run_case(path: Path) -> Result:
    """Run the scenario in a file; NotAScenario if it is none."""
    case, text = read_case(path)
    try:
        session = Session(load(case.game))
    except UnknownGame as error:
        raise NotAScenario(path, str(error), line_of(text, "game")) from None
    _check_words(path, text, case, session)
    events = _start(path, text, case, session)
    failures = tuple(_run(case, session, events))
    return Result(case.title, failures, tuple(_notes(case, session)))


def _check_words(path: Path, text: str, case: Case, session: Session) -> None:
    known = words_of(session.rules.actions)
    for number, step in enumerate(case.step, 1):
        named = {"do": step.actions, "choices": step.choices, "no_choices": step.no_choices}
        for key, action in ((key, action) for key, actions in named.items() for action in actions):
            word = action.split()[0] if action.split() else ""
            if word not in known:
                why = f"step {number}: {key}: unknown action {word!r}{near(word, known)}"
                raise NotAScenario(path, why, line_of(text, key, number))
        for seat in (step.seat, *(look.seat for look in step.looks if look.seat != "everybody")):
            if seat is not None and seat not in SEATS:
                raise NotAScenario(
                    path, f"step {number}: unknown seat {seat!r}{near(seat, SEATS)}", line_of(text, "seat", number)
                )


def _start(path: Path, text: str, case: Case, session: Session) -> list[str]:
    options = with_files(case.options, path.parent)
    seats = options.pop("seats", list(DEFAULT_SEATS))
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise NotAScenario(path, "options.seats is a list of colours", line_of(text, "seats"))
    try:
        return [to_text(event) for event in session.start(seats, options, case.patch)]
    except BadOptions as error:
        raise NotAScenario(path, f"options: {error}", line_of(text, error.problems[0].key.partition(".")[0])) from None
    except BadState as error:
        raise NotAScenario(path, f"state.{error}", line_of(text, error.key.split(".")[-1])) from None


def _run(case: Case, session: Session, events: list[str]) -> Iterator[str]:
    """The failures, one sentence each; the first step also has the events of the start."""
    for number, step in enumerate(case.step, 1):
        try:
            events = [*events, *_take(step, session)]
        except _Failed as stop:
            yield f"step {number}: {stop}"
            return
        for failure in _check(step, session, events):
            yield f"step {number}: {failure}"
        events = []
    state = state_form(session.state)
    yield from (f"end: {failure}" for failure in differences(case.expect, state))
    yield from (f"end: {key}: expected to be absent" for key in present(case.absent, state))


def _take(step: CaseStep, session: Session) -> list[str]:
    if step.draw is not None:
        return _draw(step, session, step.draw)
    return [event for action in step.actions for event in _act(step, session, action)]


def _draw(step: CaseStep, session: Session, name: str) -> list[str]:
    try:
        return [to_text(event) for event in session.answer(name, step.outcomes)]
    except (NotPending, IllegalAction):
        raise _Failed(f"answers the draw {name!r}, but {session.waits_for()}") from None
    except ImpossibleOutcome as error:
        raise _Failed(str(error)) from None


def _act(step: CaseStep, session: Session, action: str) -> list[str]:
    assert step.seat is not None
    try:
        events = session.act(step.seat, action)
    except IllegalAction as refusal:
        if step.refused is None:
            raise _Failed(f"{step.seat} {action!r} was refused: {refusal}; {session.waits_for()}") from None
        if step.refused is not True and step.refused != refusal.ruling.rule:
            raise _Failed(f"{action!r}: expected to be refused by {step.refused}, was refused by {refusal}") from None
        return []
    if step.refused is not None:
        told = ", ".join(to_text(event) for event in events)
        raise _Failed(f"{action!r}: expected to be refused, but it was accepted: {told}")
    return [to_text(event) for event in events]


def _check(step: CaseStep, session: Session, events: list[str]) -> Iterator[str]:
    state = state_form(session.state)
    if (pattern := missing_event(step.events, events)) is not None:
        yield f"expected the event {pattern!r} in this order, came {events}"
    for pattern in step.no_events:
        yield from (f"expected no {pattern!r}, came {event!r}" for event in events if fits(pattern, event))
    yield from differences(step.expect, state)
    yield from (f"{key}: expected to be absent" for key in present(step.absent, state))
    yield from _check_menu(step, session)
    yield from _check_pending(step, session)
    for look in step.looks:
        yield from _check_view(look, session)


def _check_menu(step: CaseStep, session: Session) -> Iterator[str]:
    for action in step.choices:
        if session.open_choice(action) is None:
            yield f"expected {action!r} to be open; {session.waits_for()}, open are {_open(session)}"
    for action in step.no_choices:
        if session.open_choice(action) is not None:
            yield f"expected {action!r} to be absent or barred, but it is open"


def _open(session: Session) -> list[str]:
    pending = session.pending
    return [to_text(c.action) for c in pending.choices if c.barred is None] if isinstance(pending, Ask) else []


def _check_pending(step: CaseStep, session: Session) -> Iterator[str]:
    pending = session.pending
    if step.asks is not None and not (isinstance(pending, Ask) and pending.seat == step.asks):
        yield f"expected {step.asks} to be asked; {session.waits_for()}"
    if step.draws is not None and not (isinstance(pending, Draw) and pending.name == step.draws):
        yield f"expected the draw {step.draws!r}; {session.waits_for()}"


def _check_view(look: Look, session: Session) -> Iterator[str]:
    viewer = None if look.seat == "everybody" else look.seat
    if viewer is not None and viewer not in session.seats:
        yield f"the view of {viewer}: only {', '.join(session.seats)} and everybody have one in this race"
        return
    shown = msgspec.json.encode(session.rules.view(session.state, viewer)).decode()
    yield from (f"the view of {look.seat} does not show {text!r}" for text in look.shows if text not in shown)
    yield from (f"the view of {look.seat} shows {text!r}" for text in look.hides if text in shown)


def _notes(case: Case, session: Session) -> Iterator[str]:
    known: Mapping[str, str] = rulebook(case.game)
    yield from (f"rule {rule!r} is not in the rulebook" for rule in case.rules if rule not in known)
    yield from (f"options.{problem.key}: {problem.text} ({problem.code})" for problem in session.state.warnings)
    events = {name_of(kind) for kind in session.rules.events}
    named = {pattern.split()[0] for step in case.step for pattern in (*step.events, *step.no_events) if pattern.split()}
    yield from (f"no event is called {word!r}{near(word, events)}" for word in sorted(named - events))
