"""`runeheart reader simulate`: the reader's real program on this computer, moved by what is typed."""

import select
import signal
from pathlib import Path
from types import FrameType

import click

from runeheart.cli.reader_teach import LOOK_S, Keys


def run(folder: Path) -> None:
    """Run a virtual reader whose port is `folder`/port until Ctrl-C or SIGTERM; its own files are beside it.

    Raises NoMicroPythonError, or OSError where the folder cannot be written to.
    """
    from runeheart_hw.virtual.reader import VirtualReader

    reader = VirtualReader(folder, folder / "port")
    reader.start()
    before = signal.signal(signal.SIGTERM, _interrupt)
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
        signal.signal(signal.SIGTERM, before)
        reader.close()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
