"""One race after the other: what is chosen at the set-up reaches the race."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.controls.desk import Desk
from companion.controls.lobby import Lobby
from companion.controls.setting import HIDDEN, PERSON, Setting
from companion.engine import Ask, Draw
from companion.races import SET_UP, Races
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


def offered(folder: Path, standard: Setting, *chosen: Setting) -> Setting:
    """What a start offers once these races have been begun."""

    async def begun() -> Setting:
        data = DataFolder(folder)
        for setting in chosen:
            races = Races(setting, data, SystemClock())
            await races.begin(new=True)
            await races.close()
        after = Races(standard, data, SystemClock(), as_last_time=True)
        data.close()
        return after.setting

    return asyncio.run(begun())


def test_the_next_start_offers_the_game_the_drivers_and_the_options_of_the_last_race(tmp_path: Path) -> None:
    last = Setting("stock-car", {"blue": PERSON, "green": HIDDEN}, {"laps": 1}, table={"ai_delay_ms": 0})
    first = racing("fuel-and-fortune", laps=2)
    assert offered(tmp_path, racing("gear-dice"), first, replace(last, words=("lucky",))) == last


def test_a_table_that_has_raced_nothing_is_offered_the_standard(tmp_path: Path) -> None:
    assert offered(tmp_path, racing("gear-dice")) == racing("gear-dice")


@pytest.mark.parametrize(
    "kept",
    [
        b"",
        b"nonsense",
        b'{"game":"chess","drivers":{"red":"person"}}',
        b'{"game":"fuel-and-fortune","drivers":{"red":"person"},"options":{"laps":99}}',
        b'{"game":"fuel-and-fortune","drivers":{}}',
        b'{"game":"fuel-and-fortune","drivers":{"red":3}}',
    ],
)
def test_a_last_set_up_that_will_not_do_any_more_is_passed_over(tmp_path: Path, kept: bytes) -> None:
    (tmp_path / SET_UP).write_bytes(kept)
    assert offered(tmp_path, racing("gear-dice")) == racing("gear-dice")


def test_a_race_starts_even_where_its_set_up_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / SET_UP).mkdir()
    assert offered(tmp_path, racing("gear-dice"), racing("stock-car")) == racing("gear-dice")


def test_what_is_not_said_to_be_entered_is_drawn(tmp_path: Path) -> None:
    assert waited_for(tmp_path, racing("stock-car"))[0] == Ask.__name__


def test_stopping_while_a_race_is_being_started_leaves_a_race_to_resume(tmp_path: Path) -> None:
    async def stopped() -> int:
        data = DataFolder(tmp_path)
        races = Races(racing("fuel-and-fortune"), data, SystemClock())
        await races.begin()
        assert isinstance(races.stage, Lobby)
        races.stage.start()
        await races.stop()
        found = data.unfinished()
        data.close()
        assert races.trouble == ""
        return found.moves if found else -1

    assert asyncio.run(stopped()) >= 0
