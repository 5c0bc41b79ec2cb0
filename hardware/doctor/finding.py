"""What the doctor finds: data, told in plain words."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

OK, FAULT, NOTE, UNTESTED = "ok", "fault", "note", "untested"


class Finding(Struct, frozen=True):
    """One thing that was looked at. A fault has its cause in `text` and the one thing that mends it in `cure`."""

    step: str
    state: str
    text: str
    cure: str = ""


def ok(step: str, text: str) -> Finding:
    return Finding(step, OK, text)


def fault(step: str, text: str, cure: str) -> Finding:
    return Finding(step, FAULT, text, cure)


def note(step: str, text: str, cure: str = "") -> Finding:
    return Finding(step, NOTE, text, cure)


def untested(step: str, text: str) -> Finding:
    """What would be looked at if it were there."""
    return Finding(step, UNTESTED, text)


def lines(findings: Iterable[Finding]) -> Iterator[str]:
    """The findings for a terminal or a page."""
    for finding in findings:
        yield f"{finding.state.upper() if finding.state == FAULT else finding.state:<9}{finding.text}"
        if finding.cure:
            yield f"{'':<9}-> {finding.cure}"


def summary(findings: Iterable[Finding]) -> str:
    """The last line."""
    states = [finding.state for finding in findings]
    faults, hidden = states.count(FAULT), states.count(UNTESTED)
    told = "No faults" if not faults else "1 fault" if faults == 1 else f"{faults} faults"
    return f"{told}, {states.count(OK)} well{f', {hidden} not tested' if hidden else ''}."
