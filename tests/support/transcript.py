"""Transcripts of `runeheart play` as JSON Lines files: a head, then what is sent and what is expected.

Head: {"title", "rules", "setup", "game"? (heart), "seed"? (0)}. Then {"send": command} or {"line": "as it is
typed"}, each followed, where wanted, by {"expect": [lines], "loose"?: true}.

A golden transcript expects every line of every answer, byte for byte. A partial one expects the important
lines: a key that is given must match, "$absent" means that it is not there; the lines follow each other from
the first on, or, where loose, other lines stand between.

`python tests/support/transcript.py FILE…` writes the answers of now into golden files; read the difference.
"""

import json
import sys
from dataclasses import dataclass
from pathlib import Path

from runeheart.core.lines import parse, written
from runeheart.core.table import Table
from runeheart.games.registry import GAMES


@dataclass(frozen=True)
class Exchange:
    """What is typed, and the lines expected (None: whatever comes)."""

    typed: str
    expect: list[dict] | None
    loose: bool


@dataclass(frozen=True)
class Transcript:
    head: dict
    exchanges: list[Exchange]

    @property
    def typed(self) -> bytes:
        """Return everything that is sent, as a terminal would send it."""
        return "".join(exchange.typed + "\n" for exchange in self.exchanges).encode()


def read(path: Path) -> Transcript:
    head, *rows = [parse(line) for line in path.read_text("utf-8").splitlines()]
    exchanges = []
    for index, row in enumerate(rows):
        if "expect" in row:
            continue
        after = rows[index + 1] if index + 1 < len(rows) else {}
        typed = row["line"] if "line" in row else written(row["send"]).decode().rstrip("\n")
        exchanges.append(Exchange(typed, after.get("expect"), after.get("loose", False)))
    return Transcript(head, exchanges)


def play(transcript: Transcript) -> list[list[dict]]:
    """Return the answer to each exchange, line by line."""
    game = GAMES[transcript.head.get("game", "heart")]
    table = Table(game, game.setup(transcript.head["setup"], transcript.head.get("seed", 0)))
    answers = []
    for exchange in transcript.exchanges:
        taken = table.take_line(exchange.typed)
        table = taken.table
        answers.append(taken.lines())
    return answers


def golden_bytes(transcript: Transcript) -> bytes:
    """Return the whole output that a golden transcript expects."""
    return b"".join(written(line) for exchange in transcript.exchanges for line in exchange.expect)


def mismatch(exchange: Exchange, answer: list[dict]) -> str | None:
    """Tell how an answer misses what a partial transcript expects; None if it does not."""
    place = 0
    for expected in exchange.expect or []:
        loose = exchange.loose or expected.get("loose", False)
        wanted = {key: value for key, value in expected.items() if key != "loose"}
        while loose and place < len(answer) and not matches(wanted, answer[place]):
            place += 1
        if place == len(answer) or not matches(wanted, answer[place]):
            return f"{exchange.typed}: expected {wanted}, got {answer[place:]}"
        place += 1
    return None


def matches(expected, found) -> bool:
    """Tell whether every given key matches, at any depth."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return all(
            key not in found if value == "$absent" else key in found and matches(value, found[key])
            for key, value in expected.items()
        )
    return expected == found


def rewrite(path: Path) -> None:
    """Write the answers of now into a golden file."""
    transcript = read(path)
    rows = [line for line in path.read_text("utf-8").splitlines() if not line.startswith('{"expect"')]
    answers = [json.dumps({"expect": answer}, ensure_ascii=False) for answer in play(transcript)]
    both = [rows[0], *(line for pair in zip(rows[1:], answers, strict=True) for line in pair)]
    path.write_text("".join(line + "\n" for line in both), "utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
