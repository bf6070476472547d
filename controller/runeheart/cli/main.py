"""`runeheart`: finds the command and says what cannot be done in a sentence, never in a traceback."""

import importlib
from typing import Any, ClassVar

import click

from runeheart import __version__
from runeheart.core.checked import did_you_mean


class _Commands(click.Group):
    """Commands by module, imported when asked for: `runeheart --help` stays quick on a small board."""

    modules: ClassVar[dict[str, str]] = {
        "run": "play on this prop: the daemon, with real buttons and lights",
        "simulate": "play on a virtual prop in the browser, through the same daemon",
        "play": "play over JSON Lines on standard input and output",
        "deck": "draw a deck of clues and prove how fair it is",
        "balance": "let model players play, and compare with the rule book's aims",
        "print": "make a PDF of a whole game to print and cut",
        "ctl": "the operator's verbs to a running daemon: status, start, pause, undo, …",
        "replay": "print a game's commands and events from the journal",
        "history": "list the games that were played",
        "story": "tell an evening of the Cult, with a score sheet",
        "config": "print the effective configuration, or check a file",
        "doctor": "check this machine and say what to do about each finding",
        "selftest": "walk through every rune, light, the screen and the sounds",
    }

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
def _group() -> None:
    """Run a table prop: six rune buttons, six lights, a screen and a buzzer.

    Shell completion: eval "$(_RUNEHEART_COMPLETE=bash_source runeheart)" (zsh_source, fish_source).
    """


def main(**settings: Any) -> None:
    """Run the command line; `settings` go to click (tests pass `args` and `standalone_mode`)."""
    _group(prog_name="runeheart", **settings)
