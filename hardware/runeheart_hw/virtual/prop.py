"""A whole virtual prop: the virtual board under the real drivers, and its page.

Owns how the three are put together, for `simulate` and `selftest`. Knows no game and no loop of the daemon's.
"""

import contextlib
import socket
from collections.abc import AsyncIterator, Mapping, Sequence

from runeheart.core.panel import Screen
from runeheart.runtime.clock import Clock
from runeheart.runtime.ports import Buzzer, Display, Health, Lights, Reader
from runeheart_hw.devices import Draw, PropDevices, open_devices
from runeheart_hw.profile import Profile
from runeheart_hw.virtual.board import VirtualBoard
from runeheart_hw.virtual.live import Live, Side
from runeheart_hw.virtual.page import application, serving


class VirtualDevices:
    """The real drivers on a virtual board; fills `ports.Devices`."""

    def __init__(self, opened: PropDevices, board: VirtualBoard) -> None:
        self.buttons = opened.buttons
        self.lights: Lights = opened.lights
        self.display: Display = _SpokenDisplay(opened.display, board)
        self.buzzer: Buzzer = opened.buzzer
        self.reader: Reader | None = opened.reader
        self._opened = opened

    def failure(self) -> str | None:
        """Tell whether presses can still arrive at all."""
        return self._opened.failure()

    def close(self) -> None:
        """Lights off, buzzer low, screen dark, pins released; the second time nothing happens."""
        self._opened.close()


class _SpokenDisplay:
    """Hands every screen to the driver, and its words to the board for those who cannot see it."""

    def __init__(self, display: Display, board: VirtualBoard) -> None:
        self._display = display
        self._board = board

    def show(self, screen: Screen) -> None:
        self._display.show(screen)
        self._board.say(screen.words)

    def health(self) -> Health:
        return self._display.health()


def open_virtual(
    profile: Profile, board: VirtualBoard, *, clock: Clock, draw: Draw | None = None
) -> VirtualDevices:
    """Open the profile's real drivers on a virtual board; `draw` as for `open_devices`."""
    opened = open_devices(profile, factory=board.factory, clock=clock, oled_link=board.oled, draw=draw)
    return VirtualDevices(opened, board)


@contextlib.asynccontextmanager
async def page_of(
    board: VirtualBoard,
    listener: socket.socket,
    *,
    title: str,
    is_selftest: bool = False,
    sides: Mapping[str, Side] | None = None,
    dice: Mapping[str, Sequence[str]] | None = None,
) -> AsyncIterator[str]:
    """Serve the board's page in the running loop while the context is open; gives its address.

    `sides` are what is on the page beside the board, by the name that wishes for them carry;
    `dice`, with their faces, are those of a side "tray".
    """
    app = application(
        Live(board, sides),
        title=title,
        buttons=board.buttons,
        has_screen=board.oled is not None,
        is_selftest=is_selftest,
        has_game="game" in (sides or {}),
        dice=dice,
    )
    async with serving(app, listener) as address:
        yield address
