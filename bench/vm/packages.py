"""What the bench takes from Debian, all of one release, by name: tools by `apt-get install`, the kernel by
`apt-get download` into the cache, unpacked there and never installed."""

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

TOOLS = {
    "qemu-system-x86": "qemu-system-x86_64",
    "busybox-static": "busybox",
    "cpio": "cpio",
    "kmod": "depmod",
    "make": "make",
    "xz-utils": "xz",
}
"""Package, and a program of its."""
LIBRARIES = {"python3-dev": "/usr/include/python3*/Python.h", "linux-libc-dev": "/usr/include/linux/input.h"}
"""Package, and a file of its: evdev is compiled."""


class CannotRun(Exception):
    """Why there is no bench on this machine, and what would do, in one sentence."""


class Kernel(Struct, frozen=True):
    """Debian's kernel of this release: its name for itself, where it is unpacked, and the archive of its source."""

    release: str
    root: Path
    source: Path

    @property
    def image(self) -> Path:
        return self.root / "boot" / f"vmlinuz-{self.release}"

    @property
    def modules(self) -> Path:
        return self.root / "lib" / "modules" / self.release

    @property
    def headers(self) -> Path:
        return self.root / "usr" / "src" / f"linux-headers-{self.release}"


def check_machine() -> None:
    """The guest runs this machine's own programs, so both are of one kind."""
    if platform.machine() != "x86_64" or not shutil.which("apt-get"):
        raise CannotRun("The driver bench needs a Debian on x86-64: it boots Debian's kernel on this machine's root.")


def install_tools() -> None:
    """Installs what is missing where that is allowed, else says what to install."""
    missing = [package for package, program in TOOLS.items() if not _program(program)]
    missing += [package for package, pattern in LIBRARIES.items() if not list(Path("/").glob(pattern[1:]))]
    if missing and os.geteuid() != 0:
        raise CannotRun(f"The driver bench needs more of Debian: `sudo apt install {' '.join(missing)}`.")
    if missing:
        run(("apt-get", "install", "--yes", "--no-install-recommends", *missing), "apt-get could not install")


def fetch_kernel(cache: Path) -> Kernel:
    """Image, headers and source of Debian's kernel, from the cache if they are there."""
    release = _needed("linux-image-amd64", r"linux-image-(\S+-amd64)")
    common = _needed(f"linux-headers-{release}", r"(linux-headers-\S+-common)")
    build = _needed(f"linux-headers-{release}", r"(linux-kbuild-\S+)")
    source = _needed("linux-source", r"(linux-source-\S+)")
    version = _version(f"linux-image-{release}")
    folder = cache / version
    folder.mkdir(parents=True, exist_ok=True)
    packages = (f"linux-image-{release}", f"linux-headers-{release}", common, build)
    for package in (*packages, source):
        _download(folder, package, version)
    root = folder / "root"
    if not root.exists():
        _unpack([_archive(folder, package) for package in packages], root)
    return Kernel(release, root, _archive(folder, source))


def gcc(kernel: Kernel) -> str:
    """The compiler that the kernel's headers name."""
    words = re.search(r"\bgcc-\d+", (kernel.headers / ".kernelvariables").read_text())
    name = words[0] if words else "gcc"
    if shutil.which(name):
        return name
    if os.geteuid() != 0:
        raise CannotRun(f"The driver bench needs the kernel's compiler: `sudo apt install {name}`.")
    run(("apt-get", "install", "--yes", "--no-install-recommends", name), "apt-get could not install")
    return name


def run(words: Sequence[str], failed: str, folder: Path | None = None) -> None:
    """Runs a program; its last line is the reason if it fails."""
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        told = (ran.stderr.strip() or ran.stdout.strip() or "no reason given").splitlines()[-1]
        raise CannotRun(f"{failed}: {told}")


def _program(name: str) -> bool:
    return shutil.which(name, path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin:/sbin") is not None


def _apt(*words: str) -> str:
    return subprocess.run(("apt-cache", *words), capture_output=True, text=True, check=False).stdout


def _needed(package: str, pattern: str) -> str:
    found = re.search(rf"Depends: {pattern}", _apt("depends", package))
    if found is None:
        raise CannotRun(f"apt knows no package {package}: `sudo apt update` on a Debian mends that.")
    return found[1]


def _version(package: str) -> str:
    found = re.search(r"^Version: (\S+)", _apt("show", "--no-all-versions", package), re.MULTILINE)
    if found is None:
        raise CannotRun(f"apt knows no package {package}: `sudo apt update` on a Debian mends that.")
    return found[1]


def _archive(folder: Path, package: str) -> Path:
    return next(iter(folder.glob(f"{package}_*.deb")), folder / f"{package}.deb")


def _download(folder: Path, package: str, version: str) -> None:
    if not _archive(folder, package).exists():
        print(f"fetching {package} {version}", flush=True)
        run(("apt-get", "download", f"{package}={version}"), f"{package} could not be fetched", folder)


def _unpack(archives: Sequence[Path], root: Path) -> None:
    """Whole or not at all: an interrupted run leaves nothing that looks finished."""
    unfinished = root.with_suffix(".unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    for archive in archives:
        run(("dpkg-deb", "--extract", str(archive), str(unfinished)), f"{archive.name} is spoiled; delete it")
    unfinished.rename(root)
