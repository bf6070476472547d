"""A Heart at the table for tests: known answers, true decks, and commands in one line."""

from runeheart.core.chance import Chance
from runeheart.games.heart import deck
from runeheart.games.heart.rules import HEART
from support.played import Played

ANSWERS = {
    "easy": ("water", "sun", "fire", "moon"),
    "normal": ("sun", "water", "nature", "storm", "fire"),
    "hard": ("fire", "moon", "water", "nature", "sun", "storm"),
}


def a_deck(difficulty="normal"):
    """Return a true deck for the known answer, as a setup writes it."""
    cards, _ = deck.draw_deck(Chance(1), ANSWERS[difficulty])
    return [card.json() for card in cards]


class Heart(Played):
    """A game that is played by `do`; what came of the last command is in `events` and `refused`."""

    def __init__(self, difficulty="normal", seed=0, **setup):
        given = {"difficulty": difficulty, "answer": list(ANSWERS[difficulty]), **setup}
        super().__init__(HEART, given, seed)
        self.answer = self.table.state.answer

    @property
    def commands(self):
        ask = HEART.ask(self.state)
        return list(ask.commands) if ask else None

    def do(self, name, at=None, **values):
        """Carry a command out and return its events, as play.md writes them."""
        taken = self.table.take({"do": name, **values, **({} if at is None else {"at": at})})
        self.table = taken.table
        self.events = [event.json() for event in taken.events]
        self.refused = taken.refused
        return self.events

    def names(self, name, at=None, **values):
        return [event["event"] for event in self.do(name, at, **values)]

    def activate(self, rune, position, at=None):
        return self.do("activate", at, rune=rune, position=position)

    def right(self, position, at=None):
        """Activate what belongs at a place."""
        return self.activate(self.answer[position - 1], position, at)

    def wrong(self, at=None):
        """Activate, at the last place, the rune of the first."""
        return self.activate(self.answer[0], len(self.answer), at)

    def submit(self, sequence=None, at=None):
        return self.do("submit", at, sequence=list(self.answer if sequence is None else sequence))
