"""Real MicroPython for tests: the unix port from the wheel, or one on the PATH."""

from runeheart_hw import reader_firmware
from support.needs import needs_found

FIRMWARE = reader_firmware.folder()
WIRE = reader_firmware.wire_folder()


def needs_micropython():
    """Return the path of MicroPython; without it the test is left out."""
    return needs_found(reader_firmware.micropython(), f"needs MicroPython: {reader_firmware.GET_MICROPYTHON}")
