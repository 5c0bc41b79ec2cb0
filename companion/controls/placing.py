"""The pieces that people must move by hand, one at a time, before the race goes on."""

from collections import deque

from msgspec.structs import replace

from companion.controls.menu_pages import place_name
from companion.controls.situation import Move, Placing
from companion.engine import Board, Said

WANTED = {"never": 0, "several": 2, "always": 1}
"""How many pieces a sentence must name before the table waits for hands."""


class Placings:
    """A queue of lists, each walked piece by piece. `confirm`: `never`, `several` (two pieces or more), `always`."""

    def __init__(self, confirm: str = "several") -> None:
        self._least = WANTED[confirm]
        self._queue: deque[Placing] = deque()

    @property
    def current(self) -> Placing | None:
        """The list in hand."""
        return self._queue[0] if self._queue else None

    def add(self, said: Said, board: Board | None) -> None:
        """What was said, if it names enough pieces."""
        if board is None or not 0 < self._least <= len(said.moves):
            return
        moves = tuple(move for token in said.moves if (move := moved(token, board)) is not None)
        if moves:
            self._queue.append(Placing(said.text, moves))

    def confirm(self, everything: bool = False) -> None:
        """The piece in hand stands on its place, or all of the list do; after the last one the list is done."""
        if self._queue:
            placing = self._queue[0]
            if placing.at + 1 < len(placing.moves) and not everything:
                self._queue[0] = replace(placing, at=placing.at + 1)
            else:
                self._queue.popleft()

    def withdraw(self) -> None:
        """Back to the piece before."""
        if self._queue and self._queue[0].at:
            self._queue[0] = replace(self._queue[0], at=self._queue[0].at - 1)

    def forget(self) -> None:
        """What was to be moved was taken back."""
        self._queue.clear()


def moved(token_id: str, board: Board) -> Move | None:
    """Where that piece goes, by name."""
    token = next((token for token in board.tokens if token.id == token_id), None)
    if token is None:
        return None
    name = token.label or token.id
    return Move(token.id, name[:1].upper() + name[1:], place_name(board, token.place), token.seat)
