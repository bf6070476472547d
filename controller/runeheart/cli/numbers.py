"""Numbers on the command line: one way to read them, and one sentence about what is none, for all commands.

Owns what counts as a number: plain digits only, so neither 1_0 nor ' 7 ' nor digits of other scripts, which
Python would take.
"""

import math
import re
from typing import TYPE_CHECKING, Any

import click

from runeheart.core.lines import MOST_DIGITS
from runeheart.core.table import shown

if TYPE_CHECKING:
    _IntType = click.ParamType[int]
    _FloatType = click.ParamType[float]
else:  # older versions of click have no type in brackets
    _IntType = _FloatType = click.ParamType

_WHOLE = re.compile(r"[+-]?[0-9]+")
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")


def whole(text: str) -> int | None:
    """Read a whole number; None when it is none, or longer than every Python reads."""
    return int(text) if _WHOLE.fullmatch(text) and len(text) <= MOST_DIGITS else None


def finite(text: str) -> float | None:
    """Read a finite number; None when it is none."""
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    return number if math.isfinite(number) else None


class Whole(_IntType):
    """A whole number, from `least` and up to `most` where there is such a limit."""

    name = "n"

    def __init__(self, least: int | None = None, most: int | None = None, *, example: int = 7) -> None:
        self._least, self._most, self._example = least, most, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number, or fail with what was found, what was expected, and an example."""
        number = value if isinstance(value, int) else whole(value)
        if number is None:
            what = f"one{self._limits()} such as {_option(param)}{self._example}"
            self.fail(f"{shown(value)} is not a whole number; expected {what}", param, ctx)
        is_low = self._least is not None and number < self._least
        if is_low or (self._most is not None and number > self._most):
            self.fail(f"{number} is not possible; expected a whole number{self._limits()}", param, ctx)
        return number

    def _limits(self) -> str:
        if self._least is None:
            return ""
        return f" from {self._least}" + ("" if self._most is None else f" to {self._most:,}")


class Number(_FloatType):
    """A finite number from `least` to `most`."""

    name = "x"

    def __init__(self, least: float, most: float, *, example: float = 1.5) -> None:
        self._least, self._most, self._example = least, most, example

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail with what was found, what was expected, and an example."""
        number = value if isinstance(value, float) else finite(value)
        limits = f"from {self._least:g} to {self._most:g}"
        if number is None:
            what = f"one {limits} such as {_option(param)}{self._example:g}"
            self.fail(f"{shown(value)} is not a number; expected {what}", param, ctx)
        if not self._least <= number <= self._most:
            self.fail(f"{number:g} is not possible; expected a number {limits}", param, ctx)
        return number


def _option(param: click.Parameter | None) -> str:
    return f"{param.opts[0]} " if isinstance(param, click.Option) else ""
