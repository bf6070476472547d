"""The side of a prop that the players have: their ui, what it wants, and what they see and hear of it.

Owns the ui and when it wakes by itself. Knows no inbox and no order of time: prop.py says what happens when.
"""

from collections.abc import Callable

from msgspec.structs import replace

from runeheart.core.panel import Press, Reading
from runeheart.runtime import operating
from runeheart.runtime.outputs import Outputs
from runeheart.runtime.session import Outcome, Session
from runeheart.surface import prop as surface
from runeheart.surface.api import Command, Door, Intent, NewGame, Reaction, SurfaceSettings
from runeheart.surface.recall import recall

MOST_INTENTS = 16
"""A surface that answers itself for ever is our mistake; it must not stop the prop."""
LEAST_MS = 5
"""The ui is not asked more often than this."""


class Front:
    """The ui between a session and the outputs.

    Args:
        session: where its commands go.
        outputs: where it is seen and heard.
        settings: what the configuration says about the surface.
        now_ms: returns this moment in monotonic milliseconds.
    """

    def __init__(
        self, session: Session, outputs: Outputs, settings: SurfaceSettings, now_ms: Callable[[], int]
    ) -> None:
        self.settings = settings
        self.frame_ms: int | None = None
        """When the lights change by themselves; None: they are steady."""
        self._session = session
        self._outputs = outputs
        self._now_ms = now_ms
        began_ms = now_ms()
        self.wake_ms: int | None = began_ms
        """When the ui changes by itself; None: it waits."""
        self._ui = surface.start(began_ms)
        self._time_ms = began_ms  # the last moment that the ui was told
        self._is_stale = True

    def reconfigure(self, settings: SurfaceSettings) -> None:
        """Take over other settings; everything is shown anew."""
        self.settings = replace(settings, console=self.settings.console)
        self._outputs.reconfigure(settings.preset)
        self._is_stale = True

    def show_console(self, door: Door | None) -> None:
        """Take over where the console is now."""
        self.settings = replace(self.settings, console=door)
        self._is_stale = True

    async def press(self, press: Press) -> None:
        """Take a press, at its own time."""
        await self._react(
            surface.press(self._ui, self._session.state, press, self.settings), press.mono_ms, "button"
        )

    async def read(self, reading: Reading) -> None:
        """Take a reading, at its own time."""
        await self._react(
            surface.read(self._ui, self._session.state, reading, self.settings), reading.mono_ms, "reader"
        )

    async def tick(self, at_ms: int) -> None:
        """Let happen what time alone brings at this moment."""
        self.wake_ms = None
        await self._react(surface.tick(self._ui, self._session.state, at_ms, self.settings), at_ms, "button")

    async def told(self, outcome: Outcome) -> None:
        """Show what came of something that others did."""
        now_ms = self._now_ms()
        await self._react(self._told(outcome, now_ms), now_ms, "button")

    async def advise(self, text: str) -> bool:
        """Show the players a hint; tell whether they can read it now."""
        now_ms = self._now_ms()
        reaction = surface.advise(self._ui, self._session.state, text, now_ms, self.settings)
        if reaction is None:
            return False
        await self._react(reaction, now_ms, "button")
        return True

    async def sweep(self) -> None:
        """Let the lights and the buzzer show that they work."""
        now_ms = self._now_ms()
        await self._react(surface.sweep(self._ui, now_ms, self.settings), now_ms, "button")

    def power_lost(self, left_ms: int | None) -> None:
        """Say that power was lost with this time left; None: the game has no timer."""
        self._ui = surface.power_lost(self._ui, left_ms, self._now_ms())

    def show(self, now_ms: int) -> bool:
        """Bring all that can be seen to this moment; tell whether more than the lights may have changed."""
        was_stale, self._is_stale = self._is_stale, False
        if was_stale:
            self._outputs.show(surface.panel(self._ui, self._session.state, now_ms, self.settings), now_ms)
            self._outputs.expect(self._session.ask)
        else:
            self._outputs.animate(now_ms)
        frame_ms = self._outputs.frame_ms(now_ms)
        self.frame_ms = None if frame_ms is None else now_ms + max(frame_ms, LEAST_MS)
        return was_stale

    async def carry_out(self, intent: Intent, at_ms: int, source: str = "button") -> Outcome:
        """Carry out what the players want; `source` is who is behind it, as the journal keeps it."""
        session = self._session
        if isinstance(intent, Command):
            return await session.take(intent.body, at_ms, source)
        if isinstance(intent, NewGame):
            return await operating.begin(session, intent.game, intent.setup)
        if session.paused or session.due_mono_ms() is not None:
            return Outcome(refused="the game is not over")
        await session.close()
        return Outcome()

    async def _react(self, reaction: Reaction[surface.Ui], at_ms: int, source: str) -> None:
        """Adopt a reaction of the ui, carry out what it wants, and tell the ui what came of each."""
        self._ui = reaction.ui
        self._outputs.sound(reaction.cues)
        wanted = list(reaction.intents)
        for _ in range(MOST_INTENTS):
            if not wanted:
                break
            outcome = await self.carry_out(wanted.pop(0), at_ms, source)
            now_ms = self._now_ms()
            answer = self._told(outcome, now_ms)
            self._ui = answer.ui
            self._outputs.sound(answer.cues)
            wanted += answer.intents
            at_ms = max(at_ms, now_ms)
        self._settle(at_ms)

    def _told(self, outcome: Outcome, now_ms: int) -> Reaction[surface.Ui]:
        state = self._session.state
        stands = (row for row in reversed(self._session.log()) if row.kind == "command")
        ui = recall(self._ui, state, ((str(row.body.get("do")), row.events) for row in stands))
        return surface.told(ui, state, outcome.events, outcome.refused, now_ms, self.settings)

    def _settle(self, at_ms: int) -> None:
        self._time_ms = max(self._time_ms, at_ms)
        self._is_stale = True
        self._session.advance(self._time_ms)
        wake_ms = surface.wake_ms(self._ui, self._session.state, self._time_ms, self.settings)
        self.wake_ms = None if wake_ms is None else max(wake_ms, self._time_ms + LEAST_MS)
