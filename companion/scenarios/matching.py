"""Does what came fit what was expected? Each answer is a list of sentences: empty if it fits."""

from collections.abc import Iterable, Iterator, Mapping, Sequence


def fits(pattern: str, event: str) -> bool:
    """Value by value; a pattern with fewer values matches as a prefix."""
    words = pattern.split()
    return words == event.split()[: len(words)]


def missing_event(patterns: Sequence[str], events: Sequence[str]) -> str | None:
    """The first pattern that does not come in this order, if there is one."""
    came = iter(events)
    return next((pattern for pattern in patterns if not any(fits(pattern, event) for event in came)), None)


def differences(expected: object, actual: object, path: str = "") -> Iterator[str]:
    """Where `actual` is not what `expected` asks: tables by subset, lists and scalars by equality."""
    if isinstance(expected, Mapping) and set(expected) == {"any_order"}:
        yield from _any_order(expected["any_order"], actual, path)
    elif isinstance(expected, Mapping) and isinstance(actual, Mapping):
        for key, value in expected.items():
            yield from _entry(key, value, actual, f"{path}.{key}" if path else key)
    elif not _same(expected, actual):
        yield f"{path}: expected {spelt(expected)}, came {spelt(actual)}"


def _entry(key: str, value: object, actual: Mapping[str, object], path: str) -> Iterator[str]:
    if key in actual:
        yield from differences(value, actual[key], path)
    else:
        yield f"{path}: expected {spelt(value)}, but there is no such key"


def _any_order(expected: object, actual: object, path: str) -> Iterator[str]:
    if not isinstance(expected, list) or not isinstance(actual, list) or not _same_bag(expected, actual):
        yield f"{path}: expected {spelt(expected)} in any order, came {spelt(actual)}"


def _same_bag(expected: list[object], actual: list[object]) -> bool:
    left = list(actual)
    for item in expected:
        index = next((i for i, other in enumerate(left) if _same(item, other)), None)
        if index is None:
            return False
        del left[index]
    return not left


def _same(expected: object, actual: object) -> bool:
    """Equality that tells on and off from 1 and 0, also within lists and tables."""
    if isinstance(expected, list) and isinstance(actual, list):
        return len(expected) == len(actual) and all(map(_same, expected, actual))
    if isinstance(expected, dict) and isinstance(actual, dict):
        return not any(differences(expected, actual))
    return isinstance(expected, bool) is isinstance(actual, bool) and expected == actual


def present(keys: Iterable[str], state: Mapping[str, object]) -> list[str]:
    """Those dotted keys that are in the state."""
    return [key for key in keys if _has(state, key.split("."))]


def _has(table: object, parts: Sequence[str]) -> bool:
    for part in parts:
        if not isinstance(table, Mapping) or part not in table:
            return False
        table = table[part]
    return True


def spelt(value: object) -> str:
    """A value as a scenario file would spell it."""
    match value:
        case bool():
            return "true" if value else "false"
        case str():
            return f'"{value}"'
        case Mapping():
            return "{ " + ", ".join(f"{key} = {spelt(item)}" for key, item in value.items()) + " }"
        case list() | tuple():
            return "[" + ", ".join(spelt(item) for item in value) + "]"
    return str(value)
