"""The Cult in words (surface.wording). Knows the game's events and questions, and no screen."""

from collections.abc import Mapping

from runeheart.core.events import Ask, AskChoose, AskCommand, AskRoll, Event, Json
from runeheart.core.hexes import DIRECTIONS, Hex, centre, direction_to, distance, neighbour, printed
from runeheart.games.cult.state import COLOURS, CultState
from runeheart.games.cult.story import DIRECTION_WORDS, ENDS
from runeheart.surface.wording import counted

COMMANDS: Mapping[str, str] = {
    "end_turn": "End the turn",
    "encounter": "Encounter",
    "event": "Event",
    "move_hero": "Move a hero",
    "challenge": "Challenge",
    "remove_brand": "Remove a brand",
}
RESULTS: Mapping[str, str] = {"won": "won", "escaped": "escaped", "knocked_out": "knocked out"}
NUMERALS = ("I", "II", "III", "IV", "V")
_ROLLS: Mapping[str, str] = {"end_turn": "the end of the turn", "encounter": "the Encounter"}
_BRANDS: Mapping[str, str] = {
    "marker": "met the cult",
    "ritual": "within the ritual",
    "knock_out": "carried to an infiltrated town",
}
_TURNS: Mapping[str, str] = {
    "edge": "turns at the edge",
    "first_move": "has its bearing now",
    "last_move": "follows its last move",
}


def asked(ask: Ask, state: CultState) -> str:
    """Return one plain sentence of what is asked."""
    match ask:
        case AskCommand():
            return f"{state.heroes[state.turn].name}'s turn: tell what happened, or end the turn"
        case AskRoll(why=why):
            return f"Roll the movement die for {_ROLLS[why]}"
        case AskChoose(what="direction"):
            return "Which way does the cult go?"
        case AskChoose(what="town"):
            return "Several towns pull: which one does the cult enter?"
    return f"{ask.about['hero']} is branded: which cultist goes back under its deck?"


def option(ask: Ask, option: Json, state: CultState) -> str:
    """Return a few words for an option: a direction and what lies there, a town and where, a colour."""
    if isinstance(ask, AskChoose) and ask.what == "direction":
        return f"{option}: {lies(state, neighbour(state.marker, option))}"
    if isinstance(ask, AskChoose) and ask.what == "town":
        to = (option[0], option[1])
        return f"{state.board.spaces[to].town}, {whither(state.marker, to)}"
    return str(option)


def happened(event: Event, state: CultState) -> str | None:  # noqa: C901, PLR0912 - one line per event
    """Return a line for a log."""
    data = event.data
    match event.name:
        case "rolled":
            return f"The movement die shows {' and '.join(data['values'][0])}"
        case "cult_moved":
            return f"The cult goes {DIRECTION_WORDS[data['direction']]}, to {_place(state, data['to'])}"
        case "cult_stays":
            return "The cult finds no way"
        case "bearing":
            return f"The cult {_TURNS[data['why']]}: {DIRECTION_WORDS[data['to']]}"
        case "pulled":
            return f"{data['town']} draws the cult in"
        case "cultist_made":
            return f"A {data['colour']} cultist rises at {_place(state, data['at'])}"
        case "infiltrated":
            return f"{data['town']} is infiltrated"
        case "branded":
            return (
                f"{data['hero']} is branded, {counted(data['markers'], 'brand')} now: {_BRANDS[data['why']]}"
            )
        case "cultist_lost":
            return f"{data['hero']} gives up a {data['colour']} cultist"
        case "check_knock_out":
            return (
                f"{data['hero']} has Life {data['life']} and Stamina {data['stamina']}: check for a knock-out"
            )
        case "eliminated":
            return f"{data['hero']} is lost to the cult"
        case "cultist_won":
            return f"{data['hero']} defeats a {data['colour']} cultist, {counted(data['points'], 'point')}"
        case "challenge_won":
            return f"{data['hero']} wins a {data['colour']} challenge"
        case "challenge_returned":
            foe = "cultist" if data["cult"] else "challenge"
            return f"{data['hero']} does not defeat the {data['colour']} {foe}: the card goes under its deck"
        case "hero_moved" if data.get("after") == "challenge_returned":
            return f"{data['hero']} is knocked out and carried to {_place(state, data['to'])}"
        case "hero_moved":
            return f"{data['hero']} goes to {_place(state, data['to'])}"
        case "discarded":
            return f"{card(data['card'])} goes to the pile, card {data['count']} of {data['limit']}"
        case "replenished":
            return (
                f"{counted(data['count'], 'jewel')} replenished" if data["count"] else "No jewel to replenish"
            )
        case "ritual":
            return f"A ritual reaches {counted(data['radius'], 'space')} around {_place(state, data['at'])}"
        case "brand_removed":
            return f"{data['hero']} is healed of a brand, {data['markers']} left"
        case "turn":
            return f"{data['hero']}'s turn"
        case "game_over":
            return over(data)
    return None


def command(name: str) -> str:
    """Return the label of a command."""
    return COMMANDS[name]


def card(drawn: Json) -> str:
    """Name a card of the pile: `The red Encounter`, `Event III`."""
    return f"The {drawn} Encounter" if drawn in COLOURS else f"Event {NUMERALS[drawn - 1]}"


def over(data: Mapping[str, Json]) -> str:
    """Tell the end in a line."""
    winners = data["winners"]
    verb = "wins" if len(winners) == 1 else "win"
    won = f"{' and '.join(winners)} {verb}" if winners else "nobody wins"
    return f"The game is over, because {ENDS[data['because']]}; {won}"


def place(state: CultState, at: Hex) -> str:
    """Name a space: a town by its name, others by the number that is printed there."""
    space = state.board.spaces.get(at)
    return printed(at) if space is None or space.town is None else space.town


def lies(state: CultState, at: Hex) -> str:
    """Tell what lies in a space: town, jewel or cultist, terrains in alphabetical order."""
    space = state.board.spaces[at]
    found = [] if space.town is None else [space.town]
    colour = state.jewel_at(at)
    if colour is not None:
        found.append(f"{colour} {'cultist' if state.jewels[at] else 'jewel'}")
    return ", ".join((*found, *sorted(space.terrain))) or "nothing"


def whither(one: Hex, other: Hex) -> str:
    """Tell where a space lies from another: `NE`, `NE 4` from afar, `here`. The nearest of six directions."""
    if one == other:
        return "here"
    beside = direction_to(one, other)
    if beside is not None:
        return beside
    (x, y), (to_x, to_y) = centre(one), centre(other)

    def along(direction: str) -> float:
        step_x, step_y = centre(neighbour((0, 0), direction))
        return (to_x - x) * step_x + (to_y - y) * step_y

    return f"{max(DIRECTIONS, key=along)} {distance(one, other)}"


def _place(state: CultState, at: Json) -> str:
    return place(state, (at[0], at[1]))
