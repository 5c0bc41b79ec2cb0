"""Before the start, on the panels and for the page: a race to resume, or a new one to set up."""

from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.controls.setting import HIDDEN, PERSON, Setting, Shop, fields, preview, problems, stepped, value_of
from companion.controls.table_pages import filled
from companion.controls.words import spoken
from companion.drawing import COLUMNS, Line, Page, keys, title, wrap
from companion.engine import SEATS, Option, Problem, Seat, View

ROOM = 5
STAND_IN = Problem("", "", "Plug in the others, or start on the page.")


class Face(Struct, frozen=True):
    """What one panel shows of the set-up: its first page, the list of options, or one of them being changed."""

    page: str = "ready"
    at: int = 0


def unlimited() -> int | None:
    """A table that needs no panels."""
    return None


class Lobby:
    """Waits for somebody to press OK. `found` tells of a race that was broken off; "" if there is none. `standard` is
    the set-up to go back to, where that of the last race is offered. `panels` counts the panels that are connected;
    None: nobody needs one."""

    def __init__(
        self,
        shop: Shop,
        setting: Setting,
        found: str = "",
        standard: Setting | None = None,
        panels: Callable[[], int | None] = unlimited,
    ) -> None:
        self.shop = shop
        self.setting = setting
        self.found = found
        self._standard = standard or setting
        self._panels = panels
        self.on_start: Callable[[Setting], object] = lambda setting: None
        self.on_resume: Callable[[], object] = lambda: None
        self._offered = setting if standard is not None and standard != setting else None
        self._faces: dict[Seat, Face] = {}
        self._listeners: list[Callable[[Seat | None], object]] = []
        self._game = shop.game(setting.game)
        self._look()

    @property
    def people(self) -> tuple[Seat, ...]:
        return self.setting.people

    @property
    def options(self) -> tuple[Option, ...]:
        return fields(self._game)

    @property
    def view(self) -> View | None:
        """The board as it would be at the start."""
        return self._view

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*self._problems, *self._too_few())

    @property
    def changed(self) -> bool:
        """Whether the standard set-up is another one."""
        return self.setting != self._standard

    @property
    def blocked(self) -> tuple[Problem, ...]:
        return tuple(problem for problem in self._problems if problem.blocks)

    def listen(self, callback: Callable[[Seat | None], object]) -> None:
        self._listeners.append(callback)

    def change(self, setting: Setting) -> None:
        """Somebody chose something else."""
        if setting.game != self.setting.game:
            self._game = self.shop.game(setting.game)
        self.setting = setting
        self._look()
        self._changed()

    def start(self, by_page: bool = False) -> None:
        """Off, unless something blocks the start. A page stands in for panels that are missing."""
        if not self.blocked and (by_page or not self._too_few()):
            self.on_start(self.setting)

    def back_to_standard(self) -> None:
        """Forget the set-up of the last race, and whatever was changed since."""
        self.change(self._standard)

    def resume(self) -> None:
        if self.found:
            self.on_resume()

    def _too_few(self) -> tuple[Problem, ...]:
        """Whether there are more persons than panels: a page must start such a race, and be their panel."""
        panels = self._panels()
        if panels is None or len(self.people) <= panels:
            return ()
        told = f"Only {panels} panel{'s are' if panels != 1 else ' is'} connected."
        return (Problem("E-PANELS", "seats", told, blocks=False),)

    def _look(self) -> None:
        self._problems = problems(self._game, self.setting)
        self._view = preview(self._game, self.setting)

    def _changed(self) -> None:
        for listener in self._listeners:
            listener(None)

    # Panels

    def wanted(self, seat: Seat) -> bool:
        return True

    def shown(self, seat: Seat, at_once: bool = False) -> tuple[Page, bool]:
        return self.page(seat), True

    def page(self, seat: Seat) -> Page:
        face = self._face(seat)
        match face.page:
            case "ready" if self.found:
                return self._found_page()
            case "options":
                return self._options_page(face)
            case "option":
                return self._option_page(face)
            case _ if seat in SEATS and seat not in self.people:
                return _join_page(seat)
            case _:
                return self._ready_page(seat)

    def press(self, seat: Seat, control: str, repeat: bool = False) -> None:
        """A button of that seat's panel; OK on one that nobody sits at joins the race."""
        if seat in SEATS and seat not in self.people:
            if control == "ok" and not self.found:
                self.change(self.setting.with_driver(seat, PERSON))
            return
        face = self._face(seat)
        match face.page:
            case "options":
                self._faces[seat] = self._press_options(face, control)
            case "option":
                self._faces[seat] = self._press_option(face, control)
            case _:
                self._faces[seat] = self._press_ready(face, seat, control)
        self._changed()

    def _face(self, seat: Seat) -> Face:
        return self._faces.setdefault(seat, Face())

    def _found_page(self) -> Page:
        body = [Line(text, keep=3) for text in wrap(self.found)]
        return Page("resume", filled((title("RACE FOUND"),), body, keys("OK resume", "BACK new")))

    def _ready_page(self, seat: Seat) -> Page:
        if self.blocked:
            return _blocked_page(self.blocked, keys("", "MENU set up"))
        if missing := self._too_few():
            return _blocked_page((*missing, STAND_IN), keys("BACK bot drives", "MENU"))
        people, bots = len(self.setting.people), len(self.setting.bots)
        ready = "As last time. Ready?" if self.setting == self._offered else "Ready?"
        head = (title("NEW RACE", spoken(seat)), Line(spoken(self.setting.game)[:16], look="big", keep=4))
        against = f"against {bots} computer{'s' * (bots != 1)}" if bots else ""
        told = f"{people} player{'s' * (people != 1)} {against}".strip()
        body = [*(Line(text) for text in wrap(told)), Line(ready, keep=3)]
        return Page("ready", filled(head, body, keys("OK start", "MENU set up")))

    def _press_ready(self, face: Face, seat: Seat, control: str) -> Face:
        if control == "menu":
            return Face("options")
        if self.found:
            self._answer_found(control)
        elif control == "ok":
            self.start()
        elif control == "back" and len(self.people) > 1 and seat in self.people:
            self.change(self.setting.with_driver(seat, HIDDEN))
        return face

    def _answer_found(self, control: str) -> None:
        if control == "ok":
            self.resume()
        elif control == "back":
            self.found = ""

    def _options_page(self, face: Face) -> Page:
        top = max(0, min(face.at - 2, self._rows - ROOM))
        lines = [self._option_line(i, i == face.at) for i in range(top, min(top + ROOM, self._rows))]
        return Page("options", filled((title("SET UP"),), lines, keys("-/+ OK change", "BACK")))

    @property
    def _rows(self) -> int:
        """The options, and a line that takes all of them back where there is anything to take back."""
        return len(self.options) + self.changed

    def _option_line(self, index: int, chosen: bool) -> Line:
        if index == len(self.options):
            return Line("Standard set-up", look="chosen" if chosen else "plain", keep=5 if chosen else 2)
        option = self.options[index]
        told = shown(value_of(option, self.setting))[:9]
        text = option.label[: COLUMNS - len(told) - 1]
        return Line(text, told, "chosen" if chosen else "plain", keep=5 if chosen else 2)

    def _press_options(self, face: Face, control: str) -> Face:
        match control:
            case "minus" | "plus":
                return replace(face, at=(face.at + (1 if control == "plus" else -1)) % self._rows)
            case "ok" if face.at >= len(self.options):
                self.back_to_standard()
                return Face()
            case "ok":
                return replace(face, page="option")
            case "back" | "menu":
                return Face()
            case _:
                return face

    def _option_page(self, face: Face) -> Page:
        option = self.options[face.at]
        value = shown(value_of(option, self.setting))
        body = [Line(text) for problem in self.problems for text in wrap(problem.text)]
        unit = f"{value} {option.unit}".strip()
        head = (title(option.group.upper() or "SET UP"), Line(option.label), Line(unit, look="big", keep=5))
        return Page("option", filled(head, body, keys("-/+ change", "OK")))

    def _press_option(self, face: Face, control: str) -> Face:
        if control in ("minus", "plus"):
            option = self.options[face.at]
            value = stepped(option, value_of(option, self.setting), 1 if control == "plus" else -1)
            self.change(self.setting.with_option(option, value))
            return face
        return replace(face, page="options") if control in ("ok", "back", "menu") else face

    # The page

    def form(self) -> dict[str, object]:
        """The set-up as a page may draw it."""
        drivers = {seat: PERSON if who == PERSON else "bot" for seat, who in self.setting.drivers.items()}
        return {
            "game": self.setting.game,
            "games": self.shop.names,
            "seats": drivers,
            "words": self.setting.words,
            "found": self.found,
            "problems": self.problems,
            "changed": self.changed,
            "fields": [field(option, self.setting) for option in self.options],
        }

    def set(self, wish: dict[str, object]) -> None:
        """What a page changed; nonsense changes nothing."""
        setting = self.setting
        match wish:
            case {"standard": True}:
                setting = self._standard
            case {"game": str(name)} if name in self.shop.names and name != setting.game:
                setting = replace(setting, game=name, options={})
            case {"seat": str(seat), "driver": "nobody" | "person" as driver}:
                setting = setting.with_driver(seat, driver)
            case {"seat": str(seat), "driver": "bot"}:
                setting = setting.with_driver(seat, HIDDEN)
            case {"words": [*words]}:
                setting = replace(setting, words=tuple(str(word)[:40] for word in words[:32]))
            case {"option": str(name), "value": value}:
                chosen = next((option for option in self.options if option.name == name), None)
                setting = setting if chosen is None else setting.with_option(chosen, value)
        self.change(setting)


def _blocked_page(reasons: Sequence[Problem], foot: Line) -> Page:
    body = [Line(text, keep=3) for problem in reasons for text in wrap(problem.text)]
    return Page("blocked", filled((title("CANNOT START YET"),), body, foot))


def _join_page(seat: Seat) -> Page:
    head = (title("NEW RACE", spoken(seat)), Line(f"{spoken(seat)}: join?", look="big", keep=5))
    return Page("join", filled(head, [Line("Nobody drives this"), Line("car yet.")], keys("OK join")))


def shown(value: object) -> str:
    """A value for people: a switch as on or off, a list by its length."""
    match value:
        case bool():
            return "on" if value else "off"
        case str():
            return spoken(value)
        case dict():
            return "/".join(str(part) for part in value.values())
        case None:
            return "none"
        case _:
            return str(value)


def field(option: Option, setting: Setting) -> dict[str, object]:
    plain = msgspec.to_builtins(option)
    assert isinstance(plain, dict)
    return plain | {"value": value_of(option, setting)}
