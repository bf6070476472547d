"""Every command and question of the Cult by presses only; steps back; real dice and compass; rotations."""

import pytest
from msgspec.structs import replace

from runeheart.core.hexes import DIRECTIONS
from runeheart.core.panel import Button
from runeheart.games.cult.settings import PLACEHOLDER_DIE
from runeheart.surface.api import CloseGame, SurfaceSettings
from runeheart.surface.cult_views import CELL_WIDTH
from runeheart.surface.letters import SMALL
from support.cult import NAMES, Cult, a_hero, around
from support.cult_prop import Keepers

HOUSEHOLD = {"settings": SurfaceSettings(game="cult")}


def a_prop(spaces=None, heroes=((0, 0), (0, 0)), *, rotation=0, laid=lambda cult: cult, **setup):
    """Return a prop with a laid out game: radius 2 around the forge, plains, unless it is told otherwise."""
    cult = laid(Cult(spaces or around(2), heroes, **setup))
    return Keepers(table=cult.table, settings=SurfaceSettings(game="cult", rotation=rotation))


def at(prop, number):
    return list(prop.state.heroes[number].at)


# Each command


def test_a_hold_of_moon_ends_the_turn_and_the_die_is_typed_by_terrain():
    prop = a_prop(around(2, q0rm1="hills", q1rm1="road"))
    prop.take_it()
    assert prop.ask["for"] == "roll"
    prop.choose("hills", "road")
    assert [cell.label for cell in prop.screen.cells if cell.is_picked] == ["road", "hills"]
    prop.take_it()
    assert prop.given == [{"do": "end_turn"}, {"do": "roll", "values": [["hills", "road"]]}]
    assert prop.ask["what"] == "direction"


def test_the_turn_can_be_ended_from_the_menu_too():
    prop = a_prop()
    prop.tap("water")
    prop.take_it()
    assert prop.given == [{"do": "end_turn"}]


@pytest.mark.parametrize("colour", ["green", "yellow", "blue", "red"])
def test_an_encounter_is_three_taps(colour):
    prop = a_prop()
    prop.tap("fire")
    prop.choose("Encounter", colour)
    assert prop.given == [{"do": "encounter", "colour": colour}]


@pytest.mark.parametrize(("label", "number"), [("I", 1), ("II", 2), ("III", 3), ("IV", 4), ("V", 5)])
def test_an_event_is_three_taps(label, number):
    prop = a_prop()
    prop.tap("fire")
    prop.choose("Event", label)
    assert prop.given == [{"do": "event", "number": number}]


def test_a_way_is_tapped_side_by_side_for_the_hero_whose_turn_it_is():
    prop = a_prop()
    prop.tap("sun")
    prop.choose("Move")
    assert prop.screen.hero == "Ada"
    prop.side("N", "SE")
    assert prop.screen.steps == 2
    prop.take_it()
    assert prop.given == [{"do": "move_hero", "hero": "Ada", "path": [[0, -1], [1, -1]]}]
    assert at(prop, 0) == [1, -1]


def test_another_hero_is_chosen_by_a_hold_before_the_first_step():
    prop = a_prop(heroes=((0, 0), (1, 0), (0, 1)))
    prop.tap("sun")
    prop.choose("Move")
    prop.hold("fire")
    assert [cell.below for cell in prop.screen.cells] == ["Forge", "0201", "0102"]
    prop.choose("Cyr")
    prop.side("N")
    prop.take_it()
    assert prop.given == [{"do": "move_hero", "hero": "Cyr", "path": [[0, 0]]}]


def test_a_step_off_the_board_is_refused_at_once_and_nothing_is_lost():
    prop = a_prop(around(1))
    prop.tap("sun")
    prop.choose("Move")
    prop.side("N")
    assert prop.patterns == ["off", "off", "on", "on", "on", "off"]  # N, NE and NW of it there is nothing
    prop.heard()
    prop.side("N")
    assert prop.heard() == ["refused"]
    assert prop.screen.message == ("Not that way",)
    assert prop.screen.steps == 1
    assert prop.refusals == []


