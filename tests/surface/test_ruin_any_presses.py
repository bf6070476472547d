"""Whatever is pressed, rolled or undone in a Ruin: nothing raises, nothing traps, no command is refused."""

import copy

from hypothesis import given, settings
from hypothesis import strategies as st

from runeheart.core.events import AskCommand, AskRoll
from runeheart.core.panel import Button, Preset
from runeheart.games.ruin.field import OFF
from runeheart.surface import lights, prop, ruin, screens, wording
from runeheart.surface.menu_views import MenuView
from runeheart.surface.ui import Attract, End, Knocking, Leaving, Menu, Service
from runeheart.surface.views import AttractScreen, ServiceScreen
from support.ruin import board
from support.seated import Seated
from support.ways import answers

BUTTONS = st.sampled_from([*Button])
RUNES = st.sampled_from([button for button in Button if button is not Button.HEART])
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), RUNES),
        st.tuples(st.just("tap"), RUNES),
        st.tuples(st.just("hold"), BUTTONS),
        st.tuples(st.just("press"), BUTTONS, st.sampled_from([1, 299, 300, 799, 800, 1_500])),
        st.tuples(st.just("down"), BUTTONS),
        st.tuples(st.just("up"), BUTTONS),
        st.tuples(st.just("wait"), st.sampled_from([0, 15, 300, 2_000, 20_000, 3_600_000])),
        st.tuples(st.just("rolls"), st.sampled_from(["d4", "d6", "d8", "d10"]), st.integers(0, 11)),
        st.tuples(st.just("rolls"), st.just("compass"), st.sampled_from(["N", "SE", "E", 3])),
        st.tuples(st.just("rolls"), st.just("movement"), st.just(("river", "road"))),
        st.tuples(st.just("heads"), st.floats(0, 360)),
        st.tuples(st.just("somebody"), st.integers(0, 40)),
        st.tuples(st.just("undo")),
        st.tuples(st.just("close")),
    ),
    min_size=8,
    max_size=80,
)
BOARDS = st.sampled_from(
    [
        board((0, -1, 4), (1, 0, 3), (0, 1), (-1, 1, 4), radius=2, mother=(0, -2)),
        board((0, -1), (1, -2, 4), (2, -1, 2), (-3, 0), (0, 3), mother=(1, -3)),
        board((1, 0, 4), hexes=[(0, 0), (1, 0), (2, 0)], mother=(2, 0)),
        board(hexes=[(0, 0)], mother=(0, 0)),
    ]
)
SETUPS = st.fixed_dictionaries(
    {
        "board": BOARDS,
        "ties": st.sampled_from(["ask", "auto"]),
        "dice": st.sampled_from(["ask", "ask", "auto"]),
        "defense": st.sampled_from(["ask", "none"]),
        "life": st.sampled_from([None, 5, 60]),
        "house": st.fixed_dictionaries(
            {
                "attack": st.sampled_from(["must", "may"]),
                "adjacent_order": st.sampled_from(["clockwise", "choose"]),
                "retaliation": st.sampled_from(["total", "each"]),
            }
        ),
    }
)


def _act(seated, action):
    match action:
        case ("tap" | "hold" | "down" | "up" as name, button):
            getattr(seated, name)(button)
        case ("press", button, for_ms):
            seated.tap(button, for_ms=for_ms)
        case ("wait", time_ms):
            seated.wait(time_ms)
        case ("rolls", die, face):
            seated.rolls(die, face)
        case ("heads", degrees):
            seated.heads(degrees)
        case ("somebody", _) if isinstance(seated.ask, AskRoll):  # too many dice to try all
            face = "N" if seated.ask.die == "compass" else 1
            seated.command({"do": "roll", "values": [face] * seated.ask.count})
        case ("somebody", which) if seated.ask is not None:
            found = [body for _, body in answers(ruin, seated.state, seated.ask, most=60)]
            seated.command(found[which % len(found)])
        case ("undo",) if seated.state is not None and seated.states:
            seated.undo()
        case ("close",) if seated.state is not None:
            seated.close()


def _sane(seated):
    now_ms, state, its = seated.now_ms, seated.state, seated.settings
    panel = seated.panel
    assert panel == prop.panel(seated.ui, state, now_ms, its)
    hash(panel.screen)
    assert all(isinstance(line, str) and line for line in panel.screen.words)
    assert all(0 <= level <= 1 for level in lights.levels(panel.lights, now_ms, its.preset))
    after = prop.tick(seated.ui, state, now_ms, its)
    wake_ms = prop.wake_ms(after.ui, state, now_ms, its)
    assert wake_ms is None or wake_ms > now_ms
    if wake_ms is not None:  # nothing changes by time alone before that
        assert (
            prop.panel(after.ui, state, wake_ms - 1, its).screen
            == prop.panel(after.ui, state, now_ms, its).screen
        )
    if not after.intents:
        again = prop.tick(after.ui, state, now_ms, its)
        assert (again.ui, again.intents, again.cues) == (after.ui, (), ())
    if state is None:
        assert isinstance(seated.ui.mode, Attract | Knocking | Service)
        assert isinstance(panel.screen, AttractScreen | ServiceScreen)
        return
    assert isinstance(panel.screen, MenuView)
    if seated.ask is None:
        assert isinstance(seated.ui.mode, End)
    else:
        assert isinstance(seated.ui.mode, Menu | Leaving)
        assert wording.asked("ruin", seated.ask, state)


def _is_no_trap(seated):
    """From here holding Sun leads back step by step, and from there to every command that is allowed."""
    if seated.ask is None or seated.state is None:
        return
    other = copy.copy(seated)
    other.states, other.commands = [*seated.states], [*seated.commands]
    for button in [held.button for held in other.ui.held]:
        other.up(button)
    if other.ask is None:
        return
    if isinstance(other.ui.mode, Leaving):
        other.tap("nature")
    for steps in range(len(other.ui.mode.path), 0, -1):
        assert len(other.ui.mode.path) == steps
        other.hold("sun")
    assert (other.ui.mode.ask, other.ui.mode.path) == (other.ask, ())
    if isinstance(other.ask, AskCommand):
        offered = {body["do"] for _, body in answers(ruin, other.state, other.ask, most=400)}
        beside = other.state.setup.board.field.beside[other.state.player]
        nowhere = {"step"} if max(beside) == OFF else set()  # a map of one Hex
        assert offered == set(other.ask.commands) - nowhere


SETTINGS = st.fixed_dictionaries(
    {
        "rotation": st.integers(0, 5),
        "preset": st.sampled_from(Preset),
        "end_screen_ms": st.sampled_from([None, 30_000]),
    }
)


@settings(max_examples=150)
@given(SETUPS, SETTINGS, ACTIONS)
def test_any_presses_are_sane(setup, chosen, actions):
    seated = Seated("ruin", setup, **chosen)
    for action in actions:
        _act(seated, action)
        _sane(seated)
    _is_no_trap(seated)
    assert seated.refusals == []
    for event in seated.events:
        if event.name != "undone" and seated.state is not None:
            wording.happened("ruin", event, seated.state)


@settings(max_examples=40)
@given(SETUPS, ACTIONS)
def test_any_screen_can_be_drawn(setup, actions):
    seated = Seated("ruin", setup)
    seen = set()
    for action in actions:
        _act(seated, action)
        if seated.screen not in seen:
            seen.add(seated.screen)
            image = screens.draw(seated.screen)
            assert (image.mode, image.size) == ("1", (128, 64))
            assert image.getbbox() is not None
