"""P10: what a browser loads before it shows something, and what it is told then."""

import gzip

import msgspec

from companion.controls.desk import Desk
from companion.games import GAMES, load
from companion.table import Electronic, Referee, Seal
from companion.web.frames import Viewer, frame
from companion.web.page import packed
from companion.web.pictures import Pictures
from companion.web.source import RaceSource

SEATS = ("red", "blue", "green", "yellow")


def main() -> None:
    page = packed()
    print(f"P10 first load: {len(page.zipped)} bytes compressed (goal 14,600), {len(page.body)} unpacked")
    for game in GAMES:
        referee = Referee(load(game), SEATS, {}, source=Electronic(Seal(bytes(32))))
        told = msgspec.json.encode(frame(RaceSource(Desk(referee), lambda: ()), Pictures({}), Viewer("watch")))
        print(f"   {game}: first message {len(told)} bytes, about {len(gzip.compress(told))} on the wire")
