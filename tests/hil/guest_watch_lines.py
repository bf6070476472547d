"""In the virtual Pi: kills a process, and prints who takes which lines of the GPIO chip as outputs then.

    python3 -IS guest_watch_lines.py PID COUNT

Ends when COUNT lines were taken. The kernel tells it of each request (GPIO_V2_GET_LINEINFO_WATCH_IOCTL).
"""

import fcntl
import os
import signal
import struct
import sys

WATCH = 0xC100B406
LINES = 28
REQUESTED, OUTPUT = 1, 8
_CHANGED = struct.Struct("=32s32sII Q 176x Q I 20x")
"""gpio_v2_line_info_changed: name, consumer, offset, attributes, flags, time, what happened."""


def main(pid, count):
    chip = os.open("/dev/gpiochip0", os.O_RDWR)
    for line in range(LINES):
        fcntl.ioctl(chip, WATCH, struct.pack("=64xI188x", line))
    os.kill(int(pid), signal.SIGKILL)
    taken = 0
    while taken < int(count):
        _, who, line, _, flags, _, what = _CHANGED.unpack(os.read(chip, _CHANGED.size))
        if what == REQUESTED and flags & OUTPUT:
            taken += 1
            sys.stdout.write(f"{line} {who.split(bytes(1))[0].decode()}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
