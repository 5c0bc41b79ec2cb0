"""Readers that type: `hardware/readers/keyboard.py` with the real evdev on a uinput device."""

import asyncio
import subprocess
import sys

from evdev import InputDevice, UInput, ecodes, list_devices

from bench.vm import prove
from bench.vm.header import Table, table
from bench.vm.prove import until

READER = '[reader.cards]\nbackend = "keyboard"\nid = "1234:abcd"\n'
KEYS = {"A": ecodes.KEY_A, "B": ecodes.KEY_B, **{digit: ecodes.ecodes[f"KEY_{digit}"] for digit in "0123456789"}}


def plugged() -> UInput:
    """A reader as the kernel sees it."""
    keys = [*KEYS.values(), ecodes.KEY_ENTER, ecodes.KEY_LEFTSHIFT]
    return UInput({ecodes.EV_KEY: keys}, name="Card reader", vendor=0x1234, product=0xABCD)


def scan(reader: UInput, code: str) -> None:
    """Types a code and Enter."""
    for letter in code:
        if letter.isalpha():
            reader.write(ecodes.EV_KEY, ecodes.KEY_LEFTSHIFT, 1)
        _tap(reader, KEYS[letter])
        if letter.isalpha():
            reader.write(ecodes.EV_KEY, ecodes.KEY_LEFTSHIFT, 0)
    _tap(reader, ecodes.KEY_ENTER)


def _tap(reader: UInput, key: int) -> None:
    for value in (1, 0):
        reader.write(ecodes.EV_KEY, key, value)
        reader.syn()


def codes(at: Table) -> list[str]:
    return [card.code for card in at.cards]


def well(at: Table) -> bool:
    return not at.fault("reader.cards")


async def a_card_is_told_with_its_letters() -> None:
    reader = plugged()
    async with table(READER) as at:
        await until(lambda: well(at), what="the reader")
        scan(reader, "04A1B2")
        await until(lambda: at.cards, what="the card")
        assert codes(at) == ["04A1B2"]
    reader.close()


async def the_same_card_twice_within_a_second_counts_once() -> None:
    reader = plugged()
    async with table(READER) as at:
        await until(lambda: well(at), what="the reader")
        for code in ("1234", "1234", "1235"):
            scan(reader, code)
        await until(lambda: "1235" in codes(at), what="the other card")
        assert codes(at) == ["1234", "1235"]
        await asyncio.sleep(1.2)
        scan(reader, "1234")
        await until(lambda: len(at.cards) == 3, what="the first card again")
    reader.close()


async def what_is_typed_lands_nowhere_else() -> None:
    reader = plugged()
    async with table(READER) as at:
        await until(lambda: well(at), what="the reader")
        other = InputDevice(next(path for path in list_devices() if InputDevice(path).info.vendor == 0x1234))
        scan(reader, "77")
        await until(lambda: at.cards, what="the card")
        assert other.read_one() is None
        other.close()
    reader.close()


HOLD = """
import sys
from evdev import InputDevice
device = InputDevice(sys.argv[1])
device.grab()
print("held", flush=True)
sys.stdin.read()
"""


async def a_reader_that_another_program_holds_is_a_fault_and_heals() -> str:
    reader = plugged()
    path = next(path for path in list_devices() if InputDevice(path).info.vendor == 0x1234)
    words = (sys.executable, "-c", HOLD, path)
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        async with table(READER) as at:
            await until(lambda: not well(at), what="the fault")
            told = at.fault("reader.cards")
            holder.kill()
            await until(lambda: well(at), what="the cure")
            scan(reader, "5")
            await until(lambda: at.cards, what="the card")
    reader.close()
    return told


async def pulled_out_and_put_back_it_goes_on() -> str:
    reader = plugged()
    async with table(READER) as at:
        await until(lambda: well(at), what="the reader")
        reader.close()
        await until(lambda: not well(at), what="the fault")
        told = at.fault("reader.cards")
        reader = plugged()
        await until(lambda: well(at), what="its return")
        scan(reader, "42")
        await until(lambda: codes(at) == ["42"], what="the card")
    reader.close()
    return told


async def a_table_that_starts_without_it_waits_for_it() -> str:
    async with table(READER) as at:
        await asyncio.sleep(0.1)
        told = at.fault("reader.cards")
        reader = plugged()
        await until(lambda: well(at), what="the reader")
    reader.close()
    assert "1234:abcd" in told
    return told


if __name__ == "__main__":
    prove.run(
        "keyboard",
        (
            a_card_is_told_with_its_letters,
            the_same_card_twice_within_a_second_counts_once,
            what_is_typed_lands_nowhere_else,
            a_reader_that_another_program_holds_is_a_fault_and_heals,
            pulled_out_and_put_back_it_goes_on,
            a_table_that_starts_without_it_waits_for_it,
        ),
    )
