"""Where the pieces stand, and how to get them from one place to another with hands. Knows no game, only boards."""

import re

from companion.engine import Board, Said, Text, Token, View

STANDINGS = ("ranking", "running-order")
"""Text widgets that name the pieces, or their seats, from first to last."""


def piece(token: Token) -> str:
    return token.label or token.id.replace("-", " ")


def where(token: Token, board: Board) -> str:
    """Its place by name and, where several pieces share it, behind which one it stands."""
    place = next((place.label or place.id for place in board.places if place.id == token.place), token.place)
    sharing = stack(board, token.place)
    at = sharing.index(token)
    if len(sharing) == 1:
        return place
    return f"{place}, behind {piece(sharing[at - 1])}" if at else f"{place}, in front"


def front_first(view: View) -> tuple[Token, ...]:
    """The pieces in the order of the race, where the view tells it in words; else as the board lists them."""
    if view.board is None:
        return ()
    told = next((widget for widget in map(view.find, STANDINGS) if isinstance(widget, Text)), None)
    names = re.split(r"[\s,]+", told.text) if told else []
    rank = {name: at for at, name in reversed(list(enumerate(names)))}
    return tuple(sorted(view.board.tokens, key=lambda token: rank.get(token.id, rank.get(token.seat, len(names)))))


def stack(board: Board, place: str) -> list[Token]:
    """The pieces on a place, front to back."""
    return sorted((token for token in board.tokens if token.place == place), key=lambda token: token.order)


def moved(before: View, after: View) -> tuple[Token, ...]:
    """The tokens that stand elsewhere afterwards, in an order in which no hand has to hold two of them.

    A piece whose new place is taken by another that must leave waits for it; where they go round in a circle, one
    of them is lifted first.
    """
    if before.board is None or after.board is None:
        return ()
    old = {token.id: token.place for token in before.board.tokens}
    tokens = front_first(after)
    left = [token for token in tokens if old.get(token.id) != token.place]
    left += [token for token in tokens if token not in left and _shuffled(token, before.board, after.board)]
    done: list[Token] = []
    while left:
        standing = {old[token.id] for token in left if token.id in old}
        free = [token for token in left if token.place not in standing or old.get(token.id) == token.place]
        done.append((free or left)[0])
        left.remove(done[-1])
    return tuple(done)


def _shuffled(token: Token, before: Board, after: Board) -> bool:
    """Whether the pieces that stay on its place stand in another order among themselves."""
    was = [other.id for other in stack(before, token.place)]
    now = [other.id for other in stack(after, token.place)]
    return [one for one in was if one in now] != [one for one in now if one in was]


def put_back(before: View, after: View, opening: str) -> tuple[Said, ...]:
    """One sentence for the table: which pieces go where, in order."""
    tokens = moved(before, after)
    if not tokens or after.board is None:
        return (Said(opening),)
    list_of_them = "; ".join(f"{piece(token)} to {where(token, after.board)}" for token in tokens)
    return (Said(f"{opening} Put back: {list_of_them}.", moves=tuple(token.id for token in tokens)),)
