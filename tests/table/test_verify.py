"""`--verify` and the phone page: an honest record passes, a changed one does not."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.table import DataFolder, Electronic, KeyedIn, Seal, Source
from companion.table.blocks import Survey, plain, survey
from companion.table.export import exported
from companion.table.lines import AnyLine, Came, Decided, Finished, Header, SealMark, encode
from companion.table.record import MemoryRecord
from companion.table.replay import replay
from companion.table.verify import digest_of, verify
from tests.support.table import SECRET, agree, begun, in_loop, move, play
from tests.support.toy_game import TOY


async def raced(seed: int = 1, source: Source | None = None, words: tuple[str, ...] = ("rhubarb",)) -> list[AnyLine]:
    """A finished race with an undo in it."""
    record, stream = MemoryRecord(), random.Random(seed)
    referee = await begun(source=source or Electronic(Seal(SECRET, words)), record=record, goal=20)
    for _ in range(6):
        await move(referee, stream)
    entry = [entry.seat for entry in referee.history.entries if entry.seat][-1]
    await referee.propose_undo(str(entry))
    await agree(referee)
    await play(referee, seed)
    assert referee.race_over
    return record.written


def found(lines: Sequence[AnyLine]) -> Survey:
    return survey(plain([encode(line) for line in lines]))


def resealed(lines: Sequence[AnyLine]) -> list[AnyLine]:
    """A forger puts checksums and the digest right again."""
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, digest=digest_of(found(lines)))]


@in_loop
async def test_an_honest_race_is_verified() -> None:
    verdict = verify(TOY, found(await raced()))
    assert verdict.problems == ()
    assert verdict.sealed > 0
    assert verdict.code == Seal(SECRET).mark.code


@in_loop
async def test_a_race_with_real_cards_says_how_many() -> None:
    verdict = verify(TOY, found(await raced(source=Electronic(Seal(SECRET), keyed=("die",)), seed=4)))
    assert verdict.problems == ()
    assert verdict.keyed > 0


@in_loop
async def test_a_race_without_a_seal_cannot_be_verified() -> None:
    verdict = verify(TOY, found(await raced(source=KeyedIn())))
    assert verdict.problems == ("No draw of this race was sealed.",)


@in_loop
async def test_a_race_that_is_not_over_keeps_its_secret() -> None:
    lines = (await raced())[:-1]
    assert verify(TOY, found(lines)).problems == ("The race is not over in this record; its secret is still sealed.",)


def other_outcome(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came) and line.draw == "card")
    line = lines[at]
    assert isinstance(line, Came)
    other = next(name for name in line.odds[0] if name != line.outcomes[0])
    return [*lines[:at], replace(line, outcomes=(other,)), *lines[at + 1 :]]


def called_keyed(lines: list[AnyLine]) -> list[AnyLine]:
    return [replace(line, how="keyed") if isinstance(line, Came) else line for line in lines]


def other_odds(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came))
    line = lines[at]
    assert isinstance(line, Came)
    odds = {name: weight + 1 for name, weight in line.odds[0].items()}
    return [*lines[:at], replace(line, odds=(odds,)), *lines[at + 1 :]]


def other_number(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Came))
    line = lines[at]
    assert isinstance(line, Came)
    return [*lines[:at], replace(line, number=line.number + 1), *lines[at + 1 :]]


def other_secret(lines: list[AnyLine]) -> list[AnyLine]:
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, secret="00" * 32)]


def other_seal(lines: list[AnyLine]) -> list[AnyLine]:
    header, last = lines[0], lines[-1]
    assert isinstance(header, Header)
    assert isinstance(last, Finished)
    seal = Seal(bytes(32), ("rhubarb",))
    return [replace(header, seal=seal.mark), *lines[1:-1], replace(last, secret=seal.secret.hex())]


def other_words(lines: list[AnyLine]) -> list[AnyLine]:
    header = lines[0]
    assert isinstance(header, Header)
    assert header.seal is not None
    return [replace(header, seal=SealMark(header.seal.hash, ("custard",))), *lines[1:]]


def no_secret(lines: list[AnyLine]) -> list[AnyLine]:
    last = lines[-1]
    assert isinstance(last, Finished)
    return [*lines[:-1], replace(last, secret="not hex")]


def other_sum(lines: list[AnyLine]) -> list[AnyLine]:
    at = next(at for at, line in enumerate(lines) if isinstance(line, Decided))
    line = lines[at]
    assert isinstance(line, Decided)
    return [*lines[:at], replace(line, sum="00000000"), *lines[at + 1 :]]


FORGERIES: list[Callable[[list[AnyLine]], list[AnyLine]]] = [
    other_outcome,
    called_keyed,
    other_odds,
    other_number,
    other_secret,
    other_seal,
    other_words,
    no_secret,
    other_sum,
]


@pytest.mark.parametrize("forge", FORGERIES)
@in_loop
async def test_a_changed_record_fails_even_if_its_checksums_are_put_right(forge: Callable[..., list[AnyLine]]) -> None:
    forged = resealed(forge(await raced()))
    assert verify(TOY, found(forged)).problems


@in_loop
async def test_a_changed_decision_fails_the_digest_and_with_a_new_digest_shows_another_code() -> None:
    lines = await raced()
    at = next(at for at, line in enumerate(lines) if isinstance(line, Decided) and line.do == "walk 1")
    line = lines[at]
    assert isinstance(line, Decided)
    forged = [*lines[:at], replace(line, do="walk 2"), *lines[at + 1 :]]
    assert any("was changed" in problem for problem in verify(TOY, found(forged)).problems)
    honest, other = verify(TOY, found(lines)), verify(TOY, found(resealed(forged)))
    assert honest.digest != other.digest


@in_loop
async def test_the_end_of_the_race_tells_the_code_that_verification_shows(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    new = folder.new_race()
    referee = await begun(source=Electronic(new.seal), record=new.record)
    assert f"Seal {new.seal.mark.code}" in [said.text for said in referee.messages(None)]
    await play(referee, 2)
    told = referee.messages(None)[-1].text
    await referee.close()
    verdict = verify(TOY, folder.survey(new.name))
    assert verdict.problems == ()
    assert told == f"The seal is open. Record {verdict.digest}"
    folder.close()


@in_loop
async def test_an_exported_record_replays_and_verifies_like_the_one_in_the_folder(tmp_path: Path) -> None:
    lines = await raced()
    again = survey(exported(TOY, found(lines)))
    assert replay(TOY, again.lines).history.state == replay(TOY, lines).history.state
    assert verify(TOY, again).problems == ()