def test_of_a_long_way_the_small_map_shows_the_end():
    prop = a_prop(around(6))
    prop.tap("sun")
    prop.choose("Move")
    prop.side(*["N"] * 5, *["S"] * 2)
    assert prop.screen.steps == 7
    assert prop.screen.trail == ((0, 4), (0, 2), (0, 0), (0, -2), (0, -4), (0, -2), (0, 0))
    assert max(dot.half_row for dot in prop.screen.dots) <= 5


def test_a_terrain_may_have_any_word():
    prop = a_prop(around(1, "more other"))
    prop.take_it()
    assert [cell.label for cell in prop.screen.cells][:2] == ["more", "other"]
    prop.tap("nature")
    prop.take_it()
    assert prop.given[-1] == {"do": "roll", "values": [["more"]]}


def test_steps_of_a_way_are_taken_back_one_by_one_and_then_the_menu_comes():
    prop = a_prop()
    prop.tap("sun")
    prop.choose("Move")
    prop.side("N", "SE")
    steps = []
    for _ in range(2):
        prop.back()
        steps.append(prop.screen.steps)
    assert steps == [1, 0]
    prop.back()
    assert prop.screen.title == "Menu"
    prop.back()
    assert prop.words[0] == "Ada's turn"
    assert prop.given == []


@pytest.mark.parametrize(("label", "result"), [("Won", "won"), ("Escaped", "escaped")])
def test_a_challenge_of_the_hero_whose_turn_it_is_is_three_taps(label, result):
    prop = a_prop(around(2, q0rm1="hills jewel=yellow"), heroes=((0, -1), (0, 0)))
    prop.tap("sun")
    prop.choose("Challenge")
    assert prop.screen.title == "Ada: yellow jewel"
    assert "Other" not in [cell.label for cell in prop.screen.cells]
    prop.choose(label)
    assert prop.given == [{"do": "challenge", "hero": "Ada", "result": result}]


def test_who_is_knocked_out_is_carried_to_a_town_of_a_list_the_nearest_first():
    spaces = around(2, q0rm1="hills jewel=red", q0rm2="plains town=Mill", q2r0="plains town=Larkmoor")
    prop = a_prop(spaces, heroes=((0, -1), (0, 0)))
    prop.tap("sun")
    prop.choose("Challenge", "Knocked")
    towns = [(cell.label, cell.below) for cell in prop.screen.cells]
    assert towns == [("Mill", "N"), ("Forge", "S"), ("Larkmoor", "SE 3")]
    prop.choose("Larkmoor")
    assert prop.given == [{"do": "challenge", "hero": "Ada", "result": "knocked_out", "to": [2, 0]}]


def test_who_tries_is_asked_where_the_hero_whose_turn_it_is_cannot():
    jewels = around(2, q0rm1="hills jewel=red", q0r1="hills jewel=blue")
    prop = a_prop(jewels, heroes=((0, 0), (0, -1), (0, 1)), laid=lambda cult: cult.flip((0, 1)))
    prop.tap("sun")
    prop.choose("Challenge")
    assert [(cell.label, cell.below) for cell in prop.screen.cells] == [
        ("Ben", "red jewel"),
        ("Cyr", "blue cultist"),
    ]
    prop.choose("Cyr")
    prop.choose("Other")  # it was the wrong one
    prop.choose("Ben", "Won")
    assert prop.given == [{"do": "challenge", "hero": "Ben", "result": "won"}]


def test_a_red_jewel_without_a_red_card_is_offered_to_nobody():
    prop = a_prop(around(2, q0rm1="hills jewel=red"), heroes=((0, -1), (0, 0)), decks={"red": 0, "green": 1})
    prop.tap("sun")
    prop.tap("storm")
    assert prop.screen.title == "Menu"
    assert [cell.can for cell in prop.screen.cells if cell.label == "Challenge"] == [False]


