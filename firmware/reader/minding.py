"""Minds one sensor: starts it, polls it, tells once when it fails, and tries again with growing pauses."""

_FIRST_PAUSE_MS = 1000
_MOST_PAUSE_MS = 30_000
_WELL_MS = 1000  # a warning that comes and goes is one warning
_STEADY_MS = 10_000  # what fails again sooner has a loose wire: it counts as well only after a growing while


class Minding:
    """A sensor and how it is. `desk` is the app; `light` may be switched."""

    def __init__(self, sensor, desk):
        self.sensor = sensor
        self.is_well = None  # until it was polled
        self.due_ms = 0  # when it is polled next
        self._desk = desk
        self._light = sensor.light
        self._pause_ms = _FIRST_PAUSE_MS
        self._is_started = False
        self._warned_ms = -_WELL_MS
        self._returned_ms = None  # since when it works again after a failure
        self._calm_ms = 0  # how long it has to work until that is told
        self._is_told = False  # that it fails

    def light(self, is_on):
        """Switch the sensor's light, if it has one."""
        if self._light is not None:
            self._light(is_on)

    async def step(self, now_ms):
        """Poll the sensor once; return how many milliseconds to wait before the next time."""
        try:
            if not self._is_started:
                await self.sensor.start()
                self._is_started = True
            await self.sensor.poll(now_ms)
        except Exception as error:  # noqa: BLE001 whatever a driver meets, the other sensors go on
            return self._failed(error, now_ms)
        if self.is_well is False:
            self._returned_ms = now_ms
        self.is_well = True
        if self.sensor.warning:
            self._warned_ms = now_ms
        if not self._is_told or now_ms - self._returned_ms >= self._calm_ms:
            self._is_told = False
            if self.sensor.warning or now_ms - self._warned_ms >= _WELL_MS:
                self._desk.trouble(self.sensor.name, self.sensor.warning)
        self.due_ms = now_ms + self.sensor.period_ms
        return self.sensor.period_ms

    def _failed(self, error, now_ms):
        if self.is_well:
            self._fell(now_ms)
        if not self._is_told:  # told once, however often it is tried
            self._desk.trouble(self.sensor.name, _sentence(error))
        self._is_told = True
        self.is_well = False
        self._is_started = False
        self.sensor.lost()
        pause_ms = self._pause_ms
        self._pause_ms = min(2 * pause_ms, _MOST_PAUSE_MS)
        self.due_ms = now_ms + pause_ms
        return pause_ms

    def _fell(self, now_ms):
        """It worked and fails now. What has just come back is tried less and less often."""
        if self._returned_ms is None or now_ms - self._returned_ms >= max(_STEADY_MS, self._calm_ms):
            self._calm_ms = 0
            self._pause_ms = _FIRST_PAUSE_MS
        else:
            self._calm_ms = min(2 * self._calm_ms + _FIRST_PAUSE_MS, _MOST_PAUSE_MS)


def _sentence(error):
    if isinstance(error, OSError) and (not error.args or isinstance(error.args[0], int)):
        return f"no answer ({error.args[0] if error.args else 0}): check plug and wires"
    if isinstance(error, (OSError, ValueError)):
        return str(error)
    return f"fault in the firmware: {type(error).__name__} {error}"
