"""What is to be read in a printed set: the rules of the printed game in our own words, from `*.md` here.

Owns how a text becomes sections, and the numbers in it: they come from the difficulties, so no page can say
another one. Must not know pages. Paragraphs may mark `**bold**` words.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from jinja2 import Environment, PackageLoader, StrictUndefined

from runeheart.cli.certified import percent
from runeheart.core.units import minutes
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.printed import SIGNS, PrintedSet
from runeheart.games.heart.settings import DIFFICULTIES, Difficulty, House

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six")
_STEP = "1. "


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and its paragraphs; `numbered`: they are steps."""

    title: str
    paragraphs: Sequence[str]
    numbered: bool = False


def sections(name: str, code: DeckCode) -> list[Section]:
    """Return a text for a set: `rules`, `helpers` (a section for each card that helps) or `making`."""
    row = DIFFICULTIES[code.difficulty]
    texts = Environment(
        loader=PackageLoader("runeheart.cli", "paper"),
        undefined=StrictUndefined,
        trim_blocks=True,
        autoescape=False,  # noqa: S701 - what comes out is no HTML
    )
    text = texts.get_template(f"{name}.md").render(
        code=str(code),
        draws=_draws(row),
        example_sign=SIGNS[2],
        length=_NUMBERS[row.length],
        most=row.max_mistakes,
        penalty=row.penalty_ms // 1000,
        places=row.length,
        signs=f"{', '.join(SIGNS[:-1])} and {SIGNS[-1]}",
        some_absent=row.length < len(SIGNS),
        start=_NUMBERS[row.start_cards],
        timer=minutes(row.timer_ms),
    )
    return [_section(part) for part in re.split(r"^# ", text, flags=re.MULTILINE) if part.strip()]


TABLE_HEADS = ("", "Timer", "Places", "First clues", "Draws", "A mistake costs", "Explodes at")


def difficulty_table() -> list[tuple[str, ...]]:
    """Return a row of words for each difficulty (H-030 … H-035)."""
    return [
        (
            name.capitalize(),
            minutes(row.timer_ms),
            str(row.length),
            str(row.start_cards),
            "no limit" if row.draws is None else str(row.draws),
            f"{row.penalty_ms // 1000} s",
            f"{row.max_mistakes} mistakes",
        )
        for name, row in DIFFICULTIES.items()
    ]


def certificate(printed: PrintedSet) -> tuple[str, str]:
    """Return two lines: how fair the set is at the least, whichever sign is drawn."""
    row = DIFFICULTIES[printed.code.difficulty]
    most = [certify(printed.decks[sign], row, House()).hands[-1] for sign in SIGNS]
    least = min(most, key=lambda hands: hands.sure)
    if least.count == 1:
        drawn = f"with all {least.cards} clues" if least.sure else f"not even with all {least.cards} clues"
        return ("Perfect logic surely wins", f"{drawn}, whatever the sign")
    share = percent(least.sure, least.count)
    return (
        f"With {least.cards} clues perfect logic surely wins",
        f"from {share} of all hands or more, whatever the sign",
    )


def _section(part: str) -> Section:
    title, *paragraphs = [" ".join(block.split()) for block in re.split(r"\n\s*\n", part.strip())]
    numbered = all(paragraph.startswith(_STEP) for paragraph in paragraphs)
    return Section(title, [paragraph.removeprefix(_STEP) for paragraph in paragraphs], numbered)


def _draws(row: Difficulty) -> str:
    return (
        "As often as there are cards."
        if row.draws is None
        else f"At most {_NUMBERS[row.draws]} times in a game."
    )
