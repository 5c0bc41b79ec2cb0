"""In which order pieces are moved by hand, so that no hand finds a space still taken."""

from collections.abc import Mapping

from msgspec import Struct

Spaces = Mapping[int, str]


class Hands(Struct, frozen=True):
    """Cars to take off the board, cars to lift until their space is free, and where each car goes, in order."""

    off: tuple[int, ...]
    lift: tuple[int, ...]
    put: tuple[tuple[int, str], ...]

    @property
    def order(self) -> tuple[int, ...]:
        """Every car that is touched, in order."""
        return self.off + tuple(car for car, _ in self.put)


def by_hand(start: Spaces, end: Spaces, front_first: tuple[int, ...]) -> Hands:
    """From one position to another; `front_first` is the order in which cars go where nothing else matters."""
    off = tuple(car for car, at in start.items() if at and not end[car])
    left = [car for car in front_first if end[car] and end[car] != start[car]]
    taken = {start[car]: car for car in left if start[car]}
    lift, put = list[int](), list[tuple[int, str]]()
    while left:
        car = next((car for car in left if _free(end[car], taken)), None)
        if car is None:
            lifted = next(car for car in left if start[car] in taken)
            lift.append(lifted)
            del taken[start[lifted]]
            continue
        left.remove(car)
        put.append((car, end[car]))
        if taken.get(start[car]) == car:
            del taken[start[car]]
    return Hands(off, tuple(lift), tuple(put))


def _free(space: str, taken: Mapping[str, int]) -> bool:
    """Nobody who has still to go stands there; on the apron cars lie on top of each other."""
    return space.startswith("A") or space not in taken
