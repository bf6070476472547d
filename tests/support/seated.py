"""Players at a prop without a runtime, for the games that ask: the surface, any game, a clock of its own.

Does what the loop does: calls `tick` when `wake_ms` says so, carries intents out, tells what came of them.
"""

from msgspec.structs import replace

from runeheart.core.events import Event
from runeheart.core.game import Refused, SetupInvalidError
from runeheart.core.panel import Headed, Rolled
from runeheart.games.registry import GAMES
from runeheart.surface import prop
from runeheart.surface.api import CloseGame, Command, NewGame, SurfaceSettings
from runeheart.surface.recall import recall
from support.fingers import Fingers


class Seated(Fingers):
    """A prop of its own; `now_ms` moves only by `wait`. Commands, cues and refusals are kept in lists."""

    def __init__(self, game="ruin", setup=None, *, seed=7, now_ms=1_000_000, begin=True, **settings):
        self.settings = SurfaceSettings(**{"game": game, "setups": {game: setup or {}}, **settings})
        self.seed = seed
        self.now_ms = now_ms
        self.game = None
        self.state = None
        self.ui = prop.start(now_ms)
        self.commands, self.cues, self.intents, self.refusals, self.events = [], [], [], [], []
        self.states = []
        self.deeds = []
        """What stands, as the journal has it: each command's name with its events."""
        self.refuses = None
        """Why whatever the players want is refused; None: the game decides."""
        if begin:
            self.tap("sun")

    # --- what the runtime does ---
    def _told(self, events=(), refused=None):
        self.events += events
        if refused is not None:
            self.refusals.append(refused)
        ui = recall(self.ui, self.state, reversed(self.deeds))
        self._take(prop.told(ui, self.state, events, refused, self.now_ms, self.settings))

    def _take(self, reaction):
        self.ui = reaction.ui
        self.cues += reaction.cues
        for intent in reaction.intents:
            self.intents.append(intent)
            if self.refuses is not None:
                self._told(refused=self.refuses)
                continue
            match intent:
                case Command(body):
                    self.command(body)
                case NewGame(game, setup):
                    self._begin(game, setup)
                case CloseGame():
                    self.state = None
                    self._told()

    def _begin(self, game, setup):
        try:
            state = GAMES[game].setup(setup, self.seed)
        except SetupInvalidError as error:
            self._told(refused="; ".join(error.problems))
            return
        self.game, self.state = GAMES[game], state
        self.commands, self.states, self.deeds = [], [], []
        self._told()

    def command(self, body):
        """Let anybody give a command of the game."""
        outcome = self.game.step(self.state, body)
        if isinstance(outcome, Refused):
            self._told(refused=outcome.why)
            return
        self.states.append(self.state)
        self.commands.append(body)
        self.state = outcome.state
        self.deeds.append((body["do"], tuple(event.json() for event in outcome.events)))
        self._told(outcome.events)

    def restarts(self):
        """Let power go and come back."""
        self.ui = prop.start(self.now_ms)
        self._told()

    def undo(self):
        """Let the operator take the last command back."""
        self.state = self.states.pop()
        self.deeds.pop()
        self._told((Event("undone", {"command": self.commands.pop()["do"]}),))

    def close(self):
        """Let the operator clear the table."""
        self.state = None
        self._told()

    # --- what people do ---
    def wait(self, time_ms):
        """Let time pass, waking the surface exactly when it asked for it."""
        until_ms = self.now_ms + time_ms
        while True:
            wake_ms = prop.wake_ms(self.ui, self.state, self.now_ms, self.settings)
            if wake_ms is None or wake_ms > until_ms:
                break
            self.now_ms = max(wake_ms, self.now_ms)
            self._take(prop.tick(self.ui, self.state, self.now_ms, self.settings))
        self.now_ms = until_ms

    def rolls(self, die, face):
        """Let a real die come to rest."""
        self._take(prop.read(self.ui, self.state, Rolled(die, face, self.now_ms), self.settings))

    def heads(self, degrees):
        """Let the real compass be confirmed."""
        self._take(prop.read(self.ui, self.state, Headed(degrees, self.now_ms), self.settings))

    # --- what they see ---
    @property
    def ask(self):
        return None if self.state is None else self.game.ask(self.state)

    @property
    def bright(self):
        """Return the numbers of the lights that are on, without effects."""
        calm = replace(self.ui, effects=(), held=())
        panel = prop.panel(calm, self.state, self.now_ms, self.settings)
        return [index for index, light in enumerate(panel.lights, 1) if light.pattern.value == "on"]
