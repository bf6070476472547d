"""The option `--plot FILE.svg`: what is wrong with the file is said before anything is played, not after."""

import os
from pathlib import Path

import click

from runeheart.cli import outfiles

_OPTION = "--plot"


def check(_ctx: click.Context, _param: click.Parameter, plot: Path | None) -> Path | None:
    """Return the file as given, for click; fail if no plot can be written there. It may be overwritten."""
    if plot is None:
        return None
    target = outfiles.place_for(plot, force=True, option=_OPTION)
    if plot.suffix.lower() != ".svg":
        end = f"ends in {plot.suffix}" if plot.suffix else "has no ending"
        raise click.BadParameter(f"{plot} {end}; a plot is SVG, expected a name such as balance.svg")
    if not target.parent.is_dir():
        raise click.BadParameter(f"{plot} cannot be written: there is no folder {plot.parent}; make it first")
    if not os.access(target.parent, os.W_OK):
        raise click.BadParameter(f"{plot} cannot be written: its folder is not yours; choose another place")
    return plot


def write(plot: Path, drawn: str) -> None:
    """Write a plot; what is wrong by now is no wrong use of the command."""
    try:
        outfiles.write(plot, drawn.encode(), force=True, option=_OPTION)
    except click.BadParameter as error:
        raise click.ClickException(error.message) from None
