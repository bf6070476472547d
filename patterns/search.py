"""`make patterns`: look for fairer decks, and write what was found into the product.

Owns the running: attempts side by side, the log that makes it resumable, which decks are kept. A run starts
from the shipped patterns and the log; each attempt can fill a gap or replace the worst deck of its set. Stop
it with Ctrl-C whenever you like: the next run goes on from there.
"""

import argparse
import signal
import sys
from collections.abc import Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from patterns import log
from patterns.anneal import Cards, Found, attempt, ground
from patterns.log import Attempt, Key, LogError
from runeheart.cli import workers
from runeheart.cli.numbers import whole
from runeheart.core.table import shown
from runeheart.games.heart import patterns, patterns_data
from runeheart.games.heart.deck import DECK_SIZE

WANTED = 24
"""Patterns of each kind and length."""
MOST_SHARED = {4: 16, 5: 16, 6: 17}
"""Cards that two patterns of a set may share, whichever end they are read from, by length."""
MOVES = {4: 12_000, 5: 16_000, 6: 24_000}
"""Swaps in one attempt, by length: 1 to 10 seconds of one core."""
LOG = Path("build/patterns.jsonl")
DATA = Path(patterns_data.__file__)

KEYS: tuple[Key, ...] = tuple((kind, length) for length in MOVES for kind in patterns.MIXES)


@dataclass(frozen=True, slots=True)
class Kept:
    """The best decks so far of one kind and length, best first."""

    key: Key
    decks: tuple[Found, ...] = ()

    def avoid(self) -> list[Cards]:
        """Return the decks that a new one must differ from: all but the one that it would replace."""
        return [found.cards for found in self.decks[: WANTED - 1]]

    def with_one(self, found: Found) -> "Kept":
        """Return the set with a deck more, or in place of the worst; the same set if it is no gain."""
        on = ground(*self.key)
        others = self.decks[: WANTED - 1]
        full = len(self.decks) == WANTED
        most_shared = MOST_SHARED[self.key[1]]
        if full and found.unsure >= self.decks[-1].unsure:
            return self
        if not on.solved(found.cards) or any(on.overlap(found.cards, o.cards) > most_shared for o in others):
            return self
        return Kept(self.key, tuple(sorted((*others, found), key=lambda one: one.unsure)))

    def told(self) -> str:
        """Return the state of the set in one line."""
        if not self.decks:
            return f"{self.key[0]} {self.key[1]}: none yet"
        hands = ground(*self.key).hands
        best, worst = (1 - found.unsure / hands for found in (self.decks[0], self.decks[-1]))
        return (
            f"{self.key[0]} {self.key[1]}: {len(self.decks)} decks, {worst:.3%} to {best:.3%} of hands sure"
        )


def main() -> None:
    """Run the search, or verify what is shipped."""
    options = _options()
    if options.verify:
        sys.exit(verify(KEYS))
    chosen = [key for key in KEYS if not options.only or f"{key[0]}-{key[1]}" in options.only]
    try:
        before = log.resume(LOG, KEYS)
    except LogError as error:
        sys.exit(str(error))
    sets = _resumed(before, fresh=options.fresh)
    done = _tried(before)
    if all(done[key] >= options.attempts for key in chosen):
        sys.stderr.write(f"Every set has had its {options.attempts} attempts; for more say --attempts.\n")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        longer, jobs = options.longer, options.jobs
        search(sets, chosen, done, attempts=options.attempts, longer=longer, jobs=jobs)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped. `make patterns` goes on from here.\n")
    if any(len(sets[key].decks) < WANTED for key in KEYS):
        sys.stderr.write(f"Not every set has {WANTED} decks yet, so {DATA} stays as it was.\n")
        sys.exit(1)
    unfinished = DATA.with_suffix(".part")
    unfinished.write_text(_module(sets), encoding="utf-8")
    unfinished.replace(DATA)
    sys.stderr.write(f"Wrote {DATA}.\n")


