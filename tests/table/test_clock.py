"""The set clock of the tests, and the system's own."""

import asyncio

from companion.table import SetClock, SystemClock
from tests.support.table import in_loop


def test_alarms_ring_in_order_and_only_once() -> None:
    clock, rung = SetClock(), []
    for when in (3.0, 1.0, 2.0, 9.0):
        clock.call_at(when, lambda: rung.append(clock.now()))
    clock.advance(5)
    assert rung == [1.0, 2.0, 3.0]
    clock.advance(5)
    assert rung[3:] == [9.0]
    assert clock.now() == 10


def test_an_alarm_that_was_called_off_does_not_ring() -> None:
    clock, rung = SetClock(), []
    clock.call_at(1, lambda: rung.append(1)).cancel()
    clock.advance(2)
    assert rung == []


def test_the_watch_may_jump_without_anything_noticing() -> None:
    clock, rung = SetClock(wall=1000.0), []
    clock.call_at(5, lambda: rung.append(clock.now()))
    clock.set_wall(-1e9)
    clock.advance(4)
    assert rung == []
    clock.advance(1)
    assert rung == [5]
    assert clock.wall() == -1e9 + 5


@in_loop
async def test_a_sleeper_wakes_when_the_clock_is_moved() -> None:
    clock = SetClock()
    sleeper = asyncio.create_task(clock.sleep(2))
    await asyncio.sleep(0)
    clock.advance(1)
    await asyncio.sleep(0)
    assert not sleeper.done()
    clock.advance(1)
    await sleeper
    assert clock.now() == 2


@in_loop
async def test_the_systems_clock_rings_too() -> None:
    clock, rung = SystemClock(), asyncio.Event()
    alarm = clock.call_at(clock.now(), rung.set)
    await rung.wait()
    alarm.cancel()
    await clock.sleep(0)
    assert clock.now() > 0
    assert clock.wall() > 1e9
