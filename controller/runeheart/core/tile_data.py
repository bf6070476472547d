"""The numbers of the tiles in one layer of Tiled: CSV, a list, or base64, plain or compressed (play.md 5)."""

import base64
import binascii
import struct
import zlib
from importlib import import_module
from typing import Any

_ANY_HEADER = 47  # zlib's own word for: look whether it is zlib or gzip
_COMPRESSIONS = "CSV, or base64 uncompressed, zlib or gzip"
_MENU = "in Tiled, under Map > Map Properties > Tile Layer Format"


class TileDataError(ValueError):
    """The data of a layer cannot be read; its text goes on after the layer's name."""


def tile_ids(data: Any, encoding: str | None, compression: str | None, count: int) -> list[int]:
    """Return the numbers of `count` cells, row by row, flags and all. Raises TileDataError."""
    if isinstance(data, str) and encoding == "base64":
        ids = _from_base64(data, compression or "", count)
    elif isinstance(data, str) and encoding in {"csv", None}:
        ids = _from_csv(data)
    elif isinstance(data, list):
        ids = data
    else:
        raise TileDataError(f"its encoding is {encoding}; set {_COMPRESSIONS} {_MENU}")
    if not all(type(number) is int and 0 <= number < 1 << 32 for number in ids):
        raise TileDataError("not every cell is the number of a tile")
    if len(ids) != count:
        raise TileDataError(f"has {len(ids)} cells; its size says {count}")
    return ids


def _from_csv(text: str) -> list[int]:
    words = [word.strip() for word in text.strip().strip(",").split(",")] if text.strip() else []
    if not all(word.isascii() and word.isdigit() and len(word) <= 10 for word in words):
        raise TileDataError("not every cell is the number of a tile")
    return [int(word) for word in words]


def _from_base64(text: str, compression: str, count: int) -> list[int]:
    try:
        packed = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        raise TileDataError("is not base64, though it says so") from None
    size = 4 * count
    if compression in {"zlib", "gzip"}:
        try:
            packed = zlib.decompressobj(_ANY_HEADER).decompress(packed, size + 1)  # never more than is due
        except zlib.error as error:
            raise TileDataError(f"is not {compression}, though it says so: {error}") from None
    elif compression == "zstd":
        packed = _from_zstd(packed, size)
    elif compression:
        raise TileDataError(f"its compression is {compression}; set {_COMPRESSIONS} {_MENU}")
    if len(packed) != size:
        raise TileDataError(f"has {len(packed)} bytes; its size says {size}")
    return list(struct.unpack(f"<{count}I", packed))


def _from_zstd(packed: bytes, size: int) -> bytes:
    """Unpack zstd, which needs a library that need not be there."""
    try:
        zstandard = import_module("zstandard")
    except ImportError:
        raise TileDataError(
            f"is compressed with zstd; install the package zstandard, or set {_COMPRESSIONS} {_MENU}"
        ) from None
    try:
        with zstandard.ZstdDecompressor().stream_reader(packed) as reader:
            unpacked: bytes = reader.read(size + 1)
    except zstandard.ZstdError as error:
        raise TileDataError(f"is not zstd, though it says so: {error}") from None
    return unpacked
