"""Games of model players, beside the same commands given to the table with nobody thinking."""

import time
from typing import Any

from bench.table import Row
from runeheart.core.chance import Chance
from runeheart.core.table import Table
from runeheart.core.units import seconds
from runeheart.games.heart.mind import Mind
from runeheart.games.heart.players import PLAYERS
from runeheart.games.heart.rules import HEART
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.simulation import ATTEMPTS, Batch, play_batch
from runeheart.games.heart.state import HeartState

PERSONS = 50
LEAST_GAMES_PER_S = 1_000


def rows() -> list[Row]:
    """Measure in time of one core, so that what else runs counts little."""
    return [_games(difficulty) for difficulty in DIFFICULTIES]


def _games(difficulty: str) -> Row:
    players = tuple(PLAYERS.values())
    play_batch(Batch(1, {"difficulty": difficulty}, players, 0, 5))  # fills the tables of arrangements
    began_s = time.process_time()
    play_batch(Batch(2, {"difficulty": difficulty}, players, 0, PERSONS))
    per_s = PERSONS * len(players) * ATTEMPTS / (time.process_time() - began_s)
    told = [_told(difficulty, seed) for seed in range(PERSONS)]
    began_s = time.process_time()
    for state, commands in told:
        table = Table(HEART, state)
        for command in commands:
            table = table.take(command).table
    bare_per_s = len(told) / (time.process_time() - began_s)
    return Row(
        f"{difficulty}: games of model players, one core",
        f"≥ {LEAST_GAMES_PER_S:,} a second",
        f"{per_s:,.0f} a second",
        f"{bare_per_s / per_s:.1f} x the time of the bare table, told as much ({bare_per_s:,.0f} a second)",
        per_s >= LEAST_GAMES_PER_S,
    )


def _told(difficulty: str, seed: int) -> tuple[HeartState, list[dict[str, Any]]]:
    """Play one game of the average player; return its state at the beginning and its commands."""
    state = HEART.setup({"difficulty": difficulty}, seed)
    mind = Mind(PLAYERS["average"], state.parameters, state.house, Chance(seed))
    commands: list[dict[str, Any]] = [{"do": "read", "at": 0}]
    taken = Table(HEART, state).take(commands[0])
    at_ms = 0
    while taken.table.state.outcome is None:
        mind.hear(taken.events)
        command, spent_ms = mind.act()
        at_ms += spent_ms
        commands.append({**command, "at": seconds(at_ms)})
        taken = taken.table.take(commands[-1])
    return state, commands
