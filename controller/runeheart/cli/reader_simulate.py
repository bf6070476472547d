"""`runeheart reader simulate`: the reader's real program on this computer, moved by what is typed."""

import select
import signal
from pathlib import Path
from types import FrameType

import click

from runeheart.cli.reader_teach import LOOK_S, Keys


def run(folder: Path) -> None:
    """Run a virtual reader whose port is `folder`/port until a signal ends it; its files are beside it.

    Raises NoMicroPythonError, or OSError where the folder cannot be written to.
    """
    from runeheart_hw.virtual.reader import VirtualReader

    reader = VirtualReader(folder, folder / "port")
    reader.start()
    before = {number: signal.signal(number, _interrupt) for number in (signal.SIGTERM, signal.SIGHUP)}
    keys = Keys()
    try:
        click.echo(f"The virtual reader is at {reader.port} (Ctrl-C ends it)")
        while reader.is_running:
            typed = keys.typed(LOOK_S)
            if typed:
                reader.tell(typed)
            for odd in reader.odd():
                click.echo(odd, err=True)
            if not keys.is_open:
                select.select([], [], [], LOOK_S)
    except KeyboardInterrupt:
        pass  # how it is ended
    finally:
        reader.close()
        for number, handler in before.items():
            signal.signal(number, handler)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
