"""Chapter 1, Setup: what a race cannot start with, and what people should know before they start it."""

from collections.abc import Iterator, Mapping

import msgspec

from companion.engine import SEATS, BadOptions, Option, Problem, Seat
from companion.engine.codec import near
from companion.games.fuel_and_fortune.options import BY_NAME, DECKS, DEFAULT_SIZE, PROFILES, Options
from companion.parts import ring

SCREEN_WORDS = ("humans", "ai", "names", "seed")


def chosen(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Options:
    """The options with their defaults filled in; BadOptions lists everything that blocks the start."""
    problems = (*_field_problems(seats), *_key_problems(given), *_value_problems(seats, given))
    if problems:
        raise BadOptions(problems)
    options = _filled_in(given)
    if problems := tuple(_misfits(options, len(seats))):
        raise BadOptions(problems)
    return options


def _field_problems(seats: tuple[Seat, ...]) -> Iterator[Problem]:
    if not 1 <= len(seats) <= len(SEATS):
        yield Problem("E-FIELD", "seats", "Choose 1 to 8 cars.")
    if len(set(seats)) < len(seats):
        yield Problem("E-NAMES", "seats", "Names and colours must differ.")
    for seat in seats:
        if seat not in SEATS:
            yield Problem("E-RANGE", "seats", f"there is no colour {seat!r}{near(seat, SEATS)}")


def _key_problems(given: Mapping[str, object]) -> Iterator[Problem]:
    for key in given:
        if key in SCREEN_WORDS:
            yield Problem("E-UNKNOWN", key, "belongs to the set-up screen; here the field is given as seats and bots")
        elif key not in BY_NAME:
            yield Problem("E-UNKNOWN", key, f"is no option{near(key, BY_NAME)}")


def _value_problems(seats: tuple[Seat, ...], given: Mapping[str, object]) -> Iterator[Problem]:
    """What is wrong with each value by itself."""
    for key, value in given.items():
        if key in DECKS:
            yield from _deck_problems(key, value)
        elif key == "bots":
            yield from _bot_problems(seats, value)
        elif key == "chance_dots":
            yield from _dot_problems(value, given)
        elif key in BY_NAME:
            yield from _simple_problems(BY_NAME[key], value, given)


def _simple_problems(option: Option, value: object, given: Mapping[str, object]) -> Iterator[Problem]:
    name = option.name
    if isinstance(option.default, bool):
        if not isinstance(value, bool):
            yield Problem("E-RANGE", name, f"{name} must be true or false.")
    elif option.low is None or option.high is None:
        if value not in option.values:
            yield Problem("E-RANGE", name, f"{name} must be {' or '.join(option.values)}.")
    elif name != "round_limit" or value not in (None, "none"):
        yield from _range_problems(name, value, *_bounds(option, given))


def _range_problems(name: str, value: object, low: int, high: int) -> Iterator[Problem]:
    number = (int, float) if name == "ai_shift" else int
    if not isinstance(value, number) or isinstance(value, bool):
        kind = "a number" if name == "ai_shift" else "a whole number"
        yield Problem("E-RANGE", name, f"{name} must be between {low} and {high}, {kind}.")
    elif name == "start_fuel" and not low <= value <= high:
        yield Problem("E-FUEL-START", name, "Starting fuel must be 1 to 5 and fit the tank.")
    elif not low <= value <= high:
        yield Problem("E-RANGE", name, f"{name} must be between {low} and {high}.")


def _bounds(option: Option, given: Mapping[str, object]) -> tuple[int, int]:
    assert option.low is not None
    assert option.high is not None
    if option.name in ("pit_entry", "pit_exit"):
        return option.low, _size(given) - 1
    return option.low, option.high


def _size(given: Mapping[str, object]) -> int:
    """The number of segments; that of the default track while the one given is no good."""
    size = given.get("track_size", DEFAULT_SIZE)
    return size if type(size) is int and 12 <= size <= 100 else DEFAULT_SIZE


def _deck_problems(key: str, value: object) -> Iterator[Problem]:
    deck, most = DECKS[key]
    if not isinstance(value, Mapping):
        yield Problem("E-RANGE", key, f"{key} must be a table of counts.")
        return
    for card, count in value.items():
        if card not in deck:
            yield Problem("E-UNKNOWN", f"{key}.{card}", f"is no card of this deck{near(str(card), deck)}")
        elif type(count) is not int or not 0 <= count <= most:
            yield Problem("E-RANGE", f"{key}.{card}", f"{card} must be between 0 and {most}.")


def _bot_problems(seats: tuple[Seat, ...], value: object) -> Iterator[Problem]:
    if not isinstance(value, Mapping):
        yield Problem("E-RANGE", "bots", "bots must be a table of seats with their profiles.")
        return
    for seat, profile in value.items():
        if seat not in seats:
            yield Problem("E-UNKNOWN", f"bots.{seat}", f"is no seat of this race{near(str(seat), seats)}")
        elif profile not in PROFILES:
            yield Problem("E-RANGE", f"bots.{seat}", f"must be one of {', '.join(PROFILES)}.")


def _dot_problems(value: object, given: Mapping[str, object]) -> Iterator[Problem]:
    most = _size(given) // 2
    count = len(value) if isinstance(value, list | tuple) else value
    if type(count) is not int or not 0 <= count <= most:
        yield Problem("E-RANGE", "chance_dots", f"chance_dots must be between 0 and {most} segments, or their number.")
    elif isinstance(value, list | tuple) and any(type(dot) is not int for dot in value):
        yield Problem("E-RANGE", "chance_dots", "chance_dots must be whole numbers.")


def _filled_in(given: Mapping[str, object]) -> Options:
    plain = dict(given)
    size = _size(given)
    plain.setdefault("pit_entry", size - 2)
    for key, (deck, _) in DECKS.items():
        counts = plain.get(key, deck)
        assert isinstance(counts, Mapping)
        plain[key] = {card: counts.get(card, 0) for card in deck}
    if plain.get("round_limit") == "none":
        plain["round_limit"] = None
    options = msgspec.convert(plain | {"chance_dots": []}, Options)
    dots = plain.get("chance_dots", BY_NAME["chance_dots"].default)
    taken = (options.pit_entry, options.pit_exit)
    plain["chance_dots"] = spread(dots, size, taken) if isinstance(dots, int) else dots
    return msgspec.convert(plain, Options)


def spread(count: int, size: int, taken: tuple[int, ...]) -> tuple[int, ...]:
    """So many dots at even distances; one that would be on a taken segment goes to the next free one."""
    dots: list[int] = []
    for number in range(1, count + 1):
        dot = number * size // (count + 1)
        while dot in taken or dot in dots:
            dot = (dot + 1) % size
        dots.append(dot)
    return tuple(dots)


def _misfits(options: Options, cars: int) -> Iterator[Problem]:
    """What is wrong with values that are each in their range."""
    size, entry, exit_at = options.track_size, options.pit_entry, options.pit_exit
    if entry == exit_at:
        yield Problem("E-PIT-SAME", "pit_exit", "Pit Entry and Pit Exit must differ.")
    else:
        yield from _lane_misfits(options, ring.ahead(entry, exit_at, size), cars)
    if _misplaced(options):
        yield Problem("E-DOT-PLACE", "chance_dots", "Blue dots cannot be there.")
    if options.start_fuel > options.tank_max:
        yield Problem("E-FUEL-START", "start_fuel", "Starting fuel must be 1 to 5 and fit the tank.")
    if not any(options.overtake_deck.values()):
        yield Problem("E-OVERTAKE-EMPTY", "overtake_deck", "The Overtake Deck is empty.")
    if options.chance_dots and not any(options.chance_deck.values()):
        yield Problem("E-CHANCE-EMPTY", "chance_deck", "The Chance Deck is empty.")
    if options.sc_rounds * options.sc_advance >= size:
        yield Problem("E-SC-LONG", "sc_rounds", "The safety car would do a full lap.")


def _misplaced(options: Options) -> bool:
    dots = options.chance_dots
    off = not all(0 <= dot < options.track_size for dot in dots)
    return off or options.pit_entry in dots or options.pit_exit in dots or len(set(dots)) < len(dots)


def _lane_misfits(options: Options, bypass: int, cars: int) -> Iterator[Problem]:
    if options.track_size <= cars + bypass + 2:
        yield Problem("E-TRACK-CARS", "track_size", "Track too short for this many cars.")
    if 2 * bypass > options.track_size:
        yield Problem("E-PIT-SPAN", "pit_exit", "The pit lane bypasses more than half the track.")
    if bypass > 2 * (options.pit_lane_length + 1):
        yield Problem("E-PIT-FAST", "pit_lane_length", "The pit lane is faster than racing even without Skip.")


def warnings(options: Options, cars: int) -> Iterator[Problem]:
    """What a race can start with, but people should know."""
    size, entry, exit_at = options.track_size, options.pit_entry, options.pit_exit
    if cars == 1:
        yield _warning("W-SOLO", "seats", "Practice run: no overtaking, no awards.")
    if ring.ahead(entry, exit_at, size) > 3:
        yield _warning("W-SHORTCUT", "pit_exit", "Skip Refuelling is faster than racing here (A-49).")
    if exit_at > entry:
        text = "The pit lane does not pass the finish line: no lap is counted at the pit exit."
        yield _warning("W-PIT-LAP", "pit_exit", text)
    if 3 * (size - entry) > size:
        yield _warning("W-WARP-FAR", "pit_entry", "Running out of fuel sends cars far back.")
    yield from _deck_warnings(options, cars)
    if options.tank_max == 1:
        yield _warning("W-TANK", "tank_max", "Fuel can never be burnt and kept.")
    if (work := options.laps * size * cars) > 1500:
        minutes = round(work / 2.7 * 12 / 60)
        yield _warning("W-LONG", "laps", f"Estimated over {minutes} minutes.")


def _deck_warnings(options: Options, cars: int) -> Iterator[Problem]:
    overtake, chance = options.overtake_deck, options.chance_deck
    if 10 * overtake["crash"] > sum(overtake.values()):
        yield _warning("W-CRASHY", "overtake_deck", "Expect very many safety cars.")
    if overtake["safe-pass"] == 0:
        yield _warning("W-NO-SAFE", "overtake_deck", "No overtake can succeed cleanly.")
    if 100 * chance["debris"] > 7 * sum(chance.values()):
        yield _warning("W-DEBRIS", "chance_deck", "Expect many safety cars.")
    if options.dealt and sum(chance.values()) < 3 * cars + 1:
        yield _warning("W-CHANCE-SMALL", "chance_deck", "The Chance Deck can run dry.")
    if not options.chance_dots:
        yield _warning("W-NO-DOTS", "chance_dots", "Chance Cards will never appear.")


def _warning(code: str, key: str, text: str) -> Problem:
    return Problem(code, key, text, blocks=False)
