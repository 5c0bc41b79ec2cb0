"""Kind to the glass: light, drift and sleep, on a clock that is set by hand."""

from PIL import Image, ImageChops

from companion.drawing.care import Care, Habits, brightness, drift

HABITS = Habits(bright=200, dim=40, dim_after=20, sleep_after=300, drift_every=60)


class Glass:
    """Keeps what it is told."""

    size = (128, 64)

    def __init__(self) -> None:
        self.lights: list[int] = []
        self.shown: list[Image.Image] = []

    def show(self, image: Image.Image) -> None:
        self.shown.append(image)

    def light(self, level: int) -> None:
        self.lights.append(level)


class Hand:
    """Sets the time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def picture() -> Image.Image:
    image = Image.new("1", (128, 64))
    image.putpixel((10, 10), 1)
    return image


def looked_after() -> tuple[Care, Glass, Hand]:
    glass, hand = Glass(), Hand()
    return Care(glass, hand, HABITS), glass, hand


def test_a_glass_dims_between_turns_and_sleeps_after_a_while() -> None:
    care, glass, hand = looked_after()
    for hand.now in (0, 19, 20, 299, 300):
        care.tick()
    assert glass.lights == [200, 40, 0]
    assert care.asleep


def test_a_press_wakes_it_and_tells_that_it_was_dark() -> None:
    care, glass, hand = looked_after()
    hand.now = 400
    care.tick()
    assert care.wake()
    assert glass.lights[-1] == 200
    assert not care.wake()


def test_whoever_must_act_is_never_left_in_the_dark() -> None:
    care, glass, hand = looked_after()
    hand.now = 400
    care.tick()
    care.show(picture(), urgent=True)
    assert glass.lights[-1] == 200
    assert brightness(10_000, True, HABITS) == 40


def test_the_picture_wanders_by_a_pixel_each_minute_and_comes_back() -> None:
    care, glass, hand = looked_after()
    care.show(picture())
    places = []
    for hand.now in range(0, 600, 60):
        care.tick()
        box = glass.shown[-1].getbbox()
        assert box is not None
        places.append((box[0] - 10, box[1] - 10))
    assert len(set(places)) == 9
    assert places[0] == places[9] == (0, 0)
    assert {abs(step) for place in places for step in place} <= {0, 1}


def test_nothing_is_sent_while_nothing_changes() -> None:
    care, glass, hand = looked_after()
    care.show(picture())
    for hand.now in range(1, 19):
        care.tick()
    assert (len(glass.shown), len(glass.lights)) == (1, 1)
    assert ImageChops.difference(glass.shown[0], picture()).getbbox() is None


def test_care_can_be_switched_off() -> None:
    habits = Habits(dim_after=0, sleep_after=0, drift_every=0)
    assert brightness(1e6, False, habits) == habits.bright
    assert drift(1e6, 0) == (0, 0)
