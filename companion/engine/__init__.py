"""The contract between a game's rules and the table. Imports nothing of ours."""

# fmt: off
# ruff: noqa: I001
from companion.engine.chance import Draw, Drawn, Odds, check_drawn, draw_with
from companion.engine.contract import SEATS, Action, Ask, Choice, Event, Game, Option, Over, Pending, Resume, Rules, Said, Seat, State, Step, permit  # noqa: E501
from companion.engine.errors import BadOptions, BadState, BadText, IllegalAction, ImpossibleOutcome, NotPending, Problem, RefereeError, Ruling, UnknownWord  # noqa: E501
from companion.engine.view import Board, Card, Flag, Gauge, Hand, Number, Place, Text, Token, View, Widget

__all__ = [
    "SEATS", "Action", "Ask", "BadOptions", "BadState", "BadText", "Board", "Card", "Choice", "Draw", "Drawn",
    "Event", "Flag", "Game", "Gauge", "Hand", "IllegalAction", "ImpossibleOutcome", "NotPending", "Number", "Odds",
    "Option", "Over", "Pending", "Place", "Problem", "RefereeError", "Resume", "Rules", "Ruling", "Said", "Seat",
    "State", "Step", "Text", "Token", "UnknownWord", "View", "Widget", "check_drawn", "draw_with", "permit",
]
