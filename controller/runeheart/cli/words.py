"""Words of a fixed set on a command line: offered by shell completion, and the same in capitals.

What they mean is checked where it is known.
"""

from collections.abc import Callable, Iterable

import click

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def offering(words: Iterable[str]) -> Complete:
    """Return click's `shell_complete` for these words."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        return [word for word in words if word.startswith(begun)]

    return complete


def as_known(word: str, words: Iterable[str]) -> str:
    """Return the word of the set that was meant, in capitals or not, or else what was typed."""
    return next((known for known in words if known.lower() == word.lower()), word)
