"""The evening as a story: what each event says, and the score sheet."""

import pytest

from runeheart.games.cult.story import Story
from support.cult import FORGE, Cult, a_hero, around


def story_of(*tables):
    """Tell what was said at a table, answer by answer."""
    story = Story()
    for events in tables:
        for event in events:
            story.tell(event)
    story.finish()
    return story


def moves(*events):
    return story_of(
        [{"event": "rolled", "die": "movement", "values": [["river", "road"]], "why": "end_turn"}, *events]
    ).lines


def edge(to, before="N"):
    return {"event": "bearing", "from": before, "to": to, "why": "edge"}


def step(direction):
    return {"event": "cult_moved", "from": [0, 0], "to": [0, 1], "direction": direction}


PULLED = {"event": "pulled", "from": [0, 1], "to": [1, 1], "town": "Mill"}
TOOK = {"event": "infiltrated", "town": "Mill", "at": [1, 1]}


@pytest.mark.parametrize(
    ("events", "told"),
    [
        ([step("SW")], "the cult went south-west"),
        ([{"event": "cult_stays"}], "the cult found no way by river or road"),
        ([step("N"), TOOK], "the cult went north and took Mill"),
        ([edge("SW"), step("SW"), TOOK], "the cult turned south-west at the edge and took Mill"),
        ([edge("SW"), step("S")], "the cult turned south-west at the edge and went south"),
        ([edge("NW", "NE"), edge("SW", "NW"), step("SW")], "the cult turned south-west at the edge"),
        (
            [edge("S"), {"event": "cult_stays"}],
            "the cult turned south at the edge and found no way by river or road",
        ),
        ([step("SE"), PULLED, TOOK], "the cult went south-east, was drawn into Mill and took it"),
        ([step("SE"), PULLED], "the cult went south-east and was drawn into Mill"),
        (
            [step("SE"), {"event": "bearing", "from": None, "to": "SE", "why": "first_move"}],
            "the cult went south-east",
        ),
        (
            [step("SE"), {"event": "cultist_made", "at": [0, 1], "colour": "blue"}],
            "the cult went south-east and made a blue cultist at 0102",
        ),
    ],
)
def test_a_move_of_the_cult_is_a_sentence(events, told):
    assert moves(*events) == [f"Turn 1: {told}."]


def test_each_move_and_each_turn_has_its_own():
    spaces = {FORGE: "plains town=Forge", (0, 1): "river", (0, 2): "road"}
    cult = Cult(spaces, [FORGE])
    told = [cult.encounter("yellow"), cult.roll("river"), cult.roll("road")]
    told += [cult.do("end_turn"), cult.roll("lava"), cult.do("end_turn"), cult.roll("lava")]
    assert story_of(*told).lines == [
        "Turn 1: a yellow Encounter was drawn, card 1 of 18.",
        "Turn 1: the cult went south.",
        "Turn 1: the cult went south.",
        "Turn 1: the cult turned north at the edge and found no way by lava.",
        "Turn 2: the cult found no way by lava.",
    ]


def test_events_and_rituals():
    cult = Cult(around(1, q0r1="plains town=Mill jewel=red"), [(0, 1), (0, -1)])
    cult.put_hero(0, cultists=(1, 0, 0, 0))
    assert story_of(cult.event(4), cult.challenge("Ada"), cult.event(1)).lines == [
        "Turn 1: Event IV was drawn, card 1 of 18.",
        "Turn 1: a ritual reached 4 spaces around 0101.",
        "Turn 1: Ben was branded and has Life 4 and Stamina 3 now.",
        "Turn 1: the cult made a red cultist at 0102 and took Mill.",
        "Turn 1: Ada was branded, gave up a green cultist and has Life 4 and Stamina 3 now.",
        "Turn 1: Ada defeated a red cultist for 4 points.",
        "Turn 1: Event I was drawn, card 2 of 18.",
        "Turn 1: a jewel was replenished.",
        "Turn 1: a ritual reached 1 space around 0101.",
        "Turn 1: Ben was branded and has Life 3 and Stamina 2 now.",
        "Turn 1: the cult made a red cultist at Mill.",
        "Turn 1: Ada was branded, gave up a red cultist and has Life 3 and Stamina 2 now.",
    ]


