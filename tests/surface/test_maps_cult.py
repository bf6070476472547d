"""The Cult's map: terrain, towns and jewels, who stands where, what the cult did lately, and its forms."""

import pytest

from runeheart.surface import maps
from runeheart.surface.maps_shape import Trace
from support.cult import COLOURS, Cult, around

RIVER = around(2, "river", q1r0="road town=Mill jewel=red", q0r1="river jewel=green")


def play(cult, events=()):
    return maps.play("cult", cult.state, cult.game.ask(cult.state), list(events))


def labels(cult, group):
    return [choice.label for choice in play(cult).choices if choice.group == group]


def choice(cult, group, label):
    return next(one for one in play(cult).choices if (one.group, one.label) == (group, label))


class TestBoard:
    def test_it_has_terrain_towns_the_forge_and_the_places_of_jewels(self):
        spaces = {space.at: space for space in maps.board("cult", Cult(RIVER, [(0, 0)]).state).spaces}
        assert spaces[0, 0].signs == ("forge",)
        assert spaces[0, 0].town == "Forge"
        assert (spaces[1, 0].ground, spaces[1, 0].town, spaces[1, 0].jewel) == (("road",), "Mill", "red")
        assert (spaces[0, 1].ground, spaces[0, 1].town, spaces[0, 1].jewel) == (("river",), "", "green")


class TestPieces:
    def test_jewels_cultists_infiltrated_towns_the_cult_and_the_heroes(self):
        cult = Cult(RIVER, [(0, 1), (1, 0)]).flip((0, 1))
        told = [
            (piece.kind, piece.at, piece.colour, piece.label, piece.current) for piece in play(cult).pieces
        ]
        assert told == [
            ("infiltrated", (0, 0), "", "", False),
            ("cultist", (0, 1), "green", "G", False),
            ("jewel", (1, 0), "red", "R", False),
            ("cult", (0, 0), "", "", False),
            ("hero", (0, 1), "", "A", True),
            ("hero", (1, 0), "", "B", False),
        ]

    def test_the_cult_shows_its_bearing_in_words_too(self):
        cult = Cult(RIVER)
        (piece,) = (one for one in play(cult).pieces if one.kind == "cult")
        assert (piece.bearing, piece.name) == ("", "The cult, no bearing yet")
        cult.put(bearing="SW")
        (piece,) = (one for one in play(cult).pieces if one.kind == "cult")
        assert (piece.bearing, piece.name) == ("SW", "The cult, bearing SW")

    @pytest.mark.parametrize(
        ("names", "told"),
        [
            (("Ada", "Ben"), ["A", "B"]),
            (("Ada", "Alf"), ["Ad", "Al"]),
            (("Ada", "Ada II"), ["1", "2"]),
        ],
    )
    def test_no_two_heroes_have_the_same_letters(self, names, told):
        heroes = [{"name": name, "at": [0, 0], "life": 5, "stamina": 4} for name in names]
        cult = Cult(RIVER, heroes)
        assert [piece.label for piece in play(cult).pieces if piece.kind == "hero"] == told

    def test_nobody_has_the_turn_after_the_end(self):
        cult = Cult(RIVER, [(1, 0)], decks={"red": 1})
        cult.challenge("Ada")
        told = play(cult, cult.events)
        assert told.over
        assert "Ada wins" in told.asked
        assert not any(piece.current for piece in told.pieces)
        assert not any(sheet.current for sheet in told.sheets)

    def test_a_hero_who_is_out_has_no_piece_and_no_choice(self):
        cult = Cult(RIVER, [(0, 1), (1, 0)]).put_hero(0, at=None)
        assert [piece.id for piece in play(cult).pieces if piece.kind == "hero"] == ["hero Ben"]
        assert labels(cult, "Ada") == []
        assert [sheet.out for sheet in play(cult).sheets] == [True, False]


