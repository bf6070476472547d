"""The Corrupted Heart in words (surface.wording). Knows the game's events, and no screen."""

from collections.abc import Mapping

from runeheart.core.events import Ask, Event, Json
from runeheart.games.heart.rules import HeartState
from runeheart.surface.countdown import whole
from runeheart.surface.wording import counted

_COMMANDS: Mapping[str, str] = {
    "read": "Read the starting clues",
    "draw": "Draw a clue",
    "study": "Look at the board",
    "activate": "Try a rune",
    "submit": "Submit the sequence",
    "pause": "Pause",
    "resume": "Go on",
    "add_time": "Change the time",
    "abandon": "Abandon the game",
}
_ASKED: Mapping[str, str] = {
    "ready": "Read the first clue: the clock starts",
    "running": "Draw a clue, try a rune, or submit the whole sequence",
    "paused": "Paused: the game master goes on",
    "over": "The game is over",
}
_CAUSES: Mapping[str, str] = {
    "mistakes": "one mistake too many",
    "timer": "time is up",
    "sequence": "a wrong sequence",
}


def asked(ask: Ask, state: HeartState) -> str:
    """Return one plain sentence of what is asked; the Heart asks for commands only."""
    del ask
    return _ASKED[state.phase]


def option(ask: Ask, option: Json, state: HeartState) -> str:
    """Return an option as it is; the Heart asks for none."""
    del ask, state
    return str(option)


def happened(event: Event, state: HeartState) -> str | None:
    """Return a line for a log. The answer is in no line but the last."""
    del state
    data = event.data
    match event.name:
        case "started":
            return f"The clock starts: {_time(data['left_s'])}"
        case "clue":
            return f"Clue {data['card']}: {data['text']}"
        case "locked":
            return f"{data['rune'].capitalize()} is at {data['position']}, {_time(data['left_s'])} left"
        case "mistake":
            lost = counted(data["lost_s"], "second")
            return f"{data['rune'].capitalize()} is not at {data['position']}: {lost} lost"
        case "paused" | "resumed" | "abandoned":
            return f"{event.name.capitalize()}, {_time(data['left_s'])} left"
        case "time_changed":
            return f"{counted(data['seconds'], 'second')} added, {_time(data['left_s'])} left"
        case "defused":
            return f"Defused with {_time(data['left_s'])} left{_answer(data)}"
        case "exploded":
            causes = " and ".join(_CAUSES[cause] for cause in data["because"])
            return f"Exploded, {causes}{_answer(data)}"
    return None


def _answer(data: Mapping[str, Json]) -> str:
    """Return the answer; rows that are kept are without it."""
    answer = data.get("answer")
    return f": {', '.join(map(str, answer))}" if isinstance(answer, list | tuple) else ""


def command(name: str) -> str:
    """Return the label of a command."""
    return _COMMANDS[name]


def _time(left_s: float) -> str:
    return whole(round(left_s * 1000))
