"""`runeheart replay`: a game's commands and events, from the journal or from lines that somebody sent."""

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from runeheart.cli import settings
from runeheart.core.events import Json
from runeheart.core.game import SetupInvalidError
from runeheart.core.lines import parse, written
from runeheart.core.table import Table, Taken, shown
from runeheart.core.units import milliseconds, minutes, seconds
from runeheart.games.registry import GAMES
from runeheart.runtime import archive, records
from runeheart.runtime.archive import ArchiveError, Kept

Line = Mapping[str, Json]
_SQLITE = b"SQLite format 3\0"
_OURS = ("at", "source", "seq")


class ReplayError(Exception):
    """What is to be replayed is no game; the text says why and what to do."""


@click.command(name="replay")
@click.argument("which", metavar="[FILE|GAME]", required=False)
@click.option("--last", is_flag=True, help="The last game in the journal.")
@settings.config_option
@settings.journal_option
@click.option("--text", "as_text", is_flag=True, help="For people instead of programs.")
def command(
    which: str | None,
    config_file: Path | None,
    journal_file: Path | None,
    *,
    last: bool,
    as_text: bool,
) -> None:
    """Print a game: what it began with, then each command and the events it gave, a JSON object per line.

    GAME is a number of `runeheart history`. FILE is what this command printed, or lines for `runeheart play`:
    the commands in it are carried out again. FILE may also be a journal; then its last game is printed.
    """
    number = number_of(which, last=last)
    try:
        if which is not None and number is None:
            lines = _from_file(Path(which))
        else:
            lines = from_kept(archive.game(journal_file or settings.journal(config_file), number))
        for line in lines:
            _write(line, as_text=as_text)
    except (ReplayError, ArchiveError) as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def number_of(which: str | None, *, last: bool) -> int | None:
    """Return the number of the game that is meant; None for the last one, and for a file.

    Raises click.UsageError unless exactly one of them is named.
    """
    if which is None and not last:
        raise click.UsageError("say which game: a number of runeheart history, a file, or --last")
    if which is not None and last:
        raise click.UsageError(f"{shown(which)} and --last were both given; leave one of them out")
    return int(which) if which is not None and which.isascii() and which.isdecimal() else None


def from_kept(kept: Kept) -> Iterator[Line]:
    """Print what was stored; while the answer is still there, carry the commands out and print it too."""
    entry = kept.entry
    header = {
        "game": entry.game,
        "rules_version": entry.rules_version,
        "version": entry.version,
        "begun": entry.begun,
        "setup": kept.setup,
    }
    yield header if kept.seed is None else {**header, "seed": kept.seed}
    undone = {row.body["seq"] for row in kept.rows if row.kind == "undo"}
    names = {row.seq: row.body.get("do") for row in kept.rows}
    table = _table(entry.game, entry.rules_version, kept.setup, kept.seed)
    for row in kept.rows:
        told = {"at": seconds(row.at_ms), "source": row.source}
        if row.kind == "undo":
            yield {"undo": names.get(row.body["seq"]), **told}
            if table is not None:
                taken = table.take(records.take_body(row))
                table = taken.table
                yield from (event.json() for event in taken.events)
        elif row.seq in undone or table is None:
            yield {"undone": row.body, **told} if row.seq in undone else {**row.body, **told}
            yield from row.events
        else:
            yield {**row.body, **told}
            taken = table.take(records.take_body(row))
            table = taken.table
            yield from (event.json() for event in taken.events)
            if taken.refused is not None:
                raise ReplayError(f"row {row.seq} does not fit these rules: {taken.refused}")


def _from_file(path: Path) -> Iterator[Line]:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise ReplayError(f"{path} cannot be read: {error.strerror}") from error
    if raw.startswith(_SQLITE):
        return from_kept(archive.game(path))
    numbered = enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1)
    lines = {number: line for number, line in numbered if line.strip()}
    first = _object(next(iter(lines.values()), b""))
    if first is not None and "game" in first and "event" not in first:
        return _from_printed(*_parsed(path, lines))
    if not any("do" in (_object(line) or {}) for line in lines.values()):
        raise ReplayError(
            f"{path} holds no commands; expected what runeheart replay printed, or lines that were given to"
            " runeheart play"
        )
    return _from_commands(lines.values())


