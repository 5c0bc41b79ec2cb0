"""The I2C bus: one wire, and the TCA9548A switches on it. The only file that imports smbus2, and only when opened."""

import errno
from threading import Lock
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from smbus2 import SMBus


class SwitchLost(OSError):
    """A TCA9548A did not answer, or did not switch."""

    def __init__(self, switch: int) -> None:
        super().__init__(errno.EIO, f"The switch at 0x{switch:02X} does not switch: check its wires and its supply.")


class Wire(Protocol):
    """An I2C bus as this layer needs it. Every failure is an OSError."""

    def write(self, address: int, payload: bytes) -> None: ...
    def read(self, address: int) -> int: ...
    def close(self) -> None: ...


class KernelWire:
    """`/dev/i2c-N`: opened when it is first needed, and again after it has gone."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._bus: SMBus | None = None

    def write(self, address: int, payload: bytes) -> None:
        from smbus2 import i2c_msg

        self._opened().i2c_rdwr(i2c_msg.write(address, payload))

    def read(self, address: int) -> int:
        return self._opened().read_byte(address)

    def close(self) -> None:
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()

    def _opened(self) -> "SMBus":
        if self._bus is None:
            from smbus2 import SMBus

            self._bus = SMBus(self._port)
        return self._bus


class Trunk:
    """A wire with switches (TCA9548A) on it. Before a byte goes out behind one, that switch is set and read back, and
    every other switch is off: equal addresses on two branches never hear each other's bytes."""

    def __init__(self, wire: Wire, switches: tuple[int, ...] = ()) -> None:
        self._wire = wire
        self._lock = Lock()
        self._set: dict[int, int | None] = dict.fromkeys(switches, None)

    def write(self, address: int, payload: bytes, switch: int | None = None, channels: int = 0) -> None:
        """Sends to an address on the trunk, or behind some channels (a bit each) of one switch."""
        with self._lock:
            try:
                self._select(switch, channels)
                self._wire.write(address, payload)
            except OSError:
                self._forget()
                raise

    def _forget(self) -> None:
        """After a fault nothing is known of the switches, and a wire that has gone is opened afresh."""
        self._set = dict.fromkeys(self._set, None)
        self._wire.close()

    def close(self) -> None:
        self._wire.close()

    def _select(self, switch: int | None, channels: int) -> None:
        if switch is None:
            return
        for other in self._set:
            if other != switch:
                self._turn(other, 0)
        self._turn(switch, channels)

    def _turn(self, switch: int, channels: int) -> None:
        if self._set[switch] == channels:
            return
        self._set[switch] = None
        if self._turned(switch, channels) != channels:
            raise SwitchLost(switch)
        self._set[switch] = channels

    def _turned(self, switch: int, channels: int) -> int:
        try:
            self._wire.write(switch, bytes((channels,)))
            return self._wire.read(switch)
        except OSError as error:
            raise SwitchLost(switch) from error


def reason(error: OSError, port: int, address: int) -> str:
    """What went wrong on the bus and what would cure it, in one sentence."""
    where = f"0x{address:02X} on I2C bus {port}"
    if isinstance(error, SwitchLost):
        return str(error.strerror)
    if error.errno in (errno.EREMOTEIO, errno.ENXIO, errno.EIO):
        return f"Nothing answers at {where}: check its four wires and the address resistor on its back."
    if error.errno in (errno.ETIMEDOUT, errno.EAGAIN, errno.EBUSY):
        return f"I2C bus {port} is stuck: a device holds a wire low; unplug the screens one by one."
    if error.errno in (errno.ENOENT, errno.ENODEV):
        return f"There is no I2C bus {port}: `sudo raspi-config nonint do_i2c 0`, then restart the Pi."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"I2C bus {port} may not be used: `sudo usermod -aG i2c $USER`, then log in again."
    return f"{where} failed: {error.strerror or error}."
