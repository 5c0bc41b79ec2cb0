"""Compares a picture with the one that is kept; what came is written beside it when they differ."""

from pathlib import Path

from PIL import Image

GOLDEN = Path(__file__).parent.parent / "drawing" / "golden"


def assert_golden(image: Image.Image, name: str) -> None:
    """The picture is `name`.png pixel for pixel; `name`.actual.png shows what came instead."""
    kept, actual = GOLDEN / f"{name}.png", GOLDEN / f"{name}.actual.png"
    if kept.exists():
        with Image.open(kept) as wanted:
            same = wanted.convert("1").tobytes() == image.tobytes() and wanted.size == image.size
    else:
        same = False
    if same:
        actual.unlink(missing_ok=True)
        return
    image.save(actual)
    raise AssertionError(f"not the golden picture: compare {kept} with {actual} (rename it if it is right)")
