"""The guest: an initramfs that borrows this machine's root, and QEMU without KVM, so that it runs everywhere."""

import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from time import monotonic

from bench.vm.packages import Kernel, run

FIRST = ("virtio_pci", "9pnet_virtio", "9p", "overlay")
"""Modules without which there is no root."""
MEMORY = 1024
KERNEL = ("console=ttyS0", "quiet", "mitigations=off", "panic=-1", "no_timer_check", "fstab=no", "systemd.firstboot=no")
PATIENCE = 240.0
"""Seconds without a word after which the guest is stopped."""
LONGEST = 1200.0
"""Seconds after which it is stopped whatever it says."""


def make_initramfs(kernel: Kernel, plan: Mapping[str, str], folder: Path) -> Path:
    """Busybox, `init.sh`, the first modules, and the plan as shell variables."""
    tree = folder / "initramfs"
    shutil.rmtree(tree, ignore_errors=True)
    for name in ("bin", "proc", "sys", "dev", "host", "layer", "root", "modules"):
        (tree / name).mkdir(parents=True)
    busybox = shutil.which("busybox") or "/bin/busybox"
    shutil.copy(busybox, tree / "bin" / "busybox")
    shutil.copy(Path(__file__).parent / "init.sh", tree / "init")
    (tree / "init").chmod(0o755)
    modules = _with_dependencies(kernel, FIRST)
    for module in modules:
        shutil.copy(module, tree / "modules")
    (tree / "modules" / "order").write_text("".join(f"{module.name}\n" for module in modules))
    (tree / "plan").write_text("".join(f"{name}={shlex.quote(value)}\n" for name, value in plan.items()))
    packed = folder / "initramfs.gz"
    run(("sh", "-c", f"find . | cpio -o -H newc | gzip -1 > {shlex.quote(str(packed))}"), "cpio failed", tree)
    return packed


@contextmanager
def guest(kernel: Kernel, initramfs: Path) -> Iterator[Iterator[str]]:
    """Boots, and tells the lines of its console as they come."""
    words = (
        "qemu-system-x86_64",
        *("-machine", "pc", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2", "-m", str(MEMORY)),
        *("-nodefaults", "-no-user-config", "-no-reboot", "-display", "none", "-serial", "stdio"),
        *("-kernel", str(kernel.image), "-initrd", str(initramfs)),
        *("-append", " ".join(KERNEL)),
        *("-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap"),
        *("-device", "virtio-rng-pci"),
    )
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as qemu:
        try:
            yield _lines(qemu)
        finally:
            qemu.kill()


def _lines(qemu: subprocess.Popen[bytes]) -> Iterator[str]:
    assert qemu.stdout is not None
    end = monotonic() + LONGEST
    while True:
        watch = Timer(min(PATIENCE, end - monotonic()), qemu.kill)
        watch.start()
        try:
            line = qemu.stdout.readline()
        finally:
            watch.cancel()
        if not line:
            return
        yield line.decode(errors="replace").strip()


def _with_dependencies(kernel: Kernel, names: tuple[str, ...]) -> list[Path]:
    """The files of these modules, each after those that it needs."""
    needs: dict[str, list[str]] = {}
    for line in (kernel.modules / "modules.dep").read_text().splitlines():
        path, _, others = line.partition(":")
        needs[path] = others.split()
    wanted: list[str] = []
    for name in names:
        path = next(path for path in needs if Path(path).stem == name)
        wanted += [*reversed(needs[path]), path]
    return [kernel.modules / path for path in dict.fromkeys(wanted)]
