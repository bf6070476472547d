"""Players at a prop that keeps the cult: the surface and the real game, with a clock of its own.

Does what the loop does: calls `tick` when `wake_ms` says so, carries intents out at a table, tells.
"""

from runeheart.core.hexes import DIRECTIONS, direction_to
from runeheart.core.panel import Button, Headed, Press, Rolled
from runeheart.core.runes import RUNES
from runeheart.core.table import Table
from runeheart.games.cult.rules import CULT
from runeheart.surface import lights, prop
from runeheart.surface.api import CloseGame, Command, NewGame, SurfaceSettings
from runeheart.surface.asking import prompt_of
from runeheart.surface.cult_views import PathScreen
from runeheart.surface.cult_words import NUMERALS


class Keepers:
    """A prop with a game of the Cult; `now_ms` moves only by what people do. `given`: accepted commands.

    `table` may be one that was laid out before (support.cult); else `setup` is played.
    """

    def __init__(self, setup=None, *, table=None, settings=None, seed=3):
        self.settings = settings or SurfaceSettings(game="cult")
        self.table = table or Table(CULT, CULT.setup(setup or {}, seed))
        self.now_ms = 1_000_000
        self.ui = prop.start(self.now_ms)
        self.given, self.cues, self.refusals, self.events, self.wanted = [], [], [], [], []
        self._told()

    @property
    def state(self):
        return None if self.table is None else self.table.state

    def _told(self, events=(), refused=None):
        self._take(prop.told(self.ui, self.state, events, refused, self.now_ms, self.settings))

    def _take(self, reaction):
        self.ui = reaction.ui
        self.cues += [cue.value for cue in reaction.cues]
        for intent in reaction.intents:
            self.wanted.append(intent)
            match intent:
                case Command(body):
                    self.do(**body)
                case NewGame("cult", setup):
                    self.table = Table(CULT, CULT.setup(setup, 3))
                    self._told()
                case CloseGame():
                    self.table = None
                    self._told()

    def do(self, **body):
        """Let anybody give a command of the game: the prop, a page, the operator."""
        taken = self.table.take(body)
        self.table = taken.table
        if taken.counted:
            self.given.append(body)
        if taken.refused is not None:
            self.refusals.append(taken.refused)
        self.events = [event.json() for event in taken.events]
        self._told(taken.events, taken.refused)

    # What people do

    def wait(self, time_ms):
        until_ms = self.now_ms + time_ms
        while True:
            wake_ms = prop.wake_ms(self.ui, self.state, self.now_ms, self.settings)
            if wake_ms is None or wake_ms > until_ms:
                break
            self.now_ms = max(wake_ms, self.now_ms)
            self._take(prop.tick(self.ui, self.state, self.now_ms, self.settings))
        self.now_ms = until_ms

    def edge(self, button, *, down):
        self._take(prop.press(self.ui, self.state, Press(Button(button), down, self.now_ms), self.settings))

    def tap(self, *buttons, for_ms=80):
        """Press buttons one after the other: by name, or by number from 1."""
        for given in buttons:
            button = RUNES[given - 1] if isinstance(given, int) else given
            self.edge(button, down=True)
            self.wait(for_ms)
            self.edge(button, down=False)
            self.wait(40)

    def hold(self, *buttons):
        for button in buttons:
            self.tap(button, for_ms=900)

    def side(self, *directions):
        """Press the button that lies in a direction of the table."""
        for direction in directions:
            self.tap((DIRECTIONS.index(direction) - self.settings.rotation) % 6 + 1)

    def choose(self, *labels):
        """Tap what stands on the list, as it is written there; turn on until it is."""
        for label in labels:
            for _ in range(9):
                shown = [cell.label for cell in self.screen.cells]
                if label in shown:
                    break
                self.tap(shown.index("more") + 1)
            self.tap(shown.index(label) + 1)

    def back(self):
        self.hold("sun")

    def take_it(self):
        """Hold Moon: go, ok, the end of the turn."""
        self.hold("moon")

    def die(self, *words):
        """Type what the movement die shows."""
        self.choose(*words)
        self.take_it()

    def read_die(self, *words, die="movement"):
        self.now_ms += 10
        self._take(prop.read(self.ui, self.state, Rolled(die, words, self.now_ms), self.settings))

    def read_compass(self, degrees):
        self.now_ms += 10
        self._take(prop.read(self.ui, self.state, Headed(degrees, self.now_ms), self.settings))

    # What they see and hear

    @property
    def panel(self):
        return prop.panel(self.ui, self.state, self.now_ms, self.settings)

    @property
    def screen(self):
        return self.panel.screen

    @property
    def words(self):
        return self.screen.words

    @property
    def patterns(self):
        return [light.pattern.value for light in self.panel.lights]

    @property
    def levels(self):
        return lights.levels(self.panel.lights, self.now_ms, self.settings.preset)

    @property
    def ask(self):
        asked = CULT.ask(self.state)
        return asked.json() if asked else None

    def heard(self):
        cues, self.cues = self.cues, []
        return cues

    # Whole commands, by presses alone

    def enter(self, body):
        """Enter any command or answer of play.md, as people would who know what they want."""
        match body:
            case {"do": "end_turn"}:
                self.take_it()
            case {"do": "encounter", "colour": colour}:
                self.tap(1)
                self.choose("Encounter", colour)
            case {"do": "event", "number": number}:
                self.tap(1)
                self.choose("Event", NUMERALS[number - 1])
            case {"do": "move_hero", "hero": name, "path": path}:
                self._move(name, path)
            case {"do": "challenge", "hero": name, "result": result}:
                self._challenge(name, result, body.get("to"))
            case {"do": "remove_brand", "hero": name}:
                self.tap(1)
                self.choose("Brand off", name)
            case {"do": "roll", "values": [words]}:
                self.die(*words)
            case {"do": "choose", "option": option}:
                self._choice(option)

    def _move(self, name, path):
        self.tap(1)
        self.choose("Move")
        self._whom(name)
        for to in path:
            self.side(direction_to(self.where, tuple(to)))
        self.take_it()

    def _challenge(self, name, result, to):
        self.tap(1)
        self.choose("Challenge")
        self._whom(name)
        self.choose({"won": "Won", "escaped": "Escaped", "knocked_out": "Knocked"}[result])
        if result == "knocked_out":
            self.choose(self.state.board.spaces[tuple(to)].town)

    def _choice(self, option):
        """Answer by the side where a way or a town lies, or a colour from the list."""
        if isinstance(option, list):
            self.side(direction_to(self.state.marker, tuple(option)))
        elif option in DIRECTIONS:
            self.side(option)
        else:
            self.choose(option)

    @property
    def where(self):
        """The space where the way that is entered has come to."""
        return prompt_of(self.state, self.ui.mode).centre

    def _whom(self, name):
        """Choose a hero, if another one is meant or nobody yet."""
        if isinstance(self.screen, PathScreen):
            if self.screen.hero == name:
                return
            self.hold("fire")
        elif self.screen.title.startswith(f"{name}: "):
            return
        elif "Other" in [cell.label for cell in self.screen.cells]:
            self.choose("Other")
        self.choose(name)
