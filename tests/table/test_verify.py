"""`--verify` and the phone page: an honest record passes, a changed one does not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.table import DataFolder, Electronic, KeyedIn, Seal
from companion.table.blocks import survey
from companion.table.export import exported
from companion.table.lines import AnyLine, Decided
from companion.table.replay import replay
from companion.table.verify import verify
from tests.support.forgeries import (
    called_keyed,
    found,
    no_secret,
    other_number,
    other_odds,
    other_outcome,
    other_seal,
    other_secret,
    other_sum,
    other_words,
    raced,
    resealed,
)
from tests.support.table import SECRET, begun, in_loop, play
from tests.support.toy_game import TOY


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
