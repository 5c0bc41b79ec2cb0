"""The files for systemd, as a test can check them."""

from pathlib import Path

SYSTEMD = Path(__file__).parents[2] / "systemd"


def unit_in(folder: Path, program: str) -> Path:
    """The unit with a program that exists here, so that the check is about the unit."""
    text = (SYSTEMD / "pitboard.service").read_text("utf-8")
    path = folder / "pitboard.service"
    path.write_text(text.replace("/opt/pitboard/bin/pitboard", program), "utf-8")
    return path
