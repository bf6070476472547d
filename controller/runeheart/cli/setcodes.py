"""The code of a printed set on a command line: read once, for every command that takes one."""

from collections.abc import Iterable

import click
from click.core import ParameterSource

from runeheart.games.heart import codes
from runeheart.games.heart.codes import DeckCode


def read(_context: click.Context, _parameter: click.Parameter, typed: str | None) -> DeckCode | None:
    """Return the code that was typed, as click's callback; raises click.BadParameter."""
    if typed is None:
        return None
    code, problem = codes.read(typed)
    if code is None:
        raise click.BadParameter(str(problem))
    return code


def check_alone(context: click.Context, names: Iterable[str]) -> None:
    """Refuse parameters that say once more what a code says, by their names."""
    for parameter in context.command.params:
        if (
            parameter.name in names
            and context.get_parameter_source(parameter.name) is not ParameterSource.DEFAULT
        ):
            option = parameter.opts[0]
            raise click.UsageError(
                f"{option} and --code were both given; a code holds everything, leave {option} out"
            )
