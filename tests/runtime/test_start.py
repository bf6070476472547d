"""Which game an operator begins, with what: named or configured, what fits, and what is refused."""

import asyncio

import pytest

from runeheart.games.registry import GAMES
from runeheart.runtime.config import check
from runeheart.surface.api import SurfaceSettings
from support.ports import Rig

ADA = {"name": "Ada", "life": 5, "stamina": 4}


def configured(**tables):
    config, problems = check(tables)
    assert problems == []
    return config.surface()


async def start(folder, settings=None, /, **args):
    async with Rig(folder, settings=settings) as rig:
        answer = await rig.verb("start", **args)
        return answer, rig.prop.session.record, rig.state


@pytest.mark.parametrize("game", ["heart", "ruin", "cult"])
def test_a_game_by_its_name_whatever_the_prop_plays(tmp_path, game):
    answer, record, _ = asyncio.run(start(tmp_path, game=game))
    assert (answer.result, answer.data["game"], record.game) == ("done", game, game)


@pytest.mark.parametrize("game", ["heart", "ruin", "cult"])
def test_without_a_name_the_one_that_the_prop_plays(tmp_path, game):
    answer, _, _ = asyncio.run(start(tmp_path, configured(prop={"game": game})))
    assert answer.data["game"] == game


def test_a_prop_that_plays_all_wants_a_name_or_what_only_one_takes(tmp_path):
    everything = configured(prop={"game": "choose"})
    answer, _, _ = asyncio.run(start(tmp_path, everything))
    assert answer.why == "say which game: heart, ruin or cult; this prop plays all of them"
    answer, _, state = asyncio.run(start(tmp_path, everything, difficulty="hard"))
    assert (answer.result, state.difficulty) == ("done", "hard")


def test_what_is_configured_counts_but_for_what_is_said(tmp_path):
    settings = configured(
        ruin={"life": 20, "keywords": ["Nurturer"], "board": "narrows", "house": {"attack": "may"}}
    )
    answer, record, state = asyncio.run(start(tmp_path, settings, game="ruin", life=7, corruption=True))
    assert (answer.data["life"], answer.data["keywords"], answer.data["corruption"]) == (
        7,
        ["Nurturer"],
        True,
    )
    assert state.setup.house.attack == "may"
    assert record.setup["board"]["title"] == "narrows"  # the whole board: a copy of the journal suffices


def test_a_board_of_ours_by_its_name(tmp_path):
    _, record, _ = asyncio.run(start(tmp_path, game="cult", board="realm"))
    assert record.setup["board"]["title"] == "realm"
    assert len(record.setup["board"]["spaces"]) > 100


def test_heroes_begin_in_the_forge_unless_they_are_placed(tmp_path):
    heroes = [ADA, {**ADA, "name": "Ben", "at": [1, 0]}]
    answer, record, _ = asyncio.run(start(tmp_path, game="cult", heroes=heroes))
    forge = record.setup["board"]["forge"]
    assert [hero["at"] for hero in answer.data["heroes"]] == [forge, [1, 0]]


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"game": "hart"}, 'there is no game "hart"; did you mean "heart"?'),
        ({"game": 3}, "game must be a word, not 3"),
        ({"game": "cult", "difficulty": "easy"}, "difficulty is for the heart; the cult takes board, heroes"),
        (
            {"game": "heart", "board": "narrows"},
            "board is for the ruin and the cult; the heart takes difficulty",
        ),
        ({"game": "ruin", "heroes": [ADA]}, "heroes is for the cult; the ruin takes board"),
        ({"life": 3}, "this prop plays the heart if no game is named, and life is for the ruin;"),
        ({"game": "ruin", "life": 0}, "life: 0 is not a whole number from 1"),
        ({"game": "ruin", "dice": "maybe", "life": "x"}, 'life: "x" is not a whole number'),
        ({"game": "ruin", "dice": "maybe", "life": "x"}, '; dice: "maybe" is not one of ask, auto'),
        ({"game": "ruin", "board": "/etc/passwd"}, 'board: "/etc/passwd" is none of ours (hollow, '),
        ({"game": "ruin", "board": 5}, "board: 5 is not a board"),
        ({"game": "ruin", "keywords": ["Nurturer", "Nurturer"]}, "keywords[1]: "),
        ({"game": "cult", "heroes": []}, "heroes: 0 heroes; expected a list of 1 to 6 heroes"),
        ({"game": "cult", "heroes": [ADA] * 7}, "heroes: 7 heroes"),
        (
            {"game": "cult", "heroes": [{"name": "A", "at": [99, 0]}]},
            "heroes[0].at: [99, 0] is off the board",
        ),
        ({"game": "cult", "heroes": 3}, "heroes: 3; expected a list"),
        ({"game": "cult", "heroes": [3]}, "heroes[0]: 3 is not a hero"),
        ({"game": "cult", "dice": "auto"}, "movement_die: is missing"),
        (
            {"game": "cult", "house": {"bearing": "last"}},
            'house.bearing: "last" is not one of fixed, last_move',
        ),
        ({"game": "cult", "heroes": [{**ADA, "name": "\udc00"}]}, "half a character"),
    ],
)
def test_what_does_not_fit_is_refused_with_every_reason(tmp_path, args, why):
    answer, record, state = asyncio.run(start(tmp_path, **args))
    assert answer.result == "refused"
    assert why in answer.why
    assert (record, state) == (None, None)


def test_the_daemons_log_tells_what_is_odd_about_a_board(tmp_path, caplog):
    board = {"hexes": [[0, 0], [1, 0], [5, 5]], "mother": [5, 5], "start": [0, 0], "broods": []}
    answer, _, _ = asyncio.run(start(tmp_path, game="ruin", board=board))
    assert answer.result == "done"
    said = [record.getMessage() for record in caplog.records if record.levelname == "WARNING"]
    assert "ruin: board.broods: there are 0; the rules begin with 12" in said
    assert any("no way leads from the start" in line for line in said)


class TestStatus:
    @pytest.mark.parametrize("game", ["ruin", "cult"])
    def test_all_that_is_public_and_what_is_asked_in_words(self, tmp_path, game):
        async def play():
            async with Rig(tmp_path) as rig:
                await rig.verb("start", game=game)
                status = rig.prop.status()
                view = GAMES[game].view(rig.state)
                assert {key: status[key] for key in view} == view
                assert status["ask"] == GAMES[game].ask(rig.state).json()
                assert status["asked"]
                assert str(rig.prop.session.record.seed) not in str(status)

        asyncio.run(play())

    def test_no_key_of_a_game_hides_one_of_the_prop(self, tmp_path):
        async def play():
            async with Rig(tmp_path) as rig:
                of_the_prop = rig.prop.status().keys() - {"game"}
                for game in ("ruin", "cult"):
                    await rig.verb("start", game=game)
                    assert not of_the_prop & GAMES[game].view(rig.state).keys()
                    assert rig.prop.status()["name"] == "RUNEHEART"
                    await rig.verb("reset")

        asyncio.run(play())

    def test_the_heart_tells_what_is_asked_too(self, tmp_path):
        async def play():
            async with Rig(tmp_path, settings=SurfaceSettings()) as rig:
                await rig.begin()
                assert "read" in rig.prop.status()["ask"]["commands"]
                await rig.verb("abandon")
                assert rig.prop.status()["ask"] is None

        asyncio.run(play())
