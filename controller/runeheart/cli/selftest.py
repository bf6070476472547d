"""`runeheart selftest`: a walk through every rune, light, the screen and the sounds, for whoever is there."""

import asyncio
import contextlib
import sys
from collections.abc import Coroutine, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from runeheart.cli import settings
from runeheart.cli.numbers import Number, Whole
from runeheart.runtime import places
from runeheart.runtime.config import Config
from runeheart.runtime.single import OneDaemon, TakenError

if TYPE_CHECKING:
    from runeheart_hw.profile import Profile
    from runeheart_hw.selftest import CheckedDevices, Finding


class _EndedError(Exception):
    """A signal ended the walk; the outputs are safe by now."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


@click.command(name="selftest")
@settings.config_option
@click.option(
    "--virtual", is_flag=True, help="Use the virtual prop in the browser, also where there are pins."
)
@click.option(
    "--wait",
    "wait_s",
    metavar="SECONDS",
    type=Number(0.1, 600, example=20),
    default=20.0,
    show_default=True,
    help="Seconds per step.",
)
@click.option(
    "--port", metavar="N", type=Whole(0, 65535, example=8137), help="Port of the virtual prop's page."
)
@click.option("--no-open", is_flag=True, help="Do not open the virtual prop's page in a browser.")
def command(
    config_file: Path | None, wait_s: float, port: int | None, *, virtual: bool, no_open: bool
) -> None:
    """Walk through each rune, its light, the screen and the sounds. Exit status 0: all was seen.

    A step that nobody answers in time counts as not seen. Where there are no pins it runs on a virtual prop.
    """
    config, profile = settings.config_and_profile_or_exit(config_file)
    from runeheart_hw.chip import PinsError
    from runeheart_hw.virtual.page import PortTakenError

    no_pins = None if virtual else _why_no_pins(profile)
    if no_pins:
        click.echo(f"No pins on this machine ({no_pins}), so this is a virtual prop.")
    try:
        if virtual or no_pins:
            walk = _on_virtual_prop(config, profile, wait_s, port, no_open=no_open)
            findings = asyncio.run(_until_ended(walk))
        else:
            with _alone(config):
                findings = asyncio.run(_until_ended(_on_pins(config, profile, wait_s)))
    except _EndedError as ended:
        sys.exit(128 + ended.number)  # as a shell has it
    except (PinsError, PortTakenError, TakenError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    missing = [finding.step for finding in findings if not finding.seen]
    click.echo(f"{len(findings) - len(missing)} of {len(findings)} seen.", nl=not missing)
    if missing:
        click.echo(f" Not seen: {'; '.join(missing)}. See wiring.md, or ask: runeheart doctor")
        sys.exit(1)


def _why_no_pins(profile: "Profile") -> str | None:
    """Return why there is nothing to test here; None where there are pins, even if they cannot be had."""
    from runeheart_hw.chip import chips, is_pi

    if profile.pins.backend == "mock":
        return 'the backend is "mock"'
    if not is_pi():
        return "not a Raspberry Pi"
    return None if chips() else "no GPIO chip"


@contextlib.contextmanager
def _alone(config: Config) -> Iterator[None]:
    """Hold the daemon's lock, so that neither runs into the other's pins."""
    try:
        lock = OneDaemon(places.state_directory(config))
    except TakenError as error:
        raise TakenError(
            f"{error}. The self-test needs the prop for itself: stop the daemon first "
            "(sudo systemctl stop runeheart), or add --virtual"
        ) from error
    try:
        yield
    finally:
        lock.release()


async def _until_ended(walk: "Coroutine[Any, Any, list[Finding]]") -> "list[Finding]":
    """Walk, and let a signal that ends the process end the walk first, so that it closes the devices.

    Raises _EndedError then. Ctrl-C goes the same way: a second one must not break into the closing.
    """
    from runeheart.runtime.host import on_ending

    task = asyncio.create_task(walk)
    numbers: list[int] = []

    def end(number: int) -> None:
        if not numbers:
            task.cancel()
        numbers.append(number)

    on_ending(end)
    try:
        return await task
    except asyncio.CancelledError:
        if not numbers:
            raise
        raise _EndedError(numbers[0]) from None


async def _on_pins(config: Config, profile: "Profile", wait_s: float) -> "list[Finding]":
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw.devices import open_devices
    from runeheart_hw.pins import make_factory
    from runeheart_hw.selftest import draw

    factory = make_factory(profile.pins.backend, profile.pins.chip)
    devices = open_devices(profile, factory=factory, clock=SystemClock(), draw=draw)
    try:
        click.echo(f"Self-test of {config.prop.name}; {wait_s:g} s for each step, Ctrl-C ends it.")
        return await _walk(devices, config, profile, wait_s)
    finally:
        devices.close()


async def _on_virtual_prop(
    config: Config, profile: "Profile", wait_s: float, port: int | None, *, no_open: bool
) -> "list[Finding]":
    from runeheart.cli.simulate import open_browser
    from runeheart.runtime.clock import SystemClock
    from runeheart_hw.selftest import draw
    from runeheart_hw.virtual.board import VirtualBoard
    from runeheart_hw.virtual.page import listening
    from runeheart_hw.virtual.prop import open_virtual, page_of

    clock = SystemClock()
    board = VirtualBoard(profile, clock=clock, bounce=True)
    with contextlib.ExitStack() as stack:
        listener = stack.enter_context(listening(port))
        stack.callback(board.close)
        devices = open_virtual(profile, board, clock=clock, draw=draw)
        stack.callback(devices.close)
        async with page_of(board, listener, title=config.prop.name, is_selftest=True) as address:
            click.echo(
                f"Self-test of {config.prop.name} at {address}; {wait_s:g} s for each step, Ctrl-C ends it."
            )
            if not no_open:
                open_browser(address)
            return await _walk(devices, config, profile, wait_s)


async def _walk(
    devices: "CheckedDevices", config: Config, profile: "Profile", wait_s: float
) -> "list[Finding]":
    from runeheart_hw.selftest import SelfTest

    return await SelfTest(
        devices,
        tuple(profile.buttons.pins.by_button()),
        has_screen=profile.oled.controller != "none",
        has_buzzer=profile.buzzer.kind != "none",
        preset=config.prop.preset,
        say=lambda text: click.echo(text, nl=False),
        wait_s=wait_s,
    ).run()
