"""A certificate in words: the lines of `runeheart deck`, and a share as it may be written.

Owns the wording. Must not know whose deck it is.
"""

from runeheart.core.units import minutes
from runeheart.games.heart.certificate import ACTIVATION_MS, Certificate, Hands
from runeheart.games.heart.settings import Difficulty


def lines(certificate: Certificate, parameters: Difficulty) -> list[str]:
    """Return the numbers of a certificate as lines of text."""
    blind = percent(certificate.blind_wins, certificate.answers)
    guessing = certificate.guessing
    told = [line for hands in certificate.hands for line in _hands(hands, certificate.spare)]
    told.append(f"Without any clue, the best guesser wins against {blind} of all answers.")
    told.append(
        f"Trying costs at most {minutes(guessing.worst_ms)} of {minutes(parameters.timer_ms)}: "
        f"penalties of {minutes(guessing.lost_ms)}, and "
        f"{guessing.wrong + guessing.right} activations of {ACTIVATION_MS // 1000} seconds; "
        f"{minutes(guessing.left_ms)} is left for reading and thinking."
    )
    return told


def _hands(hands: Hands, spare: int) -> list[str]:
    which = "The whole deck" if hands.count == 1 else f"Any {hands.cards} cards ({hands.count:,} hands)"
    mistakes = "1 mistake" if spare == 1 else f"{spare} mistakes"
    sure = percent(hands.sure, hands.count)
    deduced = percent(hands.deduced, hands.count)
    return [
        f"{which}: perfect logic surely wins from {sure}, with {mistakes} to spare,",
        f"    and from {deduced} without a try; {_left(hands)}.",
    ]


def _left(hands: Hands) -> str:
    return f"{hands.mean_left:.2f} answers are left in the mean, {hands.most_left} at most"


def percent(part: int, whole: int) -> str:
    """Write a share in percent with two decimals, never rounded up: 100 % means all."""
    hundredths = 10_000 * part // whole
    return f"{hundredths // 100}.{hundredths % 100:02d} %"
