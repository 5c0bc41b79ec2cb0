"""Changed windows: exactly the changes, in few bytes."""

import random

import pytest
from PIL import Image

from hardware.displays.windows import Pages, Window, boxes, by_page, by_window, cost, pages_of, spans


def pages(chance: random.Random) -> Pages:
    return tuple(chance.randbytes(128) for _ in range(8))


def scribbled(before: Pages, chance: random.Random) -> Pages:
    after = [bytearray(page) for page in before]
    for _ in range(chance.randrange(1, 8)):
        page, column, width = chance.randrange(8), chance.randrange(128), chance.randrange(1, 40)
        after[page][column : column + width] = chance.randbytes(len(after[page][column : column + width]))
    return tuple(bytes(page) for page in after)


def test_a_picture_is_packed_with_the_top_row_in_the_lowest_bit() -> None:
    image = Image.new("1", (128, 64))
    for x, y in ((0, 0), (3, 7), (127, 63), (5, 9)):
        image.putpixel((x, y), 255)
    packed = pages_of(image)
    assert (packed[0][0], packed[0][3], packed[7][127], packed[1][5]) == (1, 128, 128, 2)
    assert sum(map(sum, packed)) == 1 + 128 + 128 + 2


def test_nothing_changed_is_nothing_to_send() -> None:
    same = pages(random.Random(1))
    assert spans(same, same) == []


def test_an_unknown_page_is_sent_whole() -> None:
    same = pages(random.Random(1))
    assert spans((None, *same[1:]), same) == [Window(0, 0, 0, 127)]


def test_a_short_unchanged_stretch_is_bridged_and_a_long_one_is_not() -> None:
    before = (bytes(128),)
    near, far = bytearray(128), bytearray(128)
    near[10] = near[17] = 1
    far[10] = far[18] = 1
    assert spans(before, (bytes(near),)) == [Window(0, 0, 10, 17)]
    assert spans(before, (bytes(far),)) == [Window(0, 0, 10, 10), Window(0, 0, 18, 18)]


def test_a_tall_change_becomes_one_window() -> None:
    parts = [Window(page, page, 40, 51) for page in (2, 3, 4)]
    assert boxes(parts) == [Window(2, 4, 40, 51)]


@pytest.mark.parametrize("seed", range(20))
def test_the_windows_turn_the_old_picture_into_the_new_one(seed: int) -> None:
    chance = random.Random(seed)
    before = pages(chance)
    after = scribbled(before, chance)
    for parts in (spans(before, after), boxes(spans(before, after))):
        glass = [bytearray(page) for page in before]
        for part in parts:
            for number in range(part.top, part.bottom + 1):
                glass[number][part.left : part.right + 1] = after[number][part.left : part.right + 1]
        assert tuple(bytes(page) for page in glass) == after


def test_a_whole_picture_costs_no_more_than_stock_luma() -> None:
    new = pages(random.Random(2))
    assert cost(by_window(spans((None,) * 8, new), new)) == 1034


def test_a_small_figure_costs_its_columns_and_seven_bytes() -> None:
    before, after = bytes(128), bytearray(128)
    after[60:65] = b"\xff" * 5
    parts = spans((before,), (bytes(after),))
    assert cost(by_page(parts, (bytes(after),))) == 12
