"""The mind of a model player during one game: what it believes and what it does next.

Owns belief and decisions. It hears events and clues, as a person at the table does, and knows the printed
rules. Must not know the game's state, the answer or the deck.

A mind has notes and attention. The notes (H-010) say which runes are still possible in which places; they
last. Attention holds a few cards at a time (`Player.held`): what these cards and the notes force together is
noted. So a relation that is out of mind counts for nothing until its card is gone over again.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from runeheart.core.chance import Chance
from runeheart.core.events import Event
from runeheart.core.runes import RUNES
from runeheart.core.units import milliseconds
from runeheart.games.heart import clues
from runeheart.games.heart.certificate import spare_mistakes
from runeheart.games.heart.clues import Clue
from runeheart.games.heart.deck import DECK_SIZE, Answer
from runeheart.games.heart.misread import misreadings
from runeheart.games.heart.players import Player
from runeheart.games.heart.settings import Difficulty, House
from runeheart.games.heart.solver import Logic, Mask, arrangements, clue_mask
from runeheart.games.heart.tempo import Tempo


@dataclass(frozen=True, slots=True)
class _Cell:
    """An activation: a rune in a place (both counted from 0), and the arrangements in which it is right."""

    mask: Mask
    rune: str
    place: int


@cache
def _cells(length: int) -> tuple[_Cell, ...]:
    places = arrangements(length).places
    return tuple(_Cell(places[p][r], rune, p) for p in range(length) for r, rune in enumerate(RUNES))


@cache
def _logic(length: int, *, in_order: bool) -> Logic:
    return Logic(length, in_order=in_order)


@dataclass(slots=True)
class _Card:
    words: int
    clue: Clue
    understood: Mask = 0
    """What the mind takes the card to say."""


class Mind:
    """One player in one game. Call `hear` with each answer's events, then `act` for the next command."""

    def __init__(
        self,
        player: Player,
        difficulty: Difficulty,
        house: House,
        chance: Chance,
        bank: Sequence[Answer] | None = None,
    ) -> None:
        self._player = player
        self._difficulty = difficulty
        self._in_order = house.activation == "next"
        self._tempo = Tempo(player, chance, difficulty.timer_ms)
        self._spare = spare_mistakes(difficulty, house)
        self._draws_left = difficulty.draws
        self._cards: list[_Card] = []
        self._new: list[_Card] = []
        self._locked: dict[int, str] = {}
        self._facts: Mask = arrangements(difficulty.length).everything
        if bank is not None:
            sequences = arrangements(difficulty.length).sequences
            self._facts = sum(1 << sequences.index(answer) for answer in bank)
        self._notes: Mask = self._facts
        self._focus: Mask = self._facts
        self._open = list(_cells(difficulty.length))
        self._passes = 0
        self._confused = False
        self._tried: _Cell | None = None
        self._was_sure = False
        self._submits = self._tempo.happens(player.submits)
        self.gambled = 0
        """Wrong activations that the player knew could be wrong."""
        self.erred = 0
        """Wrong activations of which the player was sure."""

    # --- hearing ------------------------------------------------------------------------------------------
    def hear(self, events: Sequence[Event]) -> None:
        """Take in what happened: cards to be read, a lock, a mistake."""
        for event in events:
            match event.name:
                case "clue":
                    text = event.data["text"]
                    clue = _said(text, event.data["clue"], self._difficulty.length)
                    self._new.append(_Card(len(text.split()), clue))
                    self._draws_left = event.data["draws_left"]
                case "locked" | "mistake" if self._tried is not None:
                    self._tempo.left_ms = milliseconds(event.data["left_s"]) or 0
                    self._learn(self._tried, right=event.name == "locked")
                case _:
                    pass

    def _learn(self, cell: _Cell, *, right: bool) -> None:
        if right:
            self._locked[cell.place] = cell.rune
            self._open = [c for c in self._open if c.rune != cell.rune and c.place != cell.place]
        else:
            self._open.remove(cell)
            self._spare -= 1
            self.erred += self._was_sure
            self.gambled += not self._was_sure
        kept = cell.mask if right else ~cell.mask
        self._facts &= kept
        self._notes &= kept
        self._focus &= kept
        self._passes = 0

    # --- acting -------------------------------------------------------------------------------------------
    def act(self) -> tuple[dict[str, Any], int]:
        """Read, think and decide; return the next command, and the milliseconds that passed before it."""
        self._confused = False
        while self._new:
            card = self._new.pop(0)
            self._read(card)
            self._cards.append(card)
            if not self._tempo.hurries:
                self._work_in(card)
        if not self._focus:
            self._start_over()
        return self._decide(), self._tempo.taken()

    def _decide(self) -> dict[str, Any]:
        while True:
            cell, share = self._likeliest()
            if share == 1 or self._tempo.hurries:
                return self._settle(cell, share)
            can_draw = self._draws_left != 0 and len(self._cards) < DECK_SIZE
            if self._player.plans:
                safe = self._safe_try()
                if safe is not None or not can_draw:
                    return self._activate(safe or cell)
                return self._draw()
            if share >= self._player.sure_enough:
                return self._activate(cell)
            if share >= 1 / 2 and self._tempo.happens(self._player.overlooked):
                return self._activate(cell, sure=True)
            if can_draw:
                return self._draw()
            if self._passes >= self._player.passes:
                return self._activate(cell)
            self._passes += 1
            self._go_over_all()

    def _settle(self, cell: _Cell, share: float) -> dict[str, Any]:
        """Do what is clear: submit if the whole sequence is, else activate."""
        if self._submits and self._focus & (self._focus - 1) == 0:
            self._tempo.spend(1, presses=self._difficulty.length + 1)
            sequence = arrangements(self._difficulty.length).listed(self._focus)[0]
            return {"do": "submit", "sequence": list(sequence)}
        return self._activate(cell, sure=share == 1)

    def _activate(self, cell: _Cell, *, sure: bool = False) -> dict[str, Any]:
        self._tried, self._was_sure = cell, sure
        self._tempo.spend(1, presses=2, bits=math.log2(len(self._open)))
        return {"do": "activate", "rune": cell.rune, "position": cell.place + 1}

    def _draw(self) -> dict[str, Any]:
        self._tempo.spend(0, presses=1)
        return {"do": "draw"}

    def _allowed(self) -> list[_Cell]:
        if not self._in_order:
            return self._open
        following = next(p for p in range(self._difficulty.length) if p not in self._locked)
        return [cell for cell in self._open if cell.place == following]

    def _likeliest(self) -> tuple[_Cell, float]:
        """Return the activation that is right in the largest share of the arrangements in mind, and it."""
        best = max(self._allowed(), key=lambda cell: (self._focus & cell.mask).bit_count())
        return best, (self._focus & best.mask).bit_count() / self._focus.bit_count()

    def _safe_try(self) -> _Cell | None:
        """Return an activation after which a win is sure, right or wrong; None if there is none."""
        logic = _logic(self._difficulty.length, in_order=self._in_order)
        if not self._spare or not logic.wins(self._focus, self._spare):
            return None
        for cell in self._allowed():
            wrong = self._focus & ~cell.mask
            if wrong != self._focus and logic.wins(wrong, self._spare - 1):
                return cell
        return None

    # --- thinking -----------------------------------------------------------------------------------------
    def _read(self, card: _Card) -> None:
        """Read a card, rightly or not. Whoever misreads it notices only when something does not fit."""
        misread = self._tempo.happens(self._player.misread)
        card.understood = self._wrong(card) if misread else clue_mask(card.clue, self._difficulty.length)
        self._tempo.spend(0, words=card.words)

    def _wrong(self, card: _Card) -> Mask:
        others = misreadings(card.clue, self._difficulty.length)
        return clue_mask(others[self._tempo.below(len(others))], self._difficulty.length)

    def _work_in(self, card: _Card) -> None:
        """Think about a new card together with those still in mind, then with older ones, read again."""
        beside = self._player.held - 1
        older = [other for other in self._cards if other is not card]
        self._think([card, *older[-beside:]])
        again = [other for other in older[:-beside] if self._tempo.happens(self._player.rereads)]
        for first in range(0, len(again), beside):
            self._think([card, *again[first : first + beside]], again=True)

    def _go_over_all(self) -> None:
        """Read all cards again in another order, as many together as the mind holds."""
        order = self._tempo.shuffled(self._cards)
        for first in range(0, len(order), self._player.held):
            self._think(order[first : first + self._player.held], again=True)

    def _think(self, group: Sequence[_Card], *, again: bool = False) -> None:
        """Conclude something from the notes and the cards of a group; the first card is what it is about."""
        if self._tempo.hurries or self._confused:
            return
        about = group[0].clue.runes
        looks = sum(cell.rune in about for cell in self._open)
        self._tempo.spend(len(group) + looks, words=sum(card.words for card in group) if again else 0)
        left = self._notes
        for card in group:
            if not self._tempo.happens(self._player.missed):
                left &= self._wrong(card) if self._tempo.happens(self._player.muddled) else card.understood
        self._focus = left
        if not left:
            self._start_over()
            return
        possible = []
        for cell in self._open:
            if left & cell.mask:
                possible.append(cell)
            else:
                self._notes &= ~cell.mask
        self._open = possible

    def _start_over(self) -> None:
        """Something does not fit: strike the notes, read every card again and go over them once."""
        self._forget_notes()
        for card in self._cards:
            self._read(card)
        if not self._confused:
            self._go_over_all()
        self._confused = True  # if it still does not fit, the facts alone have to do for now
        if not self._focus:
            self._forget_notes()

    def _forget_notes(self) -> None:
        self._notes = self._focus = self._facts
        self._open = [
            cell
            for cell in _cells(self._difficulty.length)
            if self._facts & cell.mask and cell.place not in self._locked
        ]


_SAID: dict[tuple[str, int], Clue] = {}


def _said(text: str, raw: Mapping[str, Any], length: int) -> Clue:
    """Return the clue of a card; the same words say the same at the same length, so they are read once."""
    clue = _SAID.get((text, length))
    if clue is None:
        clue, problems = clues.read(raw, "clue", length)
        if clue is None:
            raise ValueError("; ".join(problems))
        _SAID[text, length] = clue
    return clue
