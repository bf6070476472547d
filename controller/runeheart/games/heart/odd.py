"""What is odd about a deck that somebody made: it can be played, but not as the rules mean it (H-004, HA-01).

Drawn and printed decks are never odd.
"""

from collections.abc import Sequence

from runeheart.games.heart.clues import Clue, text
from runeheart.games.heart.deck import Answer
from runeheart.games.heart.solver import arrangements, candidates


def warnings(deck: Sequence[Clue], length: int, bank: Sequence[Answer] | None) -> tuple[str, ...]:
    """Return a line for each clue that is there more than once, and one if the clues leave a choice.

    With `bank` the players know these answers, so only they count.
    """
    found = []
    for clue in dict.fromkeys(deck):
        cards = [str(number) for number, other in enumerate(deck, 1) if other == clue]
        if len(cards) > 1:
            found.append(
                f"deck: cards {', '.join(cards[:-1])} and {cards[-1]} say the same: {text(clue, length)}"
                " A drawn deck has 20 different clues."
            )
    fitting = arrangements(length).listed(candidates(deck, length))
    if bank is not None:
        fitting = [one for one in fitting if one in bank]
    if len(fitting) > 1:
        found.append(
            f"deck: {len(fitting)} answers fit all of its clues, so the cards alone cannot tell which is"
            " right. A drawn deck leaves one."
        )
    return tuple(found)