def search(
    sets: dict[Key, Kept], chosen: list[Key], done: dict[Key, int], *, attempts: int, longer: int, jobs: int
) -> None:
    """Make attempts until each chosen set has had so many in all; `sets` and the log follow each of them."""
    LOG.parent.mkdir(exist_ok=True)
    started = dict(done)
    running: dict[Future[Found], tuple[Key, int]] = {}
    pool = workers.pool(jobs)  # Ctrl-C is answered by this process, when the attempts under way are done
    try:
        while True:
            open_keys = [key for key in chosen if started[key] < attempts]
            while open_keys and len(running) < jobs:
                key = min(open_keys, key=lambda one: (len(sets[one].decks) >= WANTED, started[one]))
                number = started[key]
                started[key] += 1
                seed = f"{key[0]}-{key[1]}-{number}"
                moves, most_shared = longer * MOVES[key[1]], MOST_SHARED[key[1]]
                job = pool.submit(attempt, *key, seed, moves, sets[key].avoid(), most_shared)
                running[job] = (key, number)
                open_keys = [key for key in chosen if started[key] < attempts]
            if not running:
                return
            for job in wait(running, return_when=FIRST_COMPLETED).done:
                key, number = running.pop(job)
                log.add(LOG, Attempt(key, number, job.result()))
                sets[key] = sets[key].with_one(job.result())
                sys.stderr.write(f"attempt {number + 1} of {attempts}: {sets[key].told()}\n")
    finally:
        pool.shutdown(cancel_futures=True)


def verify(keys: Iterable[Key]) -> int:
    """Count every shipped pattern anew; return 0, or 1 if one does not keep its promises."""
    status = 0
    for key in keys:
        on = ground(*key)
        least = patterns.LEAST_SHARES[key]
        kept = _shipped(key)
        good = len(kept.decks) >= WANTED
        for one, found in enumerate(kept.decks):
            good &= Fraction(on.hands - found.unsure, on.hands) >= least and on.solved(found.cards)
            good &= len(found.cards) == DECK_SIZE and on.allowed(found.cards)
            good &= all(on.overlap(found.cards, o.cards) <= MOST_SHARED[key[1]] for o in kept.decks[:one])
        sys.stderr.write(f"{'good' if good else 'NOT GOOD'}: {kept.told()}; promised {float(least):.3%}\n")
        status |= not good
    return status


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m patterns.search", description=__doc__)
    parser.add_argument("--attempts", type=_count, default=60, help="attempts for each set in all (60)")
    parser.add_argument("--longer", type=_count, default=1, help="attempts so many times as long, and better")
    parser.add_argument("--jobs", type=_count, default=workers.cores(), help="attempts at a time (all cores)")
    parser.add_argument("--only", action="append", metavar="SET", help="such as fair-6; may be given again")
    parser.add_argument("--fresh", action="store_true", help="leave the shipped patterns out")
    parser.add_argument(
        "--verify", action="store_true", help="search nothing; count the shipped patterns anew"
    )
    options = parser.parse_args()
    known = [f"{kind}-{length}" for kind, length in KEYS]
    for name in options.only or []:
        if name not in known:
            parser.error(f'--only: there is no set "{name}"; expected one of: {", ".join(known)}')
    return options


def _count(text: str) -> int:
    number = whole(text)
    if number is None or number < 1:
        raise argparse.ArgumentTypeError(f"{shown(text)} is not possible; expected a whole number from 1")
    return number


def _shipped(key: Key) -> Kept:
    decks = [_counted(key, log.cards_of(key, pattern)) for pattern in patterns_data.PATTERNS.get(key, ())]
    return Kept(key, tuple(sorted(decks, key=lambda one: one.unsure)))


def _counted(key: Key, cards: Cards) -> Found:
    on = ground(*key)
    return Found(cards, on.unsure(on.everything, list(cards), on.size) or 0)


def _resumed(attempts: Iterable[Attempt], *, fresh: bool) -> dict[Key, Kept]:
    sets = {key: Kept(key) if fresh else _shipped(key) for key in KEYS}
    for one in attempts:
        sets[one.key] = sets[one.key].with_one(one.found)
    return sets


def _tried(attempts: Iterable[Attempt]) -> dict[Key, int]:
    done = dict.fromkeys(KEYS, 0)
    for one in attempts:
        done[one.key] = max(done[one.key], one.number + 1)
    return done


def _module(sets: dict[Key, Kept]) -> str:
    lines = [
        '"""The shipped patterns, written by `make patterns`. Notation and use: `patterns`."""',
        "",
        "from collections.abc import Mapping",
        "",
        "PATTERNS: Mapping[tuple[str, int], tuple[str, ...]] = {",
    ]
    for key, kept in sets.items():
        lines.append(f'    ("{key[0]}", {key[1]}): (')
        lines += [f'        "{log.pattern_of(key, found.cards)}",' for found in kept.decks]
        lines.append("    ),")
    lines += ["}", '"""By kind of deck and length; within each set the fairest first."""', ""]
    return "\n".join(lines)


if __name__ == "__main__":
    main()
