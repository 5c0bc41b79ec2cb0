"""Fuel and Fortune a second time, written from the rules page alone: what two readers agree on is probably right.

The model is a sheet of paper (`sheet.py`) and what is done to it: `menus.py`, `turn.py`, `lane.py`, `safety_car.py` and
`race.py`; `forms.py` spells it as a state. It knows the game's text forms and nothing of its code. A race of it is a
generator that yields questions and is sent answers. `settings.py` and `states.py` think up races, `comparison.py`
drives the game and the model through them together.
"""

from tests.support.second_model.comparison import SideBySide

__all__ = ["SideBySide"]
