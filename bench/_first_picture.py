"""Run by bench.start: `pitboard play`, ended by its first picture; prints the resident memory in MiB."""

import os
import sys
from pathlib import Path

from PIL import Image

from companion.cli.main import main
from hardware.fakes import FakeDisplay


def show(display: FakeDisplay, image: Image.Image) -> None:
    status = Path("/proc/self/status").read_text("ascii")
    print(int(status.partition("VmRSS:")[2].split()[0]) / 1024, flush=True)
    os._exit(0)


type.__setattr__(FakeDisplay, "show", show)  # unittest.mock would weigh in
sys.exit(main(sys.argv[1:]))
