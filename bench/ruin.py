"""The Ruin: full rounds a second, and how the cost grows with the map's size and the number of Broods."""

import time

from bench.table import Row, median
from runeheart.core.chance import Chance
from runeheart.core.events import AskChoose
from runeheart.core.hexes import disc
from runeheart.core.lines import written
from runeheart.core.table import Table
from runeheart.games.ruin.rules import RUIN

ROUNDS = 400
RUNS = 5
RADIUS = 6
BROODS = 12


def rows() -> list[Row]:
    """Measure whole rounds through the table: one star, a step, the Hex, the Mother Phase; dice auto."""
    sizes = [(radius, BROODS) for radius in (3, RADIUS, 12, 24)]
    crowds = [(RADIUS, broods) for broods in (6, BROODS, 24, 48)]
    runs = [{case: _round(*case, seed) for case in {*sizes, *crowds}} for seed in range(RUNS)]
    round_s = {case: median(run[case][0] for run in runs) for case in runs[0]}
    once_s, write_s = round_s[RADIUS, BROODS], median(run[RADIUS, BROODS][1] for run in runs)
    return [
        Row(
            f"Ruin: full rounds a second, {BROODS} Broods, radius {RADIUS}",
            "≥ 1,000",
            f"{1 / once_s:,.0f}",
            f"writing the answers alone {1 / write_s:,.0f}",
            1 / once_s >= 1000,
        ),
        Row(
            "Ruin: a round on a map with 14 times as many Hexes",
            "≤ 1.5 times",
            f"{round_s[24, BROODS] / once_s:.2f} times",
            _each(round_s, {size: f"{len(disc((0, 0), size[0])):,} Hexes" for size in sizes}),
            round_s[24, BROODS] / once_s <= 1.5,
        ),
        Row(
            "Ruin: a round with 4 times as many Broods",
            "≤ 6 times",
            f"{round_s[RADIUS, 48] / once_s:.2f} times",
            _each(round_s, {crowd: f"{crowd[1]} Broods" for crowd in crowds}),
            round_s[RADIUS, 48] / once_s <= 6,
        ),
    ]


def _each(round_s: dict[tuple[int, int], float], names: dict[tuple[int, int], str]) -> str:
    return ", ".join(f"{name} {1e6 * round_s[case]:.0f} µs" for case, name in names.items())


def _board(radius: int, broods: int) -> dict:
    """Return a round board with Broods anywhere, by the same draw each time."""
    mother, start = (0, -radius), (0, radius)
    places, _ = Chance(7).shuffled([at for at in disc((0, 0), radius) if at not in {mother, start}])
    return {
        "hexes": [list(at) for at in disc((0, 0), radius)],
        "mother": list(mother),
        "start": list(start),
        "broods": [{"at": list(at)} for at in places[:broods]],
    }


def _round(radius: int, broods: int, seed: int) -> tuple[float, float]:
    """Return the seconds of a round, and of writing what it says."""
    table = Table(RUIN, RUIN.setup({"board": _board(radius, broods), "dice": "auto", "ties": "auto"}, seed))
    answers = []
    play_s = write_s = 0.0
    for body in _walk(radius):
        start_s = time.perf_counter()
        while isinstance(table.state.question, AskChoose):  # whom to charge is the player's choice
            table = table.take({"do": "choose", "option": table.state.question.options[0]}).table
        taken = table.take(body)
        table = taken.table
        play_s += time.perf_counter() - start_s
        answers.append(taken)
        if len(answers) == 3:  # a round; nothing is kept, so that memory costs nobody anything
            start_s = time.perf_counter()
            for answer in answers:
                b"".join(written(line) for line in answer.lines())
            write_s += time.perf_counter() - start_s
            answers.clear()
    assert table.state.round >= ROUNDS
    return play_s / ROUNDS, write_s / ROUNDS


def _walk(radius: int) -> list[dict]:
    """Return the commands of ROUNDS rounds: up and down between the start and the middle, never to Mother."""
    there = ["N"] * radius + ["S"] * radius
    bodies: list[dict] = []
    for number in range(ROUNDS):
        bodies += [
            {"do": "commit_move", "stars": 1},
            {"do": "step", "to": there[number % len(there)]},
            {"do": "resolve"},
        ]
    return bodies
