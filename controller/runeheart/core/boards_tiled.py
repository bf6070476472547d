"""Boards drawn with Tiled, `.tmj` and `.tmx` alike (play.md 5). What a word means is for each game to say.

A `.tmx` map becomes the same plain data as a `.tmj` one and is read the same way. Must not know files:
tilesets in files of their own come from a function of the host.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from runeheart.core.boards import Sheet, Space
from runeheart.core.boards_tmx import map_of, tileset_of
from runeheart.core.hexes import Hex
from runeheart.core.lines import parse
from runeheart.core.table import shown
from runeheart.core.tile_data import TileDataError, tile_ids

Load = Callable[[str], bytes | None]
"""Returns the content of a file named in the map, from the map's folder; None when it cannot be read."""

FLAGS = 0xF0000000
"""The four high bits of a tile id: flipped and turned, no part of the number."""
MOST_CELLS = 1_000_000


class _Tile(Struct, frozen=True):
    words: tuple[str, ...]
    name: str | None


class _Reading(Struct):
    """What is known so far of a map that is being read; cells are Tiled's, from 0."""

    tiles: dict[int, _Tile] = field(default_factory=dict)
    """By global id."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    """First and last global id of each tileset."""
    words: dict[tuple[int, int], list[str]] = field(default_factory=dict)
    names: dict[tuple[int, int], str] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def read_tiled(content: bytes, load: Load) -> Sheet:
    """Read a map of Tiled, `.tmx` or JSON; every problem at once, by layer and cell."""
    try:
        raw = _parsed(content, map_of)
    except ValueError as error:
        return Sheet((), (f"the map {error}",))
    problems = _frame_problems(raw)
    if problems:
        return Sheet((), tuple(problems))
    reading = _Reading()
    for tileset in _entries(raw.get("tilesets")):
        _read_tileset(reading, tileset, load)
    layers = list(_layers(raw.get("layers")))
    for layer in layers:
        if layer.get("type", "tilelayer") == "tilelayer":
            _read_cells(reading, layer)
    for layer in layers:
        for thing in _entries(layer.get("objects")):
            _read_object(reading, thing, raw)
    even = raw["staggerindex"] == "even"
    spaces = tuple(
        Space(_hex_of(cell, even=even), tuple(words), reading.names.get(cell), _where(cell))
        for cell, words in reading.words.items()
    )
    return Sheet(spaces, tuple(reading.problems))


def _parsed(content: bytes, from_xml: Callable[[str], dict[str, Any]]) -> dict[str, Any]:
    """Return a map or a tileset as plain data. Raises ValueError that goes on a sentence."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8 text; save it with Tiled as it comes") from None
    if text.lstrip().startswith("<"):
        return from_xml(text)
    raw = parse(text)
    if not isinstance(raw, dict):
        raise ValueError(f"holds {shown(raw)}; expected a JSON object")  # noqa: TRY004 - the file's value
    return raw


_MENU = "in Tiled, under Map > Map Properties"


def _frame_problems(raw: Mapping[str, Any]) -> list[str]:
    """Tell what has to be set in Tiled so that the map is one of flat-top Hexes."""
    problems: list[str] = []
    for key, name, wanted in (
        ("orientation", "orientation", ("hexagonal",)),
        ("staggeraxis", "stagger axis", ("x",)),
        ("staggerindex", "stagger index", ("odd", "even")),
    ):
        if raw.get(key) not in wanted:
            found = shown(raw[key]) if key in raw else "missing"
            choices = " or ".join(word.capitalize() for word in wanted)
            problems.append(f"the map's {name} is {found}; set it to {choices} {_MENU}")
    problems += [
        f"the map's {key} is {shown(raw.get(key))}; expected a number above 0"
        for key in ("tilewidth", "tileheight")
        if not _is_number(raw.get(key)) or raw[key] <= 0
    ]
    if not _is_number(raw.get("hexsidelength", 0)):
        problems.append(f"the map's hexsidelength is {shown(raw['hexsidelength'])}; expected a number")
    return problems


def _hex_of(cell: tuple[int, int], *, even: bool) -> Hex:
    """Return the Hex of a cell: the columns of the stagger index are half a Hex lower."""
    column, row = cell
    return column, row - (column + even) // 2


def _where(cell: tuple[int, int]) -> str:
    return f"cell {cell[0]},{cell[1]}"


def _read_tileset(reading: _Reading, tileset: Mapping[str, Any], load: Load) -> None:
    first = tileset.get("firstgid")
    if not isinstance(first, int) or first < 1:
        reading.problems.append(f"a tileset's firstgid is {shown(first)}; expected a whole number from 1")
        return
    source = tileset.get("source")
    if isinstance(source, str):
        content = load(source)
        if content is None:
            reading.problems.append(
                f"the tileset {shown(source)} cannot be read; put it beside the map, or embed it in the map"
            )
            return
        try:
            tileset = _parsed(content, tileset_of)
        except ValueError as error:
            reading.problems.append(f"the tileset {shown(source)} {error}")
            return
    numbers = [0]
    for tile in _entries(tileset.get("tiles")):
        number = tile.get("id")
        if isinstance(number, int) and number >= 0:
            numbers.append(number)
            reading.tiles[first + number] = _Tile(_words(tile), _name(tile))
    count = tileset.get("tilecount")
    last = max(*numbers, (count if isinstance(count, int) else 0) - 1, 0)
    reading.spans.append((first, first + last))


