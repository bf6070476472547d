"""Tells systemd how the service is: one datagram each, nothing where nobody asked (sd_notify(3)).

Owns the words of that protocol and what systemd's environment says; knows no prop.
"""

import contextlib
import os
import socket

READY = "READY=1"
STOPPING = "STOPPING=1"
ALIVE = "WATCHDOG=1"
FAILED = "WATCHDOG=trigger"
"""As if the watchdog had run out: end this process and start a new one."""


def notify(state: str) -> None:
    """Send a state such as `READY` to $NOTIFY_SOCKET, if there is one; a failure is nobody's trouble."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    if address.startswith("@"):  # abstract: the name begins with a NUL
        address = "\0" + address[1:]
    with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as wire:
        wire.sendto(state.encode(), address)


def is_supervised() -> bool:
    """Tell whether a service manager listens: then SIGHUP means "read the configuration again"."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def reloading(mono_ns: int) -> str:
    """Return the state to send before a reload; systemd wants to know since when (monotonic)."""
    return f"RELOADING=1\nMONOTONIC_USEC={mono_ns // 1000}"


def watchdog_s() -> float | None:
    """Return how long systemd waits for a sign of life; None where it does not wait for this process's."""
    try:
        limit_us = int(os.environ.get("WATCHDOG_USEC", ""))
        waits_for = int(os.environ.get("WATCHDOG_PID", os.getpid()))
    except ValueError:
        return None
    return limit_us / 1_000_000 if limit_us > 0 and waits_for == os.getpid() else None
