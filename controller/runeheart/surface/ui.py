"""Where the players are on the prop: the frozen Ui, its modes and its passing things. Knows no game.

A mode is what the next press means. Every change of mode counts `mode_no` up; a press belongs to the mode in
which it went down, so that a button which is still held when the mode changes can do nothing in the new one.
"""

from msgspec import Struct, field
from msgspec.structs import replace

from runeheart.core.events import Ask, Json
from runeheart.core.panel import Button, Pattern
from runeheart.core.runes import RUNES

HOLD_SHOWN_MS = 300
"""From here on the light shows that a hold is being taken."""
HOLD_MS = 800
"""From here on a press is a hold; a shorter one is a tap, which acts at its release."""
CHOICE_MS = 20_000
"""How long the choice of the game, of the difficulty or of the sign waits for a tap, and whether to leave."""
PLACE_MS = 6_000
"""How long a chosen rune waits for its place."""
KNOCK_MS = 5_000
"""How long Nature and Sun are held together in attract until the service view comes."""
SERVICE_MS = 60_000
"""How long the service view stays if nobody presses."""
DEAD_MS = 2_000
"""How long an end screen takes no press: nobody shall tap it away unread."""
MESSAGE_MS = 3_000
HELP_MS = 6_000


class Attract(Struct, frozen=True):
    """Nobody plays."""


class Knocking(Struct, frozen=True):
    """Nobody plays, and Nature and Sun are held together: the staff wants the service view."""


class Service(Struct, frozen=True):
    """The staff reads where the console is."""


class GameChoice(Struct, frozen=True):
    """The players choose what to play."""


class Choosing(Struct, frozen=True):
    """The players choose a difficulty."""


class Signing(Struct, frozen=True):
    """The players choose the sign on the back of their printed answer card."""


class Ready(Struct, frozen=True):
    """A game is set up; its timer waits. `chosen`: the players chose it here and may choose again."""

    chosen: bool = False


class Home(Struct, frozen=True):
    """The game runs: a tap chooses a rune, a hold opens something."""


class Placing(Struct, frozen=True):
    """A rune is chosen and waits for its place."""

    rune: str


class Reading(Struct, frozen=True):
    """The hand is read: `card` is the index in the hand from 0, `page` the page of its text from 0."""

    card: int = 0
    page: int = 0


class Advised(Struct, frozen=True):
    """A hint of the operator is read: its whole text, `page` of it from 0."""

    text: str
    page: int = 0


class Submitting(Struct, frozen=True):
    """A final sequence is entered: the runes of the open places, in order, as far as they are known."""

    entered: tuple[str, ...] = ()


class Paused(Struct, frozen=True):
    """Time stands. `lost_left_ms`: the time left when power was lost, None if the operator paused."""

    lost_left_ms: int | None = None
    before: Home | Placing | Reading | Submitting = Home()
    """What the players were at; it goes on when time does."""


class End(Struct, frozen=True):
    """The game is over. `closing`: the players have asked for attract already."""

    closing: bool = False


class Menu(Struct, frozen=True):
    """A game asks something. `path`: what was entered so far, step by step (surface.menu)."""

    ask: Ask
    path: tuple[Json, ...] = ()
    cursor: int = 0
    """Which option of a scrolling list is shown."""


class Leaving(Struct, frozen=True):
    """The players are asked whether they want to leave a game that is not over."""

    before: Menu


Idle = Attract | Knocking | Service | GameChoice | Choosing | Signing
Mode = Idle | Ready | Home | Placing | Reading | Advised | Submitting | Paused | Menu | Leaving | End


class Held(Struct, frozen=True):
    """A button that is down since `down_ms`, in the mode with this number."""

    button: Button
    down_ms: int
    mode_no: int
    answer: Pattern
    """What its light shows as the answer to the press: ON, or OFF where it was bright already."""
    is_shown: bool = False
    """Its light shows that a hold is being taken."""
    spent: bool = False
    """Its hold was taken, or it was answered that it does nothing: the release does nothing more."""
    is_shared: bool = False
    """Another button was down at the same time."""


class Effect(Struct, frozen=True):
    """A pattern that some lights show for a while, in place of what they would show."""

    lights: tuple[int, ...]
    pattern: Pattern
    since_ms: int
    until_ms: int


class Message(Struct, frozen=True):
    """One thing said on the screen for a while, in one or two lines; with `holds` the table of holds too.

    `waits`: it may hide what is asked, so the next press only takes it away.
    """

    lines: tuple[str, ...]
    since_ms: int
    until_ms: int
    holds: bool = False
    waits: bool = False


class Ui(Struct, frozen=True):
    """Where the players are. Times are monotonic milliseconds of this boot."""

    mode: Mode = field(default_factory=Attract)
    mode_no: int = 0
    since_ms: int = 0
    """When the mode began."""
    acted_ms: int = 0
    """When the mode began or was last acted in: from here a mode that does not wait for ever counts."""
    held: tuple[Held, ...] = ()
    effects: tuple[Effect, ...] = ()
    message: Message | None = None
    ticked: int | None = None
    """The half second of the time left that ticked last; None while the last seconds have not begun."""
    pulse_since_ms: int = 0
    """When the last 30 seconds began, or would have without penalties and pauses."""
    hush_until_ms: int = 0
    """A melody sounds till then; no tick may cut it off."""
    asked: Button | None = None
    """The button whose wish the game has not answered yet."""
    news: tuple[str, ...] = ()
    """What happened last, in sentences, where a game tells it as a story."""
    named: str | None = None
    """The last name in it that a game goes on showing."""

    def enter(self, mode: Mode, now_ms: int) -> "Ui":
        """Begin another mode: presses made before mean nothing in it, and what was said is gone."""
        return replace(
            self, mode=mode, mode_no=self.mode_no + 1, since_ms=now_ms, acted_ms=now_ms, message=None
        )

    def stay(self, mode: Mode, now_ms: int) -> "Ui":
        """Go on in the same mode with other contents."""
        return replace(self, mode=mode, acted_ms=now_ms)

    def say(self, *lines: str, now_ms: int, for_ms: int = MESSAGE_MS, holds: bool = False) -> "Ui":
        """Show a message; the one before is gone."""
        return replace(self, message=Message(lines, now_ms, now_ms + for_ms, holds))

    def show(self, lights: tuple[int, ...], pattern: Pattern, now_ms: int, for_ms: int) -> "Ui":
        """Let some lights show a pattern for a while, over what they show already."""
        return replace(self, effects=(*self.effects, Effect(lights, pattern, now_ms, now_ms + for_ms)))

    def hold_of(self, button: Button) -> Held | None:
        """Return the press of a button that is down."""
        return next((held for held in self.held if held.button is button), None)

    def change(self, held: Held) -> "Ui":
        """Put what is noted of a press that is down in place of what was."""
        return replace(
            self, held=tuple(held if other.button is held.button else other for other in self.held)
        )

    def is_live(self, held: Held) -> bool:
        """Tell whether a press can still do something: not spent, and of the present mode."""
        return not held.spent and held.mode_no == self.mode_no


def light_of(button: Button) -> int | None:
    """Return the index of a button's light; the heart button has none."""
    return RUNES.index(button.value) if button is not Button.HEART else None
