"""What a choice is thought to be worth, in segments of road."""

from companion.bots.fuel_and_fortune.profiles import Character
from companion.bots.fuel_and_fortune.sight import Sight
from companion.games.fuel_and_fortune.actions import Drive

VALUES = {"good-exit": 2.0, "late-brake": 0.8, "avoid-crash": 1.5}
OVERTAKE = ("sp", "ri", "c")
CHANCE = ("cf", "hrf", "tl", "lt", "deb", "ge", "lb", "ac")


class Outlook:
    """One drive, seen by one character: `base` is unbent, `now` bent by the place in the race."""

    def __init__(self, sight: Sight, base: Character, now: Character, action: Drive) -> None:
        self.sight, self.base, self.now, self.action = sight, base, now, action
        self.burnt = sight.burnt(action)
        self.fuel = sight.fuel - self.burnt
        self.progress = sight.landing(action.distance)
        self.left = sight.goal - self.progress
        self.cards = len(sight.hand) - (action.card is not None)
        self.segment = self.progress % sight.size
        self.safe = self.segment in (sight.entry, (sight.entry + sight.bypassed) % sight.size)
        self.meets = not self.safe and str(self.segment) in self._others()

    def _others(self) -> set[str]:
        return {place for seat, place in self.sight.places.items() if seat != self.sight.seat}

    @property
    def crosses(self) -> bool:
        """Whether a line is crossed that wants fuel on board."""
        return bool(self.sight.box) or self.progress // self.sight.size > self.sight.number(f"lap-{self.sight.seat}")

    def score(self) -> float:
        if self.crosses and self.fuel <= 0:
            return -1000.0 - self.burnt
        if self.left <= 0:
            return 1000.0 - self.burnt - 0.1 * (self.action.card is not None or self.action.avoid_crash)
        return self.action.distance - self._price() + self._overlap() + self._passes() + self._dot() + self._pits()

    def _price(self) -> float:
        """Fuel and cards spent."""
        price = self.now.fuel * self.burnt * (1.0 if self.left > 0.6 * self.sight.size else 0.35)
        if self.burnt and self.fuel == 0:
            price += self.now.dread + 2
        late = 1.0 if self.left > 12 else 0.4
        if self.action.card:
            few = 1.2 if len(self.sight.hand) < 3 else 0.6
            price += self.now.cards * VALUES[self.action.card] * late * few
        if self.action.avoid_crash:
            price += self.now.cards * VALUES["avoid-crash"] * late
        return price

    def _overlap(self) -> float:
        if not self.meets:
            return 0.0
        worth = 0.5 * self.now.passes
        return worth if self._protected() else worth - self.now.risk * self._danger()

    def _protected(self) -> bool:
        return self.action.avoid_crash or (self.action.card == "late-brake" and self.sight.on("lb-immune"))

    def _danger(self) -> float:
        behind = len(self.sight.ranking) - self.sight.rank
        crash, incident = self.sight.share("c", OVERTAKE), self.sight.share("ri", OVERTAKE)
        return crash * (8 + 1.5 * self.cards + 0.7 * behind) + incident * 1.5 * self.cards

    def _passes(self) -> float:
        ahead = self.sight.ranking[: self.sight.rank - 1]
        return 0.3 * self.now.passes * sum(self.sight.progress[seat] < self.progress for seat in ahead)

    def _dot(self) -> float:
        if self.segment not in self.sight.dots:
            return 0.0
        worth = self.chance()
        survives = 1 - self.sight.share("c", OVERTAKE) if self.meets and not self._protected() else 1.0
        return survives * worth * (self.now.dots if worth > 0 else 1.0)

    def chance(self) -> float:
        """The worth of a chance card on average, by the deck as it was set up."""
        me, sight, held = self.now, self.sight, 0.3 if self.sight.full_hand else 1.0
        lead = min(10.0, abs(sight.lead)) / 2
        worth = {
            "cf": me.fuel * min(1, sight.tank - self.fuel),
            "hrf": -(me.fuel + me.dread * (self.fuel == 1)) if self.fuel > 0 else 0.0,
            "tl": -1.5 * me.cards * self.cards,
            "lt": -1.2,
            "deb": -lead if sight.rank == 1 else lead,
            "ge": VALUES["good-exit"] * me.cards * held,
            "lb": VALUES["late-brake"] * me.cards * held,
            "ac": VALUES["avoid-crash"] * me.cards * held,
        }
        return sum(sight.share(card, CHANCE) * value for card, value in worth.items())

    def _pits(self) -> float:
        if not self.sight.box and self.segment == self.sight.entry:
            if not pits(self.sight, self.base, self.fuel, self.left):
                return 0.0
            return self.base.fuel + (8.0 if self.fuel == 0 else 0.0)
        return -6.0 if self.fuel == 0 and self._drives_past_entry() else 0.0

    def _drives_past_entry(self) -> bool:
        if self.sight.box:
            return False
        start = int(self.sight.progress[self.sight.seat])
        return any(step % self.sight.size == self.sight.entry for step in range(start + 1, self.progress))


def pits(sight: Sight, base: Character, fuel: int, left: float) -> bool:
    """Whether this character would turn in with that fuel and that far to go."""
    if fuel == 0:
        return True
    if fuel >= sight.tank or left < 0.4 * sight.size:
        return False
    if sight.neutral:
        return fuel < base.enough + 2
    return base.fuel + (sight.bypassed + 1 - 4) > 0.3


def step_score(sight: Sight, base: Character) -> float:
    """One more box: worth more while there is too little fuel."""
    wanted = min(sight.tank, base.enough + (2 if sight.neutral else 0))
    return 1.0 + 2.5 * (sight.fuel < wanted)


def skip_score(sight: Sight) -> float:
    """Skip, which from the last refuelling box is no better than a step."""
    return 0.5 if sight.box == sight.boxes - 1 else 2.0
