"""The card book: which code is which card, in a TOML file that anyone may read and change."""

import json
import os
import tomllib
from pathlib import Path

from msgspec import Struct

from hardware.errors import HardwareError

HEADER = "# Which code is which card: a section a deck, then code = card. Pitboard writes this file; so may you.\n"


class Meaning(Struct, frozen=True):
    """What a code stands for: a card of a deck."""

    deck: str
    card: str


class CardBookError(HardwareError, ValueError):
    """A card book that cannot be read: file, key and what would do."""


class CardBook:
    """Codes and their cards. A code that is not in it asks to be taught; one may be taught anew."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._meanings = _read(path) if path is not None else {}
        self.trouble = ""
        """Why the book could not be saved; it then lasts until the end."""

    def meaning(self, code: str) -> Meaning | None:
        """What the code stands for; None for a card that nobody has taught."""
        return self._meanings.get(code)

    def teach(self, code: str, deck: str, card: str) -> None:
        """From now on this code is this card."""
        self._meanings[code] = Meaning(deck, card)
        self._save()

    def forget(self, code: str) -> None:
        if self._meanings.pop(code, None) is not None:
            self._save()

    def codes(self, deck: str) -> dict[str, str]:
        """The deck's codes and their cards."""
        return {code: meaning.card for code, meaning in self._meanings.items() if meaning.deck == deck}

    def _save(self) -> None:
        if self._path is None:
            return
        draft = self._path.with_suffix(".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(self._text(), "utf-8")
            os.replace(draft, self._path)
            self.trouble = ""
        except OSError as error:
            self.trouble = f"{self._path}: the card book cannot be saved: {error.strerror}."

    def _text(self) -> str:
        decks = sorted({meaning.deck for meaning in self._meanings.values()})
        return HEADER + "".join(f"\n[{_quoted(deck)}]\n{self._lines(deck)}" for deck in decks)

    def _lines(self, deck: str) -> str:
        return "".join(f"{_quoted(code)} = {_quoted(card)}\n" for code, card in sorted(self.codes(deck).items()))


def _read(path: Path) -> dict[str, Meaning]:
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CardBookError(f"{path}: this is no card book: {error}.") from error
    return {code: meaning for deck, cards in table.items() for code, meaning in _deck(path, deck, cards).items()}


def _deck(path: Path, deck: str, cards: object) -> dict[str, Meaning]:
    if not isinstance(cards, dict):
        raise CardBookError(f"{path}: {deck}: write a section, [{deck}], with a line for each code.")
    for code, card in cards.items():
        if not isinstance(card, str):
            raise CardBookError(f'{path}: {deck}.{code} = {card}: write the card\'s name in quotes, "good-exit".')
    return {code: Meaning(deck, card) for code, card in cards.items()}


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