def test_a_brand_is_removed_by_three_taps_from_any_branded_hero():
    prop = a_prop(laid=lambda cult: cult.put_hero(1, markers=2))
    prop.tap("sun")
    prop.choose("Brand off")
    assert [(cell.label, cell.below) for cell in prop.screen.cells] == [("Ben", "2 brands")]
    prop.choose("Ben")
    assert prop.given == [{"do": "remove_brand", "hero": "Ben"}]
    assert prop.state.heroes[1].markers == 1


def test_what_nobody_can_do_now_is_dark_in_the_menu_and_refused():
    prop = a_prop()
    prop.tap("sun")
    assert prop.patterns == ["on", "on", "on", "off", "dim", "on"]  # Moon ends the turn, but only held
    prop.heard()
    prop.tap("storm", "moon")
    assert prop.heard() == ["refused", "refused"]
    assert prop.screen.title == "Menu"


def test_a_hero_who_is_out_is_offered_nowhere_and_his_turn_ends_by_presses():
    prop = a_prop(heroes=((0, 0), (0, 1)), laid=lambda cult: cult.put_hero(0, at=None))
    prop.tap("sun")
    prop.choose("Move")
    assert [cell.label for cell in prop.screen.cells] == ["Ben"]
    prop.choose("Ben")
    prop.side("N")
    prop.back()
    prop.back()
    assert [cell.label for cell in prop.screen.cells] == ["Ben"]
    prop.back()
    prop.back()
    prop.take_it()
    prop.die("river")
    assert prop.state.turn == 1


# Each question


def test_of_two_ways_the_button_that_lies_there_is_pressed():
    prop = a_prop(around(2, q0rm1="hills", q1r0="hills"))
    prop.take_it()
    prop.die("hills")
    assert prop.patterns == ["on", "off", "on", "off", "off", "off"]
    prop.side("S")
    assert prop.screen.message == ("Not that way",)
    prop.side("SE")
    assert prop.given[-1] == {"do": "choose", "option": "SE"}
    assert prop.state.marker == (1, 0)


def test_of_towns_that_pull_the_one_that_lies_there_is_pressed_and_all_are_named():
    spaces = around(3, q0rm1="hills", q0rm2="plains town=Mill", q1rm2="swamp town=Larkmoor")
    prop = a_prop(spaces)
    prop.take_it()
    prop.die("hills")
    assert prop.ask["what"] == "town"
    assert [(way.direction, way.label) for way in prop.screen.ways] == [
        ("N", "Mill, plains"),
        ("NE", "Larkmoor, swamp"),
    ]
    prop.side("NE")
    assert prop.given[-1] == {"do": "choose", "option": [1, -2]}


def test_which_cultist_is_given_up_is_chosen_from_a_list():
    prop = a_prop(
        around(2, q0rm1="hills"),
        heroes=((0, -1), (0, 0)),
        laid=lambda cult: cult.put_hero(0, cultists=(1, 0, 0, 1)),
    )
    prop.take_it()
    prop.die("hills")
    assert prop.screen.title == "Ada gives up:"
    prop.choose("red")
    assert prop.given[-1] == {"do": "choose", "option": "red"}


def test_the_list_of_the_die_has_the_boards_terrains_and_the_usual_others():
    prop = a_prop(around(1, "fog", q0rm1="hills road"))
    prop.take_it()
    first = [cell.label for cell in prop.screen.cells]
    assert first == ["road", "hills", "fog", "river", "forest", "more"]
    prop.tap("sun")
    assert [cell.label for cell in prop.screen.cells] == ["swamp", "mountains", "plains", "other", "more"]
    prop.tap("moon")
    assert [cell.label for cell in prop.screen.cells] == first


