"""Players at a prop without a runtime: the surface and the real Heart, in one hand with a clock of its own.

Does what the loop does: advances the game, calls `tick` when `wake_ms` says so, carries intents out, tells.
"""

from msgspec.structs import replace

from runeheart.core.game import Refused
from runeheart.games.heart.rules import HEART
from runeheart.surface import prop
from runeheart.surface.api import CloseGame, Command, NewGame, SurfaceSettings
from support.fingers import Fingers

ANSWER = ["fire", "sun", "water", "moon", "storm"]


class Players(Fingers):
    """A prop of its own; `now_ms` moves only by `wait`. Cues, intents and refusals are kept in lists."""

    def __init__(self, settings=None, *, setup=None, seed=7, now_ms=1_000_000):
        self.settings = settings or SurfaceSettings()
        self.setup = setup or {}
        self.seed = seed
        self.now_ms = now_ms
        self.state = None
        self.ui = prop.start(now_ms)
        self.cues = []
        self.intents = []
        self.refusals = []
        self.events = []

    # --- what the runtime does ---------------------------------------------------------------------------
    def _advance(self, to_ms):
        passed_ms = to_ms - self.now_ms
        self.now_ms = to_ms
        if self.state is not None and self.state.phase == "running":
            step = HEART.advance(self.state, self.state.at_ms + passed_ms)
            self.state = step.state
            if step.events:
                self._told(step.events)

    def _told(self, events=(), refused=None):
        self.events += events
        if refused is not None:
            self.refusals.append(refused)
        self._take(prop.told(self.ui, self.state, events, refused, self.now_ms, self.settings))

    def _take(self, reaction):
        self.ui = reaction.ui
        self.cues += reaction.cues
        for intent in reaction.intents:
            self.intents.append(intent)
            match intent:
                case Command(body):
                    self.command(body)
                case NewGame("heart", setup):
                    self.state = HEART.setup({**setup, **self.setup}, self.seed)
                    self._told()
                case CloseGame():
                    self.state = None
                    self._told()

    def command(self, body):
        """Let anybody give a command of the game."""
        if self.state is None:
            self._told(refused="there is no game")
            return
        if self.state.phase == "over":
            self._told(refused="the game is over")
            return
        outcome = HEART.step(self.state, body)
        if isinstance(outcome, Refused):
            self._told(refused=outcome.why)
        else:
            self.state = outcome.state
            self._told(outcome.events)

    # --- what people do ----------------------------------------------------------------------------------
    def wait(self, time_ms):
        """Let time pass, waking the surface exactly when it asked for it."""
        until_ms = self.now_ms + time_ms
        while True:
            wake_ms = prop.wake_ms(self.ui, self.state, self.now_ms, self.settings)
            due_ms = HEART.deadline_ms(self.state) if self.state is not None else None
            moments = [moment for moment in (wake_ms,) if moment is not None]
            if due_ms is not None:
                moments.append(self.now_ms + due_ms - self.state.at_ms)
            moment = min(moments, default=until_ms + 1)
            if moment > until_ms:
                break
            self._advance(max(moment, self.now_ms))
            self.tick()
        self._advance(until_ms)

    def tick(self):
        self._take(prop.tick(self.ui, self.state, self.now_ms, self.settings))

    # --- what they want ----------------------------------------------------------------------------------
    def wanted(self):
        """Return what was asked of the runtime since it was last asked."""
        intents, self.intents = self.intents, []
        return [intent.body if isinstance(intent, Command) else intent for intent in intents]


def playing(difficulty="normal", answer=ANSWER, *, settings=None, house=None, seed=7):
    """Players with a running game of this answer, on the main screen."""
    settings = replace(settings or SurfaceSettings(), difficulty=difficulty, house=house)
    players = Players(settings, setup={"answer": list(answer)}, seed=seed)
    players.tap("moon", "moon")
    players.hold("moon")
    assert players.message == ("Hold MOON: help",)
    players.ui = replace(players.ui, message=None)  # they have read it
    players.heard()
    players.wanted()
    return players
