"""The Cult's screens to look at: each kind and what changes it, for golden pictures and the docs."""

from runeheart.surface.cult_views import (
    MARK_WIDTH,
    Cell,
    CellsScreen,
    CultEndScreen,
    CultScreen,
    Dot,
    HeroesScreen,
    HeroLine,
    HeroMark,
    PathScreen,
    Score,
    TextScreen,
    Way,
    WayScreen,
)
from runeheart.surface.short_names import shorts
from runeheart.surface.wording import counted

NAMES = ("Ada", "Ben", "Cyr", "Dorothea", "Eve", "Fay")
ALIKE = ("Ada", "Adam", "Adalbert", "Ольга", "Олег", "Mmmm")
SIDES = ("N", "NE", "SE", "S", "SW", "NW")
MARKS = tuple(
    HeroMark(name, brands, out=name == "Eve", short=name[:3])
    for name, brands in zip(NAMES, (0, 2, 1, 10, 3, 0), strict=True)
)
KINDS = {(1, 1): "town", (-1, -3): "taken", (2, -2): "jewel", (-2, 2): "cultist", (0, -4): "marker"}
DOTS = tuple(
    Dot(column, half_row, KINDS.get((column, half_row), "space"))
    for column in range(-3, 4)
    for half_row in range(-5, 6)
    if (column + half_row) % 2 == 0
)
DIE = ("road", "river", "hills", "forest", "swamp")
TOWNS = (
    ("Riverwatch", "S"),
    ("Stonehollow", "NE 2"),
    ("Emberforge", "here"),
    ("Fenwick", "NW 3"),
    ("Eastmere", "SW 12"),
)


def _scores(count, *winners):
    return tuple(
        Score(name, 4 * place, place, 5 * place, wins=name in winners)
        for place, name in enumerate(NAMES[:count], 2)
    )


def _die(*picked, message=()):
    cells = (*(Cell(word, is_picked=word in picked) for word in DIE), Cell("more", "1 of 2"))
    return CellsScreen(", ".join(picked) or "Die shows?", cells, "hold MOON: ok" if picked else "", message)


STORY = (
    "The cult turned south-west at the edge and took Riverwatch.",
    "Ada was branded, gave up a red cultist and has Life 3 and Stamina 2 now.",
)
STORY_LINES = (
    "The cult turned south-",
    "west at the edge and took",
    "Riverwatch. Ada was",
)

SCREENS = {
    "home": CultScreen("Ada", 5, "NW", 3, 8, "Millford", 4, 18, 7, 26, MARKS[:2]),
    "home-six": CultScreen("Dorothea", 2, "SE", 3, 8, "Riverwatch", 17, 22, 25, 30, MARKS),
    "home-first": CultScreen("Cyr", None, None, 1, 8, None, 0, 19, 0, 27, MARKS[:3]),
    "home-turned": CultScreen("Ada", 0, "SW", 8, 8, "Stonehollow", 4, 20, 7, 28, MARKS[:4]),
    "home-long-name": CultScreen("Benedikt der Grosse", 3, "S", 1, 3, None, 0, 18, 0, 26, MARKS[:1]),
    "home-alike": CultScreen(
        "Adalbert",
        5,
        "NW",
        3,
        8,
        "Millford",
        4,
        18,
        7,
        26,
        tuple(
            HeroMark(name, 1, short=short)
            for name, short in zip(ALIKE, shorts(ALIKE, MARK_WIDTH), strict=True)
        ),
    ),
    "home-said": CultScreen(
        "Ben", 4, "SW", 3, 8, "Millford", 4, 18, 7, 26, MARKS[:2], ("The cult went", "south-west.")
    ),
    "menu": CellsScreen(
        "Menu",
        (
            Cell("Encounter"),
            Cell("Event"),
            Cell("Move"),
            Cell("Challenge"),
            Cell("Brand off", can=False),
            Cell("Look"),
        ),
        "hold MOON: end turn",
    ),
    "die": _die(),
    "die-picked": _die("road", "hills"),
    "die-faces": CellsScreen(
        "Die shows?",
        (
            Cell("road"),
            Cell("plains", "river"),
            Cell("hills", "road"),
            Cell("forest", "plains"),
            Cell("mountains", "swamp"),
            Cell("forest", "river hills"),
        ),
    ),
    "die-three": _die("forest", "river", "swamp"),
    "die-said": _die(message=("The cult went north-west",)),
    "colours": CellsScreen(
        "Encounter?",
        tuple(
            Cell(one, counted(rank, "roll")) for rank, one in enumerate(("green", "yellow", "blue", "red"), 1)
        ),
        "hold SUN: back",
    ),
    "numbers": CellsScreen(
        "Event?", tuple(Cell(one) for one in ("I", "II", "III", "IV", "V")), "hold SUN: back"
    ),
    "heroes-to-choose": CellsScreen(
        "Who moves?", tuple(Cell(name, "Riverwatch") for name in NAMES), "hold SUN: back"
    ),
    "results": CellsScreen(
        "Ada: yellow cultist",
        (Cell("Won"), Cell("Escaped"), Cell("Knocked", "out"), Cell("Other", "hero")),
        "hold SUN: back",
    ),
    "towns": CellsScreen(
        "Ada goes to", (*(Cell(*town) for town in TOWNS), Cell("more", "1 of 2")), "hold SUN: back"
    ),
    "way": WayScreen(
        "Which way does the cult go?",
        (Way(5, "NW", "forest, road"), Way(0, "N", "river"), Way(1, "NE", "Stonehollow, road")),
    ),
    "pull": WayScreen(
        "Which town does it enter?",
        tuple(Way(slot, side, "Stonehollow, mountains") for slot, side in enumerate(SIDES)),
        ("The cult went north",),
    ),
    "path": PathScreen("Dorothea", 0, "Riverwatch", "plains, river, road", DOTS, ((0, 0),)),
    "path-steps": PathScreen(
        "Ada", 3, "0304", "red cultist, hills, mountains", DOTS, ((-1, 5), (-1, 3), (0, 2), (0, 0))
    ),
    "path-refused": PathScreen("Ada", 1, "0304", "", DOTS[20:], ((0, 2), (0, 0)), ("Not that way",)),
    "heroes": HeroesScreen(tuple(HeroLine(one.name, 5, 4, one.brands, 12, one.out) for one in MARKS)),
    "story": TextScreen("Ben's turn", (*STORY_LINES, "branded, gave up a red…"), whole=STORY),
    "story-of-six": TextScreen("What happened", (*STORY_LINES, *STORY_LINES), 1, 5, STORY),
    "end": CultEndScreen("The pile is full", _scores(2, "Ben")),
    "end-shared": CultEndScreen("No red cultist is left", _scores(3, "Ada", "Ben")),
    "end-five": CultEndScreen("The points are reached", _scores(5, "Ben", "Dorothea", "Eve")),
    "end-six": CultEndScreen("No hero is left", _scores(6)),
}

IN_DOCS = ("home", "home-six", "menu", "die-picked", "way", "path-steps", "towns", "story", "end-shared")
"""What docs/playing.md shows."""
