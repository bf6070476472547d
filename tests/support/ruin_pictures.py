"""Screens of the games that ask to look at, the Ruin's: for golden pictures and for docs/playing.md."""

from msgspec.structs import replace

from support.ruin import board
from support.seated import Seated
from support.ways import enter

BROODS = ((1, -1, 4), (0, -1, 3), (0, 1, 2), (-1, 0), (3, 0, 4), (-2, 2, 1), (0, -3, 2), (1, -4, 1))


def _seated(*commands, broods=BROODS, **setup):
    """Players after some commands of others, when all that was shown of them is over."""
    setup.setdefault("board", board(*broods, radius=4, mother=(1, -4)))
    seated = Seated("ruin", {"ties": "ask", "defense": "ask", "life": 20, **setup})
    for command in commands:
        seated.command(command)
    seated.wait(10_000)
    return seated


def _shot(seated, *path):
    """Return the screen after a path was entered."""
    if path:
        enter(seated, path)
    return seated.screen


def _commit(stars):
    return {"do": "commit_move", "stars": stars}


def _roll(*values):
    return {"do": "roll", "values": list(values)}


STEP, STAY, ENTER = (_commit(3),), (_commit(0),), (_commit(1), {"do": "step", "to": "N"})
ATTACK = (*STAY, {"do": "attack", "stars": 3, "targets": [2, 3, 4]})
DRIFT = (*STAY, {"do": "end_move"})
NEAR_HER = board((2, -1, 4), (0, -2, 1), (-1, 1, 2), mother=(1, -1), radius=2)
THERE = board((2, -1, 4), (-1, 1, 2), mother=(0, 0), radius=2)
ON_HER = board((1, -1, 3), (2, 0, 2), mother=(1, -1), radius=2)


def _screens():
    yield "commit", _shot(_seated())
    yield "step", _shot(_seated(*STEP))
    yield "step-charged", _told(_seated(), _commit(3))
    yield "list", _shot(_seated(*STAY))
    yield "entered", _shot(_seated(*ENTER))
    yield "stars", _shot(_seated(*STAY), "attack")
    yield "attack", _shot(_seated(*STAY), "attack", 2, 2)
    yield "use", _shot(_seated(*ENTER), "stealth", 3)
    yield "which-near", _shot(_seated(*ENTER), "stealth", 3, "prevent_discharge")
    far = _seated(*ENTER)
    enter(far, ("attunement", 3, "move"))
    far.tap("nature", "nature")
    yield "which-far", far.screen
    far.tap("moon")
    yield "where", far.screen
    yield "roll", _shot(_seated(*ATTACK))
    yield "roll-more", _shot(_seated(*ATTACK), 2, 4)
    yield "roll-burst", _shot(_seated(*DRIFT, _roll("SE"), keywords=["Desecrator"], broods=((3, 0),)))
    yield "compass", _shot(_seated(*DRIFT))
    yield "defense", _shot(_seated(*ATTACK, _roll(4, 4, 3, 4)))
    yield "defense-digits", _shot(_seated(*ATTACK, _roll(4, 4, 3, 4)), 1)
    yield "destroyed", _told(_seated(*STAY), ATTACK[-1])
    yield "not-asked-for", _refused(_seated(*ATTACK))
    yield "burst", _told(_seated(*DRIFT, broods=((3, 0),)), _roll("SE"), _roll(8))
    yield "mother", _shot(_seated(*STEP, board=NEAR_HER))
    yield "mother-here", _shot(_seated(*STEP, board=THERE))
    yield "mother-covered", _shot(_seated(*STEP, board=ON_HER, life=None))
    yield "power-lost", replace(_shot(_seated(*STEP)), message=("Power was lost", "press to go on"))
    yield "leave", _left(_seated(*STEP))
    yield "leave-refused", _left(_seated(*STEP), "moon")
    yield "games", _chosen()
    yield "games-refused", _chosen("moon")
    won = _seated(*DRIFT, board=board(start=(0, -3)), dice="auto", ties="auto", defense="none", life=None)
    yield "resolved", won.screen
    yield "resolved-operator", replace(won.screen, again=False)
    yield "defeated", _seated(*ATTACK, _roll(4, 4, 4, 4), {"do": "number", "value": 0}, life=3).screen
    yield "again-refused", replace(won.screen, message=("A game is under way",))


def _told(seated, *commands):
    for command in commands:
        seated.command(command)
    return seated.screen


def _refused(seated):
    seated.rolls("d8", 3)
    return seated.screen


def _left(seated, *buttons):
    seated.hold("sun")
    seated.tap(*buttons)
    return seated.screen


def _chosen(*buttons):
    seated = Seated("choose", begin=False)
    seated.tap("sun", *buttons)
    return seated.screen


SCREENS = dict(_screens())

IN_DOCS = ("commit", "step", "entered", "which-near", "which-far", "roll-more", "resolved", "games")
"""What docs/playing.md shows."""
