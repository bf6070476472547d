"""One game at the table, and the way every command goes (play.md 1): for console, prop and files alike.

Owns the count of accepted commands and the game clock; knows no particular game.
"""

import json
from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from runeheart.core.events import Event, Json
from runeheart.core.game import Game, Refused
from runeheart.core.lines import parse
from runeheart.core.units import milliseconds, seconds

S = TypeVar("S")


class Table(Struct, Generic[S], frozen=True):
    """A game, its state, `seq` accepted commands, and the highest `at_ms` so far."""

    game: Game[S]
    state: S
    seq: int = 0
    at_ms: int = 0

    def take(self, body: Mapping[str, Any]) -> "Taken[S]":
        """Take one command in the order of checks of play.md 1: `at`, the clock, `do`, allowed, values."""
        at_ms = self.at_ms
        if "at" in body:
            wanted_ms = milliseconds(body["at"])
            if wanted_ms is None:
                return _refuse(self, (), f"at must be a finite number of seconds, not {shown(body['at'])}")
            if wanted_ms < self.at_ms:
                return _refuse(
                    self, (), f"at {shown(body['at'])} is before {seconds(self.at_ms)}: time never goes back"
                )
            at_ms = wanted_ms
        advanced = self.game.advance(self.state, at_ms)
        table = replace(self, state=advanced.state, at_ms=at_ms)
        events = advanced.events
        do = body.get("do")
        if do == "state":
            view = Event("state", {"game": self.game.name, **self.game.view(table.state)})
            return Taken(table, (*events, view))
        if do == "wait":
            return Taken(table, events)
        if not isinstance(do, str):
            return _refuse(table, events, f"do must name a command, not {shown(do)}")
        if self.game.ask(table.state) is None:
            return _refuse(table, events, "the game is over")
        outcome = self.game.step(table.state, body)
        if isinstance(outcome, Refused):
            return _refuse(table, events, outcome.why)
        table = replace(table, state=outcome.state, seq=table.seq + 1)
        return Taken(table, (*events, *outcome.events), counted=True)

    def take_line(self, line: str) -> "Taken[S]":
        """Take one line of JSON; what is no JSON object is refused and changes nothing."""
        try:
            body = parse(line)
        except ValueError as error:
            return _refuse(self, (), f'the line {error}; expected an object such as {{"do":"state"}}')
        if not isinstance(body, dict):
            return _refuse(self, (), f"expected a JSON object, not {shown(body)}")
        return self.take(body)

    def take_bytes(self, line: bytes) -> "Taken[S]":
        """Take one line as it comes from a file or a stream."""
        try:
            text = line.decode()
        except UnicodeDecodeError:
            text = ""  # what is not UTF-8 is not JSON either, like a blank line
        return self.take_line(text)

    def closing(self) -> dict[str, Json]:
        """Return the line that closes every answer: seq, at and what the game waits for."""
        ask = self.game.ask(self.state)
        return {
            "event": "next",
            "seq": self.seq,
            "at": seconds(self.at_ms),
            "ask": ask.json() if ask else None,
        }


class Taken(Struct, Generic[S], frozen=True):
    """What became of a command: the table after it, its events, why it was refused, if `seq` counted it."""

    table: Table[S]
    events: tuple[Event, ...]
    refused: str | None = None
    counted: bool = False

    def lines(self) -> list[dict[str, Json]]:
        """Return the whole answer as play.md writes it: events, `refused` if so, the closing line."""
        lines = [event.json() for event in self.events]
        if self.refused is not None:
            lines.append({"event": "refused", "why": self.refused})
        return [*lines, self.table.closing()]


def _refuse(table: Table[S], events: tuple[Event, ...], why: str) -> Taken[S]:
    return Taken(table, events, refused=why)


def shown(value: object, most: int = 40) -> str:
    """Show a value found in somebody's input, short enough for a sentence.

    What cannot be seen (controls, zero width, what turns the direction of writing) is escaped as in JSON: it
    could make the sentence look like another.
    """
    text = json.dumps(value, ensure_ascii=False, default=str)
    if not text.isprintable():
        text = "".join(one if one.isprintable() else json.dumps(one)[1:-1] for one in text)
    return text if len(text) <= most else text[: most - 1] + "…"
