"""What a value should have been, in the words of people who write TOML, from the type of its field.

Owns the wording only; `checked` says what is wrong where.
"""

from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from msgspec import inspect

from runeheart.core.checked import did_you_mean


def expected(raw: Any, kind: Any) -> str:
    """Return what goes on the sentence about a value that does not fit: `; expected a whole number …`."""
    words = _words(kind)
    return did_you_mean(raw, words) if words else f"; expected {_phrase(inspect.type_info(kind))}"


def _words(kind: Any) -> list[str]:
    """Return the fixed set of a type, in the order in which it is written there."""
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    if get_origin(kind) in {Annotated, Union, UnionType}:
        return [word for part in get_args(kind) for word in _words(part)]
    return []


def _phrase(info: inspect.Type) -> str:
    match info:
        case inspect.Metadata(type=inner):
            return _phrase(inner)
        case inspect.UnionType(types=types):
            return " or ".join(_phrase(one) for one in types if not isinstance(one, inspect.NoneType))
        case inspect.IntType():
            return f"a whole number{_range(info)}"
        case inspect.FloatType():
            return f"a number{_range(info)}"
        case inspect.StrType(min_length=least, max_length=most):
            return f"a text{_length(least, most)}"
        case inspect.BoolType():
            return "true or false"
        case inspect.ListType():
            return "a list"
        case _:
            return "a table"


def _range(info: inspect.IntType | inspect.FloatType) -> str:
    least = None if info.ge is None else f"{info.ge:g}"
    most = None if info.le is None else f"{info.le:g}"
    if least and most:
        return f" from {least} to {most}"
    low = f"above {info.gt:g}" if info.gt is not None else f"at least {least}" if least else ""
    high = f"below {info.lt:g}" if info.lt is not None else f"at most {most}" if most else ""
    return f", {' and '.join(filter(None, (low, high)))}" if low or high else ""


def _length(least: int | None, most: int | None) -> str:
    if least and most:
        return f" of {least} to {most} characters"
    if least:
        return f" of at least {least} character{'s' if least > 1 else ''}"
    return f" of at most {most} characters" if most else ""
