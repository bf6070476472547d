"""Who is signed in: a signed cookie that outlives a restart, so that a power cut signs nobody out.

Owns the cookie's value and its end. The cookie holds a role, a number drawn by chance, and a mark of the
password that it was given for: with another password every cookie of the old one is worthless. On the disk
are the key, written once, and the numbers that were signed out. Knows no request and no page.
"""

import contextlib
import hashlib
import hmac
import os
import secrets
import threading
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any

from itsdangerous import BadSignature, TimestampSigner, URLSafeTimedSerializer
from msgspec import Struct

MOST_AGE_S = 16 * 3600
"""A session ends after so long: a day's work at the longest."""
KEY_BYTES = 32
MOST_CLOCK_BACK_S = 366 * 24 * 3600
"""A machine without a battery for its clock starts with an old date, until the network tells it."""
SIGNED_OUT = "console.signed-out"
_MOST_SIGNED_OUT = 10_000


class Role(StrEnum):
    """What somebody may do: a viewer looks, an operator acts."""

    VIEWER = "viewer"
    OPERATOR = "operator"

    def may(self, least: "Role") -> bool:
        """Tell whether this role is at least the other."""
        return self is Role.OPERATOR or least is Role.VIEWER


class Who(Struct, frozen=True):
    """Somebody who is known. `form_token` must come with every change that a browser asks for."""

    role: Role
    name: str
    """As the journal writes it: console, or the name of a token."""
    form_token: str | None = None
    """None for a program with a token of its own: no browser can be led to send that."""


class Sessions:
    """Gives and reads cookies.

    Args:
        key: signs them.
        marks: tells for each role a value that changes with its password.
        folder: where the numbers of signed-out ones are kept, so that a restart does not revive them.
    """

    def __init__(self, key: bytes, marks: Callable[[], Mapping["Role", str]], folder: Path) -> None:
        self._marks = marks
        self._key = key
        self._signer = URLSafeTimedSerializer(key, salt="runeheart console session")
        self._path = folder / SIGNED_OUT
        self._signed_out = dict.fromkeys(_lines(self._path))
        self._ending = threading.Lock()

    def begin(self, role: Role) -> str:
        """Return the cookie of somebody who has just given the role's password."""
        return self._signer.dumps([role.value, secrets.token_urlsafe(12), self._mark(role)])

    def read(self, cookie: str | None) -> Who | None:
        """Return who a cookie belongs to; None for none, a foreign, an old or a signed-out one."""
        if not cookie:
            return None
        try:
            found: Any = self._signer.loads(cookie, return_timestamp=True)
            (role, number, mark), begun = found
            role = Role(role)
        except (BadSignature, ValueError, TypeError):
            return None
        age_s = TimestampSigner(self._key).get_timestamp() - begun.timestamp()
        if not -MOST_CLOCK_BACK_S <= age_s <= MOST_AGE_S:
            return None
        if number in self._signed_out or not hmac.compare_digest(str(mark), self._mark(role)):
            return None
        return Who(role, "console", self._form_token(number))

    def anybody(self) -> Who:
        """Return who sits at this machine while there is no password: an operator."""
        return Who(Role.OPERATOR, "console", self._form_token("anybody"))

    def end(self, cookie: str | None) -> None:
        """Let a cookie be worth nothing from now on, also after a restart. Blocks while the disk writes.

        On a disk that cannot be written it comes back to life with a restart.
        """
        if self.read(cookie) is None or cookie is None:
            return
        with self._ending:
            kept = {**self._signed_out, self._signer.loads(cookie)[1]: None}
            self._signed_out = dict.fromkeys(list(kept)[-_MOST_SIGNED_OUT:])
            _put(self._path, "".join(f"{number}\n" for number in self._signed_out).encode())

    def _form_token(self, number: str) -> str:
        return hmac.new(self._key, f"form {number}".encode(), hashlib.sha256).hexdigest()

    def _mark(self, role: Role) -> str:
        mark = self._marks().get(role, "")
        return hmac.new(self._key, f"{role} {mark}".encode(), hashlib.sha256).hexdigest()[:16]


def key_of(folder: Path) -> bytes:
    """Return the key that signs cookies: from its file in the state folder, or drawn and written there.

    A folder that cannot be written costs no more than a new sign-in after each restart.
    """
    path = folder / "console.key"
    try:
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
    except OSError:
        pass
    key = secrets.token_bytes(KEY_BYTES)
    _put(path, key)
    return key


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("ascii").splitlines()
    except (OSError, UnicodeDecodeError):
        return []


def _put(path: Path, content: bytes) -> None:
    """Put a file in place as a whole, for its owner alone, if that can be done."""
    partly = path.with_name(f"{path.name}.part")
    try:
        number = os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(number)
        partly.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            partly.unlink()
