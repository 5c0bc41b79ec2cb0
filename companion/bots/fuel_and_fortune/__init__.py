"""Drivers of Fuel and Fortune: three characters that weigh risks in segments, and the turtle that takes none."""

from companion.bots.fuel_and_fortune.driver import Driver
from companion.bots.fuel_and_fortune.profiles import CHARACTERS
from companion.bots.fuel_and_fortune.turtle import Turtle

PROFILES = (*CHARACTERS, "turtle")

__all__ = ["CHARACTERS", "PROFILES", "Driver", "Turtle", "make"]


def make(profile: str, seed: int) -> Driver | Turtle:
    """The bot of that name; the seed is its own stream, apart from every draw."""
    return Turtle() if profile == "turtle" else Driver(CHARACTERS[profile], seed)
