"""The driver bench: Debian's own kernel in QEMU, whose drivers stand in for the header, a bus, a reader and pods."""
