"""Tells systemd how the service is: one datagram, nothing where nobody asked (sd_notify(3))."""

import contextlib
import os
import socket


def notify(state: str) -> None:
    """Send `READY=1` or `STOPPING=1` to $NOTIFY_SOCKET, if there is one; a failure is nobody's trouble."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # abstract: the name begins with a NUL
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.sendto(state.encode(), address)
