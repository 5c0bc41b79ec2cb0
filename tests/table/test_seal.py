"""Sealed draws: exact odds, the same for ever, not to be foreseen, and not to be changed afterwards."""

import hashlib
import hmac
import random
from collections import Counter

import pytest

from companion.engine import Draw
from companion.table import Seal
from companion.table.seal import fresh
from tests.support.table import SECRET

DIE = Draw("die", ({"one": 1, "two": 2, "three": 3},))
DECK = Draw("deal", ({"a": 2, "b": 1, "c": 1},), bag=True, count=4)


def test_a_draw_is_worked_out_from_secret_words_number_and_odds_alone() -> None:
    assert Seal(SECRET).draw(DIE, 7) == Seal(SECRET).draw(DIE, 7)
    many = [Seal(SECRET, words).draw(DIE, n).outcomes for words in ((), ("x",)) for n in range(60)]
    assert many[:60] != many[60:]


def test_the_recipe_is_the_one_that_is_written_down() -> None:
    """By hand, as the module's docstring tells it; whoever checks a race elsewhere must come to the same."""
    key = hmac.digest(SECRET, b"words\nrhubarb", "sha256")
    x = int.from_bytes(hmac.digest(key, b"draw 3 0 0", "sha256"))
    ticket = x * 6 >> 256
    expected = "one" if ticket < 1 else "three" if ticket < 4 else "two"
    assert Seal(SECRET, ("rhubarb",)).draw(DIE, 3).outcomes == (expected,)


def test_the_order_of_the_odds_does_not_matter() -> None:
    turned = Draw("die", ({"three": 3, "two": 2, "one": 1},))
    assert all(Seal(SECRET).draw(DIE, n) == Seal(SECRET).draw(turned, n) for n in range(50))


def test_every_outcome_comes_as_often_as_its_weight_says() -> None:
    came = Counter(Seal(SECRET).draw(DIE, n).outcomes[0] for n in range(6000))
    for name, weight in DIE.odds[0].items():
        assert abs(came[name] - 1000 * weight) < 4 * (6000 * weight / 6 * (1 - weight / 6)) ** 0.5


def test_a_bag_is_emptied_without_putting_back() -> None:
    dealt = [Seal(SECRET).draw(DECK, n).outcomes for n in range(200)]
    assert {tuple(sorted(cards)) for cards in dealt} == {("a", "a", "b", "c")}
    assert len(set(dealt)) == 12, "every order comes up"


def test_the_code_is_short_and_says_nothing_of_the_secret() -> None:
    mark = Seal(SECRET).mark
    assert mark.hash == hashlib.sha256(b"pitboard seal\n" + SECRET).hexdigest()
    assert len(mark.code) == 14
    assert set(mark.code) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ-")
    assert SECRET.hex() not in mark.hash


def test_the_code_does_not_change_with_the_words_that_come_after_it() -> None:
    assert Seal(SECRET).mark.code == Seal(SECRET, ("rhubarb",)).mark.code


def test_a_fresh_seal_takes_its_secret_from_where_it_is_told() -> None:
    assert fresh(["a"], lambda size: b"\x07" * size).secret == b"\x07" * 32
    assert fresh().secret != fresh().secret


@pytest.mark.parametrize("guess", ["the last outcome again", "the most likely", "what comes under another secret"])
def test_the_next_draw_cannot_be_foretold_better_than_chance(guess: str) -> None:
    """From everything public (hash, words, all draws before), for a fair coin: right about half of the time."""
    coin, stream, right, tries = Draw("coin", ({"heads": 1, "tails": 1},)), random.Random(3), 0, 0
    for _ in range(200):
        seal = Seal(stream.randbytes(32), ("words",))
        other = Seal(bytes.fromhex(seal.mark.hash), seal.words)
        before = [seal.draw(coin, n).outcomes[0] for n in range(1, 11)]
        foretold = {
            "the last outcome again": before[-1],
            "the most likely": Counter(before).most_common(1)[0][0],
            "what comes under another secret": other.draw(coin, 11).outcomes[0],
        }
        for n in range(11, 16):
            tries += 1
            right += seal.draw(coin, n).outcomes[0] == foretold[guess]
    assert abs(right - tries / 2) < 4 * (tries / 4) ** 0.5


def test_draws_of_one_race_do_not_hang_together() -> None:
    """Pairs of neighbouring draws: all four kinds equally often."""
    coin = Draw("coin", ({"heads": 1, "tails": 1},))
    faces = [Seal(SECRET).draw(coin, n).outcomes[0] for n in range(4000)]
    pairs = Counter(zip(faces[::2], faces[1::2], strict=True))
    assert all(abs(count - 500) < 4 * (2000 * 3 / 16) ** 0.5 for count in pairs.values())


def test_what_is_dealt_beside_the_race_is_not_a_draw_of_it() -> None:
    dealt = [Seal(SECRET).tickets("profiles")(1 << 48), Seal(SECRET).tickets("bot red")(1 << 48)]
    assert len(set(dealt)) == 2
    assert dealt[0] == Seal(SECRET).tickets("profiles")(1 << 48)


def test_tickets_are_exact_where_a_remainder_must_be_thrown_away() -> None:
    """A total that does not divide 2^256: still below it, and spread over all of it."""
    below = Seal(SECRET).tickets("spread")
    total = (1 << 255) + 12345
    tickets = [below(total) for _ in range(400)]
    assert all(0 <= ticket < total for ticket in tickets)
    assert abs(sum(ticket > total // 2 for ticket in tickets) - 200) < 40
