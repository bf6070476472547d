"""What programs can say with each verb, as checked values: the document of the API is made from them.

Owns names, types and bounds of a request's body. What a value means for a game, the game itself says.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict

from runeheart.console.operations import Nothing
from runeheart.runtime.verbs import MOST_PLAYERS, MOST_SEQ, MOST_STEPS, MOST_TEAM

Team = Annotated[str, Meta(max_length=MOST_TEAM, description="What the team calls itself, in one line.")]
Players = Annotated[int, Meta(ge=1, le=MOST_PLAYERS, description="How many they are.")]
Word = Annotated[str, Meta(min_length=1, max_length=200)]


class Start(Struct, forbid_unknown_fields=True):
    """A new game. What is left out, or null, is as the prop is configured."""

    game: Literal["heart", "ruin", "cult"] | None = None
    team: Team | None = None
    players: Players | None = None
    difficulty: Literal["easy", "normal", "hard"] | None = None
    code: Word | None = None
    sign: Word | None = None
    board: Word | None = None
    keywords: list[str] | None = None
    corruption: bool | None = None
    life: Annotated[int, Meta(ge=1)] | None = None
    defense: Literal["ask", "none"] | None = None
    dice: Literal["ask", "auto"] | None = None
    ties: Literal["ask", "auto"] | None = None
    house: dict[str, Any] | None = None
    heroes: list[dict[str, Any]] | None = None
    decks: dict[str, Any] | None = None
    movement_die: list[list[str]] | None = None


class AddTime(Struct, forbid_unknown_fields=True):
    """Time for the players, or off their time."""

    seconds: Annotated[float, Meta(ge=-86_400, le=86_400)]


class Hint(Struct, forbid_unknown_fields=True):
    """What the players can conclude next. It is counted."""

    step: Annotated[int, Meta(ge=1, le=MOST_STEPS, description="1: the next conclusion.")] = 1
    show: Annotated[bool, Meta(description="Whether the players read it on the prop.")] = False


class Lock(Struct, forbid_unknown_fields=True):
    """A rune goes where it belongs; without one, the one of the first open place."""

    rune: Literal["nature", "fire", "water", "storm", "moon", "sun"] | None = None


class Reset(Struct, forbid_unknown_fields=True):
    """The table is cleared for the next group."""

    sweep: Annotated[bool, Meta(description="Whether lights and sound show that they work.")] = False


class Seen(Struct, forbid_unknown_fields=True):
    """What whoever asks has seen."""

    seq: (
        Annotated[
            int,
            Meta(
                ge=0,
                le=MOST_SEQ,
                description="The `seq` told with what is answered; refused if the game went on since.",
            ),
        ]
        | UnsetType
    ) = UNSET


class Describe(Struct, forbid_unknown_fields=True):
    """Who played. What is left out stays; null takes it away."""

    team: Team | UnsetType | None = UNSET
    players: Players | UnsetType | None = UNSET
    left_out: Annotated[bool, Meta(description="Whether statistics leave the game out.")] | UnsetType = UNSET


Command = Annotated[
    dict[str, Any],
    Meta(
        description="A command of the game at the table, as `runeheart play` takes it.",
        examples=[{"do": "roll", "values": [3]}],
        extra_json_schema={
            "required": ["do"],
            "properties": {"do": {"type": "string", "description": "Its name."}},
        },
    ),
]

OF_VERB: Mapping[str, tuple[type[Struct], str]] = {
    "start": (Start, "Set up a new game"),
    "pause": (Nothing, "Let the timer stand still"),
    "resume": (Nothing, "Let the timer go on, also after a power loss"),
    "add-time": (AddTime, "Give time, or take some away"),
    "hint": (Hint, "Tell what the players can conclude next"),
    "lock": (Lock, "Put a rune where it belongs"),
    "solve": (Nothing, "Win the game for the players"),
    "undo": (Nothing, "Take the last command back"),
    "abandon": (Nothing, "End a game of the Heart; the prop shows the answer"),
    "reset": (Reset, "End any game, erase its answer, be ready for the next group"),
    "sweep": (Nothing, "Let lights and sound show that they work, while nobody plays"),
    "acknowledge": (Nothing, "Take note of the alerts that tell what happened"),
}
"""Each verb of the operator: what it takes, and what it does."""


def said(body: Struct) -> dict[str, Any]:
    """Return what a body says: without what was left out, and of a start without nulls."""
    found = {name: value for name, value in asdict(body).items() if value is not UNSET}
    return found if isinstance(body, Describe) else {k: v for k, v in found.items() if v is not None}
