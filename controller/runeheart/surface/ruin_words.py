"""The Ruin in words (surface.wording). Knows the game's events and questions, and no screen."""

from collections.abc import Mapping

from runeheart.core.events import Ask, AskChoose, AskCommand, AskNumber, AskRoll, Event, Json
from runeheart.core.hexes import direction_to, printed
from runeheart.games.ruin.state import RuinState
from runeheart.surface.wording import counted

COMMANDS: Mapping[str, str] = {
    "commit_move": "Commit Move",
    "step": "Step",
    "attack": "Attack",
    "skill": "Skill",
    "resolve": "Resolve the Hex",
    "end_move": "End the move",
}
_ROLLS: Mapping[str, str] = {
    "discharge": "for the discharge of Brood {brood}",
    "retaliation": "for Mother's Retaliation",
    "drift": "for the Drift",
    "burst": "for Mother's Burst",
    "gather": "for how far Brood {brood} gathers",
}
_CHOICES: Mapping[tuple[str, str], str] = {
    ("brood", "drift"): "Which Brood drifts next? Draw one at random",
    ("brood", "gather"): "Which Brood gathers? Draw one at random",
    ("brood", "move"): "Which Brood moves? Draw one at random",
    ("brood", "charge"): "Which Brood is charged? Choose one",
    ("brood", "adjacent"): "Which Brood beside you is next? Choose one",
    ("hex", "gather"): "Which way does {mover} gather? Draw one at random",
    ("hex", "move"): "Which way does {mover} come? Draw one at random",
    ("hex", "spawn"): "Where does the new Brood appear? Draw a place at random",
}
_CAUSES: Mapping[str, str] = {
    "commit": "your Commit Move",
    "attunement": "Attunement",
    "drift": "the Drift",
    "gather": "Gather",
    "move": "Move",
    "charge": "Charge",
    "adjacent": "you came near",
    "discharge": "a discharge beside it",
    "retaliation": "the Retaliation",
    "blocked": "a block",
    "crowded": "your Hex is taken",
    "all": "all Broods charge",
}


def asked(ask: Ask, state: RuinState) -> str:
    """Return one plain sentence of what is asked."""
    match ask:
        case AskCommand(commands):
            return _next(commands, state)
        case AskRoll(die, count, why, about):
            thrown = "the Compass Die" if die == "compass" else f"{count} {die.upper()}"
            return f"Roll {thrown} {_ROLLS[why].format(**about)}"
        case AskNumber(of=of):
            return f"How much of {of} Damage does your Defense prevent?"
    sentence = _CHOICES[ask.what, ask.why].format(mover=f"Brood {mover(state)}")
    # by that house rule the player's own choice is left to chance, and the other way round
    return sentence if ask.why != "charge" or not ask.random else "Which Brood is charged? Draw one at random"


def option(ask: Ask, option: Json, state: RuinState) -> str:
    """Return a few words for an option: a Brood with its Charge, or a Hex with its number."""
    if isinstance(ask, AskChoose) and ask.what == "hex":
        return place(state, (option[0], option[1]))
    return brood(state, option)


def happened(event: Event, state: RuinState) -> str | None:  # noqa: C901, PLR0912 - one line per event
    """Return a line for a log."""
    data = event.data
    match event.name:
        case "rolled":
            return f"Rolled {', '.join(map(str, data['values']))}"
        case "chosen":
            what = f"Brood {data['option']}" if data["what"] == "brood" else _hex(data["option"])
            return f"Chosen: {what}"
        case "move_committed":
            return f"Commit Move: {counted(data['stars'], 'star')}"
        case "stepped":
            return f"You step {data['direction']}, to {_hex(data['to'])}"
        case "charged":
            return f"Brood {data['brood']} charges to {data['charge']}: {_CAUSES[data['by']]}"
        case "charge_prevented":
            return f"Brood {data['brood']} is kept from charging"
        case "discharge_prevented":
            return f"Brood {data['brood']} is kept from discharging"
        case "damage":
            return _damage(data)
        case "discharged":
            return f"Brood {data['brood']} is at Charge 1 again"
        case "destroyed":
            return f"Brood {data['brood']} is destroyed"
        case "brood_moved":
            return f"Brood {data['brood']} moves to {_hex(data['to'])}: {_CAUSES[data['by']]}"
        case "brood_blocked":
            return f"Brood {data['brood']} stays: {_block(data)}"
        case "mother_phase":
            return f"Mother Phase of round {data['round']}"
        case "drift":
            return f"All Broods drift {data['direction']}"
        case "burst":
            return f"Mother's Burst, {data['roll']}: {effects(data['effects'])}"
        case "gathered":
            return f"Brood {data['brood']} gathers, {counted(data['steps'], 'step')}"
        case "spawned":
            return f"Brood {data['brood']} appears at {_hex(data['at'])}"
        case "spawn_ignored":
            return "No Brood appears: there are enough"
        case "round_ended":
            return f"Round {data['round']} ends"
        case "resolution":
            return f"The Ruin is resolved in round {data['round']}, with {state.damage} Damage"
        case "defeated":
            return f"Defeated in round {data['round']}, with {data['total']} Damage"
    return None


def command(name: str) -> str:
    """Return the label of a command."""
    return COMMANDS[name]


def brood(state: RuinState, number: int) -> str:
    """Name a Brood with its Charge."""
    charge = next((one.charge for one in state.broods if one.id == number), None)
    return f"Brood {number}" if charge is None else f"Brood {number}, Charge {charge}"


def place(state: RuinState, at: tuple[int, int]) -> str:
    """Name a Hex by its printed number, and by its direction if it is next to you."""
    you = state.setup.board.field.hexes[state.player]
    direction = direction_to(you, at)
    return f"Hex {printed(at)}" if direction is None else f"Hex {printed(at)}, {direction} of you"


def mover(state: RuinState) -> int | None:
    """Return the Brood that an open choice of a Hex moves; None if none is asked."""
    match state.then:
        case ("gather_to", int(number), _):
            return number
        case ("move_to", _, int(number)):
            return number
    return None


def effects(given: Json) -> str:
    """Return the effects of a Burst in a line: `gather 1, spawn 1`."""
    return ", ".join(f"{'all charge' if name == 'all' else name} {size}" for name, size in given)


def _next(commands: tuple[str, ...], state: RuinState) -> str:
    if commands == ("commit_move",):
        return f"Round {state.round}: Commit Move, how many stars?"
    if "resolve" in commands:
        return "You entered a Hex: attack, use a Skill, or resolve it"
    if "step" not in commands:
        return "You stay: attack, use a Skill, or end the move"
    left = f"{counted(state.stars_left, 'star')} left"
    return (
        f"{left}: step, or end the move"
        if state.moved
        else f"{left}: step, attack, use a Skill, or end the move"
    )


def _damage(data: Mapping[str, Json]) -> str:
    by = (
        f"the discharge of Brood {data['brood']}" if data["source"] == "discharge" else "Mother's Retaliation"
    )
    kept = f" ({data['prevented']} of {data['rolled']} prevented)" if data["prevented"] else ""
    return f"{data['amount']} Damage by {by}{kept}, {data['total']} in all"


def _block(data: Mapping[str, Json]) -> str:
    match data["by"]:
        case "edge":
            return "the map ends there"
        case "you":
            return f"Brood {data['other']} is in your Hex already"
    return f"Brood {data['other']} is in the way"


def _hex(at: Json) -> str:
    return f"Hex {printed((at[0], at[1]))}"
