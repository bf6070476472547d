"""Who may sign in, read from the file of passwords whenever that changes: no restart, no signal.

Knows the file, not what a request looks like.
"""

import logging
from pathlib import Path

from runeheart.console.sessions import Role, Who
from runeheart.runtime import password

log = logging.getLogger(__name__)


class Accounts:
    """The passwords and tokens of one state folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._seen: tuple[int, int, int] | None = None
        self._passwords = password.Passwords()
        self.problem: str | None = None
        """Why the file could not be read; nobody can sign in then."""
        self.refresh()

    @property
    def has_password(self) -> bool:
        """Tell whether an operator has a password: without one nothing may listen on the network."""
        self.refresh()
        return "operator" in self._passwords.roles

    def role_of(self, given: str) -> Role | None:
        """Return the role that a password opens. Blocks for as long as hashing takes."""
        self.refresh()
        role = self._passwords.role_of(given)
        return Role(role) if role else None

    def who_has(self, token: str) -> Who | None:
        """Return whom a program's token belongs to."""
        self.refresh()
        found = self._passwords.token_of(token)
        return Who(Role(found[1]), f"token {found[0]}") if found else None

    def marks(self) -> dict[Role, str]:
        """Return for each role what changes with its password."""
        self.refresh()
        return {Role(role): kept for role, kept in self._passwords.roles.items()}

    def refresh(self) -> None:
        """Read the file again if it is another one than before."""
        try:
            found = (self._folder / password.FILE).stat()
            seen = (found.st_mtime_ns, found.st_ino, found.st_size)
        except OSError:
            seen = (0, 0, 0)
        if seen == self._seen:
            return
        self._seen = seen
        try:
            self._passwords, self.problem = password.read(self._folder), None
        except password.PasswordError as error:
            log.warning("%s", error)
            self._passwords, self.problem = password.Passwords(), str(error)
