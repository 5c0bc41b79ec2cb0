"""What every registered game must keep, the day it is registered."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from companion.controls.setting import NamesDraws
from companion.engine import Action, Ask, Draw, Drawn, Event, IllegalAction, Over, Resume, Step, draw_with
from companion.engine.codec import form, load_state, parse, state_form, to_text
from companion.engine.contract import Rules, State
from companion.games import GAMES, load

RACES = 12
MANY_MOVES = 20_000

pytestmark = pytest.mark.parametrize("name", GAMES)


def short(name: str) -> dict[str, object]:
    """Options for a race that ends soon, where the game counts laps."""
    return {option.name: 1 for option in load(name).rules.options if option.name == "laps"}


class Walk:
    """A random race: every state and what led on from it."""

    def __init__(self, name: str, seed: int, seats: tuple[str, ...] = ("red", "blue", "green")) -> None:
        self.rules: Rules[State] = load(name).rules
        self.seats = seats
        self.stream = random.Random(seed)
        self.moves: list[Action | Drawn] = []
        self.state = self.rules.setup(seats, short(name))
        self.state = self.rules.apply(self.state, Resume()).state

    def __iter__(self) -> Iterator[tuple[State, Action | Drawn, Step]]:
        for _ in range(MANY_MOVES):
            pending = self.rules.pending(self.state)
            if isinstance(pending, Over):
                return
            move = self.move(pending)
            before, step = self.state, self.rules.apply(self.state, move)
            self.moves.append(move)
            self.state = step.state
            yield before, move, step
        pytest.fail("the race never ends")

    def move(self, pending: Ask | Draw) -> Action | Drawn:
        if isinstance(pending, Draw):
            return draw_with(pending, self.stream.randrange)
        open_choices = [choice.action for choice in pending.choices if choice.barred is None]
        assert open_choices, f"a dead end: {pending}"
        return self.stream.choice(open_choices)


def test_random_races_end_with_everybody_ranked(name: str) -> None:
    for seed in range(RACES):
        walk = Walk(name, seed)
        for _ in walk:
            pass
        pending = walk.rules.pending(walk.state)
        assert isinstance(pending, Over)
        assert sorted(pending.ranking) == sorted(walk.seats)


def test_the_accepted_inputs_replay_to_an_equal_state(name: str) -> None:
    walk = Walk(name, 1)
    for _ in walk:
        pass
    again = walk.rules.apply(walk.rules.setup(walk.seats, short(name)), Resume()).state
    for move in walk.moves:
        again = walk.rules.apply(again, move).state
    assert again == walk.state


def test_every_state_survives_its_json_form(name: str) -> None:
    for count, (_, _, step) in enumerate(Walk(name, 2)):
        if count % 7 == 0:
            plain = {k: v for k, v in state_form(step.state).items() if k not in type(step.state).worked_out}
            assert load_state(type(step.state), plain) == step.state


def test_every_move_and_event_survives_its_text_form(name: str) -> None:
    walk = Walk(name, 3)
    for _, move, step in walk:
        if isinstance(move, Action):
            assert parse(walk.rules.actions, to_text(move)) == move
        for event in step.events:
            assert parse(walk.rules.events, to_text(event)) == event


def test_what_is_barred_or_not_on_the_menu_is_refused_with_its_ruling(name: str) -> None:
    walk, barred, strange = Walk(name, 4), 0, random.Random(4)
    seen: list[Action] = []
    for before, move, _ in walk:
        pending = walk.rules.pending(before)
        if not isinstance(pending, Ask):
            continue
        for choice in pending.choices:
            if choice.barred is not None:
                with pytest.raises(IllegalAction) as refusal:
                    walk.rules.apply(before, choice.action)
                assert refusal.value.ruling == choice.barred
                barred += 1
        assert isinstance(move, Action)
        seen.append(move)
        foreign = strange.choice(seen)
        if foreign not in [choice.action for choice in pending.choices]:
            with pytest.raises(IllegalAction) as refusal:
                walk.rules.apply(before, foreign)
            assert refusal.value.ruling.rule
    assert seen


def test_no_other_seat_can_play(name: str) -> None:
    walk = Walk(name, 5)
    for before, move, _ in walk:
        pending = walk.rules.pending(before)
        if isinstance(pending, Ask) and isinstance(move, Action):
            other = next(seat for seat in walk.seats if seat != pending.seat)
            with pytest.raises(IllegalAction):
                walk.rules.apply(before, msgspec.structs.replace(move, by=other))


def test_a_menu_fits_a_panel(name: str) -> None:
    walk = Walk(name, 6)
    for before, _, _ in walk:
        pending = walk.rules.pending(before)
        if isinstance(pending, Ask):
            counts: dict[type[Action], int] = {}
            for choice in pending.choices:
                assert len(choice.label) <= 21, choice.label
                assert all(len(line) <= 21 for line in (*choice.detail, *choice.warning)), choice
                counts[type(choice.action)] = counts.get(type(choice.action), 0) + 1
                fields = [f for f in type(choice.action).__struct_fields__ if f not in ("by", "patch")]
                assert len(fields) <= 4
            assert max(counts.values()) <= 60, counts


def test_what_a_seat_is_shown_does_not_change_with_others_secrets(name: str) -> None:
    """A secret draw may come out in any of its ways: nobody but its seat is shown a different byte."""
    walk, tried = Walk(name, 7), 0
    for before, move, step in walk:
        pending = walk.rules.pending(before)
        if not (isinstance(pending, Draw) and pending.secret and isinstance(move, Drawn)):
            continue
        ways = [outcome for outcome, weight in pending.left(()).items() if weight]
        for outcome in walk.stream.sample(ways, min(3, len(ways))):
            other = walk.rules.apply(before, Drawn(pending.name, (outcome,)))
            if not alike(step.events, other.events, pending.seat):
                continue  # the outcome is public by the rules (an instant effect)
            tried += 1
            for viewer in (None, *(seat for seat in walk.seats if seat != pending.seat)):
                assert form(walk.rules.view(other.state, viewer)) == form(walk.rules.view(step.state, viewer))
    assert tried or not any(isinstance(move, Drawn) and move.name in SECRET_DRAWS for move in walk.moves)


def alike(one: tuple[Event, ...], other: tuple[Event, ...], seat: str | None) -> bool:
    """Whether everybody else is told the same."""
    public = [[event for event in events if event.only_for is None] for events in (one, other)]
    return public[0] == public[1]


SECRET_DRAWS = {"chance", "deal"}


def test_a_game_names_the_draws_that_it_makes(name: str) -> None:
    rules = load(name).rules
    assert isinstance(rules, NamesDraws)
    assert {move.name for _, move, _ in Walk(name, 10) if isinstance(move, Drawn)} <= {*rules.draws}


def test_the_same_view_twice_is_the_same(name: str) -> None:
    walk = Walk(name, 8)
    for count, (_, _, step) in enumerate(walk):
        if count % 11 == 0:
            for viewer in (None, *walk.seats):
                view = walk.rules.view(step.state, viewer)
                assert view == walk.rules.view(step.state, viewer)
                assert view.viewer == viewer


def test_narration_is_plain_sentences(name: str) -> None:
    game, told = load(name), 0
    for before, _, step in Walk(name, 9):
        for said in game.narrate(before, step):
            assert said.text
            assert "_" not in said.text, said
            told += 1
    assert told > 10
