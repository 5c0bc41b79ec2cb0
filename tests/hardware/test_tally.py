"""Log lines are counted, not repeated."""

import logging

import pytest

from hardware.tally import Tally


def test_a_fault_is_one_line_a_minute_with_its_count_and_one_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    tally = Tally(logging.getLogger("test"), lambda: now[0])
    with caplog.at_level(logging.INFO):
        for second in range(0, 130):
            now[0] = float(second)
            tally.fault("red", "No answer.")
        tally.healed("red")
        tally.healed("red")
    assert caplog.messages == [
        "red: No answer.",
        "red: No answer. (60 times)",
        "red: No answer. (60 times)",
        "red: works again.",
    ]


def test_another_fault_is_told_at_once(caplog: pytest.LogCaptureFixture) -> None:
    tally = Tally(logging.getLogger("test"), lambda: 0.0)
    with caplog.at_level(logging.INFO):
        for text in ("No answer.", "No answer.", "The bus is stuck."):
            tally.fault("red", text)
    assert caplog.messages == ["red: No answer.", "red: The bus is stuck."]