class TestSheets:
    def test_what_lies_before_each_player(self):
        cult = Cult(RIVER, [(0, 1)]).put_hero(0, markers=1, cultists=(2, 0, 1, 0))
        (sheet,) = play(cult).sheets
        assert sheet.current
        assert {fact.label: fact.value for fact in sheet.facts} == {
            "Life": "4",
            "Stamina": "3",
            "Brands": "1",
            "Cultists": "2 green, 1 blue",
            "Points": "5 + 2",
        }

    def test_at_the_end_totals_the_winner_and_the_story(self):
        cult = Cult(RIVER, [(1, 0), (0, 0)], decks={"red": 1})
        cult.challenge("Ada")
        told = play(cult, maps.happened([[*cult.events]]))
        ada, ben = ({fact.label: fact.value for fact in sheet.facts} for sheet in told.sheets)
        assert (ada["Total"], ada["Result"]) == ("5", "wins")
        assert ben["Total"] == "0"
        assert "Result" not in ben
        assert told.story.splitlines()[0] == "Turn 1: Ada defeated a red cultist for 4 points."
        assert "wins" in told.story.splitlines()[-2]
        assert not any(fact.label == "Turn of" for fact in told.facts)
        assert play(Cult(RIVER)).story == ""

    def test_what_the_table_has_to_know(self):
        told = {fact.label: fact.value for fact in play(Cult(RIVER, [(0, 0)])).facts}
        assert told["Turn of"] == "Ada"
        assert told["Towns infiltrated"] == "1 of 2"
        assert told["Pile"] == "0 of 18"


class TestTraces:
    def test_the_cults_way_fades_with_the_turns_and_ends(self):
        moves = [
            {"event": "cult_moved", "from": [0, step], "to": [0, step + 1], "direction": "S"}
            for step in range(4)
        ]
        turn = {"event": "turn", "hero": "Ada"}
        traces = play(Cult(RIVER), [moves[0], turn, moves[1], turn, moves[2], turn, moves[3]]).traces
        assert [(trace.origin, trace.to, trace.age) for trace in traces] == [
            ((0, 1), (0, 2), 2),
            ((0, 2), (0, 3), 1),
            ((0, 3), (0, 4), 0),
        ]

    def test_a_pull_and_a_ritual(self):
        events = [
            {"event": "pulled", "from": [0, 0], "to": [1, 0], "town": "Mill"},
            {"event": "ritual", "radius": 2, "at": [1, 0]},
        ]
        assert play(Cult(RIVER), events).traces == (Trace("cult", (1, 0), (0, 0)), Trace("ritual", (1, 0)))


def test_a_name_with_anything_in_it_is_shown_on_one_line_and_stays_what_it_is():
    name = "A\u202eda\u200b\nthe\x1b[2J Great"
    cult = Cult(RIVER, [{"name": name, "at": [0, 1], "life": 5, "stamina": 4}])
    cult.do("move_hero", hero=name, path=[[0, 0]])
    told = play(cult, cult.events)
    shown = "Ada the[2J Great"
    assert told.sheets[0].title == shown
    assert told.log[0].text == f"{shown} goes to Forge"
    assert told.asked.startswith(f"{shown}'s turn")
    move = next(one for one in told.choices if one.body["do"] == "move_hero")
    assert (move.group, move.body["hero"]) == (shown, name)


class TestLog:
    @pytest.mark.parametrize("is_one_command", [True, False])
    def test_a_knock_out_is_told_from_an_escape_and_a_step(self, is_one_command):
        returned = {"event": "challenge_returned", "hero": "Ada", "colour": "red", "cult": True}
        moved = {"event": "hero_moved", "hero": "Ada", "to": [1, 0]}
        commands = [[returned, moved]] if is_one_command else [[returned], [moved]]
        log = play(Cult(RIVER), maps.happened(commands)).log
        assert log[-1].text == (
            "Ada is knocked out and carried to Mill" if is_one_command else "Ada goes to Mill"
        )


