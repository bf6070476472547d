"""One daemon per state folder: two would play on the same pins and write the same journal."""

import contextlib
import fcntl
import os
from pathlib import Path

LOCK = "daemon.lock"


class TakenError(Exception):
    """The folder cannot be had; the text says why and what to do."""


class OneDaemon:
    """A lock that the kernel takes back however the process ends, kill -9 and power cuts included."""

    def __init__(self, folder: Path) -> None:
        """Take the lock of a folder, which is made if it is missing; raise TakenError."""
        try:
            folder.mkdir(mode=0o750, parents=True, exist_ok=True)
            self._folder = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise TakenError(
                f"the state folder {folder} cannot be had: {error.strerror}; name one that this user may"
                " write to, as [state] directory in the configuration (or with simulate --state)"
            ) from error
        note = folder / LOCK
        try:
            fcntl.flock(self._folder, fcntl.LOCK_EX | fcntl.LOCK_NB)  # works on a read-only card, too
        except OSError:
            os.close(self._folder)
            with contextlib.suppress(OSError, UnicodeDecodeError):
                raise TakenError(_running(f", pid {note.read_text().strip()}", folder)) from None
            raise TakenError(_running("", folder)) from None
        with contextlib.suppress(OSError):
            note.write_text(f"{os.getpid()}\n")

    def release(self) -> None:
        """Let go of the folder."""
        os.close(self._folder)


def _running(which: str, folder: Path) -> str:
    return f"already running{which} ({folder}); stop that one first, or use it: runeheart ctl status"
