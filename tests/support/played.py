"""A game that a test plays command by command, whatever its rules."""

from runeheart.core.table import Table


class Played:
    """What came of the last command is in `events`, as play.md writes them, and in `refused`."""

    def __init__(self, game, setup, seed=0):
        self.game = game
        self.table = Table(game, game.setup(setup, seed))
        self.events = []
        self.refused = None

    @property
    def state(self):
        return self.table.state

    @property
    def view(self):
        return self.game.view(self.state)

    @property
    def ask(self):
        asked = self.game.ask(self.state)
        return asked.json() if asked else None
