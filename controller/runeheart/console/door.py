"""Where the console is found by a phone: its address in this network, and the QR code of it for the screen.

Owns the address that is shown. Asks the system which of its addresses leads out; sends nothing.
"""

import socket

import segno

from runeheart.runtime.config import ConsoleTable
from runeheart.surface.api import Door

_ELSEWHERE = ("192.0.2.1", 9)
"""An address that nobody has (RFC 5737): only the way to it is asked for."""


def door_of(settings: ConsoleTable, port: int) -> Door:
    """Return where the console is at this moment; a network may give another address at any time."""
    scheme, usual = ("https", 443) if settings.is_tls else ("http", 80)
    host = _host(settings)
    address = f"{scheme}://{host}" + ("" if port == usual else f":{port}")
    return Door(address, dots_of(address), is_for_phones=settings.listen == "lan")


def dots_of(address: str) -> tuple[str, ...]:
    """Return the QR code of an address, a row of 0 and 1 for each line of dots, without a margin.

    Scheme and host do not know capitals, and in capitals a code needs a third less: large dots, read from
    farther away.
    """
    code = segno.make_qr(address.upper(), error="l")
    return tuple("".join("1" if dot else "0" for dot in row) for row in code.matrix)


def _host(settings: ConsoleTable) -> str:
    if settings.listen == "loopback":
        return "127.0.0.1"
    if settings.is_tls and settings.names:  # the name that the certificate is for
        return settings.names[0]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
            return str(probe.getsockname()[0])
        except OSError:  # no way out of here: a network of its own, or none yet
            return f"{socket.gethostname().partition('.')[0].lower()}.local"
