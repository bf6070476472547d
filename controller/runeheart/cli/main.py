"""The entry point of `runeheart`: small, so that Ctrl-C is quiet from the first moment on.

Owns the standard streams and what can happen before and after any command; the commands are in `commands`.
"""

import errno
import os
import sys
from typing import TextIO

INTERRUPTED = 130
"""The exit status after Ctrl-C, as a shell has it: 128 and SIGINT's number."""
NOT_WRITTEN = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF, errno.EPIPE}
"""What the system says of a stream that is full, broken or closed."""


def main(**settings: object) -> None:
    """Run the command line; `settings` go to click (tests pass `args` and `standalone_mode`)."""
    try:
        _complete_streams()
        from runeheart.cli.commands import group

        group(prog_name="runeheart", **settings)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except OSError as error:
        if error.errno not in NOT_WRITTEN or error.filename is not None:
            raise
        sys.exit(1)  # standard error itself cannot be written: there is nobody to tell
    finally:
        _settle_streams()


def give_up(stream: TextIO) -> None:
    """Let what is left in a stream's buffer go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _settle_streams() -> None:
    """Write what is left; the interpreter does so once more at exit, and would end with status 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            give_up(stream)


def _complete_streams() -> None:
    """Open each standard stream that is closed: input is empty, and writing to output fails as it should.

    Python leaves None in its place, and the next file to be opened would take its number.
    """
    for number, name, flags, mode in (
        (0, "stdin", os.O_RDONLY, "r"),
        (1, "stdout", os.O_RDONLY, "w"),
        (2, "stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            os.open(os.devnull, flags)  # the lowest free number, which is this one
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115 - a descriptor
