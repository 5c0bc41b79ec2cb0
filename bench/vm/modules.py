"""Two drivers built at run time out of Debian's source of the same kernel: gpio-sim, which Debian's kernels lack, and
i2c-tiny-usb, asking as a gadget in user space can hear it. None of that source is kept in this repository."""

import re
import shutil
import subprocess
from pathlib import Path

from bench.vm.packages import CannotRun, Kernel, gcc, run

MODULES = ("gpio_sim_vm", "i2c_tiny_usb_vm")
FILES = (
    "drivers/gpio/gpio-sim.c",
    "drivers/gpio/gpiolib.h",
    "kernel/irq/irq_sim.c",
    "drivers/i2c/busses/i2c-tiny-usb.c",
)
KBUILD = (
    "obj-m := gpio_sim_vm.o i2c_tiny_usb_vm.o\n"
    "gpio_sim_vm-y := gpio-sim.o irq_sim.o\n"
    "i2c_tiny_usb_vm-y := i2c-tiny-usb.o\n"
)
CHANGES = {
    "irq_sim.c": "s/handle_simple_irq(irq_to_desc(irqnum))/generic_handle_irq(irqnum)/",
    "i2c-tiny-usb.c": "s/USB_RECIP_INTERFACE/USB_RECIP_DEVICE/",
}
"""The one thing that a module may not call as the kernel does; and FunctionFS hears of no interface but its own."""


def build_modules(kernel: Kernel) -> None:
    """Puts them among the kernel's modules, and indexes them all."""
    extra = kernel.modules / "extra"
    if all((extra / f"{name}.ko").exists() for name in MODULES):
        return
    folder = kernel.root.parent / "modules"
    if not (folder / "Kbuild").exists():
        _take_sources(kernel.source, folder)
    _aim_headers(kernel)
    compiler = gcc(kernel)
    words = ("make", "-C", str(kernel.headers), f"M={folder}", f"CC={compiler}", "modules")
    run(words, "the drivers do not build against these headers")
    extra.mkdir(exist_ok=True)
    for name in MODULES:
        shutil.copy(folder / f"{name}.ko", extra)
    run(("/sbin/depmod", "-b", str(kernel.root), kernel.release), "depmod failed")


def _take_sources(archive: Path, folder: Path) -> None:
    print("taking the drivers out of the kernel's source", flush=True)
    folder.mkdir(exist_ok=True)
    paths = " ".join(f"'*/{name}'" for name in FILES)
    script = (
        f"dpkg-deb --fsys-tarfile '{archive}' | tar -xO --wildcards '*.tar.xz' "
        f"| tar -xJ --wildcards --transform 's,.*/,,' {paths}"
    )
    subprocess.run(("sh", "-c", script), cwd=folder, check=False, capture_output=True)
    if missing := [name for name in FILES if not (folder / Path(name).name).exists()]:
        raise CannotRun(f"{archive.name} has no {', '.join(missing)}: this release's kernel is built differently.")
    for name, change in CHANGES.items():
        run(("sed", "-i", change, name), "sed failed", folder)
    (folder / "Kbuild").write_text(KBUILD)


def _aim_headers(kernel: Kernel) -> None:
    """Debian's headers expect to be installed; they are only unpacked."""
    makefile = kernel.headers / "Makefile"
    makefile.write_text(
        re.sub(r"include \S*/(linux-headers-)", rf"include {kernel.headers.parent}/\1", makefile.read_text())
    )
