"""Words of a fixed set, offered by shell completion; what they mean is checked where it is known."""

from collections.abc import Callable, Iterable

import click

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def offering(words: Iterable[str]) -> Complete:
    """Return click's `shell_complete` for these words."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        return [word for word in words if word.startswith(begun)]

    return complete
