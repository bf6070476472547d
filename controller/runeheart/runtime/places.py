"""Where a prop keeps its things on this machine: one answer for the daemon and for those who look for it.

Owns the order of preference. Reads the environment and the file system, writes nothing.
"""

import os
from pathlib import Path

from runeheart.runtime.config import Config

JOURNAL = "journal.db"
SOCKET = "control.sock"


def state_directory(config: Config) -> Path:
    """Return the folder of the journal.

    [state] directory, else systemd's $STATE_DIRECTORY, else /var/lib/runeheart for those who may write there,
    else $XDG_STATE_HOME/runeheart.
    """
    if config.state.directory is not None:
        return Path(config.state.directory).expanduser().absolute()
    given = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if given:
        return Path(given)
    shared = Path("/var/lib/runeheart")
    if _writable(shared):
        return shared
    return own_state_directory()


def own_state_directory() -> Path:
    """Return this user's own state folder: where a simulation keeps its games and its control socket."""
    home = os.environ.get("XDG_STATE_HOME", "")
    return (Path(home) if home.startswith("/") else Path.home() / ".local/state") / "runeheart"


def journal_file(config: Config) -> Path:
    """Return the path of the journal."""
    return state_directory(config) / JOURNAL


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
    """Return the first place where a control socket is; the preferred place if there is none."""
    places = control_sockets(config)
    return next((place for place in places if place.exists()), places[0])


def _writable(folder: Path) -> bool:
    """Tell whether a folder can be written to, or be made by the first who needs it."""
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return os.access(folder, os.W_OK | os.X_OK)
