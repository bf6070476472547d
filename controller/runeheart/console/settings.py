"""What the configuration says about the console. Values only; nothing is opened here."""

from typing import Literal

from msgspec import Struct

Listen = Literal["off", "loopback", "lan"]
PORT = 8080


class ConsoleSettings(Struct, frozen=True):
    """How the console is served, and what it may do."""

    listen: Listen = "off"
    """off; loopback: this machine only; lan: every network of this machine, with a password only."""
    port: int = PORT
    names: tuple[str, ...] = ()
    """Names by which browsers may call it, beside its addresses and the machine's own name."""
    certificate: str | None = None
    """PEM file of a TLS certificate; with `key` the console speaks https."""
    key: str | None = None
    player_screen: Literal["open", "password"] = "open"
    """Whether /player wants a password: it shows what everybody at the table can see."""
    control_urls: bool = False
    """Whether show controllers that can only call URLs may start, reset and solve, with a token."""
    stuck_after_min: int = 4
    """Minutes without progress after which a team counts as stuck; 0: never."""

    @property
    def is_tls(self) -> bool:
        """Tell whether it speaks https."""
        return self.certificate is not None
