"""The engine protocol: one JSON object a line asks, one answers, in order."""

import json
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from companion.engine import (
    Ask,
    Choice,
    Draw,
    Event,
    IllegalAction,
    NotPending,
    Over,
    Pending,
    RefereeError,
    Seat,
    draw_with,
)
from companion.engine.codec import form as json_form
from companion.engine.codec import near, state_form, to_text
from companion.games import load
from companion.scenarios.session import Session

Answer = dict[str, object]


class BadRequest(RefereeError, ValueError):
    """A request that the protocol does not know."""


class Engine:
    """One conversation: `answer` takes a line and gives the line to send back. Never raises for bad input."""

    def __init__(self) -> None:
        self._session: Session | None = None

    def answer(self, line: str) -> str:
        request: Mapping[str, object] = MappingProxyType({})
        try:
            request = _object(line)
            told = {"ok": True} | self._do(request)
        except IllegalAction as refusal:
            told = {"ok": False, "error": str(refusal), "rule": refusal.ruling.rule}
        except RefereeError as error:
            told = {"ok": False, "error": str(error)}
        if "id" in request:
            told["id"] = request["id"]
        return json.dumps(told)

    def _do(self, request: Mapping[str, object]) -> Answer:
        verbs: dict[str, tuple[Callable[[Mapping[str, object]], Answer], frozenset[str]]] = {
            "setup": (self._setup, frozenset({"game", "seats", "options"})),
            "pending": (self._pending, frozenset()),
            "apply": (self._apply, frozenset({"seat", "action", "draw", "outcome"})),
            "draw": (self._draw, frozenset({"seed"})),
            "view": (self._view, frozenset({"viewer"})),
            "state": (self._state, frozenset({"patch"})),
        }
        verb = _text(request, "do")
        if verb not in verbs:
            raise BadRequest(f"unknown do {verb!r}{near(verb, verbs)}")
        run, keys = verbs[verb]
        for key in request:
            if key not in keys | {"do", "id"}:
                raise BadRequest(f"{verb} takes no {key!r}{near(key, keys) if keys else ''}")
        return run(request)

    @property
    def _race(self) -> Session:
        if self._session is None:
            raise NotPending("there is no race yet; send setup first")
        return self._session

    def _setup(self, request: Mapping[str, object]) -> Answer:
        session = Session(load(_text(request, "game")))
        seats, options = _texts(request, "seats"), _table(request, "options")
        events = session.start(seats, options)
        self._session = session
        notes = [f"{problem.key}: {problem.text} ({problem.code})" for problem in session.state.warnings]
        extra: Answer = {"events": _events(events)} if events else {}
        return {"pending": pending_form(session.pending)} | extra | ({"notes": notes} if notes else {})

    def _pending(self, request: Mapping[str, object]) -> Answer:
        return {"pending": pending_form(self._race.pending)}

    def _apply(self, request: Mapping[str, object]) -> Answer:
        if "draw" in request or "outcome" in request:
            outcome = request.get("outcome")
            outcomes = outcome if isinstance(outcome, list) else [outcome]
            if not all(isinstance(item, str | int) and not isinstance(item, bool) for item in outcomes):
                raise BadRequest("outcome is one outcome or a list of outcomes")
            events = self._race.answer(_text(request, "draw"), [str(item) for item in outcomes])
        else:
            race = self._race
            events = race.act(_text(request, "seat"), _text(request, "action"))
        return {"events": _events(events), "pending": pending_form(self._race.pending)}

    def _draw(self, request: Mapping[str, object]) -> Answer:
        pending = self._race.pending
        if not isinstance(pending, Draw):
            raise NotPending(f"nothing to draw: {self._race.waits_for()}")
        drawn = draw_with(pending, _below(request.get("seed")))
        events = self._race.answer(drawn.name, drawn.outcomes)
        outcome = drawn.outcomes[0] if pending.size() == 1 else list(drawn.outcomes)
        return {"outcome": outcome, "events": _events(events), "pending": pending_form(self._race.pending)}

    def _view(self, request: Mapping[str, object]) -> Answer:
        race, viewer = self._race, request.get("viewer")
        if viewer is not None and viewer not in race.seats:
            raise BadRequest(f"viewer is one of {', '.join(race.seats)}, or null for everybody")
        assert viewer is None or isinstance(viewer, str)
        return {"view": json_form(race.rules.view(race.state, viewer))}

    def _state(self, request: Mapping[str, object]) -> Answer:
        race = self._race
        if "patch" not in request:
            return {"state": state_form(race.state)}
        events = race.patch(_table(request, "patch"))
        return {"state": state_form(race.state), "events": _events(events), "pending": pending_form(race.pending)}


def pending_form(pending: Pending) -> Answer:
    """What the race waits for, as the protocol spells it."""
    match pending:
        case Ask(seat, prompt, choices):
            return {"kind": "ask", "seat": seat, "prompt": prompt, "choices": [_choice(c) for c in choices]}
        case Draw(name, odds, seat, secret, bag, count):
            tables = [dict(table) for table in odds]
            return {
                "kind": "draw",
                "name": name,
                "seat": seat,
                "secret": secret,
                "odds": tables,
                "bag": bag,
                "count": count,
            }
        case Over(ranking):
            return {"kind": "over", "ranking": list(ranking)}


def _choice(choice: Choice) -> Answer:
    barred = choice.barred and {"rule": choice.barred.rule, "text": choice.barred.text}
    return {"action": to_text(choice.action), "label": choice.label, "barred": barred}


def _events(events: Sequence[Event]) -> list[str]:
    return [to_text(event) for event in events]


def _below(seed: object) -> Callable[[int], int]:
    if seed is None:
        return secrets.randbelow
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadRequest("seed is a whole number")
    return random.Random(seed).randrange


def _object(line: str) -> Mapping[str, object]:
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadRequest(f"not a line of JSON: {error}") from None
    if not isinstance(request, dict):
        raise BadRequest("a request is a JSON object")
    return request


def _text(request: Mapping[str, object], key: str) -> str:
    value = request.get(key)
    if not isinstance(value, str):
        raise BadRequest(f"{key!r} is missing" if value is None else f"{key!r} is a text")
    return value


def _texts(request: Mapping[str, object], key: str) -> list[Seat]:
    value = request.get(key)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise BadRequest(f"{key!r} is a list of texts")
    return value


def _table(request: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = request.get(key, {})
    if not isinstance(value, dict):
        raise BadRequest(f"{key!r} is an object")
    return value
