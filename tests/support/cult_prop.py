"""Players at a prop that keeps the cult: what they press, whole commands by presses alone, real dice."""

from runeheart.core.hexes import DIRECTIONS, direction_to
from runeheart.core.runes import RUNES
from runeheart.games.cult.rules import CULT
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.asking import prompt_of
from runeheart.surface.cult_views import PathScreen
from runeheart.surface.cult_words import NUMERALS
from support.seated import Seated


class Keepers(Seated):
    """A prop with a game of the Cult: a table that was laid out before (support.cult), or a setup's."""

    def __init__(self, setup=None, *, table=None, settings=None, seed=3):
        super().__init__("cult", begin=False, seed=seed)
        self.settings = settings or SurfaceSettings(game="cult")
        self.game = CULT
        self.state = CULT.setup(setup or {}, seed) if table is None else table.state
        self._told()

    @property
    def given(self):
        """The commands that were accepted."""
        return self.commands

    @property
    def ask(self):
        asked = super().ask
        return None if asked is None else asked.json()

    @property
    def words(self):
        return self.screen.words

    def do(self, **body):
        """Let anybody give a command of the game: a page, the operator."""
        self.command(body)

    def tap(self, *buttons, for_ms=80):
        """Press buttons one after the other: by name, or by number from 1."""
        super().tap(
            *(RUNES[given - 1] if isinstance(given, int) else given for given in buttons), for_ms=for_ms
        )

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
        self.rolls(die, words)

    def read_compass(self, degrees):
        self.now_ms += 10
        self.heads(degrees)

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