def test_what_was_picked_of_the_die_is_taken_back_by_another_tap_or_step_by_step():
    prop = a_prop()
    prop.take_it()
    prop.choose("plains", "road", "plains")  # the second tap takes it back
    assert prop.screen.title == "road"
    prop.choose("swamp")
    prop.back()
    assert prop.screen.title == "road"
    for _ in range(4):  # the page, the tap that took plains back, and both picks
        prop.back()
    assert prop.screen.title == "Die shows?"
    prop.back()  # nothing leads out of a question: leaving the game is offered
    assert prop.words[0] == "Leave the game?"
    prop.tap("nature")
    prop.die("river")
    assert prop.given[-1] == {"do": "roll", "values": [["river"]]}


def test_three_words_at_most_are_picked_and_none_cannot_be_confirmed():
    prop = a_prop()
    prop.take_it()
    prop.take_it()  # a hold of Moon is a tap where nothing can be confirmed: it picks what stands there
    assert prop.screen.title == "forest"
    prop.choose("road", "river")
    assert [cell.label for cell in prop.screen.cells if cell.can] == ["road", "river", "forest", "more"]
    prop.choose("hills")
    assert prop.screen.title == "forest, road, river"
    prop.take_it()
    assert prop.given[-1] == {"do": "roll", "values": [["forest", "road", "river"]]}


def test_a_die_whose_faces_are_known_is_one_tap():
    faces = [["road"], ["river", "road"], ["hills"], ["forest"], ["plains"], ["road"]]
    prop = a_prop(movement_die=faces)
    prop.take_it()
    faces = [(cell.label, cell.below) for cell in prop.screen.cells]
    assert faces == [("road", ""), ("river", "road"), ("hills", ""), ("forest", ""), ("plains", "")]
    prop.tap("fire")
    assert prop.given[-1] == {"do": "roll", "values": [["river", "road"]]}


@pytest.mark.parametrize(
    "faces",
    [
        list(PLACEHOLDER_DIE),
        [["mountains", "swamp", end] for end in ("forest", "plains", "hills", "road", "river", "fog")],
        [[f"overgrown_{one}" for one in face] for face in ("a", "b", "ab", "ac", "abc", "abd")],
        [["mmmmmmmmmmmmmm", "m" * size, "mmmmmmmmmmmmmmm"] for size in range(16, 22)],
    ],
)
def test_every_face_of_a_known_die_is_told_from_the_others(faces):
    prop = a_prop(movement_die=[list(face) for face in faces])
    prop.take_it()
    shown = [(cell.label, cell.below) for cell in prop.screen.cells]
    assert len(set(shown)) == 6
    for line in [line for cell in shown for line in cell]:
        assert SMALL.width(line) <= CELL_WIDTH
    prop.tap(6)
    assert prop.given[-1] == {"do": "roll", "values": [list(faces[5])]}


def test_two_long_terrains_of_the_list_are_told_apart():
    prop = a_prop(around(1, "overgrown_ruins overgrown_roads"))
    prop.take_it()
    first, second, *_ = [cell.label for cell in prop.screen.cells]
    assert first != second
    prop.tap(2)
    assert [cell.is_picked for cell in prop.screen.cells][:3] == [False, True, False]
    assert prop.patterns[:2] == ["on", "blink"]
    assert prop.screen.title == "overgrown_ruins"


def test_with_dice_of_the_engine_only_the_choices_are_asked():
    prop = a_prop(dice="auto", movement_die=[["plains"]] * 6)
    prop.take_it()
    assert prop.ask["what"] == "direction"


# Real dice and a real compass


def test_a_real_die_answers_whatever_was_typed_of_it():
    prop = a_prop()
    prop.take_it()
    prop.choose("road")
    prop.read_die("river", "hills")
    assert prop.given[-1] == {"do": "roll", "values": [["river", "hills"]]}
    assert prop.state.turn == 1


