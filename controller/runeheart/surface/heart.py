"""What a press means while the Corrupted Heart runs: a rune and its place, reading, the final sequence.

Owns the modes Home, Placing, Reading and Submitting. Refuses on its own what it knows to be impossible, so
that the game is not troubled; what else the game refuses comes back through `told`. Knows no clock.
"""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from runeheart.core.panel import Button
from runeheart.core.runes import RUNES
from runeheart.games.heart.clues import text
from runeheart.games.heart.rules import HeartState
from runeheart.surface.api import Command, Reaction
from runeheart.surface.letters import pages
from runeheart.surface.moments import MOMENTS
from runeheart.surface.ui import HELP_MS, Advised, Home, Paused, Placing, Reading, Submitting, Ui, light_of

REFUSED_LIGHT_MS = 500
BANK_ROWS = 3
"""So many possible answers fit on one screen."""

Reacted = Reaction[Ui]


def tap(ui: Ui, state: HeartState, button: Button, now_ms: int) -> Reacted:
    """Take a short press in a running game."""
    match ui.mode:
        case Placing(rune):
            return _place(ui, state, rune, button, now_ms)
        case Submitting(entered):
            return _enter(ui, state, entered, button, now_ms)
        case Advised(told, page):
            return _turn_hint(ui, told, page - 1 if button is Button.NATURE else page + 1, now_ms)
        case Reading() if button is not Button.HEART:
            return _turn(ui, state, -1 if button is Button.NATURE else 1, now_ms)
        case _ if button is Button.HEART:
            return _draw(ui, state, button, now_ms)
    if button.value in state.slots:
        return refuse(ui, button, now_ms, f"{button.name} is locked")
    return _taken(ui.enter(Placing(button.value), now_ms), "chosen")


def hold(ui: Ui, state: HeartState, button: Button, now_ms: int) -> Reacted:
    """Take a long press in a running game, the moment it is long enough."""
    match ui.mode:
        case Placing():
            return _taken(ui.enter(Home(), now_ms))
        case Reading() | Advised():
            return _closed(ui, state, now_ms)
        case Submitting(entered):
            return _hold_submitting(ui, state, entered, button, now_ms)
    if button is Button.NATURE:
        return _draw(ui, state, button, now_ms)
    if button is Button.FIRE:
        if not state.was_read:  # somebody drew before reading: the starting cards are still to be read
            return ask(ui, button, {"do": "read"})
        return _taken(ui.enter(Reading(), now_ms))
    if button in {Button.SUN, Button.HEART}:
        return _taken(ui.enter(Submitting(), now_ms))
    helped = ui.say("Tap a rune to try it", now_ms=now_ms, for_ms=HELP_MS, holds=True)
    return Reaction(helped, cues=(MOMENTS["tap"].cue,))


def valid(ui: Ui, state: HeartState, now_ms: int) -> Ui:
    """Keep the mode true to a running game that others may have changed: undone, locked, played on."""
    match ui.mode:
        case Placing(rune) if rune in state.slots:
            return ui.enter(Home(), now_ms)
        case Reading(card) if card >= leaves(state):
            return ui.enter(Home(), now_ms)
        case Submitting(entered) if len(entered) > state.slots.count(None) or {*entered} & {*state.slots}:
            return ui.enter(Home(), now_ms)
        case Home() | Placing() | Reading() | Advised() | Submitting():
            return ui
        case Paused() as paused:  # time goes on: everything is where it was, if it still can be
            return valid(ui.enter(paused.before, now_ms), state, now_ms)
    return ui.enter(Home(), now_ms)


def open_places(state: HeartState) -> tuple[int, ...]:
    """Return the places, from 1, that a rune may be tried at now (HA-05)."""
    places = tuple(place for place, rune in enumerate(state.slots, 1) if rune is None)
    return places[:1] if state.house.activation == "next" else places


def filled(state: HeartState, entered: tuple[str, ...]) -> tuple[str | None, ...]:
    """Return the slots with the entered runes in the open places, in order."""
    left = iter(entered)
    return tuple(rune or next(left, None) for rune in state.slots)


def leaves(state: HeartState) -> int:
    """Count what reading turns through: the cards, and the screens of possible answers (HA-03)."""
    return len(state.hand) + len(state.bank or ()) // BANK_ROWS


def wording(state: HeartState, card: int) -> str:
    """Return what is read of a card of the hand, counted from 0.

    With a printed set the clues are on the table, and the prop cannot know in which order they lie: it only
    says that a card is to be taken, and counts.
    """
    if state.printed is not None:
        return f"Take a card: read its {state.printed.sign.upper()} line."
    return text(state.hand[card][1], state.length)


def ask(ui: Ui, button: Button, body: Mapping[str, Any]) -> Reacted:
    """Give the game a command; `told` brings the answer and its sound."""
    return Reaction(replace(ui, asked=button), (Command(body),))


