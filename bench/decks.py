"""Decks: how long one takes from a seed, and its full certificate."""

import time
from collections.abc import Callable
from functools import partial

from bench.table import Row, median
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.settings import DIFFICULTIES, Setup, read

DRAW_BUDGET_S = 0.2
SEEDS = range(20)


def rows() -> list[Row]:
    return [_drawing(difficulty) for difficulty in DIFFICULTIES] + [
        _certificate(difficulty) for difficulty in ("normal", "hard")
    ]


def _drawing(difficulty: str) -> Row:
    found = {kind: _seconds(partial(_draw, difficulty, kind)) for kind in ("fair", "wild")}
    fair_s, wild_s = median(found["fair"]), median(found["wild"])
    return Row(
        f"{difficulty}: a deck from a seed",
        f"≤ {DRAW_BUDGET_S} s",
        f"{1000 * fair_s:.2f} ms, at most {1000 * max(found['fair']):.2f} ms",
        f"a random deck with one solution {1000 * wild_s:.2f} ms",
        max(found["fair"]) <= DRAW_BUDGET_S,
    )


def _certificate(difficulty: str) -> Row:
    parameters = DIFFICULTIES[difficulty]
    setups = [_draw(difficulty, "fair", seed) for seed in SEEDS]
    found = _seconds(lambda seed: certify(setups[seed].deck, parameters, setups[seed].house))
    hands = certify(setups[0].deck, parameters, setups[0].house).hands[1]
    per_hand_us = 1e6 * median(found) / hands.count
    return Row(
        f"{difficulty}: the full certificate of a deck",
        "≤ 1 s",
        f"{1000 * median(found):.0f} ms, at most {1000 * max(found):.0f} ms",
        f"{hands.count:,} hands: {per_hand_us:.2f} µs each",
        max(found) <= 1,
    )


def _draw(difficulty: str, kind: str, seed: int) -> Setup:
    return read({"difficulty": difficulty, "deck_kind": kind}, seed)


def _seconds(work: Callable[[int], object]) -> list[float]:
    found = []
    for seed in SEEDS:
        began_s = time.perf_counter()
        work(seed)
        found.append(time.perf_counter() - began_s)
    return found
