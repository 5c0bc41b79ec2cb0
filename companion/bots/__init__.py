"""Drivers made of code: each is given a seat's view and its ask, nothing else."""

import random
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Protocol

from companion.bots.random_bot import RandomBot
from companion.engine import Action, Ask, RefereeError, Seat, View
from companion.engine.codec import near


class Bot(Protocol):
    """Chooses one of the ask's open choices from what its seat may know."""

    def choose(self, view: View, ask: Ask) -> Action: ...


class UnknownProfile(RefereeError, KeyError):
    """No bot of that game has that name."""

    def __str__(self) -> str:
        return str(self.args[0])


HOMES = {
    "fuel-and-fortune": "companion.bots.fuel_and_fortune",
    "stock-car": "companion.bots.stock_car",
    "gear-dice": "companion.bots.gear_dice",
}
"""Where a game's own profiles live; each module has `PROFILES` and `make(profile, seed)`."""


def profiles(game: str) -> tuple[str, ...]:
    """The names of a game's bots, without `random`, which every game has."""
    return tuple(import_module(HOMES[game]).PROFILES) if game in HOMES else ()


def make_bot(game: str, profile: str, seed: int) -> Bot:
    """A bot with a random stream of its own; the same seed thinks the same thoughts."""
    if profile == "random":
        return RandomBot(seed)
    known = profiles(game)
    if profile not in known:
        raise UnknownProfile(f"{game} has no bot {profile!r}{near(profile, ('random', *known))}")
    make: Callable[[str, int], Bot] = import_module(HOMES[game]).make
    return make(profile, seed)


def deal_profiles(game: str, seats: Sequence[Seat], shuffle_seed: int) -> dict[Seat, str]:
    """A hidden profile for each seat: the game's own profiles in turn, cut to length and shuffled."""
    if not seats:
        return {}
    dealt = [name for name in profiles(game) if name != "turtle"]
    dealt = (dealt * (len(seats) // max(1, len(dealt)) + 1))[: len(seats)] or ["random"] * len(seats)
    random.Random(shuffle_seed).shuffle(dealt)
    return dict(zip(seats, dealt, strict=True))
