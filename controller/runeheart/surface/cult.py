"""The Cult's dress for the menu: the main screen, the list behind it, the movement die, the cult's choices.

Owns what is entered, step by step, but for the forms of the six commands (`cult_forms`). Must not know
buttons, nor how anything is drawn; what was entered is only what was offered before.
"""

from collections.abc import Iterable, Mapping

from runeheart.core.events import Ask, AskChoose, AskCommand, AskRoll
from runeheart.core.hexes import neighbour
from runeheart.games.cult.state import CultState, Faces
from runeheart.games.cult.words import MOST_ON_A_DIE, USUAL
from runeheart.surface import cult_look, cult_words, menu
from runeheart.surface.cult_forms import FORMS, PAGE, Cell, is_at_a_jewel, is_branded, paged
from runeheart.surface.cult_seen import seen
from runeheart.surface.cult_views import CELL_WIDTH
from runeheart.surface.letters import SMALL
from runeheart.surface.menu import LISTED, STOP, Body, Option, Path, Prompt
from runeheart.surface.short_names import shorts

__all__ = ["MENU", "choice", "command", "roll", "seen", "title"]

MENU = "menu"
"""Entered on the main screen: the list of what may have happened is opened."""
OTHER = "other"
"""What is typed of a face with a word that is not on the list: it matches nothing."""
LOOK = "look"
"""Entered there for everything that can be read."""
_LABELS: Mapping[str, str] = {
    "encounter": "Encounter",
    "event": "Event",
    "move_hero": "Move",
    "challenge": "Challenge",
    "remove_brand": "Brand off",
    LOOK: "Look",
}


def command(state: CultState, commands: tuple[str, ...], path: Path) -> Prompt | Body:
    """Return what is to be entered next, or the whole command; the main screen is the empty path."""
    match path:
        case ():
            anything = tuple(Option(MENU, "menu") for _ in range(LISTED))
            return Prompt("list", title(state, AskCommand(commands)), anything, stop="end turn", more=True)
        case (menu.STOP,) | ("menu", menu.STOP):
            return {"do": "end_turn"}
        case ("menu",):
            return Prompt("list", "Menu", tuple(_deeds(state)), stop="end turn")
        case ("menu", str(do), *rest) if do in FORMS:
            return FORMS[do](state, tuple(rest))
    pages = (Option(number, str(number), is_chosen=True) for number in range(cult_look.count(state)))
    return Prompt("scroll", "Look", tuple(pages))


def roll(state: CultState, ask: AskRoll, path: Path) -> Prompt | Body:
    """Collect what the movement die shows, word by word; a known or read face is all at once."""
    face = next((list(entered) for entered in path if isinstance(entered, list | tuple)), None)
    words: list[str] = []
    for word in path:
        if isinstance(word, str) and word != PAGE:  # what is tapped once more is taken back
            words = [other for other in words if other != word] if word in words else [*words, word]
    if face is None and words and path[-1] is STOP:
        face = words
    if face is not None:
        return {"do": "roll", "values": [face]}
    if state.die:
        return Prompt("list", title(state, ask), _faces(tuple(dict.fromkeys(state.die))))
    is_full = len(words) == MOST_ON_A_DIE
    known = terrains(state)
    rest = [
        Option(word, label, is_chosen=is_full and word not in words)
        for word, label in zip(known, shorts(known, CELL_WIDTH), strict=True)
    ]
    entered = tuple(words)
    return paged(title(state, ask), rest, path.count(PAGE), entered=entered, stop="ok" if words else None)


def _faces(faces: Faces) -> tuple[Option, ...]:
    """Return the faces of a known die: a word to a line, two of three on the second one, none cut away."""
    words = tuple(dict.fromkeys(word for face in faces for word in face))
    wide = dict(zip(words, shorts(words, CELL_WIDTH), strict=True))
    narrow = dict(
        zip(words, shorts(words, (CELL_WIDTH - SMALL.width(" ") - 2 * SMALL.gap) // 2), strict=True)
    )
    cells = []
    for face in faces:
        first, *others = face
        below = wide[others[0]] if len(others) == 1 else " ".join(narrow[word] for word in others)
        cells.append(Cell(list(face), wide[first], below=below))
    return tuple(cells)


def choice(state: CultState, ask: AskChoose) -> Prompt:
    """Return the directions or towns by the buttons that lie there, the colours by their number."""
    if ask.what == "colour":
        return Prompt("list", title(state, ask), tuple(Option(colour, colour) for colour in ask.options))
    options = []
    for option in ask.options:
        at = neighbour(state.marker, option) if isinstance(option, str) else (option[0], option[1])
        options.append(Option(option, cult_words.lies(state, at), at))
    return menu.pick(title(state, ask), options, state.marker)


def title(state: CultState, ask: Ask) -> str:
    """Return what is asked in the few words that a screen has room for."""
    match ask:
        case AskRoll():
            return "Die shows?"
        case AskChoose(what="direction"):
            return "Which way does the cult go?"
        case AskChoose(what="town"):
            return "Which town does it enter?"
        case AskChoose(about=about):
            return f"{about['hero']} gives up:"
    return f"{state.heroes[state.turn].name}'s turn"


def terrains(state: CultState) -> tuple[str, ...]:
    """Return what the die may show: the board's terrains, the usual ones first, then what no space has."""
    there = frozenset[str]().union(*(space.terrain for space in state.board.spaces.values()))
    usual = [word for word in USUAL if word in there]
    missing = [word for word in USUAL if word not in there]
    return (*usual, *sorted(there.difference(USUAL)), *missing, *({OTHER} - there))


def _deeds(state: CultState) -> Iterable[Option]:
    """Yield what the list of the main screen offers; what nobody can do now is shown, and does nothing."""
    nobody = {
        "challenge": not any(is_at_a_jewel(state, seat) for seat in range(len(state.heroes))),
        "remove_brand": not any(is_branded(state, seat) for seat in range(len(state.heroes))),
    }
    for name, label in _LABELS.items():
        yield Option(name, label, is_chosen=nobody.get(name, False))
