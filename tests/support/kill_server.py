"""`python kill_server.py`: races in child processes that may be killed at any moment.

Reads lines `GAME SEED FOLDER MOVES`. For each it forks a child that takes up or begins a race in the folder, with a
real record, and plays at random; the child writes `told N` as soon as line N is told, and `stands N SUM` when nothing
more follows from it. The server writes `child PID` before and `gone` after it.
"""

import asyncio
import os
import random
import sys
from pathlib import Path

from companion.engine import Ask, Draw, Game, Over, draw_with
from companion.games import load
from companion.table import DataFolder, Electronic, News, NotAllowed, Referee
from companion.table.replay import sum_of
from tests.support.toy_game import TOY

SEATS = ("red", "blue", "green")
SHORT = {"toy": {"goal": 30}}


def game_of(name: str) -> Game:
    return TOY if name == "toy" else load(name)


def say(text: str) -> None:
    os.write(1, f"{text}\n".encode())


class Heard:
    """What a person at the table was told."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._last = 0
        referee.listen(self._hear)

    def _hear(self, news: News) -> None:
        self._last = news.number
        say(f"told {news.number}")

    def stands(self) -> None:
        say(f"stands {self._last} {sum_of(self._referee.history.state)}")


async def race(name: str, seed: int, folder: DataFolder, moves: int) -> None:
    referee = opened(name, folder)
    heard = Heard(referee)
    await referee.start()
    heard.stands()
    stream = random.Random(seed)
    for _ in range(moves):
        pending = referee.pending
        if isinstance(pending, Over):
            break
        if stream.random() < 0.1:
            await undo(referee, stream)
        elif isinstance(pending, Draw):
            await referee.answer(draw_with(pending, stream.randrange))
        else:
            await decide(referee, pending, stream)
        heard.stands()
    await referee.close()


def opened(name: str, folder: DataFolder) -> Referee:
    game, found = game_of(name), folder.unfinished()
    if found is not None:
        begun = folder.resume(found.name)
        return Referee.resumed(game, begun.record, source=Electronic(begun.seal))
    begun = folder.new_race()
    options = SHORT.get(name, {"laps": 1})
    return Referee(game, SEATS, options, source=Electronic(begun.seal), record=begun.record)


async def decide(referee: Referee, ask: Ask, stream: random.Random) -> None:
    choice = stream.choice([choice for choice in ask.choices if choice.barred is None])
    await referee.decide(ask.seat, choice.action)


async def undo(referee: Referee, stream: random.Random) -> None:
    for seat in SEATS:
        try:
            await referee.propose_undo(seat)
        except NotAllowed:
            continue
        while referee.motion is not None:
            await referee.vote(referee.motion.waiting[0], stream.random() < 0.8)
        return


def main() -> None:
    for line in sys.stdin:
        name, seed, folder, moves = line.split()
        game_of(name)
        child = os.fork()
        if child == 0:
            asyncio.run(race(name, int(seed), DataFolder(Path(folder)), int(moves)))
            os._exit(0)
        say(f"child {child}")
        os.waitpid(child, 0)
        say("gone")


if __name__ == "__main__":
    main()
