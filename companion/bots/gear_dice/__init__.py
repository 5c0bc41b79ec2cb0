"""Bots that race on gear dice: all know the odds, each has nerves of its own."""

from companion.bots.gear_dice.character import CHARACTERS
from companion.bots.gear_dice.driver import GearDiceBot

PROFILES: tuple[str, ...] = tuple(CHARACTERS)


def make(profile: str, seed: int) -> GearDiceBot:
    """A bot of that character, with a random stream of its own."""
    return GearDiceBot(CHARACTERS[profile], seed)


__all__ = ["PROFILES", "make"]
