"""House rules of the Heart on the command line: the option `--house NAME=VALUE`, read and checked."""

from collections.abc import Callable, Sequence
from typing import TypeVar

import click

from runeheart.cli.words import offering
from runeheart.core.given import house_problems
from runeheart.core.table import shown
from runeheart.games.heart.settings import HOUSE_RULES

C = TypeVar("C", bound=Callable[..., object])
_WORDS = [f"{name}={value}" for name, values in HOUSE_RULES.items() for value in values]


def house_option(command: C) -> C:
    """Give a command the option `--house`; its parameter `house` is the rules that were named, by name."""
    return click.option(
        "--house",
        metavar="NAME=VALUE",
        multiple=True,
        callback=_read,
        shell_complete=offering(_WORDS),
        help="A house rule to play with; may be given several times.",
    )(command)


def _read(_ctx: click.Context, _param: click.Parameter, written: Sequence[str]) -> dict[str, str]:
    rules: dict[str, str] = {}
    for one in written:
        name, equals, value = (part.strip() for part in one.partition("="))
        if not equals:
            raise click.BadParameter(
                f"{shown(one)} is no house rule; expected NAME=VALUE, such as mistake_limit=exceed"
            )
        if name == "deck":
            raise click.BadParameter("deck is no house rule; use --deck")
        if rules.get(name, value) != value:
            raise click.BadParameter(f"{name} is given twice; leave {rules[name]} or {value} out")
        rules[name] = value
    problems = [problem.removeprefix("house.") for problem in house_problems(rules, HOUSE_RULES)]
    if problems:
        raise click.BadParameter("; ".join(problems))
    return rules
