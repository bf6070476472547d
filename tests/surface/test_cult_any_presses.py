"""Whatever is pressed, read or done by others: nothing raises, nothing traps, what is wished is told."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from runeheart.core.boards import read_text
from runeheart.core.panel import Button, Preset
from runeheart.core.table import Table
from runeheart.games.cult import sheets, shipped
from runeheart.games.cult.rules import CULT
from runeheart.surface import lights, prop, screens
from runeheart.surface.api import Command, SurfaceSettings
from runeheart.surface.ui import End, Leaving, Menu
from support.cult import a_hero
from support.cult_prop import Keepers

BOARDS = {name: sheets.board_of(read_text(shipped.SHIPPED[name]))[0] for name in ("hearth", "realm")}
BUTTONS = st.sampled_from([*Button])
WORDS = st.sampled_from(["road", "river", "hills", "forest", "swamp", "mountains", "plains", "fog"])
FACES = st.lists(WORDS, min_size=1, max_size=3, unique=True)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), BUTTONS, st.sampled_from([1, 80, 80, 80, 299, 900, 900])),
        st.tuples(st.just("down"), BUTTONS),
        st.tuples(st.just("up"), BUTTONS),
        st.tuples(st.just("wait"), st.sampled_from([0, 15, 300, 800, 5_000, 21_000, 61_000])),
        st.tuples(st.just("die"), FACES, st.sampled_from(["movement", "movement", "movement", "d6"])),
        st.tuples(st.just("compass"), st.floats(0, 360)),
        st.tuples(st.just("turn"), FACES),
        st.tuples(st.just("others"), st.integers(0, 1000)),
    ),
    max_size=50,
)
SETTINGS = st.builds(
    SurfaceSettings,
    game=st.just("cult"),
    preset=st.sampled_from(Preset),
    rotation=st.integers(0, 5),
    end_screen_ms=st.sampled_from([None, 30_000]),
)
SETUPS = st.fixed_dictionaries(
    {
        "board": st.sampled_from(["hearth", "realm"]),
        "heroes": st.lists(st.tuples(st.integers(0, 500), st.integers(1, 3)), min_size=1, max_size=6),
        "house": st.fixed_dictionaries(
            {},
            optional={
                "town_pull": st.just("all"),
                "bearing": st.just("last_move"),
                "elimination": st.just("reduced"),
                "replenish": st.just("all"),
            },
        ),
        "decks": st.sampled_from([{}, {"red": 0}, {"red": 1, "green": 2}]),
    }
)


def _setup(drawn):
    board = BOARDS[drawn["board"]]
    spaces = board["spaces"]
    heroes = [
        a_hero(number, spaces[where % len(spaces)]["at"], life=life)
        for number, (where, life) in enumerate(drawn["heroes"])
    ]
    return {"board": board, "heroes": heroes, "house": drawn["house"], "decks": drawn["decks"]}


def _act(keepers, action):
    match action:
        case ("tap", button, for_ms):
            keepers.tap(button, for_ms=for_ms)
        case ("down", button):
            keepers.down(button)
        case ("up", button):
            keepers.up(button)
        case ("wait", time_ms):
            keepers.wait(time_ms)
        case ("die", words, die):
            keepers.read_die(*words, die=die)
        case ("compass", degrees):
            keepers.read_compass(degrees)
        case ("turn", words):
            _a_turn(keepers, words)
        case ("others", number):
            _others(keepers, number)


def _a_turn(keepers, words):
    """End the turn and roll, so that games come far."""
    if keepers.state is not None and keepers.ask is not None and keepers.ask["for"] == "command":
        keepers.do(do="end_turn")
    keepers.read_die(*words)


def _others(keepers, number):
    """Let somebody at a page do anything that is possible or is not."""
    if keepers.state is None or keepers.ask is None:
        return
    ask = keepers.ask
    if ask["for"] == "choose":
        keepers.do(do="choose", option=ask["options"][number % len(ask["options"])])
        return
    hero = keepers.state.heroes[number % len(keepers.state.heroes)]
    spaces = list(keepers.state.board.spaces)
    keepers.do(
        **[
            {"do": "event", "number": number % 7},
            {"do": "encounter", "colour": ["green", "red"][number % 2]},
            {"do": "remove_brand", "hero": hero.name},
            {"do": "challenge", "hero": hero.name, "result": ["won", "escaped"][number % 2]},
            {"do": "challenge", "hero": hero.name, "result": "knocked_out", "to": list(keepers.state.marker)},
            {"do": "move_hero", "hero": hero.name, "path": [list(spaces[number % len(spaces)])]},
        ][number // 7 % 6]
    )


def _look(keepers):
    """See that everything can be drawn, said and lit; that sleeping is possible."""
    panel = keepers.panel
    assert screens.draw(panel.screen).size == (128, 64)
    assert all(panel.screen.words)
    hash(panel.screen)
    assert len(lights.levels(panel.lights, keepers.now_ms, keepers.settings.preset)) == 6
    wake_ms = prop.wake_ms(keepers.ui, keepers.state, keepers.now_ms, keepers.settings)
    if keepers.ui.message is None and not keepers.ui.effects and not keepers.ui.held:
        is_waiting = isinstance(keepers.ui.mode, Menu)
        assert wake_ms is None or not is_waiting, "an idle question must let the prop sleep"


def _replayed(keepers, setup):
    table = Table(CULT, CULT.setup(setup, 3))
    for body in keepers.given:
        taken = table.take(body)
        assert taken.counted
        table = taken.table
    return table.state


def _get_out(keepers):
    """Go back by holds of Sun till the question is as it was at first; then end a turn."""
    for button in Button:
        keepers.up(button)
    keepers.wait(61_000)
    if keepers.state is None or keepers.state.outcome is not None:
        return
    for _ in range(200):
        mode = keepers.ui.mode
        if isinstance(mode, Leaving):
            keepers.tap("nature")
        elif mode.path:
            keepers.back()
        else:
            break
    assert keepers.ui.mode == Menu(CULT.ask(keepers.state))
    _end_the_turn(keepers)


def _end_the_turn(keepers):
    before = len(keepers.given)
    for _ in range(30):
        if keepers.ask is None or (keepers.ask["for"] == "command" and len(keepers.given) > before):
            break
        match keepers.ask["for"]:
            case "command":
                keepers.take_it()
            case "roll":
                keepers.tap("nature")
                keepers.take_it()
            case "choose":
                keepers.wait(5_000)  # what happened was seen
                keepers.tap([*Button][keepers.patterns.index("on")])
    assert len(keepers.given) > before
    assert keepers.ask is None or keepers.ask["for"] == "command"


@given(SETUPS, SETTINGS, ACTIONS)
@settings(max_examples=120, deadline=None)
@example(
    {"board": "hearth", "heroes": [(0, 1)], "house": {}, "decks": {}},
    SurfaceSettings(game="cult"),
    [("turn", ["road"])] * 9,
)
def test_any_presses_readings_and_others(drawn, given_settings, actions):
    setup = _setup(drawn)
    keepers = Keepers(setup, settings=given_settings)
    for action in actions:
        refused, asked_for = len(keepers.refusals), len(keepers.intents)
        _act(keepers, action)
        commands = [intent for intent in keepers.intents[asked_for:] if isinstance(intent, Command)]
        if action[0] in {"tap", "down", "up"} and commands and len(keepers.refusals) > refused:
            assert keepers.ui.message is not None  # what the game refuses a press is shown to who pressed
        if keepers.state is None:
            return  # they left, as they were asked whether they want to
        _look(keepers)
        assert isinstance(keepers.ui.mode, Menu | Leaving | End)
    assert _replayed(keepers, setup) == keepers.state
    _get_out(keepers)
