"""The game and the second model, driven side by side with the same answers.

At the start the options must be equal, those left at their default too. After every answer these must be: the events
in their text form, who is asked and the open choices or what is drawn and its odds, and the whole state as the rules
page names it; only the order of the cars ahead of the safety car is not looked at, because the page does not give it.

A race is compared until it is over, or MOST_ANSWERS have been given, or a line-up puts two cars of the queue and a car
that is not led on segment 0, for which no order is settled.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random

import msgspec
from msgspec import structs

from companion.engine import Ask, Draw, Event, Over, Pending
from companion.engine.codec import state_form, to_text
from companion.games import load
from companion.scenarios.matching import differences
from companion.scenarios.session import Session
from tests.support.second_model.forms import begin_in_the_middle, form
from tests.support.second_model.house import chosen
from tests.support.second_model.menus import open_actions
from tests.support.second_model.race import drive_race
from tests.support.second_model.settings import random_setting
from tests.support.second_model.sheet import Question, Sheet, Talk

MOST_ANSWERS = 1500
OVER = Question("over", "")


class SideBySide:
    """One race on both; `seen` counts events, awards by how many share them, and whole races."""

    def __init__(self, seed: int) -> None:
        self.stream = Random(seed)
        self.setting = random_setting(self.stream)
        self.session = Session(load("fuel-and-fortune"))
        self.sheet = Sheet(chosen(self.setting.options), self.setting.seats)
        self.bold = self.stream.random()
        self.answers: list[str] = []
        self.seen: Counter[str] = Counter()

    def difference(self) -> str:
        """The first thing that is not the same on both, with what led to it; empty if there is none."""
        seats, options, patch = self.setting
        told: Iterable[Event] = self.session.start(seats, options, patch or None)
        if patch:
            begin_in_the_middle(self.sheet, patch)
        if found := "; ".join(self._options_differ()):
            return f"{self.setting}\n  {found}"
        talk = _talk(self.sheet, bool(patch))
        question = next(talk)
        while not (found := self._differ(question, told)):
            if self._ends(question):
                return ""
            answer = self._answer(question)
            told = self._give(question, answer)
            question = talk.send(answer)
        return f"{self.setting}\n  after {self.answers[-8:]}:\n  {found}"

    def _options_differ(self) -> Iterator[str]:
        house = {name: value for name, value in structs.asdict(self.sheet.house).items() if value is not None}
        yield from differences({"options": house}, state_form(self.session.state))

    def _ends(self, question: Question) -> bool:
        """Whether there is nothing more to compare."""
        whole = question == OVER and not self.sheet.unsettled
        if not whole and not self.sheet.unsettled and len(self.answers) < MOST_ANSWERS:
            return False
        self.seen["compared whole" if whole else "compared in part"] += 1
        return True

    def _answer(self, question: Question) -> str:
        """Any open choice, the daring ones more often; any outcome, the likely ones more often or all alike."""
        pending = self.session.pending
        if isinstance(pending, Draw):
            odds = {outcome: count for outcome, count in pending.odds[0].items() if count}
            alike = self.stream.random() < 0.5
            (answer,) = self.stream.choices(list(odds), None if alike else list(odds.values()))
            return answer
        choices = sorted(open_actions(self.sheet, question))
        if question.what in ("pits", "sc-pits"):
            return "enter-pits" if self.stream.random() < self.bold / 2 else "stay-out"
        daring = [choice for choice in choices if "drive" in choice and self.stream.random() < 0.3]
        return self.stream.choice(daring or choices)

    def _give(self, question: Question, answer: str) -> Iterable[Event]:
        self.answers.append(f"{question.seat or question.what} {answer}")
        self.sheet.told = []
        if question.drawn:
            return self.session.answer(question.what, [answer])
        return self.session.act(question.seat, answer)

    def _differ(self, question: Question, told: Iterable[Event]) -> str:
        """What is not the same; nothing is looked at where the order on segment 0 is not settled."""
        if self.sheet.unsettled:
            return ""
        events = [to_text(event) for event in told]
        self.seen.update(event.split()[0] for event in events)
        if events != self.sheet.told:
            return f"events {events}\n  model  {self.sheet.told}"
        return "; ".join((*self._pending_differs(question, self.session.pending), *self._state_differs(question)))

    def _pending_differs(self, question: Question, pending: Pending) -> Iterator[str]:
        waits = _waits(pending)
        if waits != _wanted(question, self.sheet):
            yield f"the game waits for {waits}, the model for {_wanted(question, self.sheet)}"

    def _state_differs(self, question: Question) -> Iterator[str]:
        """Before the grid is drawn there is no state to speak of."""
        if question.what == "grid":
            return
        model = form(self.sheet)
        state = _looked_at(state_form(self.session.state), model)
        if state != model:
            yield from tuple(differences(model, state)) or tuple(differences(state, model))
        awards = model.get("awards", {})
        assert isinstance(awards, Mapping)
        self.seen.update(f"{award} {len(seats)}" for award, seats in awards.items())


def _talk(sheet: Sheet, begun: bool) -> Talk[None]:
    yield from drive_race(sheet, begun)
    yield OVER


def _looked_at(state: Mapping[str, object], model: Mapping[str, object]) -> dict[str, object]:
    """The keys that the model has too; of the safety car what the rules page names, those ahead in any order."""
    out = {key: state.get(key) for key in model}
    if "safety_car" in model:
        convoy = msgspec.convert(state["safety_car"], dict[str, object])
        ahead = sorted(msgspec.convert(convoy["ahead"], list[str]))
        out["safety_car"] = {key: convoy[key] for key in ("phase", "rounds_left", "queue", "held")} | {"ahead": ahead}
    return out


def _waits(pending: Pending) -> object:
    """What the game waits for; two equal cards are one answer."""
    match pending:
        case Ask(seat, _, choices):
            return seat, {to_text(choice.action) for choice in choices if choice.barred is None}
        case Draw(name, (odds,), seat, secret):
            return name, seat or "", {outcome: count for outcome, count in odds.items() if count}, secret
        case Over(ranking):
            return list(ranking)
    return pending


def _wanted(question: Question, sheet: Sheet) -> object:
    """The same, by the model."""
    if question == OVER:
        return sheet.ranking()
    if question.what == "grid":
        return *question, {seat: 1 for seat in sheet.seats if seat not in sheet.grid}, False
    if question.drawn:
        return *question, sheet.packs[question.what].odds, question.what == "chance"
    return question.seat, open_actions(sheet, question)
