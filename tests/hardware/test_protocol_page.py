"""`hardware/PROTOCOL.md` tells the truth: its examples are real lines, and both sides understand them."""

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from hardware import wire
from hardware.pods import link, messages
from tests.support.firmware import DeskPod, load

PAGE = (Path(wire.__file__).parent / "PROTOCOL.md").read_text()
EXAMPLES = re.findall(r"^\{.*\}\*[0-9a-f]{8}$", PAGE, re.MULTILINE)
FROM_POD = {"hello", "pong", "press", "drawn", "nak", "lost"}
NUMBER = 1070514


def kind(line: str) -> str:
    return str(wire.decode(line.encode())["t"])


def test_there_is_an_example_of_every_message() -> None:
    told = {word for row in re.findall(r"^\| (?:pod|table|both) \| `(\w+)`", PAGE, re.MULTILINE) for word in [row]}
    assert {kind(line) for line in EXAMPLES} == told | {"prompt"}


@pytest.mark.parametrize("line", [line for line in EXAMPLES if kind(line) in FROM_POD], ids=kind)
def test_the_table_understands_what_a_pod_may_say(line: str) -> None:
    assert messages.understood(wire.decode(line.encode())) is not None


def test_the_examples_lead_a_pod_from_the_greeting_to_the_prompt() -> None:
    pod = DeskPod()
    said: list[dict[str, Any]] = []
    for line in [line for line in EXAMPLES[1:] if kind(line) not in FROM_POD | {"refuse", "bye", "prompt"}]:
        said += pod.step(line.encode() + b"\n")
    assert [m["v"] for m in said if m["t"] in ("drawn", "pong")] == [0, 1, 2, 3]
    assert pod.glass.lines == ["Press OK here", "to sit at", "RED"]
    assert pod.lights[-1] == (60, 0, 0)
    assert [message for message in said if message["t"] in ("nak", "lost")] == []
    pod.step(next(line for line in EXAMPLES if kind(line) == "prompt").encode() + b"\n")
    assert pod.pod.leave


@pytest.mark.parametrize("word", ["refuse", "bye"])
def test_a_farewell_ends_the_link(word: str) -> None:
    pod = DeskPod()
    pod.greet(link=NUMBER)
    pod.step(next(line for line in EXAMPLES if kind(line) == word).encode() + b"\n")
    assert [m["t"] for m in pod.tell({"t": "ping", "l": NUMBER})] == ["lost"]


def test_the_example_greeting_is_what_the_table_says() -> None:
    (hi,) = wire.Lines().feed(bytes(link.Link(90210, count(NUMBER).__next__, lambda: 0.0).out))
    assert hi == wire.decode(EXAMPLES[1].encode())


def test_the_figures_of_the_page_are_those_of_the_code() -> None:
    pod = load("pod")
    assert f"at most {wire.LIMIT:,} bytes" in PAGE
    assert f"every {link.GREET_EVERY * 1000:.0f} ms until" in PAGE
    assert f"every {pod.RESEND} ms all" in PAGE
    assert f"after {link.PATIENCE * 1000:.0f} ms without an answer" in PAGE
    assert f"gone after {link.SILENCE} s of silence" in PAGE
    assert (pod.SILENCE, pod.KEEP, link.PING_EVERY) == (3000, 10_000, 0.5)
    assert f"| {wire.HIGHEST} | this page |" in PAGE