def test_a_die_that_was_taught_what_no_die_shows_is_told_and_not_entered():
    prop = a_prop()
    prop.take_it()
    prop.choose("road")
    prop.heard()
    for face in (("road", "river", "hills", "fog"), ("Road",), ("road", "road"), ()):
        prop.read_die(*face)
        assert prop.screen.message == ("Teach the die anew",)
        assert prop.heard() == ["refused"]
    assert prop.given == [{"do": "end_turn"}]
    assert prop.screen.title == "road"


def test_a_real_compass_answers_a_choice_of_a_way():
    prop = a_prop(around(2, q0rm1="hills", q1r0="hills"))
    prop.take_it()
    prop.die("hills")
    prop.read_compass(200.0)  # S is no way
    assert prop.ask["what"] == "direction"
    prop.read_compass(118.5)
    assert prop.given[-1] == {"do": "choose", "option": "SE"}


def test_what_nobody_asked_for_is_said_and_not_kept():
    prop = a_prop()
    prop.read_die("road")
    assert "asked" in " ".join(prop.words).lower()
    prop.read_compass(10.0)
    prop.take_it()
    prop.read_die("5", die="d8")
    assert prop.given == [{"do": "end_turn"}]


# Every rotation


@pytest.mark.parametrize("rotation", range(6))
def test_buttons_mean_the_tables_directions_however_the_prop_lies(rotation):
    prop = a_prop(around(2, q0rm1="hills", q1rm1="hills"), rotation=rotation)
    first = [0, 1]  # N and NE of the table, where the prop has them
    prop.take_it()
    prop.die("hills")
    lit = [index for index, pattern in enumerate(prop.patterns) if pattern == "on"]
    assert lit == sorted((index - rotation) % 6 for index in first)
    prop.side("NE")
    assert prop.state.bearing == "NE"
    prop.wait(30_000)
    shown = {DIRECTIONS[(index + rotation) % 6]: pattern for index, pattern in enumerate(prop.patterns)}
    assert shown == {"N": "dim", "NE": "on", "SE": "dim", "S": "off", "SW": "off", "NW": "off"}
    assert (prop.screen.ahead + rotation) % 6 == 1
    prop.tap("sun")
    prop.choose("Move")
    prop.side("S", "NE", "N")
    assert prop.screen.trail[-1] == (0, 0)
    prop.take_it()
    assert prop.given[-1]["path"] == [[0, 1], [1, 0], [1, -1]]


@pytest.mark.parametrize("rotation", range(6))
def test_the_small_map_lies_as_the_prop_does(rotation):
    prop = a_prop(around(2, q0rm1="hills town=Mill"), rotation=rotation)
    prop.tap("sun")
    prop.choose("Move")
    (mill,) = (dot for dot in prop.screen.dots if dot.kind == "town")
    up = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
    assert (mill.column, mill.half_row) == up[-rotation % 6]


# The main screen, reading, leaving


def test_the_main_screen_shows_bearing_turn_towns_brands_pile_and_points():
    prop = a_prop(
        around(2, q0rm1="hills town=Mill"),
        heroes=((0, 1), (0, 1), (0, 1)),
        laid=lambda cult: (
            cult.put(bearing="SW", pile=4, turn=1)
            .put_hero(0, markers=2, cultists=(1, 0, 0, 1))
            .put_hero(2, at=None)
        ),
    )
    screen = prop.screen
    assert (screen.turn, screen.bearing, screen.ahead) == ("Ben", "SW", 4)
    assert (screen.infiltrated, screen.towns, screen.pile, screen.pile_limit) == (1, 2, 4, 19)
    assert (screen.points, screen.points_limit) == (5, 27)
    assert [(mark.name, mark.brands, mark.out) for mark in screen.heroes] == [
        ("Ada", 2, False),
        ("Ben", 0, False),
        ("Cyr", 0, True),
    ]
    assert prop.patterns == ["off", "off", "off", "dim", "on", "dim"]


