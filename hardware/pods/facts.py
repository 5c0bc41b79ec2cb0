"""What is known of the pods, for the doctor and the pages."""

from msgspec import Struct

from hardware.pods.cable import Cable
from hardware.pods.link import Count
from hardware.ports import Health


class PodFacts(Struct, frozen=True):
    """One pod: who, where, which firmware, and how well its wire works. Lines are counted since it was plugged in."""

    port: str
    id: str = ""
    seat: str = ""
    firmware: str = ""
    protocol: int = 0
    boot: int = 0
    lines: int = 0
    spoiled: int = 0
    spoiled_at_pod: int = 0
    resent: int = 0
    presses_missed: int = 0
    note: str = ""

    @property
    def error_rate(self) -> float:
        """Spoiled lines among those that came, both ways."""
        return (self.spoiled + self.spoiled_at_pod) / max(1, self.lines + self.spoiled)


def facts(cable: Cable, seat: str, count: Count | None) -> PodFacts:
    """What is known of the pod at the end of this cable."""
    link, hello, pong = cable.link, cable.link.hello, cable.link.pong
    if hello is None:
        return PodFacts(cable.found.path, note="has not said yet who it is")
    return PodFacts(
        port=cable.found.path,
        id=hello.id,
        seat=seat,
        firmware=hello.firmware,
        protocol=hello.protocol[1],
        boot=hello.boot,
        lines=link.lines.good,
        spoiled=link.lines.bad,
        spoiled_at_pod=pong.bad if pong else 0,
        resent=link.retries + (pong.again if pong else 0),
        presses_missed=count.missed if count else 0,
        note=note(cable),
    )


def note(cable: Cable) -> str:
    """What a person should know of this pod, in a sentence."""
    hello = cable.link.hello
    if cable.link.refusal:
        return " ".join(cable.link.refusal)
    if hello is not None and cable.link.old:
        return f"The pod works, but its firmware {hello.firmware} is old: run `pitboard flash`."
    return ""


def panel_health(name: str, cable: Cable | None) -> Health:
    """How a seat's buttons are."""
    if cable is None:
        return missing(name)
    pong = cable.link.pong
    if pong is not None and pong.muted:
        lines = " and ".join(pong.muted)
        return Health(name, False, f"{name}: the button {lines} chatters without end; check its wire.")
    return Health(name, True, note(cable))


def display_health(name: str, cable: Cable | None) -> Health:
    """How a seat's screen is."""
    if cable is None:
        return missing(name)
    pong = cable.link.pong
    if pong is not None and not pong.glass:
        return Health(name, False, f"{name}: the pod's screen does not answer; check its four wires.")
    return Health(name, True, note(cable))


def missing(name: str) -> Health:
    text = f"{name}: its pod is not plugged in; plug it in, or press OK on a pod that blinks."
    return Health(name, False, text, absent=True)
