"""Model players: who plays when the difficulties are calibrated, every number with its source (H-036).

Owns the parameters, the four players and what practice does to them. Must not know how a mind works
(`mind`), nor the rules. No number was fitted to an aim: each is from the source named, or assumed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from runeheart.core.events import Json


@dataclass(frozen=True, slots=True)
class Player:
    """A model player at the first game. PARAMETERS tells each number's unit, meaning and source."""

    name: str
    reading_wpm: float
    step_ms: float
    press_ms: float
    bit_ms: float
    held: int
    rereads: float
    passes: int
    misread: float
    missed: float
    muddled: float
    overlooked: float
    plans: bool
    sure_enough: float
    submits: float
    hurry: float
    person_spread: float
    step_spread: float
    learning: float

    def json(self) -> dict[str, Json]:
        """Return the name and every parameter."""
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def practised(self, attempt: int) -> "Player":
        """Return the player at an attempt (1 is the first); reading stays: that was learnt long before."""
        factor = attempt**-self.learning
        return replace(
            self,
            step_ms=self.step_ms * factor,
            press_ms=self.press_ms * factor,
            bit_ms=self.bit_ms * factor,
            misread=self.misread * factor,
            missed=self.missed * factor,
            muddled=self.muddled * factor,
            overlooked=self.overlooked * factor,
        )

    def scaled(self, *, pace: float = 1, slips: float = 1) -> "Player":
        """Return the player with all times times `pace`, all slips times `slips` (shares stay at most 1)."""
        return replace(
            self,
            reading_wpm=self.reading_wpm / pace,
            step_ms=self.step_ms * pace,
            press_ms=self.press_ms * pace,
            bit_ms=self.bit_ms * pace,
            misread=min(1.0, self.misread * slips),
            missed=min(1.0, self.missed * slips),
            muddled=min(1.0, self.muddled * slips),
            overlooked=min(1.0, self.overlooked * slips),
        )


@dataclass(frozen=True, slots=True)
class Parameter:
    """What a number of a Player is."""

    unit: str
    meaning: str
    source: str
    """Where the values come from; what begins with `assumed` was not measured by anybody we know of."""


ALL_CARDS = 20

