"""The tables of a prop's configuration: their keys, defaults and meanings. Values only; nothing reads a file.

Each key's description is what `runeheart config --example` says of it. What a value of a game with a board
means, and whether it fits, that game says itself (setups.py).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field
from msgspec.structs import asdict

from runeheart.core.events import Json
from runeheart.core.panel import Preset

DeviceTable = Annotated[dict[str, Any], Meta(description="laid over the board profile")]
SomeText = Annotated[str, Meta(min_length=1)]
Name = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=32,
        description="what the screen shows while nobody plays; a letter with accents is drawn without them",
    ),
]


class PropTable(Struct, frozen=True, kw_only=True):
    """[prop]: this prop."""

    name: Name = "RUNEHEART"
    board: Annotated[
        str, Meta(min_length=1, description="board profile: a name, or the path of a TOML file")
    ] = "pi-default"
    preset: Annotated[
        Preset, Meta(description="normal, quiet, or calm: nothing flashes fast, nothing is loud")
    ] = Preset.NORMAL
    game: Annotated[
        Literal["heart", "ruin", "cult", "choose"],
        Meta(description="what is played here; choose: the players do, on the prop"),
    ] = "heart"
    rotation: Annotated[
        int,
        Meta(
            ge=0,
            le=5,
            description=(
                "sixths of a turn, clockwise, from the table's N to the first button, Nature; with 2 Nature"
                " points SE, and N is at Moon"
            ),
        ),
    ] = 0


class HeartTable(Struct, frozen=True, kw_only=True):
    """[heart]: the Corrupted Heart."""

    difficulty: Annotated[
        Literal["choose", "easy", "normal", "hard"],
        Meta(description="choose: the players do, on the prop; else it is fixed"),
    ] = "choose"
    code: Annotated[
        str | None,
        Meta(description="deck code of a printed set: the players choose the sign of its answer card"),
    ] = None
    deck: Annotated[
        Literal["fair", "mixed", "wild"],
        Meta(description="fair: the clues suffice whatever is drawn; mixed: more kinds; wild: luck decides"),
    ] = "fair"
    end_screen_s: Annotated[
        int, Meta(ge=0, le=86_400, description="seconds until the end screen gives way; 0: until a reset")
    ] = 60
    house: Annotated[dict[str, Any], Meta(description="house rules that differ from the default")] = field(
        default_factory=dict
    )


class RuinTable(Struct, frozen=True, kw_only=True):
    """[ruin]: the Ruin. The game's own reader checks every value."""

    board: Annotated[
        Any, Meta(description="one of ours (runeheart board list), or the path of a board file")
    ] = None
    keywords: Annotated[Any, Meta(description="those in play, such as Blood Offer")] = field(
        default_factory=list
    )
    corruption: Annotated[Any, Meta(description="true: you are corrupted (R-079)")] = False
    life: Annotated[Any, Meta(description="the Damage that ends the game; left out: it is only counted")] = (
        None
    )
    defense: Annotated[Any, Meta(description="ask: after Damage, how much Defense prevents; none")] = "none"
    dice: Annotated[Any, Meta(description="ask: people roll; auto: the prop does")] = "ask"
    ties: Annotated[
        Any, Meta(description="auto: the prop settles what is left to chance; ask: people do")
    ] = "auto"
    house: Annotated[Any, Meta(description="house rules that differ from the default")] = field(
        default_factory=dict
    )


class CultTable(Struct, frozen=True, kw_only=True):
    """[cult]: Cult of the Rune. The game's own reader checks every value."""

    board: Annotated[
        Any, Meta(description="one of ours (runeheart board list), or the path of a board file")
    ] = None
    heroes: Annotated[Any, Meta(description="1 to 6, each with name, at, life and stamina")] = None
    movement_die: Annotated[Any, Meta(description="six lists of terrains; dice = auto needs them")] = None
    dice: Annotated[Any, Meta(description="ask: people roll the movement die; auto: the prop does")] = "ask"
    decks: Annotated[Any, Meta(description="cards of each cult deck that differ from the printed ones")] = (
        field(default_factory=dict)
    )
    house: Annotated[Any, Meta(description="house rules that differ from the default")] = field(
        default_factory=dict
    )


class PowerTable(Struct, frozen=True, kw_only=True):
    """[power]: when the power comes back in the middle of a game."""

    after_loss: Annotated[
        Literal["paused", "continue", "abandon"],
        Meta(description="paused: it waits for people; continue: time goes on at once; abandon: it is ended"),
    ] = "paused"


class StateTable(Struct, frozen=True, kw_only=True):
    """[state]: where games are kept."""

    directory: Annotated[
        SomeText | None,
        Meta(description="folder of the journal; left out: the usual place on this machine"),
    ] = None


class ControlTable(Struct, frozen=True, kw_only=True):
    """[control]: how the operator's commands reach the daemon."""

    socket: Annotated[
        SomeText | None,
        Meta(description="path of the socket; left out: the usual place on this machine"),
    ] = None


class ConsoleTable(Struct, frozen=True, kw_only=True):
    """[console]: the game master's pages."""

    listen: Annotated[
        Literal["off", "loopback", "lan"],
        Meta(description="loopback: this machine only; lan: the whole network, with a password"),
    ] = "off"
    port: Annotated[int, Meta(ge=1, le=65_535, description="port of the pages")] = 8080
    names: Annotated[
        tuple[SomeText, ...],
        Meta(description="names that browsers may call it by, beside its addresses and the machine's name"),
    ] = ()
    certificate: Annotated[
        SomeText | None, Meta(description="PEM file of a TLS certificate; with key the pages are https")
    ] = None
    key: Annotated[SomeText | None, Meta(description="PEM file of the certificate's key")] = None
    player_screen: Annotated[
        Literal["open", "password"],
        Meta(description="whether /player, which shows what the table sees, wants a password"),
    ] = "open"
    control_urls: Annotated[
        bool,
        Meta(description="let show controllers that only call URLs start, reset and solve, with a token"),
    ] = False
    stuck_after_min: Annotated[
        int, Meta(ge=0, le=120, description="minutes without progress until a team counts as stuck; 0: never")
    ] = 4

    @property
    def is_tls(self) -> bool:
        """Tell whether the pages are https."""
        return self.certificate is not None


ON_A_BOARD: Mapping[str, type[RuinTable] | type[CultTable]] = {"ruin": RuinTable, "cult": CultTable}
"""The tables of the games with a board, by name."""


def given(table: RuinTable | CultTable) -> dict[str, Json]:
    """Return what a table says beyond its defaults."""
    blank = type(table)()
    return {key: value for key, value in asdict(table).items() if value != getattr(blank, key)}
