"""What people do with a prop and see of it, whoever plays the runtime: taps, holds, lights, sounds."""

from runeheart.core.panel import Button, Press
from runeheart.surface import lights, prop


class Fingers:
    """Needs `ui`, `state`, `settings`, `now_ms`, `cues`, and how to `wait` and to `_take` a reaction."""

    def down(self, button):
        self._edge(button, down=True)

    def up(self, button):
        self._edge(button, down=False)

    def _edge(self, button, *, down):
        self._take(prop.press(self.ui, self.state, Press(Button(button), down, self.now_ms), self.settings))

    def tap(self, *buttons, for_ms=80):
        for button in buttons:
            self.down(button)
            self.wait(for_ms)
            self.up(button)
            self.wait(40)

    def hold(self, *buttons, for_ms=900):
        self.tap(*buttons, for_ms=for_ms)

    @property
    def panel(self):
        return prop.panel(self.ui, self.state, self.now_ms, self.settings)

    @property
    def screen(self):
        return self.panel.screen

    @property
    def message(self):
        return self.screen.message

    @property
    def patterns(self):
        return [light.pattern.value for light in self.panel.lights]

    @property
    def levels(self):
        return lights.levels(self.panel.lights, self.now_ms, self.settings.preset)

    def heard(self):
        """Return the sounds since it was last asked."""
        cues, self.cues = self.cues, []
        return [cue.value for cue in cues]
