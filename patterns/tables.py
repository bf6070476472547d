"""`python -m patterns.tables`: the numbers and the plot of docs/fair-decks.md, worked out anew.

Owns what the page says in numbers; writes it between the page's marks. Takes a minute or two, most of it for
the random decks; `--ten` leaves those and the plot as they are.
"""

import argparse
import statistics
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from patterns.plot import drawn
from runeheart.cli.certified import percent
from runeheart.core.runes import RUNES
from runeheart.games.heart import patterns
from runeheart.games.heart.certificate import Certificate, Hands, certify
from runeheart.games.heart.deck import DECK_KINDS, WILD
from runeheart.games.heart.patterns_data import PATTERNS
from runeheart.games.heart.settings import DIFFICULTIES, House, read

PAGE = Path("docs/fair-decks.md")
PLOT = Path("docs/pictures/fair-decks.svg")
SEEDS = range(1, 11)
WILD_SEEDS = range(1, 201)

Shares = dict[tuple[str, str], list[float]]
"""The share of sure hands of each deck, by difficulty and kind of deck."""


def main() -> None:
    """Rewrite the page's numbers, and the plot."""
    parser = argparse.ArgumentParser(prog="python -m patterns.tables", description=__doc__)
    parser.add_argument("--ten", action="store_true", help="only the tables of ten seeds")
    only_ten = parser.parse_args().ten
    page = replaced(PAGE.read_text(encoding="utf-8"), "ten seeds", ten_seeds())
    if not only_ten:
        shares = all_shares()
        page = replaced(page, "comparison", comparison(shares))
        PLOT.write_text(drawn(shares), encoding="utf-8")
    PAGE.write_text(page, encoding="utf-8")


def replaced(page: str, name: str, block: Iterable[str]) -> str:
    """Return the page with other lines between the marks of a block."""
    begin, end = f"<!-- {name} -->\n", f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    _, _, after = rest.partition(end)
    lines = "\n".join(block)
    return f"{before}{begin}\n{lines}\n\n{end}{after}"


def ten_seeds() -> Iterator[str]:
    """Write a table for each difficulty and kind of deck that comes from patterns."""
    for difficulty in DIFFICULTIES:
        for kind in patterns.MIXES:
            yield from _table(difficulty, kind)
            yield ""
    for difficulty, parameters in DIFFICULTIES.items():
        one = _of_seed(difficulty, WILD, SEEDS[0])
        yield (
            f"- {difficulty.capitalize()}: without a clue, the best guesser wins against {one.blind_wins} of "
            f"{one.answers} answers, {percent(one.blind_wins, one.answers)}. With a sure hand, trying takes "
            f"at most {one.guessing.worst_ms // 1000} of the {parameters.timer_ms // 1000} seconds."
        )


def comparison(shares: Shares) -> Iterator[str]:
    """Write a table of all shipped patterns beside random decks."""
    yield "| | fair, worst | best | mixed, worst | best | wild, worst | median | best |"
    yield "|---|---|---|---|---|---|---|---|"
    for difficulty in DIFFICULTIES:
        fair, mixed, wild = (shares[difficulty, kind] for kind in DECK_KINDS)
        found = (min(fair), max(fair), min(mixed), max(mixed), min(wild), statistics.median(wild), max(wild))
        cards = counted(_of_seed(difficulty, WILD, SEEDS[0])).cards
        cells = " | ".join(percent(int(share * 1_000_000), 1_000_000) for share in found)
        yield f"| {difficulty.capitalize()}, {cards} of 20 cards | {cells} |"


def all_shares() -> Shares:
    """Count every shipped pattern, and a random deck for each of WILD_SEEDS."""
    shares: Shares = {}
    for difficulty, parameters in DIFFICULTIES.items():
        for kind in DECK_KINDS:
            sys.stderr.write(f"counting: {difficulty}, {kind}\n")
            if kind == WILD:
                found = [_of_seed(difficulty, kind, seed) for seed in WILD_SEEDS]
            else:
                decks = [patterns.read(one, RUNES) for one in PATTERNS[kind, parameters.length]]
                found = [certify(deck, parameters, House()) for deck in decks]
            shares[difficulty, kind] = [counted(one).sure / counted(one).count for one in found]
    return shares


def counted(certificate: Certificate) -> Hands:
    """Return the hands that tell most: the largest; on Easy, where those are the whole deck, the first."""
    first, largest = certificate.hands
    return first if largest.count == 1 else largest


def _table(difficulty: str, kind: str) -> Iterator[str]:
    certificates = [_of_seed(difficulty, kind, seed) for seed in SEEDS]
    cards = counted(certificates[0]).cards
    yield f"**{difficulty.capitalize()}, {kind}** (any {cards} of 20 cards)"
    yield ""
    yield "| seed | sure | hands that are not | without a try | answers left, mean | worst |"
    yield "|---|---|---|---|---|---|"
    for seed, one in zip(SEEDS, certificates, strict=True):
        hands = counted(one)
        sure, deduced = percent(hands.sure, hands.count), percent(hands.deduced, hands.count)
        unsure = f"{hands.count - hands.sure:,} of {hands.count:,}"
        yield f"| {seed} | {sure} | {unsure} | {deduced} | {hands.mean_left:.2f} | {hands.most_left} |"


def _of_seed(difficulty: str, kind: str, seed: int) -> Certificate:
    setup = read({"difficulty": difficulty, "deck_kind": kind}, seed)
    return certify(setup.deck, DIFFICULTIES[difficulty], setup.house)


if __name__ == "__main__":
    main()
