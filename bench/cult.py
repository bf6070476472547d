"""The Cult: turns a second, and what a larger board costs."""

import json
import time

from bench.table import Row, median
from runeheart.core.boards import Sheet, Space, read_text
from runeheart.core.events import AskChoose
from runeheart.core.hexes import from_column_row, neighbours
from runeheart.core.table import Table
from runeheart.games.cult.rules import CULT
from runeheart.games.cult.sheets import board_of
from runeheart.games.cult.shipped import SHIPPED
from runeheart.games.cult.state import CultState

TURNS = 3000
RUNS = 5
TERRAINS = ("road", "river", "hills", "forest", "swamp", "mountains", "plains")
TIMES_LARGER = 10


def rows() -> list[Row]:
    """Measure: a hero steps, the turn ends, the engine rolls; beside writing the answers as JSON."""
    realm = _setup(board_of(read_text(SHIPPED["realm"]))[0])
    spaces = len(realm["board"]["spaces"])
    turn_s, write_s = _turn(realm)
    large_s, _ = _turn(_setup(_grid(50, spaces * TIMES_LARGER // 50)))
    return [
        Row(
            f"Cult: turns a second, {spaces} spaces",
            "≥ 1,000",
            f"{1 / turn_s:,.0f}",
            f"writing the answers alone {1 / write_s:,.0f}",
            1 / turn_s >= 1000,
        ),
        Row(
            f"Cult: a turn on {TIMES_LARGER} times as many spaces",
            "≤ 1.5 times",
            f"{large_s / turn_s:.2f} times",
            f"{1e6 * turn_s:.0f} µs against {1e6 * large_s:.0f} µs",
            large_s / turn_s <= 1.5,
        ),
    ]


def _setup(board: dict) -> dict:
    at = board["forge"]
    heroes = [{"name": name, "at": at, "life": 10**6, "stamina": 4} for name in ("Ada", "Ben", "Cyr", "Dot")]
    return {"board": board, "heroes": heroes, "dice": "auto", "movement_die": "placeholder"}


def _grid(columns: int, rows_: int) -> dict:
    """Return a board with as many towns and jewels for its size as ours have, every terrain mixed."""
    words = {0: ("town", "plains"), 5: ("jewel=green", "plains")}
    hexes = [from_column_row(column, row) for column in range(1, columns + 1) for row in range(1, rows_ + 1)]
    spaces = []
    for number, at in enumerate(hexes):
        found = words.get(number % 19, (TERRAINS[number * 3 % 7],))
        if number == 0:
            found = ("forge", *found)
        spaces.append(Space(at, found, f"Town {number}" if "town" in found else None, ""))
    board, problems = board_of(Sheet(tuple(spaces)))
    assert not problems
    return board


def _turn(setup: dict) -> tuple[float, float]:
    """Return the median seconds of a turn, and of writing what it says."""
    turns, writes = [], []
    for seed in range(RUNS):
        table: Table[CultState] = Table(CULT, CULT.setup(setup, seed))
        said = []
        began_s = time.perf_counter()
        for turn in range(TURNS):
            table = _played(table, turn, said)
        turns.append((time.perf_counter() - began_s) / TURNS)
        began_s = time.perf_counter()
        for line in said:
            json.dumps(line)
        writes.append((time.perf_counter() - began_s) / TURNS)
        assert table.state.outcome is None
    return median(turns), median(writes)


def _played(table: Table[CultState], turn: int, said: list) -> Table[CultState]:
    state = table.state
    hero = state.heroes[state.turn]
    around = [at for at in neighbours(hero.at) if at in state.board.spaces]
    for body in (
        {"do": "move_hero", "hero": hero.name, "path": [list(around[turn % len(around)])]},
        {"do": "end_turn"},
    ):
        taken = table.take(body)
        assert taken.refused is None
        said += taken.lines()
        while isinstance(ask := CULT.ask(taken.table.state), AskChoose):
            taken = taken.table.take({"do": "choose", "option": ask.options[turn % len(ask.options)]})
            said += taken.lines()
        table = taken.table
    return table
