"""`runeheart history`: the games that were played, for people, spreadsheets and programs."""

import csv
import json
import sys
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from runeheart.cli import settings
from runeheart.cli.numbers import Whole
from runeheart.console.export import cell
from runeheart.core.units import milliseconds, minutes
from runeheart.runtime import archive
from runeheart.runtime.archive import Entry

OF_BOARDS = ("round", "damage", "life", "pile", "pile_limit")
"""Values at the end of games with a board: the Ruin's first three, the Cult's last two."""
COLUMNS = (
    "id",
    "begun",
    "ended",
    "game",
    "difficulty",
    "result",
    "left_s",
    "mistakes",
    "max_mistakes",
    "pauses",
    "time_changes",
    "undos",
    "power_losses",
    "version",
    *OF_BOARDS,
    "team",
    "players",
    "hints",
    "interventions",
    "left_out",
)
_MOST = 1_000_000


@click.command(name="history")
@settings.config_option
@settings.journal_option
@click.option("--limit", metavar="N", type=Whole(1, _MOST, example=50), default=50, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per game.")
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values with a heading.")
def command(
    config_file: Path | None,
    journal_file: Path | None,
    limit: int,
    *,
    as_json: bool,
    as_csv: bool,
) -> None:
    """List the last games, the newest first. The daemon may be running."""
    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    try:
        path = journal_file or settings.journal(config_file)
        entries = archive.games(path, limit)
    except archive.ArchiveError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    if as_json:
        for entry in entries:
            click.echo(json.dumps(_row(entry), ensure_ascii=False))
    elif as_csv:
        writer = csv.DictWriter(sys.stdout, COLUMNS)
        writer.writeheader()
        writer.writerows({name: cell(value) for name, value in _row(entry).items()} for entry in entries)
    elif not entries:
        click.echo(f"no games yet in {path}")
    else:
        click.echo(_table([_words(_row(entry)) for entry in entries]))


def _row(entry: Entry) -> dict[str, Any]:
    summary, did = entry.summary, entry.did
    values = (
        entry.game_id,
        entry.begun,
        entry.ended,
        entry.game,
        summary.get("difficulty", entry.setup.get("difficulty")),
        entry.result,
        summary.get("left_s"),
        summary.get("mistakes"),
        summary.get("max_mistakes"),
        did.get("pause", 0),
        did.get("add_time", 0),
        did.get("undo", 0),
        did.get("power", 0),
        entry.version,
        *(summary.get(name) for name in OF_BOARDS),
        entry.about.team,
        entry.about.players,
        entry.hints,
        entry.interventions,
        entry.about.left_out,
    )
    return dict(zip(COLUMNS, values, strict=True))


def _words(row: Mapping[str, Any]) -> tuple[str, ...]:
    begun = datetime.fromisoformat(row["begun"]).astimezone().strftime("%Y-%m-%d %H:%M")
    left_ms = milliseconds(row["left_s"])
    mistakes = "" if row["mistakes"] is None else f"{row['mistakes']} of {row['max_mistakes']}"
    counted = {
        "pause": row["pauses"],
        "time change": row["time_changes"],
        "undo": row["undos"],
        "power loss": row["power_losses"],
    }
    help_given = ", ".join(f"{number} x {name}" for name, number in counted.items() if number)
    left = "" if left_ms is None else minutes(left_ms)
    return (
        str(row["id"]),
        begun,
        row["game"],
        row["difficulty"] or "",
        row["result"],
        left,
        mistakes,
        _how_it_went(row),
        help_given,
    )


def _how_it_went(row: Mapping[str, Any]) -> str:
    counts = []
    if row["round"] is not None:
        counts.append(f"round {row['round']}")
    if row["damage"] is not None:
        counts.append(f"Damage {row['damage']}" + ("" if row["life"] is None else f" of {row['life']}"))
    if row["pile"] is not None:
        counts.append(f"pile {row['pile']} of {row['pile_limit']}")
    return ", ".join(counts)


def _table(rows: list[tuple[str, ...]]) -> str:
    heading = ("game", "begun", "", "difficulty", "result", "left", "mistakes", "", "operator and power")
    board = len(heading) - 2
    lines = [heading, *rows]
    if not any(row[board] for row in rows):  # a prop that plays the Heart alone needs no column for boards
        lines = [(*line[:board], *line[board + 1 :]) for line in lines]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )
