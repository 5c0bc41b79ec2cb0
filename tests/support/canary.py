"""Canaries: a game whose secrets bear marks, and pages that keep every byte that reached them."""

import asyncio
import json
from base64 import b64decode
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any

from msgspec.structs import replace
from PIL import Image
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from companion.engine import Action, Ask, Choice, Drawn, Game, Hand, Pending, Said, Seat, Step, View
from companion.engine.contract import Rules, State
from companion.engine.view import AnyWidget
from companion.service import Service
from tests.support.reading import read
from tests.support.services import address
from tests.support.tables import quiet


def mark(seat: Seat) -> str:
    """What everything bears that this seat alone may know."""
    return f"zq7{seat}q"


class MarkedRules:
    """A game's own rules. What they give to one seat alone bears its mark: the choices of its ask, the cards of its
    hand, and every widget that the view of everybody lacks."""

    def __init__(self, rules: Rules[State]) -> None:
        self._rules = rules
        self.name = rules.name
        self.edition = rules.edition
        self.options = rules.options
        self.actions = rules.actions
        self.events = rules.events
        self.state = rules.state

    def setup(self, seats: tuple[Seat, ...], options: Mapping[str, object]) -> State:
        return self._rules.setup(seats, options)

    def apply(self, state: State, move: Action | Drawn) -> Step:
        return self._rules.apply(state, move)

    def pending(self, state: State) -> Pending:
        pending = self._rules.pending(state)
        if not isinstance(pending, Ask):
            return pending
        return replace(pending, choices=tuple(_choice(choice, mark(pending.seat)) for choice in pending.choices))

    def view(self, state: State, viewer: Seat | None) -> View:
        view = self._rules.view(state, viewer)
        if viewer is None:
            return view
        public = {widget.name for widget in self._rules.view(state, None).widgets}
        marked = (widget if widget.name in public else _widget(widget, mark(viewer)) for widget in view.widgets)
        return replace(view, widgets=tuple(marked))


def marked(game: Game) -> Game:
    """The game, its secrets marked, those that it says to one seat too."""

    def narrate(before: State, step: Step) -> tuple[Said, ...]:
        return tuple(map(_said, game.narrate(before, step)))

    return Game(MarkedRules(game.rules), narrate)


def _choice(choice: Choice, word: str) -> Choice:
    label, lines = f"{word} {choice.label}"[:21], tuple(f"{word} {line}"[:21] for line in choice.detail)
    return replace(choice, label=label, detail=lines, warning=tuple(f"{word} {line}"[:21] for line in choice.warning))


def _widget(widget: AnyWidget, word: str) -> AnyWidget:
    if isinstance(widget, Hand):
        cards = tuple(replace(card, label=f"{word} {card.label}", short=word, text=word) for card in widget.cards)
        return replace(widget, cards=cards)
    return replace(widget, label=f"{word} {widget.label}"[:21])


def _said(said: Said) -> Said:
    if said.only_for is None:
        return said
    word = mark(said.only_for)
    return replace(said, text=f"{word} {said.text}", title=said.title and f"{said.title} {word}")


class Tap:
    """An open page and all that came to it. `eyes` reads the glasses' pixels back into words."""

    def __init__(self, kind: str, seat: Seat, socket: ClientConnection) -> None:
        self.kind = kind
        self.seat = seat
        self.told: dict[str, Any] = {}
        self.new: list[str] = []
        self.first = ""
        self._socket = socket
        self._task = asyncio.ensure_future(self._listen())

    async def say(self, what: object) -> None:
        await self._socket.send(json.dumps(what))

    async def caught_up(self) -> None:
        """Until everything that was on its way has come."""
        await quiet()
        await (await self._socket.ping())
        await quiet()

    def taken(self) -> str:
        """What came since the last time, and the words on the glasses that came with it; in small letters."""
        text = "\n".join(self.new)
        words = [word for told in map(json.loads, self.new) for word in eyes(told)]
        self.new.clear()
        return "\n".join([text, *words]).lower()

    async def close(self) -> None:
        await self._socket.close()
        await asyncio.wait([self._task])

    async def _listen(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self._socket:
                assert isinstance(text, str)
                self.first = self.first or text
                self.new.append(text)
                self.told |= json.loads(text)


def eyes(told: Mapping[str, Any]) -> Iterator[str]:
    for key, value in told.items():
        if key.startswith("oled:") and value:
            yield _words(*value)


@cache
def _words(width: int, height: int, bits: str) -> str:
    return " ".join(read(Image.frombytes("1", (width, height), b64decode(bits))))


async def tap(service: Service, kind: str, seat: Seat = "") -> Tap:
    """Opens one page and waits for all that it is told first."""
    assert service.site is not None
    key = service.site.seat_keys.get(seat, "")
    made = Tap(kind, seat, await connect(address(service, f"/feed?kind={kind}&seat={seat}&key={key}", "ws")))
    while not made.told:
        await asyncio.sleep(0.001)
    return made
