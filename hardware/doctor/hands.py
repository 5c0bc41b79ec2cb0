"""What only a person can tell: is each button heard, and what stands on each screen?"""

import asyncio
from collections.abc import Awaitable, Callable

from PIL import Image, ImageDraw

from hardware.build import Hardware
from hardware.doctor.finding import Finding, fault, ok
from hardware.header import both
from hardware.pin_map import PinMap
from hardware.ports import Display, Panel, Press

PATIENCE = 15.0
"""Seconds for a person to find a button."""

Ask = Callable[[str], Awaitable[str]]
Say = Callable[[str], None]


class Hands:
    """Asks a person to press and to read. `ask` puts a question and waits for the answer, `say` only tells."""

    def __init__(self, hardware: Hardware, plan: PinMap, ask: Ask, say: Say, patience: float = PATIENCE) -> None:
        self._hardware = hardware
        self._plan = plan
        self._ask = ask
        self._say = say
        self._patience = patience
        self._heard: asyncio.Queue[Press] = asyncio.Queue()

    def hear(self, press: Press) -> None:
        """For the panels to call."""
        if not (press.held or press.repeat):
            self._heard.put_nowait(press)

    async def test(self) -> list[Finding]:
        """Every button of every panel, then every screen."""
        buttons = [
            await self._button(panel, control) for panel in self._hardware.panels.values() for control in panel.controls
        ]
        screens = [
            await self._screen(number, display) for number, display in enumerate(self._hardware.displays.values(), 1)
        ]
        return [*buttons, *screens]

    async def _button(self, panel: Panel, control: str) -> Finding:
        self._say(f"Press {control.upper()} on {panel.name}'s panel now.")
        try:
            press = await asyncio.wait_for(self._heard.get(), self._patience)
        except TimeoutError:
            cure = f"check the wire from {self._where(panel.name, control)} and the one to ground"
            return fault("buttons", f"{control.upper()} of {panel.name} was not heard.", cure)
        if (press.panel, press.control) == (panel.name, control):
            return ok("buttons", f"{control.upper()} of {panel.name} is heard.")
        heard = f"{press.control.upper()} of {press.panel}"
        cure = f"swap the wires, or the two lines of the pin map ({self._where(panel.name, control)})"
        return fault("buttons", f"For {control.upper()} of {panel.name} there came {heard}.", cure)

    async def _screen(self, number: int, display: Display) -> Finding:
        shown = f"{display.name.upper()} {17 * number % 90 + 10}"
        display.show(test_card(display.size, shown))
        read = await self._ask(f"What do you read on {display.name}'s screen (empty: nothing)? ")
        if read.strip().upper() == shown:
            return ok("screens", f"{display.name}'s screen shows what it should.")
        if not read.strip():
            cure = "see what the steps above say of its address; then check its supply"
            return fault("screens", f"Nothing is to be read on {display.name}'s screen.", cure)
        cure = (
            'if it is garbled or shifted by two columns, write chip = "sh1106"; if it is another\'s, swap the addresses'
        )
        return fault("screens", f"{display.name}'s screen should show {shown}, and shows {read.strip()}.", cure)

    def _where(self, panel: str, control: str) -> str:
        for device in self._plan.of("panel"):
            if device.name == panel and control in device.buttons:
                return both(device.buttons[control])
        return "the pod" if self._plan.of("panel", "pod") else "the knob"


def test_card(size: tuple[int, int], text: str) -> Image.Image:
    """A frame to see the edges by, and something to read."""
    image = Image.new("1", size)
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=255)
    draw.text((size[0] // 2, size[1] // 2), text, fill=255, anchor="mm", font_size=16)
    return image
