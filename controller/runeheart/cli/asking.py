"""Asking the running daemon one thing over its control socket. Owns what is said when none answers."""

import json
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from runeheart.core.lines import written
from runeheart.runtime import places

NO_DAEMON = 3
"""The exit status of a command to which no daemon answers."""
ANSWER_S = 10
"""How long an answer may take: a slow card needs seconds; a daemon that hangs shall not hang the operator."""


class NoDaemonError(Exception):
    """No daemon answers; the text says where, why and what to do."""


def ask(path: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """Send one line and return the answer; raise NoDaemonError."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as wire:
            wire.settimeout(ANSWER_S)
            wire.connect(str(path))
            wire.sendall(written(dict(asked)))
            with wire.makefile("rb") as lines:
                line = lines.readline()
        answer: dict[str, Any] = json.loads(line)
    except (FileNotFoundError, ConnectionRefusedError):
        raise NoDaemonError(
            f"no daemon answers at {path}; start one with: runeheart run, or runeheart simulate without pins"
        ) from None
    except PermissionError:
        raise NoDaemonError(places.may_not_talk(path)) from None
    except (OSError, ValueError) as error:
        raise NoDaemonError(f"the daemon at {path} gave no answer: {error}") from None
    return answer