class TestChoices:
    def test_a_face_with_a_word_that_is_on_no_space_can_be_entered(self):
        cult = Cult(RIVER, [(0, 2)])
        cult.do("end_turn")
        (form,) = play(cult).choices
        assert "other" in [option.value for option in form.fields[0].options]
        cult.roll("other")
        assert cult.events[-2]["event"] in {"cult_stays", "turn"}

    def test_the_table_enters_cards_and_the_end_of_the_turn(self):
        cult = Cult(RIVER, [(0, 2)])
        assert play(cult).choices[0].body == {"do": "end_turn"}
        assert labels(cult, "An Encounter was drawn") == [colour.capitalize() for colour in COLOURS]
        assert labels(cult, "An Event was drawn") == ["I", "II", "III", "IV", "V"]

    def test_whose_turn_it_is_comes_first_and_everybody_can_move(self):
        cult = Cult(RIVER, [(0, 2), (1, 1)]).put(turn=1)
        groups = [one.group for one in play(cult).choices if one.body["do"] == "move_hero"]
        assert groups == ["Ben", "Ada"]
        (field,) = choice(cult, "Ben", "Move").fields
        assert (field.kind, field.start) == ("path", (1, 1))

    def test_a_challenge_at_a_jewel_with_the_towns_of_a_knock_out(self):
        cult = Cult(RIVER, [(0, 1)])
        assert labels(cult, "Ada") == [
            "Move",
            "Won the green challenge",
            "Escaped from it",
            "Knocked out by it",
        ]
        (towns,) = choice(cult, "Ada", "Knocked out by it").fields
        assert [(option.label, option.at) for option in towns.options] == [
            ("Forge", (0, 0)),
            ("Mill", (1, 0)),
        ]
        assert labels(cult.flip((0, 1)), "Ada")[1] == "Won the green cultist"

    def test_no_red_challenge_without_a_card(self):
        cult = Cult(RIVER, [(1, 0)])
        assert len(labels(cult, "Ada")) == 4
        assert labels(Cult(RIVER, [(1, 0)], decks={"red": 0}), "Ada") == ["Move"]

    def test_a_brand_that_can_be_removed(self):
        cult = Cult(RIVER, [(0, 2)]).put_hero(0, markers=1)
        assert labels(cult, "Ada")[-1] == "Remove a brand for an experience point"

    def test_the_die_is_entered_by_its_terrains(self):
        cult = Cult(around(1, "river lava"), [(0, 1)])
        cult.do("end_turn")
        (roll,) = play(cult).choices
        (face,) = roll.fields
        assert roll.open
        assert (face.least, face.most, face.nested) == (1, 3, True)
        words = [option.value for option in face.options]
        assert words[0] == "road"
        assert words[-2:] == ["lava", "other"]  # the usual ones, then those of this board

    def test_known_faces_are_one_click_each(self):
        cult = Cult(RIVER, [(0, 2)], movement_die="placeholder")
        cult.do("end_turn")
        *faces, other = play(cult).choices
        assert [face.body["values"] for face in faces][:2] == [[["road"]], [["plains", "river"]]]
        assert not other.open

    def test_ways_and_towns_are_clicked_on_the_map_and_colours_are_buttons(self):
        cult = Cult(around(2, "river", q0r2="hills town=East", q1r1="hills town=West"), [(0, 1)])
        cult.end_turn("river")
        ways = [(one.body["option"], one.at) for one in play(cult).choices]
        assert ways[0] == ("N", (0, -1))
        assert len(ways) == 6
        cult.choose("S")
        towns = [(one.body["option"], one.at) for one in play(cult).choices]
        assert towns == [([0, 2], (0, 2)), ([1, 1], (1, 1))]
        cult = Cult(RIVER, [(0, 1)]).put_hero(0, cultists=(1, 1, 0, 0)).put(marker=(0, 2))
        cult.move("Ada", (0, 2))
        asked = play(cult)
        assert asked.about == ("hero Ada",)
        assert [(one.body["option"], one.at) for one in asked.choices] == [("green", None), ("yellow", None)]