def refuse(ui: Ui, button: Button, now_ms: int, *why: str) -> Reacted:
    """Answer a press that can do nothing: a low sound, a lasting light, a line that says why."""
    said = ui.say(*why, now_ms=now_ms) if why else ui
    return Reaction(_answered(said, button, now_ms), cues=(MOMENTS["refused"].cue,))


def _answered(ui: Ui, button: Button, now_ms: int) -> Ui:
    light = light_of(button)
    held = ui.hold_of(button)
    if light is None or held is None:
        return ui
    return ui.show((light,), held.answer, now_ms, REFUSED_LIGHT_MS)


def _taken(ui: Ui, moment: str = "tap") -> Reacted:
    return Reaction(replace(ui, message=None), cues=(MOMENTS[moment].cue,))


def _closed(ui: Ui, state: HeartState, now_ms: int) -> Reacted:
    """Go from the clues to the main screen; who has done nothing there yet is told where help is."""
    reacted = _taken(ui.enter(Home(), now_ms))
    if state.draws or state.mistakes or any(state.slots):
        return reacted
    return replace(reacted, ui=reacted.ui.say("Hold MOON: help", now_ms=now_ms, for_ms=HELP_MS))


def _draw(ui: Ui, state: HeartState, button: Button, now_ms: int) -> Reacted:
    if state.deck_left == 0:
        return refuse(ui, button, now_ms, "No cards left")
    if state.draws_left == 0:
        return refuse(ui, button, now_ms, "No draws left")
    return ask(ui, button, {"do": "draw"})


def _place(ui: Ui, state: HeartState, rune: str, button: Button, now_ms: int) -> Reacted:
    ui = ui.stay(ui.mode, now_ms)
    if button is Button.HEART:
        return refuse(ui, button, now_ms, "Press a place")
    place = RUNES.index(button.value) + 1
    if place > state.length:
        return refuse(ui, button, now_ms, f"Only {state.length} places")
    if state.slots[place - 1] is not None:
        return refuse(ui, button, now_ms, f"Place {place} is taken")
    if place not in open_places(state):
        return refuse(ui, button, now_ms, f"Place {open_places(state)[0]} is next")
    return ask(ui.enter(Home(), now_ms), button, {"do": "activate", "rune": rune, "position": place})


def _turn(ui: Ui, state: HeartState, step: int, now_ms: int) -> Reacted:
    """Turn to the next or previous page; after the last card the first comes again."""
    turned = [
        Reading(card, page) for card in range(leaves(state)) for page in range(_page_count(state, card))
    ]
    here = turned.index(ui.mode) if ui.mode in turned else 0  # a page that is no more: from the first
    return _taken(ui.stay(turned[(here + step) % len(turned)], now_ms))


def _turn_hint(ui: Ui, told: str, page: int, now_ms: int) -> Reacted:
    """Turn a page of a hint; beyond its last one it is closed."""
    if page >= len(pages(told)):
        return _taken(ui.enter(Home(), now_ms))
    return _taken(ui.stay(Advised(told, max(page, 0)), now_ms))


def _page_count(state: HeartState, card: int) -> int:
    return len(pages(wording(state, card))) if card < len(state.hand) else 1


def _enter(ui: Ui, state: HeartState, entered: tuple[str, ...], button: Button, now_ms: int) -> Reacted:
    if button is Button.HEART:
        return refuse(ui, button, now_ms, "Hold to submit")
    if None not in filled(state, entered):  # said first: who taps Sun now wants to submit
        return refuse(ui, button, now_ms, "Full: hold SUN")
    if button.value in state.slots:
        return refuse(ui, button, now_ms, f"{button.name} is locked")
    if button.value in entered:
        return refuse(ui, button, now_ms, f"{button.name} is in")
    return _taken(ui.stay(Submitting((*entered, button.value)), now_ms), "chosen")


def _hold_submitting(
    ui: Ui, state: HeartState, entered: tuple[str, ...], button: Button, now_ms: int
) -> Reacted:
    """Take a hold while a sequence is entered. A tap of Water enters Water, so taking back is its hold."""
    if button is Button.NATURE:
        return _taken(ui.enter(Home(), now_ms))
    if button is Button.WATER:
        if not entered:
            return refuse(ui, button, now_ms, "Nothing to undo")
        return _taken(ui.stay(Submitting(entered[:-1]), now_ms))
    if button not in {Button.SUN, Button.HEART}:
        return refuse(ui, button, now_ms, f"{button.name}: tap only")
    sequence = filled(state, entered)
    if None in sequence:
        missing = sequence.count(None)
        return refuse(ui, button, now_ms, f"{missing} more {'rune' if missing == 1 else 'runes'}")
    return ask(ui.enter(Home(), now_ms), button, {"do": "submit", "sequence": list(sequence)})
