"""Real MicroPython for tests: the unix port from the wheel, or one on the PATH."""

from runeheart_hw import firmware
from support.needs import needs_found

FIRMWARE = firmware.folder()
WIRE = firmware.wire_folder()


def needs_micropython():
    """Return the path of MicroPython; without it the test is left out."""
    return needs_found(firmware.micropython(), f"needs MicroPython: {firmware.GET_MICROPYTHON}")
