"""`python -m bench.vm [PART ...]`: boots the guest and runs the parts in it, or all of them. Ends with `N passed, N
failed`; 0 if all passed, 1 if not, 2 if the bench cannot run here."""

import re
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import TextIO

from bench.vm.machine import guest, make_initramfs
from bench.vm.modules import build_modules
from bench.vm.packages import CannotRun, check_machine, fetch_kernel, install_tools

ROOT = Path(__file__).parent.parent.parent
CACHE = ROOT / ".cache" / "vm"
PARTS = ("gpio", "rpigpio", "stub", "oled", "keyboard", "pods", "service")
EXTRAS = ("evdev", "rpi-lgpio")
"""Python packages that only the bench wants; they stay out of the virtual environment."""
TOLD = re.compile(r"(PASS|FAIL|NOTE) (\w+): .*")


def main(wanted: list[str]) -> int:
    if unknown := [part for part in wanted if part not in PARTS]:
        print(f"There is no part {', '.join(unknown)}; parts are {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    parts = tuple(part for part in PARTS if part in wanted) or PARTS
    try:
        return run(parts)
    except CannotRun as error:
        print(f"CANNOT RUN, so nothing is proven: {error}", file=sys.stderr)
        return 2


def run(parts: tuple[str, ...]) -> int:
    check_machine()
    install_tools()
    CACHE.mkdir(parents=True, exist_ok=True)
    kernel = fetch_kernel(CACHE)
    build_modules(kernel)
    plan = {
        "REPOSITORY": str(ROOT),
        "PYTHON": sys.executable,
        "EXTRAS": str(extras()),
        "MODULES": str(kernel.root),
        "PARTS": " ".join(parts),
    }
    with tempfile.TemporaryDirectory(dir=CACHE) as folder:
        initramfs = make_initramfs(kernel, plan, Path(folder))
        print(f"booting Linux {kernel.release}: {', '.join(parts)}", flush=True)
        start = monotonic()
        with guest(kernel, initramfs) as lines, (CACHE / "console.log").open("w") as log:
            told = [line for line in map(_cleaned, lines) if _keep(line, log, start)]
    return summary(parts, told, monotonic() - start)


def extras() -> Path:
    """Where the bench's own Python packages are; evdev is compiled on the way."""
    site = CACHE / f"site-{sys.version_info.major}.{sys.version_info.minor}"
    if not site.exists():
        words = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(site), *EXTRAS)
        if subprocess.run(words, check=False).returncode != 0:
            raise CannotRun(f"pip could not install {' and '.join(EXTRAS)}; its words are above.")
    return site


def summary(parts: tuple[str, ...], told: list[str], seconds: float) -> int:
    """Says what came out; a part that did not get to its end has failed."""
    passed = sum(line.startswith("PASS") for line in told)
    failed = [line for line in told if line.startswith("FAIL")]
    for part in parts:
        if f"NOTE {part}: end" not in told:
            failed.append(f"FAIL {part}: did not get to its end; see console.log in the cache")
            print(failed[-1])
    print(f"{passed} passed, {len(failed)} failed, in {seconds:.0f} s")
    return 1 if failed or not passed else 0


def _cleaned(line: str) -> str:
    found = TOLD.search(line)
    return found[0].strip() if found else line


def _keep(line: str, log: TextIO, start: float) -> bool:
    print(f"{monotonic() - start:7.2f} {line}", file=log, flush=True)
    if not TOLD.fullmatch(line):
        return False
    if not line.startswith("NOTE") or not line.endswith(": end"):
        print(line, flush=True)
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
