"""Readers on a serial port, over ptys."""

import random
from collections.abc import Iterator

import pytest

from hardware.ports import CardSeen
from hardware.readers.pn532 import Pn532, frame
from hardware.readers.rdm6300 import Rdm6300
from hardware.readers.serial import SerialReader
from tests.support.readers import Pn532Double, Pty
from tests.support.set_loop import SetLoop

CARD = b"\x02" + b"0400A1B2C3" + b"%02X" % (0x04 ^ 0x00 ^ 0xA1 ^ 0xB2 ^ 0xC3) + b"\x03"


class Desk:
    """A reader on a pty, and the cards that it told."""

    def __init__(self, dialect: Rdm6300 | Pn532) -> None:
        self.loop = SetLoop()
        self.cable = Pty()
        self.seen: list[str] = []
        self.reader = SerialReader("cards", self.cable.path, dialect, self.loop)
        self.reader.open(self._on_card)

    def _on_card(self, card: CardSeen) -> None:
        assert card.reader == "cards"
        self.seen.append(card.code)

    def hear(self, data: bytes) -> None:
        self.cable.write(data)
        self.loop.read()


@pytest.fixture
def rdm() -> Iterator[Desk]:
    desk = Desk(Rdm6300())
    yield desk
    desk.reader.close()


@pytest.fixture
def pn() -> Iterator[Desk]:
    desk = Desk(Pn532())
    yield desk
    desk.reader.close()


def test_a_card_on_an_rdm6300_is_told_by_its_number(rdm: Desk) -> None:
    rdm.hear(CARD)
    assert rdm.seen == ["0400A1B2C3"]


def test_a_frame_may_come_in_pieces(rdm: Desk) -> None:
    for byte in CARD:
        rdm.hear(bytes((byte,)))
    assert rdm.seen == ["0400A1B2C3"]


def test_a_card_left_lying_counts_once_and_again_after_a_second_away(rdm: Desk) -> None:
    for _ in range(30):
        rdm.hear(CARD)
        rdm.loop.run(0.1)
    rdm.loop.run(1.1)
    rdm.hear(CARD)
    assert rdm.seen == ["0400A1B2C3"] * 2


@pytest.mark.parametrize("seed", range(30))
def test_junk_and_flipped_bits_never_make_a_card_and_spoil_only_their_own(rdm: Desk, seed: int) -> None:
    chance = random.Random(seed)
    flipped = bytearray(CARD)
    flipped[chance.randrange(1, 13)] ^= 1 << chance.randrange(3)
    rdm.hear(chance.randbytes(chance.randrange(20)).replace(b"\x02", b"") + bytes(flipped))
    rdm.hear(CARD)
    assert rdm.seen == ["0400A1B2C3"]


def serve(desk: Desk, chip: Pn532Double, seconds: float) -> None:
    for _ in range(round(seconds / 0.05)):
        desk.loop.run(0.05)
        chip.answer()
        desk.loop.read()


def test_a_pn532_is_woken_set_up_and_asked_for_cards(pn: Desk) -> None:
    chip = Pn532Double(pn.cable)
    serve(pn, chip, 1)
    assert chip.asked[:5] == [0x02, 0x14, 0x32, 0x4A, 0x4A]
    assert pn.reader.health().ok
    chip.card = bytes.fromhex("04A1B2C3D4E5F6")
    serve(pn, chip, 2)
    assert pn.seen == ["04A1B2C3D4E5F6"]


def test_the_firmware_of_a_pn532_is_known(pn: Desk) -> None:
    serve(pn, Pn532Double(pn.cable), 0.5)
    dialect = pn.reader.dialect
    assert isinstance(dialect, Pn532)
    assert dialect.firmware == "PN532 1.6"


def test_a_silent_pn532_is_a_fault_that_heals(pn: Desk) -> None:
    chip = Pn532Double(pn.cable)
    chip.silent = True
    serve(pn, chip, 2)
    assert "stand for HSU" in pn.reader.health().text
    chip.silent = False
    chip.card = b"\x01\x02\x03\x04"
    serve(pn, chip, 2)
    assert pn.reader.health().ok
    assert pn.seen == ["01020304"]


@pytest.mark.parametrize("seed", range(20))
def test_junk_on_the_line_costs_an_answer_and_not_the_reader(seed: int) -> None:
    chance, dialect = random.Random(seed), Pn532()
    dialect.opened(0)
    cards = []
    for count in range(400):
        now = count * 0.05
        dialect.tick(now)
        asked = dialect.wanted()
        if chance.random() < 0.05:
            cards += dialect.feed(chance.randbytes(chance.randrange(1, 12)), now)
        elif asked:
            question = asked[asked.find(b"\x00\x00\xff") + 6]
            answer = Pn532Double.ANSWERS.get(question, bytes((0xD5, 0x4B, 1, 1, 0, 4, 0, 4, 1, 2, 3, 4)))
            cards += dialect.feed(frame(answer), now)
    assert len(cards) > 5
    assert set(cards) == {"01020304"}


def test_a_port_that_is_not_there_is_a_fault_and_looked_for_again() -> None:
    loop, cable = SetLoop(), Pty()
    reader = SerialReader("cards", "/dev/nowhere", Rdm6300(), loop)
    reader.open(lambda card: None)
    assert reader.health().text.startswith("/dev/nowhere: ")
    reader.path = cable.path
    loop.run(2.1)
    assert reader.health().ok
    reader.close()


def test_an_unplugged_reader_is_a_fault_and_never_an_error(rdm: Desk) -> None:
    rdm.cable.unplug()
    rdm.loop.read()
    assert "unplugged" in rdm.reader.health().text
    assert rdm.loop.readers == {}
    rdm.loop.run(5)
    assert not rdm.reader.health().ok
