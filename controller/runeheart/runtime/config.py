"""The prop's configuration: a file read, every problem of it at once, and what others are told (design 7).

Owns how the tables (tables.py) become one configuration. The device tables are laid over the board profile as
they are, and checked with it (`runeheart_hw.profile`): here they are tables and nothing more.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from runeheart.core.checked import convert, did_you_mean
from runeheart.core.table import shown
from runeheart.games.heart import codes
from runeheart.games.heart.settings import DIFFICULTIES, HOUSE_RULES
from runeheart.runtime.tables import (
    ON_A_BOARD,
    ConsoleTable,
    ControlTable,
    CultTable,
    DeviceTable,
    HeartTable,
    PowerTable,
    PropTable,
    RuinTable,
    StateTable,
    given,
)
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.letters import LARGE, NAME_LINES, SMALL, WIDTH, lines

__all__ = [
    "Config",
    "ConsoleTable",
    "ControlTable",
    "CultTable",
    "HeartTable",
    "PowerTable",
    "PropTable",
    "RuinTable",
    "StateTable",
    "check",
    "load",
    "read",
]

DEFAULT_PATH = Path("/etc/runeheart/prop.toml")
SOCKET_BYTES = 107
"""sockaddr_un(7): 108 with the closing zero."""
DEVICE_TABLES = ("pins", "buttons", "lights", "buzzer", "oled", "reader", "buses")


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The whole file."""

    prop: PropTable = PropTable()
    heart: HeartTable = HeartTable()
    ruin: RuinTable = RuinTable()
    cult: CultTable = CultTable()
    power: PowerTable = PowerTable()
    state: StateTable = StateTable()
    control: ControlTable = ControlTable()
    console: ConsoleTable = ConsoleTable()
    pins: DeviceTable = msgspec.field(default_factory=dict)
    buttons: DeviceTable = msgspec.field(default_factory=dict)
    lights: DeviceTable = msgspec.field(default_factory=dict)
    buzzer: DeviceTable = msgspec.field(default_factory=dict)
    oled: DeviceTable = msgspec.field(default_factory=dict)
    reader: DeviceTable = msgspec.field(default_factory=dict)
    buses: DeviceTable = msgspec.field(default_factory=dict)

    def over_profile(self) -> dict[str, Any]:
        """Return the device tables that say something, in the profile's own shape."""
        tables = {name: getattr(self, name) for name in DEVICE_TABLES}
        return {name: table for name, table in tables.items() if table}

    def surface(self) -> SurfaceSettings:
        """Return what the surface is told; reads board files.

        Raises SetupInvalidError, if a board is not any more what it was when the configuration was checked.
        """
        heart = self.heart
        return SurfaceSettings(
            prop_name=_composed(self.prop.name),
            preset=self.prop.preset,
            difficulty=None if heart.difficulty == "choose" else heart.difficulty,
            code=heart.code,
            deck_kind=None if heart.deck == "fair" else heart.deck,
            house=heart.house,
            game=self.prop.game,
            setups=self._setups(),
            rotation=self.prop.rotation,
            end_screen_ms=heart.end_screen_s * 1000 or None,
        )

    def _setups(self) -> dict[str, Mapping[str, Any]]:
        said = {name: given(getattr(self, name)) for name in ON_A_BOARD}
        if not _plays_on_a_board(said, self.prop.game):
            return {}
        from runeheart.runtime import setups  # noqa: PLC0415 - a prop of the Heart does without

        return setups.read_all(said, self.prop.game)


def load(path: Path | None = None) -> tuple[Config, list[str]]:
    """Read a configuration; None: the file at its usual place, or all defaults if there is none.

    Returns it without problems; or one line per problem, each beginning with its path from the top
    (`heart.difficulty: "medium" does not fit: …`) or with the file and line that is no TOML, and the defaults
    with the file's board and device tables, so that those can be checked in the same go.
    """
    if path is None and is_missing(DEFAULT_PATH):
        return Config(), []
    path = path or DEFAULT_PATH
    raw, problem = read(path)
    return (Config(), [problem]) if problem else check(raw, path.absolute().parent)


