"""Sealed draws: a secret picked at the start, shown as a short code, published at the end.

Each draw is worked out from the secret, the words that players mixed in, the number of the draw and its odds, and
from nothing else: whoever knows the published secret can work out every one of them again.

    key     = HMAC-SHA256(secret, "words" and each word, one a line)
    x       = HMAC-SHA256(key, "draw NUMBER INDEX TRY"), a whole number below 2^256
    ticket  = x * total >> 256, unless the low half of x * total is below 2^256 mod total: then TRY is one more

INDEX counts the outcomes of one draw from 0, and a ticket falls on the outcomes in alphabetical order of their
names. The low-half rule (rejection) makes every ticket exactly as likely as every other.
"""

import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from companion.engine import Draw, Drawn, draw_with
from companion.table.lines import SealMark

WHOLE = 1 << 256


class Seal:
    """One race's secret and what follows from it."""

    def __init__(self, secret: bytes, words: Sequence[str] = ()) -> None:
        self.secret = secret
        self.words = tuple(words)
        self._key = _mac(secret, "\n".join(("words", *self.words)))

    @property
    def mark(self) -> SealMark:
        return SealMark(hash_of(self.secret), self.words)

    def draw(self, draw: Draw, number: int) -> Drawn:
        """The outcomes of that draw: always the same ones."""
        tables = tuple(dict(sorted(odds.items())) for odds in draw.odds)
        return draw_with(replace(draw, odds=tables), self._tickets(f"draw {number}"))

    def tickets(self, purpose: str) -> Callable[[int], int]:
        """Numbers for something that is no draw of the race, such as dealing the bots' profiles."""
        return self._tickets(f"deal {purpose}")

    def _tickets(self, purpose: str) -> Callable[[int], int]:
        asked = 0

        def below(total: int) -> int:
            nonlocal asked
            asked += 1
            return _ticket(self._key, f"{purpose} {asked - 1}", total)

        return below


def fresh(words: Sequence[str] = (), token: Callable[[int], bytes] = secrets.token_bytes) -> Seal:
    """A new seal that nobody can know."""
    return Seal(token(32), words)


def hash_of(secret: bytes) -> str:
    return hashlib.sha256(b"pitboard seal\n" + secret).hexdigest()


def _mac(key: bytes, text: str) -> bytes:
    return hmac.digest(key, text.encode(), "sha256")


def _ticket(key: bytes, purpose: str, total: int) -> int:
    attempt = 0
    while True:
        product = int.from_bytes(_mac(key, f"{purpose} {attempt}")) * total
        if product % WHOLE >= WHOLE % total:
            return product // WHOLE
        attempt += 1
