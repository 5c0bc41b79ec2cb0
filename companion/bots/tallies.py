"""What a simulation counts, game by game, out of the moves and the events of a race."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from companion.engine import Action, Ask, Event
from companion.engine.codec import name_of, to_text

NONE: Mapping[str, str] = MappingProxyType({})


class Tally:
    """Counts moves and events by their names.

    `moves` and `events` say what is counted once for each; `amounts` what is summed up, out of an
    event's last value.
    """

    def __init__(
        self, moves: Mapping[str, str] = NONE, events: Mapping[str, str] = NONE, amounts: Mapping[str, str] = NONE
    ) -> None:
        self.moves, self.events, self.amounts = moves, events, amounts
        self._counts: Counter[str] = Counter()

    def moved(self, action: Action, ask: Ask) -> None:
        """A seat has chosen `action` from `ask`."""
        name = name_of(type(action))
        if name in self.moves:
            self._counts[self.moves[name]] += 1

    def told(self, events: Iterable[Event]) -> None:
        """A step has led to these events."""
        for event in events:
            name = name_of(type(event))
            if name in self.events:
                self._counts[self.events[name]] += 1
            elif name in self.amounts:
                self._counts[self.amounts[name]] += int(to_text(event).rsplit(" ", 1)[1])

    def counts(self) -> dict[str, int]:
        names = {*self.moves.values(), *self.events.values(), *self.amounts.values()}
        return {name: self._counts[name] for name in sorted(names)}


class FuelAndFortuneTally(Tally):
    """A turn counts when its move is made; answers, also those behind the safety car, are no turns."""

    def __init__(self) -> None:
        super().__init__(
            moves=dict.fromkeys(("drive", "pit-step", "skip-refuelling", "enter-pits"), "turns"),
            events={
                "overlapped": "overlaps",
                "crashed": "crashes",
                "had-incident": "incidents",
                "safety-car-deployed": "safety_cars",
            },
            amounts={"fuel-burned": "fuel_burned"},
        )
        self._neutral = False

    def moved(self, action: Action, ask: Ask) -> None:
        if not self._neutral and not any(name_of(type(choice.action)) == "stay-out" for choice in ask.choices):
            super().moved(action, ask)

    def told(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().told(events)
        for event in events:
            self._neutral = {"safety-car-deployed": True, "green-flag-shown": False}.get(
                name_of(type(event)), self._neutral
            )


def stock_car() -> Tally:
    """Cards played, and what they did to others."""
    return Tally(
        moves={"play": "turns", "bump": "bumps"},
        events={
            "pushed": "pushes",
            "shoved": "shoves",
            "pitted": "pit_stops",
            "retired": "retirements",
            "restarted": "restarts",
        },
    )


def gear_dice() -> Tally:
    """Dice, and what became of them."""
    return Tally(
        moves={"stop": "stops", "roll-flat-out": "flat_outs"},
        events={
            "rolled": "dice",
            "lost-control": "crashes",
            "spun": "spins",
            "left-track": "off_track",
            "blocked": "blocked",
            "pitted": "pit_stops",
            "round-started": "rounds",
        },
    )


TALLIES: Mapping[str, Callable[[], Tally]] = {
    "fuel-and-fortune": FuelAndFortuneTally,
    "stock-car": stock_car,
    "gear-dice": gear_dice,
}
"""A fresh tally for a race of each game."""
