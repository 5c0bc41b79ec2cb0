"""One race after the other: what is chosen at the set-up reaches the race."""

import asyncio
from pathlib import Path

from companion.controls.desk import Desk
from companion.controls.setting import HIDDEN, PERSON, Setting
from companion.engine import Ask, Draw
from companion.races import Races
from companion.table import SystemClock
from companion.table.folder import DataFolder


def waited_for(folder: Path, setting: Setting) -> tuple[str, list[str]]:
    """The draw or the ask that a new race waits for, and red's screen."""

    async def begun() -> tuple[str, list[str]]:
        data = DataFolder(folder)
        races = Races(setting, data, SystemClock())
        try:
            await races.begin(new=True)
            assert isinstance(races.stage, Desk)
            pending = races.stage.referee.pending
            return _named(pending), [text for text in races.stage.page("red").texts() if text]
        finally:
            await races.close()
            data.close()

    return asyncio.run(begun())


def _named(pending: object) -> str:
    return pending.name if isinstance(pending, Draw) else type(pending).__name__


def racing(game: str, **options: object) -> Setting:
    return Setting(game, {"red": PERSON, "blue": HIDDEN}, options)


def test_a_team_bar_that_is_to_be_entered_is_asked_for(tmp_path: Path) -> None:
    waits, screen = waited_for(tmp_path, racing("stock-car", team_bars="entered"))
    assert waits == "bar"
    assert screen[0].startswith("BAR")
    assert "▶ Red" in screen


def test_what_is_not_said_to_be_entered_is_drawn(tmp_path: Path) -> None:
    assert waited_for(tmp_path, racing("stock-car"))[0] == Ask.__name__
