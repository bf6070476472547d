"""Passwords and tokens of the console: made, checked, and kept in one small file of the state folder.

Owns the file `passwords`: a line for each, only ever hashes, mode 0600, the owner of its folder:

    operator scrypt$16384$8$5$SALT$HASH
    viewer scrypt$…
    token NAME operator sha256$HASH

scrypt is RFC 7914 with 16 MiB (n, r, p as OWASP advises); SALT and HASH are base64. A token is 32 bytes of
chance, so its plain hash is enough. Knows no page and no request.
"""

import base64
import binascii
import contextlib
import hashlib
import hmac
import os
import re
import secrets
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

FILE = "passwords"
ROLES = ("operator", "viewer")
LEAST, MOST = 8, 200
"""Characters of a password."""
_N, _R, _P = 2**14, 8, 5
_MOST_WORK = 2**20
"""n times r times p of a hash that somebody else made."""
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,31}", re.ASCII)
_WORDS = (
    "amber brook cedar delta ember fjord grove heron ivory jade kelp lotus maple north opal pearl"
    " quill raven slate tulip umber velvet willow yarrow zephyr basil coral dune fern hazel iris larch"
)
_GENERATED_GROUPS = 4


class PasswordError(Exception):
    """A password, a name or the file will not do; the text says why and what to do."""


class Passwords(Struct, frozen=True):
    """What the file holds: a hash by role; role and hash by the name of a token."""

    roles: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def with_password(self, role: str, password: str) -> "Passwords":
        """Return them with another password of a role; raise PasswordError for one that is too weak."""
        if not LEAST <= len(password) <= MOST:
            raise PasswordError(f"a password has {LEAST} to {MOST} characters; this one has {len(password)}")
        if self.role_of(password) not in {None, role}:
            raise PasswordError("operator and viewer need different passwords; take another")
        return replace(self, roles={**self.roles, role: hashed(password)})

    def without(self, role: str) -> "Passwords":
        """Return them without a role's password."""
        return replace(self, roles={name: one for name, one in self.roles.items() if name != role})

    def with_token(self, name: str, role: str) -> tuple["Passwords", str]:
        """Return them with a new token, and the token: it can be shown only now. Raise PasswordError."""
        if not _NAME.fullmatch(name):
            raise PasswordError(
                f'"{name}" is no name for a token; expected up to 32 of a-z, 0-9, - and _, such as lobby'
            )
        token = f"rune_{secrets.token_urlsafe(32)}"
        return replace(self, tokens={**self.tokens, name: (role, _token_hash(token))}), token

    def without_token(self, name: str) -> "Passwords":
        """Return them without a token; raise PasswordError if there is none of this name."""
        if name not in self.tokens:
            known = ", ".join(sorted(self.tokens)) or "none"
            raise PasswordError(f'there is no token "{name}"; there is: {known}')
        return replace(self, tokens={one: kept for one, kept in self.tokens.items() if one != name})

    def role_of(self, password: str) -> str | None:
        """Return the role that a password opens; takes as long for a wrong one as for a right one."""
        found = None
        for role in ROLES:
            if role in self.roles and matches(password, self.roles[role]):
                found = found or role
        return found

    def token_of(self, token: str) -> tuple[str, str] | None:
        """Return name and role of a token; None if it is not known."""
        given = _token_hash(token)
        for name, (role, kept) in self.tokens.items():
            if hmac.compare_digest(given, kept):
                return name, role
        return None


def hashed(password: str) -> str:
    """Return the hash of a password with a new salt."""
    salt = secrets.token_bytes(16)
    return f"scrypt${_N}${_R}${_P}${_text(salt)}${_text(_scrypt(password, salt, _N, _R, _P))}"


def matches(password: str, kept: str) -> bool:
    """Tell whether a password is the one that was hashed; a hash that is none matches nothing."""
    try:
        kind, n, r, p, salt, right = kept.split("$")
        work = int(n), int(r), int(p)
        if kind != "scrypt" or min(work) < 1 or work[0] * work[1] * work[2] > _MOST_WORK:
            return False
        found = _scrypt(password, base64.b64decode(salt, validate=True), *work)
        return hmac.compare_digest(found, base64.b64decode(right, validate=True))
    except (ValueError, binascii.Error):
        return False


def generated() -> str:
    """Return a new password that can be read out on the phone: four words and a number, 33 bits."""
    words = _WORDS.split()
    return "-".join(
        [*(secrets.choice(words) for _ in range(_GENERATED_GROUPS)), str(secrets.randbelow(9000) + 1000)]
    )


def read(folder: Path) -> Passwords:
    """Return what the file in the state folder holds; nothing if there is none. Raise PasswordError."""
    path = folder / FILE
    try:
        text = path.read_text("ascii")
    except FileNotFoundError:
        return Passwords()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise PasswordError(
            f"{path} cannot be read: {why}; look at its owner, or make it anew: sudo runeheart password"
        ) from error
    roles: dict[str, str] = {}
    tokens: dict[str, tuple[str, str]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        match line.split():
            case []:
                pass
            case [role, kept] if role in ROLES:
                roles[role] = kept
            case ["token", name, role, kept] if role in ROLES:
                tokens[name] = (role, kept)
            case _:
                raise PasswordError(
                    f"{path}, line {number} is not understood; remove it, or the file, and make the password"
                    " anew: sudo runeheart password"
                )
    return Passwords(roles, tokens)


def write(folder: Path, passwords: Passwords) -> None:
    """Put the file in place as a whole, for the owner of the folder alone; raise PasswordError."""
    lines = [f"{role} {kept}\n" for role, kept in passwords.roles.items()]
    lines += [f"token {name} {role} {kept}\n" for name, (role, kept) in passwords.tokens.items()]
    path = folder / FILE
    partly = path.with_name(f".{FILE}.part")
    try:
        folder.mkdir(mode=0o750, parents=True, exist_ok=True)
        owner = folder.stat()
        with contextlib.suppress(FileNotFoundError):
            partly.unlink()
        number = os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w") as file:
            file.write("".join(lines))
            file.flush()
            os.fsync(number)
            if os.geteuid() == 0:
                os.fchown(number, owner.st_uid, owner.st_gid)
        partly.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partly.unlink()
        raise PasswordError(
            f"{path} cannot be written: {error.strerror}; run it as the user of the service, or with sudo"
        ) from error


def _scrypt(password: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    if not password.isascii():
        password = unicodedata.normalize("NFKC", password)  # keyboards differ in how they write an accent
    secret = password.encode(errors="replace")
    return hashlib.scrypt(secret, salt=salt, n=n, r=r, p=p, maxmem=256 * n * r * p, dklen=32)


def _token_hash(token: str) -> str:
    return f"sha256${hashlib.sha256(token.encode(errors='replace')).hexdigest()}"


def _text(value: bytes) -> str:
    return base64.b64encode(value).decode()
