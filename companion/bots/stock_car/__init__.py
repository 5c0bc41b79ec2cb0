"""Bots that race stock cars: all look a segment ahead, each cares for other things."""

from companion.bots.stock_car.character import CHARACTERS
from companion.bots.stock_car.driver import StockCarBot

PROFILES: tuple[str, ...] = tuple(CHARACTERS)


def make(profile: str, seed: int) -> StockCarBot:
    """A bot of that character, with a random stream of its own."""
    return StockCarBot(CHARACTERS[profile], seed)


__all__ = ["PROFILES", "make"]
