"""The pod's pins and its loop: the only file that knows the board. `pins.py` says what is wired where."""

import binascii
import io
import os
import select
import sys
import time

import machine
import micropython
import pins
import wire
from debounce import Debouncer
from pod import VERSION, Pod
from screen import Screen

try:
    import deflate
except ImportError:
    deflate = None

WATCHDOG = 8000
"""Milliseconds; a Pico's watchdog takes at most 8388."""
AT_ONCE = 256
"""Bytes read before the buttons are looked at again; some 5 ms of them."""
PICTURE = 1024
BOOTS = "boot.txt"
PROMPT = "prompt.txt"
CTRL_C = 3
REPEATING = ("minus", "plus")


class Clock:
    """Milliseconds since the start, past the point where the board's own counter wraps."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._now = 0

    def now(self):
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._now


class Light:
    """The board's own light and a WS2812, whichever there is."""

    def __init__(self, led, pixel):
        self._led = None if led is None else machine.Pin(led, machine.Pin.OUT)
        self._pixel = None if pixel is None else machine.Pin(pixel, machine.Pin.OUT)

    def show(self, colour, bright):
        red, green, blue = colour
        if self._led is not None:
            self._led.value(1 if bright else 0)
        if self._pixel is not None:
            machine.bitstream(self._pixel, 0, (400, 850, 800, 450), bytes((green, red, blue)))


def main():
    buttons = {name: machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP) for name, pin in pins.BUTTONS.items()}
    time.sleep_ms(20)  # a long cable charges slowly through a pull-up
    screen = Screen(bus(), pins.ADDRESS, pins.COLUMN)

    def closed(name):
        return buttons[name].value() == 0

    if asked_before() or (closed("menu") and closed("back")):
        rest(screen)
        return
    light = Light(pins.LED, pins.PIXEL)
    debouncer = Debouncer(tuple(buttons), closed, REPEATING)
    pod = Pod(facts(), debouncer, screen, light.show, inflate if deflate else None)
    micropython.kbd_intr(-1)  # a stray Ctrl-C must not stop the pod in the middle of anything
    try:
        run(pod, machine.WDT(timeout=WATCHDOG))
    finally:
        micropython.kbd_intr(CTRL_C)
    with open(PROMPT, "w") as file:
        file.write("The next start stays at the prompt.")
    machine.reset()  # the only way to stop the watchdog


def bus():
    return machine.I2C(
        pins.BUS["id"], sda=machine.Pin(pins.BUS["sda"]), scl=machine.Pin(pins.BUS["scl"]), freq=pins.BUS["freq"]
    )


def rest(screen):
    screen.say(["Pitboard pod", VERSION, "", "at the prompt;", "unplug it and", "plug it in", "to play"])
    for _ in range(12):
        screen.work(0)


class Cable:
    """What comes over USB. Reading more than one byte at a time may wait for ever, so each is asked for."""

    def __init__(self):
        poller = select.poll()
        poller.register(sys.stdin, select.POLLIN)
        self._poll = poller.ipoll
        self._read = sys.stdin.buffer.read

    def received(self, wait):
        """What has come, after at most `wait` milliseconds."""
        poll = self._poll
        read = self._read
        data = bytearray()
        for _ in range(AT_ONCE):
            byte = b""
            for _ in poll(wait):
                byte = read(1)
            if not byte:
                break
            data += byte
            wait = 0
        return bytes(data)


def run(pod, watchdog):
    cable = Cable()
    clock = Clock()
    while not pod.leave:
        watchdog.feed()
        data = cable.received(0 if pod.busy else 1)
        out = pod.step(clock.now(), data)  # the buttons are read right after the time
        if out:
            sys.stdout.buffer.write(out)


def asked_before():
    """True once after the table asked for the prompt."""
    try:
        os.remove(PROMPT)
    except OSError:
        return False
    return True


def facts():
    name = binascii.hexlify(machine.unique_id()).decode().upper()
    return {
        "id": name + "-" + pins.NAME if pins.NAME else name,
        "fw": VERSION,
        "proto": [wire.LOWEST, wire.HIGHEST],
        "boot": count_boot(),
        "run": binascii.hexlify(os.urandom(4)).decode(),
        "size": [128, 64],
        "controls": list(pins.BUTTONS),
        "can": ["z"] if deflate else [],
    }


def count_boot():
    """How often this pod has started: 1 again where the memory was lost, 0 where nothing can be kept."""
    try:
        with open(BOOTS) as file:
            boot = int(file.read()) + 1
    except (OSError, ValueError):
        boot = 1
    try:
        with open(BOOTS, "w") as file:
            file.write(str(boot))
    except OSError:
        boot = 0
    return boot


def inflate(data):
    try:
        return deflate.DeflateIO(io.BytesIO(data), deflate.RAW, 10).read(PICTURE + 1)
    except OSError:
        return b""  # never the bytes of any window


main()
