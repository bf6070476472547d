"""`runeheart config`: the effective settings and where each came from, or an example with all defaults."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import click
import msgspec

from runeheart.cli import settings, toml
from runeheart.games.heart.codes import EXAMPLE
from runeheart.runtime import config as configuration
from runeheart.runtime import places, setups
from runeheart.runtime.config import DEVICE_TABLES, Config
from runeheart.runtime.tables import ON_A_BOARD, given

if TYPE_CHECKING:
    from runeheart_hw.profile import Profile

_HEAD = """\
# The configuration of a Runeheart prop: every option with its default. Save it as {path};
# what is left out keeps its default. docs/configuration.md says more about each.
"""
_DEVICES = """
# The tables below are laid over the board profile. Pins are best given in a profile of your own.
"""


@click.command(name="config")
@settings.config_option
@click.option("--check", is_flag=True, help="Print nothing but the problems; status 2 if there are any.")
@click.option("--example", is_flag=True, help="Print a commented file with all defaults to start from.")
def command(config_file: Path | None, *, check: bool, example: bool) -> None:
    """Print the effective configuration as TOML, each value with where it came from."""
    if example:
        click.echo("\n".join(_example()))
        return
    config, profile = settings.config_and_profile_or_exit(config_file)
    path = config_file or configuration.DEFAULT_PATH
    if not check:
        raw, _ = ({}, None) if configuration.is_missing(path) else configuration.read(path)
        click.echo("\n".join(_effective(config, profile, raw, str(path))).lstrip("\n"))
    for name in ON_A_BOARD:
        said = given(getattr(config, name))
        for warning in setups.read(name, said).warnings if said else ():
            click.echo(f"{path}: warning: {warning}", err=True)


def _effective(config: Config, profile: "Profile", raw: Mapping[str, Any], path: str) -> Iterator[str]:
    for name, table in _own_tables(config):
        yield f"\n[{name}]"
        given = raw.get(name, {})
        for key, found in table.items():
            if key not in _FULL:
                yield toml.entry(key, *_with_source(name, key, found, given, path, config))
        for key in filter(table.__contains__, _FULL):
            yield f"\n[{name}.{key}]"
            for entry, values in _full(name, key).items():
                is_given = entry in table[key]
                yield toml.entry(entry, table[key].get(entry, values[0]), path if is_given else "default")
    board = f"board {config.prop.board}"
    for name in DEVICE_TABLES:
        yield from _device_table(
            name, msgspec.to_builtins(getattr(profile, name)), raw.get(name, {}), path, board
        )


def _device_table(
    name: str, table: Mapping[str, Any], given: Mapping[str, Any], path: str, board: str
) -> Iterator[str]:
    yield f"\n[{name}]"
    for key, found in table.items():
        if not isinstance(found, dict):
            yield toml.entry(key, found, path if key in given else board)
    for key, found in table.items():
        if isinstance(found, dict):
            yield from _device_table(f"{name}.{key}", found, given.get(key, {}), path, board)


_FULL = ("decks", "house")
"""Tables in a table: every entry is shown, whatever was given."""


def _full(game: str, key: str) -> Mapping[str, tuple[Any, ...]]:
    """Return the entries of such a table, each with its values, the default first."""
    settings_of_game = import_module(f"runeheart.games.{game}.settings")
    if key == "decks":
        return {colour: (cards,) for colour, cards in settings_of_game.DECKS.items()}
    rules: Mapping[str, tuple[str, ...]] = settings_of_game.HOUSE_RULES
    return rules


def _with_source(
    table: str, key: str, found: Any, given: Mapping[str, Any], path: str, config: Config
) -> tuple[Any, str]:
    if key in given:
        return found, path
    if key == "directory":
        return str(places.state_directory(config)), "chosen for this machine"
    if key == "socket":
        return str(places.socket_to_serve(config)), "chosen for this machine"
    if key == "board" and found is None:
        return setups.ours(table)[0], "default"
    return found, "default"


_EXAMPLES: Mapping[tuple[str, str], Any] = {
    ("heart", "code"): EXAMPLE,
    ("ruin", "board"): "hollow",
    ("ruin", "life"): 20,
    ("cult", "board"): "hearth",
    ("cult", "heroes"): [{"name": "Ada", "at": [0, 0], "life": 5, "stamina": 4}],
    ("cult", "movement_die"): "placeholder",
    ("state", "directory"): "/var/lib/runeheart",
    ("control", "socket"): "/run/runeheart/control.sock",
}
"""Of keys that have no value unless one is given."""


def _example() -> Iterator[str]:
    from runeheart_hw.profile import load_profile

    yield _HEAD.format(path=configuration.DEFAULT_PATH)
    for name, table in _own_tables(Config()):
        hints = get_type_hints(type(getattr(Config(), name)), include_extras=True)
        yield f"[{name}]"
        for key, found in table.items():
            if key in _FULL:
                continue
            yield f"# {described(hints[key])}"
            shown = _EXAMPLES.get((name, key))
            yield f"# {toml.entry(key, shown)}" if shown else toml.entry(key, found)
        yield ""
        for key in filter(table.__contains__, _FULL):
            yield f"[{name}.{key}]"
            for entry, values in _full(name, key).items():
                words = " | ".join(values) if key == "house" else ""
                yield f"# {toml.entry(entry, values[0], words)}"
            yield ""
    yield _DEVICES.strip()
    profile, _ = load_profile(Config().prop.board)
    for name in DEVICE_TABLES:
        yield ""
        for line in _device_table(name, msgspec.to_builtins(getattr(profile, name)), {}, "", ""):
            if line.strip():
                yield line.strip() if line.startswith("#") else f"# {line.strip()}"


def described(hint: Any) -> str:
    """Return what the shape of the configuration says about a key, with its words if it has a fixed set."""
    description = next(meta.description for meta in get_args(hint)[1:] if getattr(meta, "description", None))
    words = [word for word in get_args(get_args(hint)[0]) if isinstance(word, str)]
    return f"{' | '.join(words)}: {description}" if words else str(description)


def _own_tables(config: Config) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in Config.__struct_fields__:
        if name not in DEVICE_TABLES:
            yield name, msgspec.to_builtins(getattr(config, name))
