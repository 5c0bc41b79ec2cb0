"""Real pods on ptys: found, seated, unplugged, plugged in again. A test waits for the fact, never for a time."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from hardware.pods.port import SerialPort
from tests.support.cables import Script
from tests.support.pods import RealPod, Table, picture, until

Test = Callable[[Table, RealPod, RealPod], Awaitable[None]]


def at_a_table(folder: Path, test: Test, hurry: float = 1, same: bool = False) -> None:
    """Runs a test at a table for red and blue, with two pods that are not plugged in yet. In a hurry the table's
    clock runs faster, where a test would wait for its patience to end."""

    async def run() -> None:
        one, two = RealPod(folder / "one", "01"), RealPod(folder / "two", "01" if same else "02")
        async with Table(folder, one, two, hurry=hurry) as table:
            await test(table, one, two)
        assert one.errors + two.errors == ""

    asyncio.run(run())


def test_a_new_pod_asks_for_a_press_and_keeps_its_seat(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        one.plug()
        await until(lambda: table.facts(one))
        await until(lambda: "light 003c00" in one.told)
        await one.tap("plus")
        await one.tap("ok")
        await until(lambda: table.seated("red"))
        assert table.presses == []
        assert f'"{one.id}" = "red"' in table.memory.read_text()
        await one.tap("ok")
        await until(lambda: table.took("red") == ["ok"])

    at_a_table(tmp_path, test)


def test_pods_that_look_alike_are_told_apart_by_the_press(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        one.plug()
        two.plug()
        await until(lambda: table.facts(one) and table.facts(two))
        await two.tap("ok")
        await until(lambda: table.seated("red"))
        await one.tap("ok")
        await until(lambda: table.seated("red", "blue"))
        await one.tap("card")
        await two.tap("menu")
        await until(lambda: len(table.presses) == 2)
        assert (table.took("red"), table.took("blue")) == (["menu"], ["card"])

    at_a_table(tmp_path, test)


def test_a_pod_that_is_known_sits_down_at_once_and_shows_the_present(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(blue=one)
        table.displays["blue"].show(picture(1))
        one.plug()
        await until(lambda: one.shows(picture(1)))
        assert table.panels["blue"].health().ok
        assert not table.panels["red"].health().ok

    at_a_table(tmp_path, test)


def test_unplugged_and_plugged_in_under_another_name_the_present_picture_is_redrawn(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        one.plug()
        table.displays["red"].show(picture(1))
        await until(lambda: one.shows(picture(1)))
        changes = table.changes
        one.unplug()
        await until(lambda: not table.seated("red"))
        assert "not plugged in" in table.displays["red"].health().text
        table.displays["red"].show(picture(2))
        two.plug()  # takes the port's old name
        one.plug()
        await until(lambda: one.shows(picture(2)))
        assert table.changes > changes

    at_a_table(tmp_path, test)


def test_a_dead_handle_is_closed_at_once(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        before = len(os.listdir("/proc/self/fd"))
        one.plug()
        await until(lambda: table.facts(one))
        one.unplug()
        await until(lambda: len(os.listdir("/proc/self/fd")) == before)

    at_a_table(tmp_path, test)


def test_a_pod_that_hangs_is_dropped_blocks_nobody_and_comes_back(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one, blue=two)
        one.plug()
        two.plug()
        await until(lambda: table.seated("red", "blue"))
        one.signal(signal.SIGSTOP)
        for seed in range(300):
            table.displays["red"].show(picture(seed))
        table.displays["blue"].show(picture(7))
        await until(lambda: two.shows(picture(7)))
        await two.tap("ok")
        await until(lambda: table.took("blue") == ["ok"])
        await until(lambda: not table.seated("red"))
        one.signal(signal.SIGCONT)
        await until(lambda: one.shows(picture(299)))

    at_a_table(tmp_path, test, hurry=3)


@pytest.mark.slow
def test_two_pods_of_one_number_are_told_of_and_the_second_waits(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        one.plug()
        await until(lambda: table.seated("red"))
        two.plug()
        await until(lambda: any("my number" in facts.note for facts in table.hub.facts()))
        await two.tap("ok")
        await one.tap("plus")
        await until(lambda: table.presses)
        assert table.took("red") == ["plus"]
        one.unplug()
        table.displays["red"].show(picture(5))
        await until(lambda: two.shows(picture(5)))

    at_a_table(tmp_path, test, same=True)


def test_a_table_that_stops_says_so_and_the_next_one_finds_its_pods(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        one.plug()
        table.displays["red"].show(picture(1))
        await until(lambda: one.shows(picture(1)))
        table.hub.close()
        await until(lambda: not one.shows(picture(1)))
        fresh = Table(tmp_path, one)
        async with fresh:
            fresh.displays["red"].show(picture(2))
            await until(lambda: one.shows(picture(2)))

    at_a_table(tmp_path, test)


def test_a_new_pod_takes_over_from_one_that_is_broken(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        table.hub.seat("SOMEBODY", "blue")
        one.plug()
        await until(lambda: table.seated("red"))
        two.plug()
        await until(lambda: table.facts(two))
        await two.tap("ok")
        await until(lambda: table.seated("blue"))
        assert "SOMEBODY" not in table.memory.read_text()

    at_a_table(tmp_path, test)


def test_a_pod_that_is_sent_to_another_seat_shows_nothing_of_the_old_one(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        table.displays["red"].show(picture(1))
        one.plug()
        await until(lambda: one.shows(picture(1)))
        table.hub.seat(one.id, "blue")
        await until(lambda: one.glass.lit and not one.glass.image().getbbox())
        await one.tap("card")
        await until(lambda: table.took("blue") == ["card"])

    at_a_table(tmp_path, test)


def test_a_port_that_is_in_use_is_said_and_taken_when_it_is_free(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        one.plug()
        other = SerialPort(one.path)
        await until(lambda: any("in use" in facts.note for facts in table.hub.facts()))
        other.close()
        await until(lambda: table.facts(one))

    at_a_table(tmp_path, test)


def test_a_board_that_is_no_pod_is_left_alone_and_said(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        board = Script()
        table.extra.append(board.found)
        await until(lambda: board.of("hi"))
        board.say(b"MicroPython v1.29 on some board\r\n>>> \n")
        await until(lambda: any("as a pod does" in facts.note for facts in table.hub.facts()))
        SerialPort(board.found.path).close()
        one.plug()
        await until(lambda: table.facts(one))
        assert table.opened.count(board.found.path) == 1
        board.unplug()

    at_a_table(tmp_path, test, hurry=8)


def test_a_board_that_starts_when_its_port_is_opened_and_spits_junk_is_met(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        board = Script()
        table.extra.append(board.found)
        await until(lambda: len(board.of("hi")) >= 3)
        board.say(b"\x00\xffets Jun  8 2016 00:22:57\r\nrst:0x1 (POWERON_RESET),boot:0x13\r\n" + board.hello())
        await until(lambda: table.hub.facts() and table.hub.facts()[0].id == "SCRIPT")
        table.extra.clear()
        board.unplug()

    at_a_table(tmp_path, test)


def test_unplugged_in_the_middle_of_its_hello_a_board_is_met_the_next_time(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        boards = {share: Script(f"board{share}") for share in (0, 10, 50, 99)}
        table.extra += [board.found for board in boards.values()]
        for share, board in boards.items():
            await until(partial(board.of, "hi"))
            hello = board.hello(id=board.found.serial)
            board.say(hello[: len(hello) * share // 100])
            board.unplug()
        table.extra.clear()
        await until(lambda: not table.hub.facts())
        again = [Script(board.found.serial) for board in boards.values()]
        table.extra += [board.found for board in again]
        for board in again:
            await until(partial(board.of, "hi"))
            board.say(board.hello(id=board.found.serial))
        await until(lambda: {facts.id for facts in table.hub.facts()} == {board.found.serial for board in again})
        table.extra.clear()
        for board in again:
            board.unplug()

    at_a_table(tmp_path, test)


def test_a_pod_with_an_older_protocol_sits_with_a_note(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        main = one.folder / "main.py"
        main.write_text(main.read_text().replace("[wire.LOWEST, wire.HIGHEST]", "[1, wire.HIGHEST - 1]"))
        one.plug()
        await until(lambda: table.seated("red"))
        table.displays["red"].show(picture(4))
        await until(lambda: one.shows(picture(4)))
        assert table.panels["red"].health().ok
        assert "pitboard flash" in table.panels["red"].health().text

    at_a_table(tmp_path, test)


def test_a_pod_with_a_newer_protocol_is_refused_kindly(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        main = one.folder / "main.py"
        main.write_text(main.read_text().replace("[wire.LOWEST, wire.HIGHEST]", "[3, 3]"))
        one.plug()
        await until(lambda: any("newer" in facts.note for facts in table.hub.facts()))
        await until(lambda: one.glass.image().getbbox())
        await one.tap("ok")
        assert not table.seated("red")

    at_a_table(tmp_path, test)


def test_a_broken_screen_is_a_health_and_the_buttons_go_on(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        table.remember(red=one)
        one.plug()
        await until(lambda: table.seated("red"))
        one.break_bus()
        table.displays["red"].show(picture(1))
        await until(lambda: not table.displays["red"].health().ok)
        assert "four wires" in table.displays["red"].health().text
        await one.tap("ok")
        await until(lambda: table.took("red") == ["ok"])

    at_a_table(tmp_path, test)


def test_a_damaged_memory_is_put_aside_and_said(tmp_path: Path) -> None:
    (tmp_path / "pods.toml").write_text("not = [toml")
    table = Table(tmp_path)
    assert "pods.toml.bad" in table.hub.trouble
    assert (tmp_path / "pods.toml.bad").exists()
    table.hub.seat("E6", "red")
    assert table.hub.trouble == ""


def test_a_listener_that_fails_costs_no_press(tmp_path: Path) -> None:
    async def test(table: Table, one: RealPod, two: RealPod) -> None:
        def stumble(press: object) -> None:
            raise ArithmeticError(press)

        heard: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context["exception"]))
        table.remember(red=one)
        one.plug()
        await until(lambda: table.seated("red"))
        table.panels["red"].open(stumble)
        await one.tap("ok")
        await until(lambda: heard)
        table.panels["red"].open(table.presses.append)
        await one.tap("plus")
        await until(lambda: table.took("red") == ["plus"])
        assert len(heard) == 1

    at_a_table(tmp_path, test)