def _object(line: bytes) -> dict[str, Any] | None:
    try:
        value = parse(line.decode())
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _parsed(path: Path, lines: Mapping[int, bytes]) -> Iterator[dict[str, Any]]:
    for number, line in lines.items():
        value = _object(line)
        if value is None:
            raise ReplayError(f"{path}, line {number} is not a JSON object; expected what replay printed")
        yield value


def _from_commands(lines: Iterable[bytes]) -> Iterator[Line]:
    """Give lines to a game as `runeheart play heart` would; its own answers between them are left out."""
    game = GAMES["heart"]
    table: Table[Any] = Table(game, game.setup({}, 0))
    for line in lines:
        body = _object(line)
        if body is not None and "event" in body:
            continue
        if body is not None:
            yield body
        taken = table.take_bytes(line)
        table = taken.table
        yield from _answer(taken)


def _from_printed(header: dict[str, Any], *lines: dict[str, Any]) -> Iterator[Line]:
    """Carry out the commands of a transcript again; one whose answer was erased is printed as it is."""
    yield header
    if "seed" not in header:
        yield from lines
        return
    table = _table(header.get("game"), header.get("rules_version"), header.get("setup"), header["seed"])
    if table is None:
        raise ReplayError(
            f"these lines are of {header['game']}, rules version {header.get('rules_version')}: replay them"
            f" with Runeheart {header.get('version', 'of that version')}"
        )
    is_undone = False  # what a command gave that was undone later cannot be had again: it is kept
    for line in lines:
        if "undone" in line or (is_undone and "event" in line):
            is_undone = True
            yield line
        elif "do" in line or "undo" in line:
            is_undone = False
            yield line
            taken = table.take(line if "do" in line else {"do": "wait", "at": line.get("at", 0)})
            table = taken.table
            yield from _answer(taken)


def _answer(taken: Taken[Any]) -> Iterator[Line]:
    """Return what a command gave, without the line that closes it."""
    return iter(taken.lines()[:-1])


def _table(name: object, rules_version: object, setup: object, seed: object) -> Table[Any] | None:
    """Return the table before the first command; None when it is gone, or when other rules made it."""
    game = GAMES.get(name) if isinstance(name, str) else None
    if game is None or seed is None or rules_version not in {None, game.rules_version}:
        return None
    if not isinstance(setup, dict) or not isinstance(seed, int):
        raise ReplayError("the first line must have a setup that is an object and a seed that is a number")
    try:
        return Table(game, game.setup(setup, seed))
    except SetupInvalidError as error:
        raise ReplayError("\n".join(error.problems)) from error


def _write(line: Line, *, as_text: bool) -> None:
    if as_text:
        click.echo(_text(line))
    else:
        sys.stdout.buffer.write(written(dict(line)))


def _text(line: Line) -> str:
    if "event" in line:
        return f"{'':18}{line['event']} {_values(line, 'event')}".rstrip()
    if "game" in line:
        return f"{line['game']}, begun {line.get('begun')}, by Runeheart {line.get('version')}"
    at_ms = milliseconds(line.get("at")) or 0
    when = f"{at_ms // 60_000}:{at_ms % 60_000 / 1000:06.3f}"
    body = line.get("undone", line)
    what = f"undo of {line['undo']}" if "undo" in line else f"{body.get('do')} {_values(body, 'do')}".rstrip()
    return f"{when:>10} {line.get('source', ''):<7}{what}{' (undone later)' if 'undone' in line else ''}"


def _values(line: Line, name: str) -> str:
    parts = []
    for key, value in line.items():
        if key == name or key in _OURS or isinstance(value, dict):
            continue
        if key == "left_s":
            parts.append(f"{minutes(milliseconds(value) or 0)} left")
        else:
            text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            parts.append(f"{key} {text}")
    return ", ".join(parts)
