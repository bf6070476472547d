"""A changed configuration, taken over by a running prop: what can be is, the rest is told.

Owns the comparison with what is in effect. A file with problems changes nothing: the old settings stay, and
the operator is told until a good file was read.
"""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from runeheart.cli import settings
from runeheart.core.game import SetupInvalidError
from runeheart.games.heart.codes import DeckCode
from runeheart.runtime import config as configuration
from runeheart.runtime.changes import Change, changes
from runeheart.runtime.config import Config
from runeheart.surface.api import SurfaceSettings

if TYPE_CHECKING:
    from runeheart.runtime.prop import Prop
    from runeheart_hw.devices import PropDevices
    from runeheart_hw.profile import Profile

log = logging.getLogger(__name__)


class Found(msgspec.Struct, frozen=True):
    """What was read: the settings of a sound configuration, or the problems of another."""

    tables: dict[str, Any] = msgspec.field(default_factory=dict)
    surface: SurfaceSettings | None = None
    profile: "Profile | None" = None
    problems: tuple[str, ...] = ()


class Reloading:
    """Fills `host.Reload` for `runeheart run`.

    Args:
        config_file: the file; None: the one at the usual place.
        game, code: what the command line said, which stays in effect.
        config: what is in effect, as it was read.
        profile: the board profile in effect.
    """

    def __init__(
        self,
        config_file: Path | None,
        game: str | None,
        code: DeckCode | None,
        config: Config,
        profile: "Profile",
    ) -> None:
        self.devices: PropDevices | None = None
        """The open devices, from the moment that there are any."""
        self._config_file = config_file
        self._game = game
        self._code = code
        self._in_effect = _tables(config, profile)

    def read(self) -> Found:
        """Read the file, the profile under it, and the boards that it names."""
        from runeheart_hw.profile import load_profile

        config, problems = configuration.load(self._config_file)
        profile, more = load_profile(config.prop.board, config.over_profile())
        if problems or profile is None:
            return Found(problems=(*problems, *more))
        given = settings.with_code(settings.with_game(config, self._game), self._code)
        try:
            return Found(_tables(config, profile), given.surface(), profile)
        except SetupInvalidError as error:
            return Found(problems=tuple(error.problems))

    def adopt(self, prop: "Prop", found: Found) -> None:
        """Take over what can be, and log what changed and what needs a restart."""
        source = self._config_file or configuration.DEFAULT_PATH
        if found.surface is None or found.profile is None:
            for problem in found.problems:
                log.error("%s: %s", source, problem)
            count = len(found.problems)
            prop.config_problem = (
                f"{source} has {count} problem{'s' if count > 1 else ''} and was not taken over, the settings"
                f" before it stay: {found.problems[0]}. Correct it, then: sudo systemctl reload runeheart"
            )
            return
        changed = changes(self._in_effect, found.tables)
        prop.reconfigure(found.surface)
        if self.devices is not None:
            self.devices.adjust(found.profile)
        self._in_effect = _with(self._in_effect, changed)
        prop.config_problem = _tell(source, changed)


def _tell(source: Path, changed: list[Change]) -> str | None:
    """Log what changed; return the sentence for the operator if something waits for a restart."""
    for change in changed:
        log.info("%s%s", change, "" if change.is_live else " (after a restart)")
    waiting = [change.path for change in changed if not change.is_live]
    if not changed:
        log.info("%s was read again: nothing has changed", source)
    if not waiting:
        return None
    return f"{', '.join(waiting)} changed in {source} and need a restart: sudo systemctl restart runeheart"


def _tables(config: Config, profile: "Profile") -> dict[str, Any]:
    """Return the effective settings as one tree: the device tables are the profile's, overlaid."""
    tables: dict[str, Any] = msgspec.to_builtins(config)
    devices = {name: table for name, table in tables.items() if name not in configuration.DEVICE_TABLES}
    board: dict[str, Any] = msgspec.to_builtins(profile)
    return {**devices, **{name: board[name] for name in configuration.DEVICE_TABLES if name in board}}


def _with(tables: Mapping[str, Any], changed: list[Change]) -> dict[str, Any]:
    """Return the settings in effect after the live ones of the changes."""
    after: dict[str, Any] = msgspec.to_builtins(tables)
    for change in changed:
        if not change.is_live:
            continue
        *above, key = change.path.split(".")
        table = after
        for name in above:
            table = table.setdefault(name, {})
        table[key] = change.after
    return after
