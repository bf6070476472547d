"""Plain data into msgspec structs with every problem at once: path, value found, expectation, suggestion.

msgspec stops at the first error; people who edit a file want them all. Defaults, unions and constraints stay
msgspec's own: each leaf is converted by it.
"""

from collections.abc import Iterable, Mapping
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from runeheart.core.table import shown

T = TypeVar("T", bound=msgspec.Struct)


def convert(raw: Any, into: type[T], path: str = "") -> tuple[T | None, list[str]]:
    """Convert a mapping into a struct.

    Returns the struct and no problems, or None and one line per problem, each beginning with the path from
    the top (`buttons.settle_ms: "x" does not fit: …`). Keys that the struct does not know are problems.
    """
    if not isinstance(raw, Mapping):
        return None, [f"{path or 'top'}: {shown(raw)} is not a table"]
    hints = get_type_hints(into, include_extras=True)
    fields = {field.encode_name: field for field in msgspec.structs.fields(into)}
    problems = [
        f"{_join(path, key)}: unknown key{did_you_mean(key, fields)}" for key in raw if key not in fields
    ]
    values: dict[str, Any] = {}
    for name, field in fields.items():
        here = _join(path, name)
        if name not in raw:
            if field.required:
                problems.append(f"{here}: is missing")
            continue
        values[field.name], below = _value(raw[name], hints[field.name], here)
        problems += below
    if problems:
        return None, problems
    try:
        return into(**values), []
    except ValueError as error:  # a struct's own __post_init__: it names the keys itself
        return None, [f"{_join(path, '')}{line}" for line in str(error).splitlines()]


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return `; did you mean "x"?` for the closest known word, in capitals or not, or the list of all."""
    import difflib  # noqa: PLC0415 - only somebody's typo needs it, and each start would pay

    names = list(known)
    small = {name.lower(): name for name in reversed(names)}
    close = difflib.get_close_matches(str(word).lower(), list(small)[::-1], n=1)
    if close:
        return f'; did you mean "{small[close[0]]}"?'
    return f"; expected one of: {', '.join(names)}" if names else ""


def _value(raw: Any, kind: Any, path: str) -> tuple[Any, list[str]]:
    nested = _struct_in(kind)
    if nested is not None and isinstance(raw, Mapping):
        return convert(raw, nested, path)
    if get_origin(kind) is list and isinstance(raw, list):
        found = [_value(entry, get_args(kind)[0], f"{path}[{index}]") for index, entry in enumerate(raw)]
        return [value for value, _ in found], [line for _, below in found for line in below]
    if get_origin(kind) is dict and isinstance(raw, Mapping):
        named = {key: _value(entry, get_args(kind)[1], _join(path, key)) for key, entry in raw.items()}
        values = {key: value for key, (value, _) in named.items()}
        return values, [line for _, below in named.values() for line in below]
    try:
        return msgspec.convert(raw, kind, strict=True), []
    except msgspec.ValidationError:
        from runeheart.core.expected import expected  # noqa: PLC0415 - only somebody's mistake needs it

        return None, [f"{path}: {shown(raw)} does not fit{expected(raw, kind)}"]


def _struct_in(kind: Any) -> type[msgspec.Struct] | None:
    inside = get_args(kind) if get_origin(kind) in {Union, UnionType, Annotated} else ()
    for option in (kind, *inside):
        if isinstance(option, type) and issubclass(option, msgspec.Struct):
            return option
    return None


def _join(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
