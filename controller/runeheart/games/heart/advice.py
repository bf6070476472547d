"""What a game master may tell players of a game who are stuck: a hint in words, and the cards behind it.

Owns what the players know at a moment, and the wording. It says nothing that they could not find themselves:
the answer and the cards that nobody holds are never looked at.
"""

from collections.abc import Collection

from runeheart.core.game import Advice, Refused
from runeheart.core.runes import RUNES
from runeheart.games.heart.hint import Fact, Hint, hint
from runeheart.games.heart.state import HeartState, card

NOTHING = "nothing more follows from these cards"


def advice(state: HeartState, step: int) -> Advice | Refused:
    """Return deduction number `step`, from 1, of those that the players can still make, or why there is none.

    Each builds on the ones before it, so step 2 is for players who were told step 1.
    """
    if state.phase == "over":
        return Refused("the game is over; undo its end first if it goes on")
    if state.printed is not None:
        return Refused(
            "a printed set is played, and the prop does not know which of its cards lie on the table"
        )
    if not state.hand:
        return Refused("no card has been read yet; the players read the starting cards first")
    clues = [clue for _, clue in state.hand]
    known = {*state.misses, *_in_no_answer(state)}
    for _ in range(step - 1):
        found = hint(clues, state.slots, known, state.bank)
        if found is None:
            break
        known |= _follows(found, state.length)
    found = hint(clues, state.slots, known, state.bank)
    if found is None:
        return Advice(NOTHING)
    cards = (state.hand[index] for index in found.rests_on)
    return Advice(
        _text(found, known, state.slots), tuple(card(number, clue, state.length) for number, clue in cards)
    )


def _in_no_answer(state: HeartState) -> set[Fact]:
    """Return what none of the six public answers has: everybody sees that."""
    if state.bank is None:
        return set()
    cells = {(rune, place) for rune in RUNES for place in range(1, state.length + 1)}
    return cells - {(rune, place) for one in state.bank for place, rune in enumerate(one, 1)}


def _follows(found: Hint, length: int) -> set[Fact]:
    """Return what is known to be false after a hint."""
    if found.placed is None:
        return set(found.excluded)
    rune, place = found.placed
    others = {(other, place) for other in RUNES} | {(rune, other) for other in range(1, length + 1)}
    return others - {found.placed}


def _text(found: Hint, known: Collection[Fact], slots: Collection[str | None]) -> str:
    if found.placed is not None:
        rune, place = found.placed
        return f"{rune.capitalize()} is in place {place}."
    sentences = []
    for rune in dict.fromkeys(rune for rune, _ in found.excluded):
        places = [place for other, place in found.excluded if other == rune]
        open_places = [
            place for place, locked in enumerate(slots, 1) if locked is None and (rune, place) not in known
        ]
        where = f"place {_either(places)}" if places != open_places else "the sequence"
        sentences.append(f"{rune.capitalize()} is not in {where}.")
    return " ".join(sentences)


def _either(places: list[int]) -> str:
    *others, last = map(str, places)
    return f"{', '.join(others)} or {last}" if others else last
