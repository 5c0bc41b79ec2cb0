"""P1: rules, random play of Fuel and Fortune with events and legality, against python-chess and boardgame.io.

Both others are optional: `pip install chess`, and `npm install` in bench/boardgame_io.
"""

import json
import random
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

from companion.engine import Ask, Draw, Over, Resume, draw_with
from companion.engine.codec import to_text
from companion.games import load

ROUNDS = 7
SEATS = ("red", "blue", "green", "yellow")
OTHER = Path(__file__).parent / "boardgame_io"


def ours(seed: int, races: int = 3) -> tuple[int, float]:
    """Moves and seconds: menu, random choice, step, events told in their text forms, inputs logged."""
    rules, stream = load("fuel-and-fortune").rules, random.Random(seed)
    log: list[str] = []
    moves, start = 0, perf_counter()
    for _ in range(races):
        state = rules.apply(rules.setup(SEATS, {}), Resume()).state
        while not isinstance(pending := rules.pending(state), Over):
            if isinstance(pending, Draw):
                step = rules.apply(state, draw_with(pending, stream.randrange))
            else:
                action = stream.choice([choice.action for choice in pending.choices if choice.barred is None])
                log.append(to_text(action))
                step = rules.apply(state, action)
                moves += 1
            state = step.state
    assert isinstance(rules.pending(state), Over)
    assert not isinstance(rules.pending(state), Ask)
    return moves, perf_counter() - start


def chess_moves(seed: int, plies: int = 600) -> tuple[int, float]:
    """python-chess: legal moves and push, at random."""
    import chess

    stream, board = random.Random(seed), chess.Board()
    start = perf_counter()
    for _ in range(plies):
        legal = list(board.legal_moves)
        if not legal or board.is_insufficient_material():
            board = chess.Board()
            legal = list(board.legal_moves)
        board.push(stream.choice(legal))
    return plies, perf_counter() - start


def boardgame_io(_seed: int) -> tuple[int, float]:
    """boardgame.io's headless client on a race of the same kind."""
    told = subprocess.run(["node", str(OTHER / "race.js"), "3"], capture_output=True, text=True, check=True)
    figures = json.loads(told.stdout)
    return figures["moves"], figures["seconds"]


def rate(side: Callable[[int], tuple[int, float]], seed: int) -> float:
    moves, seconds = side(seed)
    return moves / seconds


def compare(name: str, other: Callable[[int], tuple[int, float]]) -> None:
    pairs = [(rate(ours, seed), rate(other, seed)) for seed in range(ROUNDS)]
    mine, theirs = median(a for a, _ in pairs), median(b for _, b in pairs)
    print(f"P1 ours {mine:9.0f} moves/s, {name} {theirs:9.0f} moves/s, ratio of medians {mine / theirs:.1f}")


def main() -> None:
    try:
        import chess  # noqa: F401
    except ImportError:
        print("SKIPPED: python-chess is not installed (pip install chess)")
    else:
        compare("python-chess", chess_moves)
    if shutil.which("node") and (OTHER / "node_modules").is_dir():
        compare("boardgame.io", boardgame_io)
    else:
        print("SKIPPED: boardgame.io is not installed (npm install in bench/boardgame_io)")


if __name__ == "__main__":
    main()
