"""Keys and words that are not known are told with those that are."""

import pytest

from companion.engine import BadOptions
from companion.games.gear_dice.dashboards import load as load_dashboards
from companion.games.gear_dice.misread import explained
from companion.games.gear_dice.state import Car, Race
from companion.games.gear_dice.track import Track
from companion.games.gear_dice.tracks import load as load_track
from tests.support.gear_dice import ring


@pytest.mark.parametrize(
    ("kind", "path", "why", "where", "told"),
    [
        (Car, "", "Object contains unknown field `gaer`", "gaer", "did you mean 'gear'"),
        (Car, "damage", "Object contains unknown field `break`", "damage.break", "did you mean 'brake'"),
        (Car, "status", "Invalid enum value 'of'", "status", "did you mean 'off'"),
        (Race, "results[0]", "Invalid enum value 'bad'", "results[0]", "known: clear, hazard"),
        (Track, "link[3]", "Object contains unknown field `form`", "link[3].form", "did you mean 'from'"),
        (Car, "gear", "Expected `int` <= 6", "gear", "Expected"),
    ],
)
def test_the_nearest_word_is_told(kind: type, path: str, why: str, where: str, told: str) -> None:
    found, sentence = explained(kind, path, why)
    assert found == where
    assert told in sentence


def test_a_track_names_the_link_that_is_misspelt() -> None:
    with pytest.raises(BadOptions, match=r"track\.link\[0\]\.kind: 'strait' is not known here; did you mean"):
        load_track(ring(a1_a2={"kind": "strait"}))


def test_a_dashboard_names_the_side_that_is_misspelt() -> None:
    with pytest.raises(BadOptions, match=r"dashboards\.asphalt\.drie: is not known here; known: dry, wet"):
        load_dashboards({"asphalt": {"drie": {"threshold": 2}}})
