"""Whatever is pressed, whenever: nothing raises, nothing tells the answer, the surface sleeps if it may."""

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from runeheart.core.panel import Button, Preset
from runeheart.core.runes import RUNES
from runeheart.games.heart.codes import EXAMPLE
from runeheart.surface import lights, prop, screens
from runeheart.surface.api import SurfaceSettings
from runeheart.surface.letters import LARGE, SMALL, WIDTH
from runeheart.surface.views import BankScreen, EndScreen, HoldsScreen
from support.players import Players

BUTTONS = st.sampled_from([*Button])
WAITS = st.sampled_from([0, 1, 15, 60, 299, 300, 799, 800, 2_000, 5_999, 6_000, 20_000, 61_000])
OPERATOR = st.sampled_from(
    [
        {"do": "pause"},
        {"do": "resume"},
        {"do": "add_time", "seconds": -60},
        {"do": "add_time", "seconds": 30},
        {"do": "add_time", "seconds": 6_000},
        {"do": "abandon"},
    ]
)
ACTIONS = st.lists(
    st.one_of(
        st.tuples(st.just("tap"), BUTTONS, st.sampled_from([1, 80, 299, 300, 799, 800, 1_500])),
        st.tuples(st.just("down"), BUTTONS),
        st.tuples(st.just("up"), BUTTONS),
        st.tuples(st.just("wait"), WAITS),
        st.tuples(st.just("operator"), OPERATOR),
        st.tuples(st.just("right")),
        st.tuples(st.just("close")),
    ),
    max_size=60,
)
SETTINGS = st.builds(
    SurfaceSettings,
    preset=st.sampled_from(Preset),
    difficulty=st.sampled_from([None, "easy", "normal", "hard"]),
    code=st.sampled_from([None, EXAMPLE]),
    house=st.sampled_from([None, {"activation": "next"}, {"answers": "six", "mistake_limit": "exceed"}]),
    end_screen_ms=st.sampled_from([None, 30_000]),
)


def _act(players, action):
    match action:
        case ("tap", button, for_ms):
            players.tap(button, for_ms=for_ms)
        case ("down", button):
            players.down(button)
        case ("up", button):
            players.up(button)
        case ("wait", time_ms):
            players.wait(time_ms)
        case ("operator", body):
            players.command(body)
        case ("right",):
            _lock_one(players)
        case ("close",):
            players.state = None
            players._told()


def _lock_one(players):
    """Press the next right rune and its place, so that games come far."""
    state = players.state
    if state is not None and state.phase == "running" and None in state.slots:
        place = state.slots.index(None)
        players.hold("moon")
        players.tap(state.answer[place], RUNES[place])


def _other_answers(state):
    """Return answers that differ everywhere: in the order, and (but on hard) in the runes too."""
    answer = state.answer
    absent = tuple(rune for rune in RUNES if rune not in answer)
    return (answer[1:] + answer[:1], answer[::-1], (*absent, *answer)[: len(answer)])


def _sane(players):
    now_ms, state, its = players.now_ms, players.state, players.settings
    panel = prop.panel(players.ui, state, now_ms, its)
    assert panel == prop.panel(players.ui, state, now_ms, its)
    hash(panel.screen)
    assert all(isinstance(line, str) and line for line in panel.screen.words)
    levels = lights.levels(panel.lights, now_ms, its.preset)
    assert all(0 <= level <= 1 for level in levels)
    font = SMALL if isinstance(panel.screen, HoldsScreen) else LARGE  # help stands in its head line
    assert all(font.width(line) <= WIDTH for line in panel.screen.message)
    _tells_no_answer(players, panel)
    after = prop.tick(players.ui, state, now_ms, its)
    wake_ms = prop.wake_ms(after.ui, state, now_ms, its)
    assert wake_ms is None or wake_ms > now_ms
    if not after.intents:
        again = prop.tick(after.ui, state, now_ms, its)
        assert (again.ui, again.intents, again.cues) == (after.ui, (), ())
    held = {button.button for button in players.ui.held}
    assert len(held) == len(players.ui.held)


def _tells_no_answer(players, panel):
    """Until the end another answer would show the very same panel, and lead to the same wishes."""
    state, now_ms, its = players.state, players.now_ms, players.settings
    if state is None or state.phase == "over":
        assert state is None or isinstance(panel.screen, EndScreen)
        return
    assert not isinstance(panel.screen, EndScreen)
    later_ms = now_ms + 7_000
    releases = [prop.Press(held.button, down=False, mono_ms=now_ms) for held in players.ui.held]
    for answer in _other_answers(state):
        other = replace(state, answer=answer)
        assert prop.panel(players.ui, other, now_ms, its) == panel
        assert prop.tick(players.ui, other, later_ms, its) == prop.tick(players.ui, state, later_ms, its)
        for release in releases:
            assert prop.press(players.ui, other, release, its) == prop.press(players.ui, state, release, its)


@settings(max_examples=120)
@given(SETTINGS, ACTIONS)
def test_any_presses_are_sane(chosen, actions):
    players = Players(chosen)
    for action in actions:
        _act(players, action)
        _sane(players)
    of_buttons = [
        why
        for why in players.refusals
        if not why.startswith(("pause", "resume", "there is no", "the game is"))
    ]
    assert of_buttons == []  # what the players ask for, the game allows: the rest the surface refused itself


@settings(max_examples=25)
@given(SETTINGS, ACTIONS)
def test_any_screen_can_be_drawn(chosen, actions):
    players = Players(chosen)
    seen = set()
    for action in actions:
        _act(players, action)
        if players.screen not in seen:
            seen.add(players.screen)
            image = screens.draw(players.screen)
            assert (image.mode, image.size) == ("1", (128, 64))
            assert image.getbbox() is not None


def test_the_bank_shows_all_answers_alike():  # HA-03
    players = Players(SurfaceSettings(difficulty="normal", house={"answers": "six"}))
    players.tap("sun", "sun")
    shown = {}
    for _ in range(8):
        players.tap("sun")
        if isinstance(players.screen, BankScreen):
            shown[players.screen.first] = players.screen.answers
    assert shown[1] + shown[4] == players.state.bank