def _layers(raw: Any) -> Iterator[Mapping[str, Any]]:
    """Yield every layer in its order, also those in groups."""
    for layer in _entries(raw):
        if layer.get("type") == "group":
            yield from _layers(layer.get("layers"))
        else:
            yield layer


def _read_cells(reading: _Reading, layer: Mapping[str, Any]) -> None:
    """Add the words of a layer of tiles to the spaces; an infinite map has its cells in chunks."""
    name = f"layer {shown(layer.get('name', ''))}"
    for part in _entries(layer["chunks"]) if "chunks" in layer else [layer]:
        width: Any = part.get("width")
        height: Any = part.get("height")
        left, top = (part.get(key, 0) if part is not layer else 0 for key in ("x", "y"))
        if not all(isinstance(size, int) and size >= 0 for size in (width, height)):
            reading.problems.append(f"{name}: {shown(width)} by {shown(height)} is no size")
            continue
        if not (isinstance(left, int) and isinstance(top, int)):
            reading.problems.append(f"{name}: a chunk at {shown(left)},{shown(top)} has no place")
            continue
        if width * height > MOST_CELLS:
            reading.problems.append(f"{name}: has {width * height} cells; expected at most {MOST_CELLS}")
            continue
        try:
            ids = tile_ids(part.get("data"), layer.get("encoding"), layer.get("compression"), width * height)
        except TileDataError as error:
            reading.problems.append(f"{name}: {error}")
            continue
        for place, number in enumerate(ids):
            if number & ~FLAGS:
                _read_cell(reading, (left + place % width, top + place // width), number & ~FLAGS)


def _read_cell(reading: _Reading, cell: tuple[int, int], number: int) -> None:
    if not any(first <= number <= last for first, last in reading.spans):
        reading.problems.append(f"{_where(cell)}: tile {number} is in no tileset of the map")
        return
    words = reading.words.setdefault(cell, [])
    tile = reading.tiles.get(number)
    if tile is not None:
        words += tile.words
        _call(reading, cell, tile.name)


def _read_object(reading: _Reading, thing: Mapping[str, Any], raw: Mapping[str, Any]) -> None:
    """Give the words and the name of an object to the space that it lies on."""
    words = _words(thing)
    name = _name(thing) or (thing.get("name") if isinstance(thing.get("name"), str) else None) or None
    number = thing.get("gid", 0)
    tile = reading.tiles.get(number & ~FLAGS) if isinstance(number, int) else None
    if tile is not None:
        words += tile.words
        name = name or tile.name
    if not words and name is None:
        return
    x, y, width, height = (thing.get(key, 0) for key in ("x", "y", "width", "height"))
    if not all(_is_number(value) for value in (x, y, width, height)):
        reading.problems.append(
            f"the object {shown(name or words)} has no place: x is {shown(x)}, y {shown(y)}"
        )
        return
    # A tile's object stands on its lower edge, every other one hangs from its upper edge.
    middle = (x + width / 2, y - height / 2 if number else y + height / 2)
    cell = _cell_at(middle, raw)
    if cell not in reading.words:
        reading.problems.append(
            f"{_where(cell)}: the object {shown(name or ' '.join(words))} lies on no space"
        )
        return
    reading.words[cell] += words
    _call(reading, cell, name)


def _call(reading: _Reading, cell: tuple[int, int], name: str | None) -> None:
    if name is None:
        return
    known = reading.names.setdefault(cell, name)
    if known != name:
        reading.problems.append(f"{_where(cell)}: has two names, {shown(known)} and {shown(name)}")


def _cell_at(point: tuple[float, float], raw: Mapping[str, Any]) -> tuple[int, int]:
    """Return the cell whose middle is closest to a point of the map, in Tiled's pixels."""
    wide, high = raw["tilewidth"], raw["tileheight"]
    pitch = (wide + raw.get("hexsidelength", 0)) / 2
    low = 0 if raw["staggerindex"] == "even" else 1
    x, y = point
    near = round((x - wide / 2) / pitch)
    cells = []
    for column in (near - 1, near, near + 1):
        shift = high / 2 if column % 2 == low else 0
        row = round((y - high / 2 - shift) / high)
        away = ((column * pitch + wide / 2 - x) / wide) ** 2 + (
            (row * high + high / 2 + shift - y) / high
        ) ** 2
        cells.append((away, (column, row)))
    return min(cells)[1]


def _words(thing: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the words of a tile or an object: its class, which Tiled once called type, and `words`."""
    properties = _properties(thing)
    given = [thing.get("class"), thing.get("type"), properties.get("words")]
    words = [word for text in given if isinstance(text, str) for word in text.split()]
    if isinstance(properties.get("town"), str):
        words.append("town")
    return tuple(dict.fromkeys(words))


def _name(thing: Mapping[str, Any]) -> str | None:
    """Return the name in the properties of a tile or an object: `town`, or `name`."""
    properties = _properties(thing)
    for key in ("town", "name"):
        if isinstance(properties.get(key), str) and properties[key]:
            name: str = properties[key]
            return name
    return None


def _properties(thing: Mapping[str, Any]) -> dict[str, Any]:
    return {
        entry["name"]: entry.get("value") for entry in _entries(thing.get("properties")) if "name" in entry
    }


def _entries(raw: Any) -> list[Mapping[str, Any]]:
    return [entry for entry in raw if isinstance(entry, Mapping)] if isinstance(raw, list) else []


def _is_number(raw: Any) -> bool:
    return isinstance(raw, int | float) and not isinstance(raw, bool)
