"""Screens to look at: one of each kind and what changes it, for golden pictures and for docs/playing.md."""

import os
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from runeheart.console.door import dots_of
from runeheart.games.heart.printed import SIGNS
from runeheart.surface.api import Door
from runeheart.surface.views import (
    AttractScreen,
    BankScreen,
    ChoiceScreen,
    ClueScreen,
    EndScreen,
    HintScreen,
    HoldsScreen,
    PausedScreen,
    PlaceScreen,
    PlayScreen,
    ReadyScreen,
    ServiceScreen,
    SignScreen,
    SubmitScreen,
)

FAILURES = Path(__file__).parents[1] / "failures"
NORMAL = ("fire", None, None, "moon", None)
HARD = ("sun", "nature", None, "storm", "water", None)
DOOR = Door("http://192.168.178.23:8080", dots_of("http://192.168.178.23:8080"))
FAR_DOOR = Door("http://escape-room-prop-1.local:8080", dots_of("http://escape-room-prop-1.local:8080"))
ALL = ("fire", "sun", "water", "moon", "storm", "nature")

SCREENS = {
    "attract": AttractScreen("RUNEHEART"),
    "attract-long-name": AttractScreen("The Ruin under Saint Brân's Well"),
    "service": ServiceScreen(DOOR),
    "service-long": ServiceScreen(FAR_DOOR),
    "service-off": ServiceScreen(None),
    "choice": ChoiceScreen((("easy", 4, "10:00"), ("normal", 5, "7:00"), ("hard", 6, "5:00"))),
    "choice-refused": ChoiceScreen(
        (("easy", 4, "10:00"), ("normal", 5, "7:00"), ("hard", 6, "5:00")), ("Press 1, 2 or 3",)
    ),
    "sign": SignScreen(SIGNS),
    "sign-refused": SignScreen(SIGNS, ("Press 1 to 6",)),
    "ready": ReadyScreen("normal", "7:00"),
    "ready-printed": ReadyScreen("easy", "10:00", chosen=True, sign="crown"),
    "ready-chosen": ReadyScreen("easy", "10:00", chosen=True),
    "play": PlayScreen("6:42", NORMAL, 1, 3, 2, 2, 2),
    "play-first": PlayScreen("6:42", (None,) * 5, 0, 3, 4, 0, 0, ("Hold MOON: help",)),
    "play-easy": PlayScreen("10:00", (None,) * 4, 0, 4, None, 0, 0),
    "play-last-seconds": PlayScreen("9.4", HARD, 1, 2, 0, 6, 4),
    "play-refused": PlayScreen("0:24", HARD, 1, 2, 3, 5, 4, ("SUN is locked",)),
    "play-mistake": PlayScreen("5:12", NORMAL, 2, 3, 2, 3, 2, ("NATURE: not at 2", "-45 seconds")),
    "play-hours": PlayScreen("9h59", NORMAL, 1, 3, 2, 0, 2),
    "play-for-ever": PlayScreen("999h+", NORMAL, 1, 3, 2, 0, 2, ("+999h+",)),
    "play-taken-back": PlayScreen("5:52", NORMAL, 1, 3, 2, 3, 2, ("Taken back:", "the last try")),
    "ready-hours": ReadyScreen("normal", "999h+", chosen=True),
    "place-dropped": PlaceScreen("5:12", "nature", NORMAL, (2, 3, 5), ("One at a time",)),
    "place": PlaceScreen("5:12", "nature", NORMAL, (2, 3, 5)),
    "place-next": PlaceScreen("5:12", "storm", NORMAL, (2,), ("Place 2 is next",)),
    "clue": ClueScreen("5:12", 2, 4, "Nature comes somewhere before Water.", ("nature", "water")),
    "clue-printed": ClueScreen("5:12", 2, 3, "Take a card: read its CROWN line.", ()),
    "clue-long": ClueScreen("9.9", 4, 4, "Storm is in the sequence, but not in place 3.", ("storm",)),
    "clue-two-pages": ClueScreen("5:12", 11, 20, "somewhere before " * 5, ("moon", "sun"), page=1),
    "clue-full-page": ClueScreen("5:12", 11, 20, "somewhere before " * 4, ("moon", "sun")),
    "hint": HintScreen("5:12", "Storm is in place 3."),
    "hint-two-pages": HintScreen(
        "0:48", "Nature, Fire and Water are not in the sequence, and Sun comes before Moon."
    ),
    "possible-answers": BankScreen("3:10", 4, (ALL, ALL[::-1], ALL[2:] + ALL[:2])),
    "final": SubmitScreen("2:12", ("fire", "sun", None, "moon", None), (1, 4)),
    "final-full": SubmitScreen("2:12", ALL, ()),
    "final-refused": SubmitScreen("2:12", (*ALL[:5], None), (), ("1 more rune",)),
    "holds": HoldsScreen("3:01", ("Tap a rune to try it",)),
    "paused": PausedScreen("3:12"),
    "paused-refused": PausedScreen("0:09", message=("Please wait",)),
    "power-lost": PausedScreen("3:12", "3:12"),
    "power-lost-refused": PausedScreen("3:12", "3:12", ("Hold SUN to go on",)),
    "defused": EndScreen("defused", (), "2:31", ALL[:5]),
    "exploded": EndScreen("exploded", ("timer",), "0:00", ALL[:4]),
    "exploded-twice": EndScreen("exploded", ("mistakes", "timer"), "0:00", ALL),
    "abandoned": EndScreen("abandoned", (), "3:20", ALL),
}

IN_DOCS = (
    "attract",
    "service",
    "choice",
    "sign",
    "ready-chosen",
    "clue",
    "play",
    "play-last-seconds",
    "place",
    "play-mistake",
    "final",
    "holds",
    "power-lost",
    "defused",
    "exploded",
)
"""What docs/playing.md shows."""


def enlarged(image, times):
    """Return a picture with each dot `times` as big."""
    return image.convert("L").resize((image.width * times, image.height * times), Image.Resampling.NEAREST)


def framed(image, times=4, edge=10):
    """Return a picture as it stands in the docs: enlarged, in a thin bezel."""
    big = enlarged(image, times)
    whole = Image.new("L", (big.width + 4 * edge, big.height + 4 * edge), 255)
    pen = ImageDraw.Draw(whole)
    pen.rounded_rectangle((0, 0, whole.width - 1, whole.height - 1), radius=edge, fill=40)
    pen.rectangle((edge, edge, whole.width - 1 - edge, whole.height - 1 - edge), fill=0)
    whole.paste(big, (2 * edge, 2 * edge))
    return whole


def same(found, path):
    """Compare a picture with the one in a file, or put it there when pictures are renewed."""
    if os.environ.get("RENEW_PICTURES"):
        path.parent.mkdir(parents=True, exist_ok=True)
        found.save(path, optimize=True)
    with Image.open(path) as expected:
        if (found.mode, found.size, found.tobytes()) == (expected.mode, expected.size, expected.tobytes()):
            return
        FAILURES.mkdir(exist_ok=True)
        enlarged(found, 6).save(FAILURES / path.name)
        enlarged(expected, 6).save(FAILURES / f"{path.stem}-expected.png")
    pytest.fail(f"{path.name} is another picture: compare {FAILURES / path.name} with …-expected.png")