def test_several_jewels_are_counted():
    told = story_of([{"event": "replenished", "count": 3}, {"event": "replenished", "count": 0}])
    assert told.lines == ["Turn 1: 3 jewels were replenished."]


KNOCKED_OUT = (
    "Turn 1: Ada was knocked out by a green cultist and carried to 0101,"
    " was branded and has Life 4 and Stamina 3 now."
)


def test_heroes_on_their_way():
    spaces = {FORGE: "plains town=Forge", (0, 1): "river jewel=green", (0, 2): "road", (0, 3): "road"}
    cult = Cult(spaces, [(0, 2), a_hero(1, (0, 3), life=1)])
    told = [
        cult.move("Ada", (0, 3), (0, 2), (0, 1)),
        cult.challenge("Ada", "escaped"),
        cult.flip((0, 1)).challenge("Ada", "knocked_out", FORGE),
        cult.do("remove_brand", hero="Ada"),
        cult.move("Ada", (0, 1)),
        cult.challenge("Ada"),
        cult.move("Ada", (0, 2)),
        cult.move("Ben", (0, 2), (0, 1), FORGE),
    ]
    assert story_of(*told).lines == [
        "Turn 1: Ada went to 0102 and escaped from a green challenge.",
        KNOCKED_OUT,
        "Turn 1: Ada was healed of a brand, 0 left.",
        "Turn 1: Ada went to 0102 and defeated a green cultist for 1 point.",
        "Turn 1: Ada went to 0103.",
        "Turn 1: Ben went to 0101, was branded, has Life 0 and Stamina 3 now and was lost to the cult.",
    ]


def test_an_escape_at_the_very_end_is_told_too():
    cult = Cult({FORGE: "plains town=Forge jewel=blue"}, [FORGE])
    assert story_of(cult.challenge("Ada", "escaped")).lines == ["Turn 1: Ada escaped from a blue challenge."]
    cult.challenge("Ada")
    assert story_of(cult.events).lines == ["Turn 1: Ada won a blue challenge."]


def end(cult):
    return story_of(cult.put(pile=17).event(1))


def test_the_score_sheet_at_the_end():
    # C-022, C-085
    cult = Cult({FORGE: "plains town=Forge jewel=red"}, [FORGE, FORGE])
    story = story_of(cult.challenge("Ada"), cult.put(pile=17).event(1))
    assert story.lines[-1] == "Turn 1: the game is over, because the pile is full; Ada wins."
    assert story.sheet == [
        "hero  green  yellow  blue  red  points  bonus  total",
        "Ada       0       0     0    1       4      1      5  wins",
        "Ben       0       0     0    0       0      0      0",
    ]


def test_a_shared_victory_and_none():
    # CA-26, CA-20
    cult = Cult({FORGE: "plains town=Forge"}, [FORGE, FORGE])
    assert end(cult).lines[-1].endswith("the pile is full; Ada and Ben win.")
    cult = Cult({FORGE: "plains town=Forge"}, [a_hero(0, FORGE, life=1)]).put_hero(0, cultists=(2, 0, 0, 0))
    story = story_of(cult.event(1))
    assert story.lines[-2:] == [
        "Turn 1: Ada was branded, gave up a green cultist, has Life 0 and Stamina 3 now and was lost to the cult.",  # noqa: E501 - a sentence as it is told
        "Turn 1: the game is over, because no hero is left; nobody wins.",
    ]
    assert story.sheet[1].split() == ["Ada", "0", "0", "0", "0", "0", "0", "0"]


def test_a_hero_called_hero_does_not_win_the_heading():
    cult = Cult({FORGE: "plains town=Forge"}, [{**a_hero(0, FORGE), "name": "hero"}])
    assert not end(cult).sheet[0].endswith("wins")


def test_other_events_change_nothing():
    story = story_of([{"event": "state"}, {"event": "next"}, {"event": "chosen"}, {"event": "refused"}])
    assert (story.lines, story.sheet) == ([], [])
