"""The commands of `runeheart`: found by name, imported when asked for, and one guard around them all.

The guard owns what every command has in common at its end: Ctrl-C is status 130, a reader that went away is
no error, and output that cannot be written is a sentence and status 1.
"""

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

import click

from runeheart import __version__
from runeheart.cli.main import INTERRUPTED, NOT_WRITTEN, give_up
from runeheart.core.checked import did_you_mean


@contextmanager
def _guard() -> Iterator[None]:
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # here, where what goes wrong can still be said
    except KeyboardInterrupt:
        raise click.exceptions.Exit(INTERRUPTED) from None
    except BrokenPipeError:
        give_up(sys.stdout)
        raise click.exceptions.Exit(0) from None  # whoever read had enough
    except OSError as error:
        if error.errno not in NOT_WRITTEN or error.filename is not None:
            raise
        give_up(sys.stdout)
        raise click.ClickException(
            f"the output cannot be written: {error.strerror}; send it somewhere else"
        ) from None


class _Commands(click.Group):
    """Commands by module, imported when asked for: `runeheart --help` stays quick on a small board."""

    modules: ClassVar[dict[str, str]] = {
        "run": "play on this prop: the daemon, with real buttons and lights",
        "simulate": "play on a virtual prop in the browser, through the same daemon",
        "play": "play over JSON Lines on standard input and output",
        "board": "check and draw boards, and list those that come with the games",
        "deck": "draw a deck of clues and prove how fair it is",
        "balance": "let model players play, and compare with the rule book's aims",
        "print": "make a PDF of a whole game to print and cut",
        "reader": "the reader of real dice and a real compass: list, monitor, teach, flash, …",
        "ctl": "the operator's verbs to a running daemon: status, start, pause, undo, …",
        "status": "show the whole prop on one screen: game, devices, alerts, uptime, versions",
        "replay": "print a game's commands and events from the journal",
        "history": "list the games that were played",
        "story": "tell an evening of the Cult, with a score sheet",
        "password": "set the password of the game master's console",
        "safe": "switch every output off, whatever happened to the daemon",
        "config": "print the effective configuration, or check a file",
        "backup": "put configuration, boards, decks and history into one file",
        "restore": "bring them back from such a file, here or on another machine",
        "doctor": "check this machine and say what to do about each finding",
        "selftest": "walk through every rune, light, the screen and the sounds",
    }

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Read the words before the command, within the guard: help is output, too."""
        with _guard():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command within the guard."""
        with _guard():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the table above."""
        del ctx
        return list(self.modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command."""
        del ctx
        if cmd_name not in self.modules:
            return None
        module = importlib.import_module(f"runeheart.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Name the closest command for one that is not known."""
        if args and args[0] not in self.modules and not args[0].startswith("-"):
            ctx.fail(f'no command "{args[0]}"{did_you_mean(args[0], self.modules)}')
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(self.modules.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="%(prog)s %(version)s")
def group() -> None:
    """Run a table prop: six rune buttons, six lights, a screen and a buzzer.

    Shell completion: eval "$(_RUNEHEART_COMPLETE=bash_source runeheart)" (zsh_source, fish_source).
    """