def test_the_town_that_was_taken_last_is_named_from_what_happened():
    prop = a_prop(around(2, q0rm1="hills town=Mill"))
    assert prop.screen.last == "Forge"  # C-011: taken from the start
    prop.take_it()
    prop.die("hills")
    prop.wait(30_000)
    assert prop.screen.last == "Mill"
    prop.state = replace(prop.state, marker=(0, 0))  # wherever the cult went since
    prop.restarts()
    assert prop.screen.last == "Mill"
    prop.undo()
    prop.undo()
    assert prop.screen.last == "Forge"


def looked(prop):
    """Return all that Look tells of what happened, page by page."""
    prop.tap("fire")
    prop.choose("Look")
    pages = []
    for _ in range(20):
        prop.tap("sun")
        if prop.screen.words[0] == "What happened":
            pages.append(prop.screen.lines)
        elif pages:
            break
    prop.back()
    prop.back()
    return " ".join(line for page in pages for line in page)


def test_what_happened_is_read_to_its_end_page_by_page():
    """Of Event III with six heroes every brand and every town is there."""
    spaces = around(3, q0rm1="hills town=Mill", q1r0="hills town=Larkmoor", q0r1="swamp town=Stonehollow")
    prop = a_prop(spaces, heroes=((0, 0), (0, -1), (1, 0), (0, 1), (-1, 0), (1, -1)))
    prop.do(do="event", number=3)
    told = looked(prop)
    for name in ("Mill", "Larkmoor", "Stonehollow", *NAMES[:6]):
        assert name in told
    assert told.count("was branded") == 6
    prop.tap("fire")
    prop.choose("Look")
    first = prop.screen
    prop.tap("nature")
    assert prop.screen != first
    prop.tap("sun")
    assert prop.screen == first  # round in both ways


def test_what_happened_is_the_whole_command_that_stands():
    prop = a_prop(around(2, q0rm1="hills", q0rm2="river"), heroes=((2, 0), (2, 0)))
    prop.do(do="move_hero", hero="Ada", path=[[1, 1]])
    prop.do(do="encounter", colour="yellow")
    prop.do(do="roll", values=[["hills"]])
    prop.do(do="roll", values=[["swamp"]])
    told = looked(prop)
    assert "yellow Encounter" in told
    assert "went north" in told
    assert "swamp" in told
    prop.restarts()
    assert looked(prop) == told  # a power loss takes nothing of it away
    for _ in range(3):
        prop.undo()
    assert looked(prop) == "Ada went to 0202."
    prop.undo()
    assert looked(prop) == "Nothing yet."


@pytest.mark.parametrize("way_in", ["hold", "menu"])
def test_everything_can_be_read_at_any_time(way_in):
    prop = a_prop(
        around(2, q0rm1="hills town=Mill"), laid=lambda cult: cult.put_hero(0, cultists=(2, 0, 0, 1))
    )
    prop.take_it()
    prop.die("hills")
    if way_in == "hold":
        prop.hold("nature")
    else:
        prop.tap("fire")
        prop.choose("Look")
    pages = []
    for _ in range(5):
        pages.append(" ".join(prop.words))
        prop.tap("sun")
    assert pages[0] == pages[4]
    assert "Ada: Life 5, Stamina 4, brands 0, points 6" in pages[0]
    assert "The cult went north and took Mill." in pages[1]
    assert "Forge: taken Mill: taken" in pages[2]
    assert "Ada: 2 green, 1 red" in pages[3]
    prop.tap("nature")
    assert " ".join(prop.words) == pages[0]
    prop.heard()
    prop.tap("moon", "storm")  # nothing to take here
    assert prop.heard() == ["refused", "refused"]
    prop.back()
    prop.back() if way_in == "menu" else None
    assert prop.words[0] == "Ben's turn"