PARAMETERS: Mapping[str, Parameter] = {
    "reading_wpm": Parameter(
        "words a minute",
        "reading a card; the number of words is that of the card's wording",
        "Brysbaert 2019, J. Memory and Language 109: 238 in the mean of 190 studies of silent reading in"
        " English, most adults 175 to 300",
    ),
    "step_ms": Parameter(
        "ms",
        "one mental step: bringing one card into a train of thought, or looking at one path that is still"
        " open: a place for a rune which the card at hand names",
        "Card, Moran and Newell 1980, Comm. ACM 23(7), operator M: 1,350; that one look at an open path is"
        " one M is assumed, and so are two thirds of it for the hasty one",
    ),
    "press_ms": Parameter(
        "ms",
        "pressing a button of the prop; an activation takes a step and two presses",
        "Card, Moran and Newell 1980, operator K: 1,200 for somebody to whom the keys are new",
    ),
    "bit_ms": Parameter(
        "ms per bit",
        "choosing one of n open activations: log2 n bits",
        "Hick 1952, Hyman 1953: about 150",
    ),
    "held": Parameter(
        "cards",
        "cards that are held in mind at once; what is concluded from them goes to the notes (H-010)",
        "Cowan 2001, Behavioral and Brain Sciences 24: about 4 (3 to 5) for the careful one; Card, Moran and"
        " Newell 1983: 3 (2.5 to 4.2) for the average one; 2 for the hasty one is assumed",
    ),
    "rereads": Parameter(
        "share",
        "how many of the older cards are gone over together with a new one; each is read again",
        "assumed",
    ),
    "passes": Parameter(
        "times",
        "how often all cards are gone over again before a guess when no card can be drawn",
        "assumed",
    ),
    "misread": Parameter(
        "share",
        "cards that are understood as saying something else, until a contradiction shows",
        "Williams 1986, HEART, generic tasks F, E and D: 0.003 with some checking, 0.02 rapid and practised,"
        " 0.09 rapid or with scant attention; which player is which task is assumed",
    ),
    "missed": Parameter(
        "share",
        "cards in mind that are left out of a conclusion",
        "Williams 1986, HEART, generic tasks D, C and B: 0.09, 0.16 (complex, needs comprehension and skill),"
        " 0.26; which player is which task is assumed",
    ),
    "muddled": Parameter(
        "share",
        "cards in mind that are used wrongly in a conclusion, which is noted all the same",
        "Byrne and Johnson-Laird 1989, J. Memory and Language 28, as usually cited, not checked in the paper:"
        " 70 % of problems of 4 premises with one arrangement were right, so 1 - 0.70^(1/4) = 0.085 a premise"
        " for the average one; half of it and half more for the others is assumed",
    ),
    "overlooked": Parameter(
        "share",
        "how often the likelier of two cases is taken for the only one",
        "Byrne and Johnson-Laird 1989, as above: 70 % right when one arrangement fits, 46 % when several do,"
        " so 0.24 for the average one; half of it and half more for the others is assumed",
    ),
    "plans": Parameter(
        "yes or no",
        "tries only what leaves a sure win even if it is wrong, as long as there is such a try",
        "perfect logic by definition; people are assumed to look at one try at a time",
    ),
    "sure_enough": Parameter(
        "share",
        "willingness to gamble: the share of the arrangements thought possible in which an activation must be"
        " right for the player to try it while a card could still be drawn",
        "assumed",
    ),
    "submits": Parameter(
        "share",
        "players who submit the whole sequence, rather than activate it, when they think that they know it",
        "assumed",
    ),
    "hurry": Parameter(
        "share of the timer",
        "time left at which thinking ends and guessing begins",
        "assumed",
    ),
    "person_spread": Parameter(
        "sigma",
        "how much persons of a kind differ in all their times: a log-normal factor",
        "Brysbaert 2019: 175 to 300 words a minute taken as the middle 80 %, so ln(300/175)/2.56 = 0.21;"
        " that it holds for all times is assumed",
    ),
    "step_spread": Parameter(
        "sigma",
        "how much one train of thought differs from the next: a log-normal factor",
        "assumed; response times are skewed about as a log-normal is (Ulrich and Miller 1993)",
    ),
    "learning": Parameter(
        "exponent",
        "practice: at attempt n times and slips are n to the minus this of those at the first; reading stays",
        "Card, Moran and Newell 1983, law of practice: 0.4 (0.2 to 0.6); that it holds for slips, and that"
        " one game is one trial, is assumed",
    ),
}
"""What each number is and where its values come from, in the order of Player."""

_AVERAGE = Player(
    name="average",
    reading_wpm=238,
    step_ms=1_350,
    press_ms=1_200,
    bit_ms=150,
    held=3,
    rereads=0.5,
    passes=2,
    misread=0.02,
    missed=0.16,
    muddled=0.085,
    overlooked=0.24,
    plans=False,
    sure_enough=0.75,
    submits=0.25,
    hurry=0.1,
    person_spread=0.21,
    step_spread=0.3,
    learning=0.4,
)

PLAYERS: Mapping[str, Player] = {
    player.name: player
    for player in (
        replace(
            _AVERAGE,
            name="logician",
            held=ALL_CARDS,
            rereads=0.0,
            passes=0,
            misread=0.0,
            missed=0.0,
            muddled=0.0,
            overlooked=0.0,
            plans=True,
            sure_enough=1.0,
            submits=0.0,
            hurry=0.0,
            person_spread=0.0,
            step_spread=0.0,
            learning=0.0,
        ),
        replace(
            _AVERAGE,
            name="careful",
            reading_wpm=175,
            held=4,
            rereads=1.0,
            passes=3,
            misread=0.003,
            missed=0.09,
            muddled=0.043,
            overlooked=0.12,
            sure_enough=1.0,
            submits=0.0,
        ),
        _AVERAGE,
        replace(
            _AVERAGE,
            name="hasty",
            reading_wpm=300,
            step_ms=900,
            held=2,
            rereads=0.2,
            passes=1,
            misread=0.09,
            missed=0.26,
            muddled=0.128,
            overlooked=0.36,
            sure_enough=0.5,
            submits=0.5,
        ),
    )
}
"""The perfect logician shows what logic alone allows; the other three stand for people, one third each."""

PEOPLE = ("careful", "average", "hasty")
