"""Where a prop keeps its things on this machine: one answer for the daemon and for those who look for it.

Owns the order of preference. Reads the environment and the file system, writes nothing.
"""

import os
from pathlib import Path

from runeheart.runtime.config import Config

JOURNAL = "journal.db"
SOCKET = "control.sock"
BACKUP_STAMP = "last-backup"
"""Touched by each backup, in the state folder: the console tells how old the last one is."""


def state_directory(config: Config) -> Path:
    """Return the folder of the journal: the first of `state_directories` that this user may write to."""
    folders = state_directories(config)
    return next((folder for folder in folders if _writable(folder)), folders[-1])


def state_directories(config: Config) -> list[Path]:
    """Return where games may be kept, the preferred place first.

    [state] directory and nothing else if it is given; else systemd's $STATE_DIRECTORY; else
    /var/lib/runeheart and the user's own state folder.
    """
    if config.state.directory is not None:
        return [Path(config.state.directory).expanduser().absolute()]
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return [Path(given)]
    return [Path("/var/lib/runeheart"), own_state_directory()]


def own_state_directory() -> Path:
    """Return this user's own state folder: where a simulation keeps its games and its control socket."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local/state") / "runeheart"


def journal_file(config: Config) -> Path:
    """Return the path of the journal."""
    return state_directory(config) / JOURNAL


def journal_files(config: Config) -> list[Path]:
    """Return where a journal may be, the preferred place first."""
    return [folder / JOURNAL for folder in state_directories(config)]


def control_sockets(config: Config) -> list[Path]:
    """Return where the control socket may be, the preferred place first.

    [control] socket and nothing else if it is given; else systemd's $RUNTIME_DIRECTORY, /run/runeheart,
    $XDG_RUNTIME_DIR/runeheart, the state folder, and the user's own state folder.
    """
    if config.control.socket is not None:
        return [Path(config.control.socket).expanduser().absolute()]
    given = os.environ.get("RUNTIME_DIRECTORY", "").split(":")[0]
    if given:
        return [Path(given) / SOCKET]
    own = os.environ.get("XDG_RUNTIME_DIR", "")
    folders = [Path("/run/runeheart"), *([Path(own) / "runeheart"] if own else [])]
    folders += [state_directory(config), own_state_directory()]
    return [folder / SOCKET for folder in folders]


def socket_to_serve(config: Config) -> Path:
    """Return the first place of the control socket that this user may write to."""
    places = control_sockets(config)
    return next((place for place in places if _writable(place.parent)), places[-1])


def socket_to_ask(config: Config) -> Path:
    """Return the first place where a control socket is; the preferred place if there is none.

    A place into which this user may not look may have one: it is asked when no other has, and says so.
    """
    places = control_sockets(config)
    seen = {place: is_there(place) for place in places}
    for wanted in (True, None):
        for place in places:
            if seen[place] is wanted:
                return place
    return places[0]


def is_there(place: Path) -> bool | None:
    """Tell whether something is at a place; None: this user may not look."""
    try:
        place.stat()
    except PermissionError:
        return None
    except (OSError, ValueError):  # ValueError: a name that no system takes
        return False
    return True


def nearest(folder: Path) -> Path:
    """Return a folder itself, or the nearest one above it that is there."""
    while is_there(folder) is False and folder != folder.parent:
        folder = folder.parent
    return folder


def may_not_talk(place: Path) -> str:
    """Say what a user needs who may not talk to a control socket."""
    seen = next(part for part in (place, *place.parents) if is_there(part))
    try:
        group = seen.group()
    except KeyError:
        group = str(seen.stat().st_gid)
    return (
        f"this user may not talk to {place}: it is for the group {group}; put the user into that group"
        f" (sudo usermod -aG {group} USER) and log in again, or use sudo"
    )


def _writable(folder: Path) -> bool:
    """Tell whether a folder can be written to, or be made by the first who needs it."""
    return os.access(nearest(folder), os.W_OK | os.X_OK)