def test_before_anything_happened_nothing_is_told():
    prop = a_prop()
    prop.hold("fire")
    prop.tap("sun")
    assert prop.words == ("What happened", "Nothing yet.")


def test_the_heart_button_opens_the_menu_and_confirms_but_its_tap_ends_no_turn():
    prop = a_prop()
    prop.tap(Button.HEART)
    assert prop.screen.title == "Menu"
    prop.choose("Move")
    prop.side("N")
    prop.tap(Button.HEART)
    assert prop.given == [{"do": "move_hero", "hero": "Ada", "path": [[0, -1]]}]


def test_players_leave_a_game_only_after_they_were_asked():
    prop = a_prop()
    prop.back()
    assert prop.words[0] == "Leave the game?"
    prop.tap("nature")
    assert prop.words[0] == "Ada's turn"
    prop.back()
    prop.tap("fire")
    assert prop.intents == [CloseGame()]
    assert prop.state is None


def test_what_others_do_is_shown_and_begins_the_menu_anew():
    prop = a_prop()
    prop.tap("sun")
    prop.choose("Move")
    prop.side("N")
    prop.do(do="move_hero", hero="Ada", path=[[1, 0]])
    assert prop.words[0] == "Ada's turn"
    assert prop.screen.message == ("Ada went to 0201.",)


def test_who_begins_is_told_the_two_ways_to_go_on():
    prop = a_prop()
    assert prop.screen.message == ("Tap: menu", "Hold MOON: end")
    prop.wait(6_000)
    assert prop.screen.message == ()
    prop.back()
    prop.tap("nature")  # stayed: nothing begins
    assert prop.screen.message == ()


def test_a_refusal_of_others_is_not_for_the_players():
    prop = a_prop()
    prop.wait(6_000)
    prop.do(do="move_hero", hero="Zoe", path=[])
    assert prop.screen.message == ()


def test_a_refused_wish_says_why_and_can_be_mended():
    """Whatever the game says no to, the hero's choice of a result stays."""
    prop = a_prop(around(1, q0rm1="hills jewel=red"), heroes=((0, -1),))
    prop.refuses = "the red deck is empty, so a red jewel cannot be attempted"
    prop.tap("sun")
    prop.choose("Challenge", "Won")
    assert prop.refusals == [prop.refuses]
    assert prop.screen.title == "Ada: red jewel"
    assert prop.screen.message == ("The red deck is empty, so a red jewel cannot be attempted",)


def test_entries_wait_for_hours():
    prop = a_prop()
    prop.tap("sun")
    prop.choose("Move")
    prop.side("N", "SE")
    prop.wait(3 * 3600 * 1000)
    assert prop.screen.steps == 2


def test_six_heroes_on_a_board_of_150_spaces_are_entered_by_presses():
    from runeheart.core.boards import read_text
    from runeheart.games.cult import sheets, shipped

    board, problems = sheets.board_of(read_text(shipped.SHIPPED["realm"]))
    assert problems == ()
    start = next(space["at"] for space in board["spaces"] if space.get("jewel"))
    heroes = [a_hero(number, start) for number in range(6)]
    prop = Keepers({"board": board, "heroes": heroes})
    prop.tap("sun")
    prop.choose("Challenge", "Other", "Fay", "Knocked", "Eastmere")
    town = next(space["at"] for space in board["spaces"] if space.get("town") == "Eastmere")
    assert prop.given == [{"do": "challenge", "hero": "Fay", "result": "knocked_out", "to": town}]
    prop.tap("sun")
    prop.choose("Move")
    prop.hold("water")
    prop.choose("Eve")
    sides = [DIRECTIONS[index] for index, pattern in enumerate(prop.patterns) if pattern == "on"]
    prop.side(sides[0])
    prop.take_it()
    assert prop.given[-1]["hero"] == "Eve"
    assert [mark.name for mark in prop.screen.heroes] == list(NAMES)
