"""A prop pays only for the games it plays: what is imported when (design 8)."""

import subprocess
import sys

import pytest

BEGIN = """
import sys
from runeheart.core.panel import Button, Press
from runeheart.surface import prop, screens
from runeheart.surface.api import SurfaceSettings

settings = SurfaceSettings(game={game!r})
ui = prop.start(0)
down = prop.press(ui, None, Press(Button.SUN, True, 10), settings).ui
prop.press(down, None, Press(Button.SUN, False, 60), settings)
screens.draw(prop.panel(ui, None, 100, settings).screen)
print(*sorted(name for name in sys.modules if name.startswith("runeheart.")))
"""


def _imported(game):
    done = subprocess.run(
        [sys.executable, "-c", BEGIN.format(game=game)], capture_output=True, check=True, text=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("game", ["heart", "ruin", "cult", "choose"])
def test_a_prop_that_waits_has_no_game_with_a_board_in_memory(game):
    names = _imported(game)
    assert "runeheart.surface.prop" in names
    unwanted = (
        "runeheart.games.ruin",
        "runeheart.games.cult",
        "runeheart.surface.ruin",
        "runeheart.surface.cult",
    )
    assert [name for name in names if name.startswith(unwanted)] == []
    assert "runeheart.surface.asking" not in names