def is_missing(path: Path) -> bool:
    """Tell whether a file is surely not there: one that may not be looked at is for `read` to tell of."""
    try:
        path.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def read(path: Path) -> tuple[dict[str, Any], str | None]:
    """Read a file as TOML; the second value is what keeps it from being one."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")), None
    except OSError as error:
        return {}, f"{path} cannot be read: {error.strerror}"
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        return {}, f"{path}, line {line}: not UTF-8 text; save it as UTF-8"
    except tomllib.TOMLDecodeError as error:
        return {}, f"{path} is not TOML: {error}"


def check(raw: dict[str, Any], folder: Path = Path()) -> tuple[Config, list[str]]:
    """Turn the tables of a file in `folder` into a configuration, or name every problem."""
    prop = raw.get("prop")
    game = prop.get("game", PropTable().game) if isinstance(prop, dict) else PropTable().game
    of_boards: list[str] = []
    if _plays_on_a_board(raw, game):
        from runeheart.runtime import setups  # noqa: PLC0415 - a prop of the Heart does without

        raw = {**raw, **setups.anchored(raw, folder)}
        of_boards = setups.problems(raw, game)
    config, problems = convert(raw, Config)
    name = prop.get("name") if isinstance(prop, dict) else None
    problems += _name_problems(name) if isinstance(name, str) and name else []
    heart = raw.get("heart")
    house = heart.get("house") if isinstance(heart, dict) else None
    problems += _house_problems(house) if isinstance(house, dict) else []
    problems += _code_problems(heart) if isinstance(heart, dict) else []
    problems += _path_problems(raw)
    console = raw.get("console")
    problems += _console_problems(console) if isinstance(console, dict) else []
    problems += of_boards
    return (_devices_of(raw), problems) if problems or config is None else (config, [])


def _plays_on_a_board(tables: Mapping[str, object], game: object) -> bool:
    """Tell whether a game with a board is played here, or its table says something."""
    return game in (*ON_A_BOARD, "choose") or any(tables.get(name) for name in ON_A_BOARD)


def _devices_of(raw: dict[str, Any]) -> Config:
    prop = raw.get("prop")
    board = prop.get("board") if isinstance(prop, dict) else None
    tables = {name: raw[name] for name in DEVICE_TABLES if isinstance(raw.get(name), dict)}
    return Config(prop=PropTable(board=board) if isinstance(board, str) else PropTable(), **tables)


def _composed(name: str) -> str:
    """Return a name with each accent in its letter: as marks of their own they cannot be drawn."""
    if name.isascii():
        return name
    import unicodedata  # noqa: PLC0415 - a MiB that only a name with accents needs

    return unicodedata.normalize("NFC", name)


def _named(character: str) -> str:
    """Quote a character; a mark or a line break shows nothing by itself, so its number is named."""
    import unicodedata  # noqa: PLC0415 - as above

    is_seen = character.isprintable() and not unicodedata.combining(character)
    return shown(character) if is_seen else f"U+{ord(character):04X}"


def _name_problems(name: str) -> list[str]:
    """Tell what of a name cannot be shown: letters of other scripts, line breaks, more than two lines."""
    name = _composed(name)
    unknown = [_named(one) for one in SMALL.cannot_draw(name)]
    if unknown:
        expected = "letters A to Z, with or without accents, digits, blanks and . , : ; ! ? ' - + / ( ) &"
        return [f"prop.name: the screen cannot draw {', '.join(unknown)}; expected {expected}"]
    if not name.strip():
        return ["prop.name: nothing but blanks; expected a name"]
    if LARGE.width(name) > WIDTH and len(lines(name, SMALL)) > NAME_LINES:
        return [
            f"prop.name: {shown(name)} does not fit on {NAME_LINES} lines of the screen; choose a shorter one"
        ]
    return []


def _path_problems(raw: dict[str, Any]) -> list[str]:
    problems = []
    for table, key in (("state", "directory"), ("control", "socket")):
        found = raw[table].get(key) if isinstance(raw.get(table), dict) else None
        if not isinstance(found, str):
            continue
        here = f"{table}.{key}: {shown(found)}"
        if "\0" in found:
            problems.append(f"{here} has a NUL character, which no path can have")
        elif (
            key == "socket" and (size := len(os.fsencode(Path(found).expanduser().absolute()))) > SOCKET_BYTES
        ):
            problems.append(f"{here} has {size} bytes as a whole path; a socket's may have {SOCKET_BYTES}")
    return problems


def _console_problems(console: dict[str, Any]) -> list[str]:
    given = [name for name in ("certificate", "key") if console.get(name) is not None]
    if len(given) != 1:
        return []
    missing = "key" if given == ["certificate"] else "certificate"
    return [f"console.{given[0]}: needs console.{missing}, too; https takes both files"]


def _code_problems(heart: dict[str, Any]) -> list[str]:
    if not isinstance(heart.get("code"), str):
        return []  # not given; or no word at all, which was said
    code, problem = codes.read(heart["code"])
    if code is None:
        return [f"heart.code: {problem}"]
    difficulty = heart.get("difficulty")
    if difficulty in DIFFICULTIES and difficulty != code.difficulty:
        return [f"heart.difficulty: is {difficulty}, but the set {code} is for {code.difficulty}"]
    return []


def _house_problems(house: dict[str, Any]) -> list[str]:
    problems = []
    for name, value in house.items():
        if name not in HOUSE_RULES:
            problems.append(f"heart.house.{name}: no such house rule{did_you_mean(name, HOUSE_RULES)}")
        elif value not in HOUSE_RULES[name]:
            expected = did_you_mean(value, HOUSE_RULES[name])
            problems.append(f"heart.house.{name}: {shown(value)} does not fit{expected}")
    return problems
