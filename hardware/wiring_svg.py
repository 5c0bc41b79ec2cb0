"""The wiring as a picture: the header in the middle, a wire and its name at each pin that is used."""

from collections.abc import Iterator
from html import escape

from hardware.header import GPIO_AT, POWER_AT
from hardware.pin_map import PinMap
from hardware.wiring import Lead, leads, notes, shopping

ROW, TOP, MIDDLE, WIDTH = 26, 84, 520, 1040
RADIUS = 9
COLOURS = {
    "red": "#c62828", "blue": "#1565c0", "green": "#2e7d32", "yellow": "#f9a825",
    "black": "#212121", "white": "#90a4ae", "orange": "#ef6c00", "purple": "#6a1b9a",
}  # fmt: skip
OTHER = "#00838f"
POWER = {"3V3": "#ef6c00", "5V": "#c62828", "GND": "#212121"}
UNUSED = "#cfd8dc"


def svg(plan: PinMap) -> str:
    """The whole picture."""
    body = [*_title(plan), *_board(), *(part for pin in range(1, 41) for part in _pin(pin, leads(plan)))]
    below = TOP + 20 * ROW + 40
    text = [*shopping(plan), "", *notes(plan)]
    body += [_text((40, below + 20 * number), line, size=13) for number, line in enumerate(text)]
    height = below + 20 * len(text) + 20
    style = "font-family: ui-monospace, Menlo, Consolas, monospace; white-space: pre"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'style="{style}">\n<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n' + "\n".join(body) + "\n</svg>\n"
    )


def _title(plan: PinMap) -> Iterator[str]:
    yield _text((40, 36), plan.title or plan.file, size=20)
    yield _text((40, 60), "The header seen from above, the board's edge on the right. Dashed: planned.", size=13)


def _board() -> Iterator[str]:
    height = 20 * ROW + 16
    yield f'<rect x="{MIDDLE - 40}" y="{TOP - 8}" width="80" height="{height}" rx="8" fill="#eceff1" stroke="#90a4ae"/>'


def _pin(pin: int, wires: tuple[Lead, ...]) -> Iterator[str]:
    here = [lead for lead in wires if lead.pin == pin]
    left = pin % 2 == 1
    x, y = MIDDLE - 18 if left else MIDDLE + 18, TOP + (pin - 1) // 2 * ROW + ROW // 2
    end = MIDDLE - 90 if left else MIDDLE + 90
    name = POWER_AT.get(pin) or f"GPIO {GPIO_AT[pin]}"
    colour = _colour(pin, here)
    if here:
        dashed = "" if any(lead.fitted for lead in here) else ' stroke-dasharray="5 4"'
        yield f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="{colour}" stroke-width="4"{dashed}/>'
        anchor, away = ("end", -1) if left else ("start", 1)
        yield _text((end + 8 * away, y + 4), name, size=11, anchor=anchor, fill="#607d8b")
        yield _text((end + 70 * away, y + 4), _goes(here), size=12, anchor=anchor)
    yield f'<circle cx="{x}" cy="{y}" r="{RADIUS}" fill="{colour if here or pin in POWER_AT else UNUSED}"/>'
    yield _text(
        (x, y + 4), str(pin), size=10, anchor="middle", fill="#ffffff" if here or pin in POWER_AT else "#455a64"
    )


def _goes(here: list[Lead]) -> str:
    ends = "; ".join(f"{lead.device}: {lead.end}" for lead in here)
    return ends if len(ends) < 44 else ", ".join(dict.fromkeys(_short(lead) for lead in here))


def _short(lead: Lead) -> str:
    return lead.device.split()[1]


def _colour(pin: int, here: list[Lead]) -> str:
    if pin in POWER_AT:
        return POWER[POWER_AT[pin]]
    words = [word for lead in here for word in lead.device.replace("-", " ").split()]
    seats = [word for word in dict.fromkeys(words) if word in COLOURS]
    return COLOURS[seats[0]] if len(seats) == 1 else OTHER


def _text(at: tuple[int, int], text: str, size: int, anchor: str = "start", fill: str = "#212121") -> str:
    x, y = at
    return f'<text x="{x}" y="{y}" font-size="{size}" text-anchor="{anchor}" fill="{fill}">{escape(text)}</text>'
