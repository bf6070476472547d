"""The file of `runeheart backup`: a ZIP with a manifest, and everything in it checked before it is believed.

Owns the format and its limits. Knows neither where the files come from nor where they go.
"""

import hashlib
import json
import zipfile
from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any, Literal

import msgspec
from msgspec import Struct

from runeheart.core.lines import parse
from runeheart.core.table import shown

FORMAT = 1
"""A newer one is refused by its number; an older one would be read."""
MANIFEST = "manifest.json"
MOST_FILES = 1_000
MOST_TEXT = 4 * 2**20
"""Bytes of a configuration or a board."""
MOST_JOURNAL = 4 * 2**30
_CHUNK = 1 << 20

Kind = Literal["config", "profile", "board", "journal"]


class BundleError(Exception):
    """The file is no backup, or a damaged one; the text says why."""


class Item(Struct, frozen=True):
    """A file of the backup."""

    kind: Kind
    name: str
    """Where it stands beside the configuration, such as `boards/keep.txt`; of a journal its own name."""
    bytes: int
    sha256: str
    said: str | None = None
    """How the configuration names it, when that is another way than `name`."""


class Manifest(Struct, frozen=True):
    """What is in a backup, and where it comes from."""

    format: int
    version: str
    """The Runeheart that made it."""
    made: str
    """UTC, ISO 8601."""
    prop: str
    items: tuple[Item, ...]


class Part(Struct, frozen=True):
    """A file that goes into a backup: its content is at `source`, or given."""

    kind: Kind
    name: str
    source: Path | bytes
    said: str | None = None


def write(target: Path, parts: Iterable[Part], *, version: str, made: str, prop: str) -> Manifest:
    """Write a backup; raise OSError."""
    items = []
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as file:
        for number, part in enumerate(parts):
            digest, size = hashlib.sha256(), 0
            with file.open(f"files/{number}", "w", force_zip64=True) as out:
                for chunk in _chunks(part.source):
                    digest.update(chunk)
                    size += len(chunk)
                    out.write(chunk)
            items.append(Item(part.kind, part.name, size, digest.hexdigest(), part.said))
        manifest = Manifest(FORMAT, version, made, prop, tuple(items))
        file.writestr(MANIFEST, json.dumps(msgspec.to_builtins(manifest), ensure_ascii=False, indent=2))
    return manifest


def read(file: Path, folder: Path) -> tuple[Manifest, list[Path]]:
    """Unpack a backup into an empty folder; return its manifest and the files in its order.

    Raises BundleError for everything that is not as the manifest says, before the rest is written.
    """
    try:
        with zipfile.ZipFile(file) as zipped:
            manifest = _manifest(zipped)
            return manifest, [
                _unpacked(zipped, number, item, folder) for number, item in enumerate(manifest.items)
            ]
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zipfile.zlib.error) as error:  # type: ignore[attr-defined]
        raise BundleError(f"{file} is no backup, or a damaged one: {error}") from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        raise BundleError(f"{file} cannot be read: {why}") from None


def _manifest(zipped: zipfile.ZipFile) -> Manifest:
    name = zipped.filename
    try:
        info = zipped.getinfo(MANIFEST)
    except KeyError:
        raise BundleError(f"{name} is a ZIP file, but no backup of Runeheart: it has no {MANIFEST}") from None
    if info.file_size > MOST_TEXT:
        raise BundleError(f"{name} is no backup: its {MANIFEST} has {info.file_size:,} bytes")
    try:
        raw: Any = parse(zipped.read(info).decode())
    except ValueError as error:
        raise BundleError(f"{name} is no backup: its {MANIFEST} {error}") from None
    found = raw.get("format") if isinstance(raw, dict) else None
    if type(found) is int and found > FORMAT:
        raise BundleError(
            f"{name} was made by a newer Runeheart (format {found}, this one reads {FORMAT}): install that"
        )
    try:
        manifest = msgspec.convert(raw, Manifest)
    except msgspec.ValidationError as error:
        raise BundleError(f"{name} is no backup: its {MANIFEST} does not fit: {error}") from None
    _check(manifest, name)
    return manifest


def _check(manifest: Manifest, name: str | None) -> None:
    """Refuse a manifest that no backup has: its names lead elsewhere, or it is too much."""
    if manifest.format != FORMAT:
        raise BundleError(f"{name} has format {manifest.format}, which no Runeheart writes")
    if len(manifest.items) > MOST_FILES:
        raise BundleError(f"{name} lists {len(manifest.items):,} files; a backup has {MOST_FILES:,} at most")
    seen = set()
    for item in manifest.items:
        path = PurePosixPath(item.name)
        if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in item.name:
            raise BundleError(f"{name} has a file called {shown(item.name)}, which leads elsewhere")
        if path in seen:
            raise BundleError(f"{name} has two files called {shown(item.name)}")
        seen.add(path)
        most = MOST_JOURNAL if item.kind == "journal" else MOST_TEXT
        if not 0 <= item.bytes <= most:
            raise BundleError(f"{name} has a {item.kind} of {item.bytes:,} bytes; {most:,} are the most")
    for kind in ("config", "journal"):
        if sum(item.kind == kind for item in manifest.items) > 1:
            raise BundleError(f"{name} has more than one {kind}")


def _unpacked(zipped: zipfile.ZipFile, number: int, item: Item, folder: Path) -> Path:
    target = folder / f"file-{number}"
    digest, size = hashlib.sha256(), 0
    try:
        with zipped.open(f"files/{number}") as packed, target.open("wb") as out:
            while chunk := packed.read(_CHUNK):
                size += len(chunk)
                if size > item.bytes:
                    break
                digest.update(chunk)
                out.write(chunk)
    except KeyError:
        raise BundleError(f"{zipped.filename} is damaged: {shown(item.name)} is missing in it") from None
    if size != item.bytes or digest.hexdigest() != item.sha256:
        raise BundleError(f"{zipped.filename} is damaged: {shown(item.name)} is not what was saved")
    return target


def _chunks(source: Path | bytes) -> Iterable[bytes]:
    if isinstance(source, bytes):
        yield source
        return
    with source.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk
