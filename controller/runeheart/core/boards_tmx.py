"""Tiled's XML as the plain data that Tiled writes as JSON, so that both are read the same way.

Maps come from strangers: a document type or an entity is refused, so nothing in them can grow or fetch.
"""

import re
from typing import Any
from xml.etree import ElementTree as ET

_GROWS = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+(\.\d+)?", re.ASCII)


def map_of(text: str) -> dict[str, Any]:
    """Return a `.tmx` map as plain data. Raises ValueError that goes on a sentence."""
    root = _root(text, "map")
    return {
        **_plain(root),
        "tilesets": [_tileset(tileset) for tileset in root.findall("tileset")],
        "layers": _layers(root),
    }


def tileset_of(text: str) -> dict[str, Any]:
    """Return a `.tsx` tileset as plain data. Raises ValueError that goes on a sentence."""
    return _tileset(_root(text, "tileset"))


def _root(text: str, name: str) -> ET.Element:
    if _GROWS.search(text):
        raise ValueError(
            "has a document type or an entity, which Tiled never writes; save it anew with Tiled"
        )
    try:
        root = ET.fromstring(text)  # noqa: S314 - no document type, no entities
    except ET.ParseError as error:
        raise ValueError(f"is not XML: {error}") from None
    if root.tag != name:
        raise ValueError(f"begins with <{root.tag}>; expected <{name}>")
    return root


def _plain(element: ET.Element) -> dict[str, Any]:
    return {key: _value(value) for key, value in element.items()}


def _value(text: str) -> str | int | float:
    if not _NUMBER.fullmatch(text):
        return text
    return float(text) if "." in text else int(text)


def _tileset(element: ET.Element) -> dict[str, Any]:
    return {**_plain(element), "tiles": [_thing(tile) for tile in element.findall("tile")]}


def _layers(parent: ET.Element) -> list[dict[str, Any]]:
    layers: list[dict[str, Any]] = []
    for element in parent:
        if element.tag == "layer":
            layers.append(_tile_layer(element))
        elif element.tag == "objectgroup":
            objects = [_thing(thing) for thing in element.findall("object")]
            layers.append({"type": "objectgroup", "objects": objects})
        elif element.tag == "group":
            layers.append({"type": "group", "layers": _layers(element)})
    return layers


def _tile_layer(element: ET.Element) -> dict[str, Any]:
    data = element.find("data")
    layer: dict[str, Any] = {**_plain(element), "name": element.get("name", ""), "type": "tilelayer"}
    if data is None:
        return layer
    layer |= {key: data.get(key) for key in ("encoding", "compression")}
    chunks = data.findall("chunk")
    if chunks:
        layer["chunks"] = [{**_plain(chunk), "data": _cells(chunk)} for chunk in chunks]
    else:
        layer["data"] = _cells(data)
    return layer


def _cells(element: ET.Element) -> str | list[Any]:
    """Return the text of the cells, or their numbers where each is an element of its own."""
    tiles = element.findall("tile")
    return [_value(tile.get("gid", "0")) for tile in tiles] if tiles else (element.text or "")


def _thing(element: ET.Element) -> dict[str, Any]:
    """Return a tile or an object; names and classes stay text, also where they look like numbers."""
    texts = {key: text for key in ("name", "class", "type") if (text := element.get(key)) is not None}
    properties = [
        {"name": entry.get("name"), "value": entry.get("value", entry.text or "")}
        for entry in element.findall("properties/property")
    ]
    return {**_plain(element), **texts, "properties": properties}
