"""How fair a deck is, in numbers that are exact: nothing is sampled, nothing depends on the shuffle.

Owns the certificate: its numbers, what they mean, their JSON form. Must not know how decks are made. The
player of a certificate draws every conclusion and knows that the answer can be any arrangement.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from runeheart.core.events import Json
from runeheart.core.runes import RUNES
from runeheart.core.units import seconds
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.hands import count_sure, mean_left, most_left
from runeheart.games.heart.settings import Difficulty, House
from runeheart.games.heart.solver import Logic, arrangements, clue_mask

ACTIVATION_MS = 3_000
"""Time to choose a rune and a place on the prop: assumed, not measured."""


@dataclass(frozen=True, slots=True)
class Hands:
    """What all hands of one size out of a deck have in common."""

    cards: int
    count: int
    """Hands of so many cards."""
    sure: int
    """Of those, the hands from which perfect logic surely wins, with the spare mistakes for tries."""
    deduced: int
    """Of those, the hands that leave one candidate: no try is needed."""
    mean_left: float
    """Candidates that a hand leaves, in the mean over all hands."""
    most_left: int
    """Candidates that the worst hand leaves."""

    def json(self) -> dict[str, Json]:
        """Return the numbers, with the share of sure hands and of deduced ones rounded to six decimals."""
        return {
            "cards": self.cards,
            "hands": self.count,
            "sure": self.sure,
            "sure_share": round(self.sure / self.count, 6),
            "deduced": self.deduced,
            "deduced_share": round(self.deduced / self.count, 6),
            "mean_left": round(self.mean_left, 3),
            "most_left": self.most_left,
        }


@dataclass(frozen=True, slots=True)
class Guessing:
    """What trying costs at the worst when a sure win is played: every spare mistake is made."""

    wrong: int
    right: int
    lost_ms: int
    """Penalties of the wrong activations."""
    worst_ms: int
    """Penalties, and ACTIVATION_MS for each activation, right or wrong."""
    left_ms: int
    """What then remains of the timer for reading and thinking; negative: logic alone is not enough."""

    def json(self) -> dict[str, Json]:
        """Return the numbers, times in seconds."""
        return {
            "wrong": self.wrong,
            "right": self.right,
            "lost_s": seconds(self.lost_ms),
            "worst_s": seconds(self.worst_ms),
            "left_s": seconds(self.left_ms),
        }


@dataclass(frozen=True, slots=True)
class Certificate:
    """How fair a deck is at a difficulty, under the house rules of a table."""

    spare: int
    """Mistakes that do not end the game."""
    hands: tuple[Hands, ...]
    """The starting hands, then the largest ones that can be held."""
    blind_wins: int
    """Answers that a blind guesser wins against, see `blind_wins`."""
    answers: int
    """All answers that are possible."""
    guessing: Guessing

    def json(self) -> dict[str, Json]:
        """Return the certificate as `runeheart deck --json` writes it."""
        return {
            "spare_mistakes": self.spare,
            "hands": [hands.json() for hands in self.hands],
            "blind": {
                "wins": self.blind_wins,
                "answers": self.answers,
                "share": round(self.blind_wins / self.answers, 6),
            },
            "guessing": self.guessing.json(),
        }


def certify(deck: Sequence[Clue], difficulty: Difficulty, house: House) -> Certificate:
    """Work out the certificate of a deck (a second or less for the largest hands of any difficulty)."""
    length = difficulty.length
    spare = spare_mistakes(difficulty, house)
    logic = Logic(length, in_order=house.activation == "next")
    everything = arrangements(length).everything
    masks = [clue_mask(clue, length) for clue in deck]

    def of_size(size: int) -> Hands:
        return Hands(
            cards=size,
            count=math.comb(len(masks), size),
            sure=count_sure(masks, size, everything, lambda left: logic.wins(left, spare)),
            deduced=count_sure(masks, size, everything, lambda left: left & (left - 1) == 0),
            mean_left=float(mean_left(masks, size, everything)),
            most_left=most_left(masks, size, everything),
        )

    largest = len(masks) if difficulty.draws is None else difficulty.start_cards + difficulty.draws
    return Certificate(
        spare=spare,
        hands=(of_size(difficulty.start_cards), of_size(largest)),
        blind_wins=blind_wins(length, spare),
        answers=everything.bit_count(),
        guessing=guessing(difficulty, spare),
    )


def spare_mistakes(difficulty: Difficulty, house: House) -> int:
    """Return the number of mistakes that do not end the game (H-092, HA-04)."""
    return difficulty.max_mistakes - (house.mistake_limit == "reach")


def blind_wins(length: int, spare: int) -> int:
    """Count the answers against which a guesser without a single clue wins, of all arrangements.

    The guesser goes from place to place and tries the runes that are still open, each once, in any order. The
    count is the same for every order, so the chance against a drawn answer is this count divided by that of
    all arrangements; no other way to guess blindly wins against more.
    """

    def wins(place: int, runes: int, mistakes: int) -> int:
        """Count them from a place on, with so many runes to try there and mistakes to make."""
        if place == length:
            return 1
        found = wins(place + 1, len(RUNES) - place - 1, mistakes)
        if mistakes and runes > 1:
            found += wins(place, runes - 1, mistakes - 1)
        return found

    return wins(0, len(RUNES), spare)


def guessing(difficulty: Difficulty, spare: int) -> Guessing:
    """Return what trying costs at the worst in a sure win."""
    lost_ms = spare * difficulty.penalty_ms
    worst_ms = lost_ms + (spare + difficulty.length) * ACTIVATION_MS
    return Guessing(spare, difficulty.length, lost_ms, worst_ms, difficulty.timer_ms - worst_ms)
