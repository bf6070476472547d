"""The live room: what is told of a game, what is never told, and what each verb answers."""

import asyncio
import json

import pytest

from runeheart.console import document, player
from runeheart.console.stuck import Stuck
from runeheart.runtime.config import ConsoleTable
from support.console import give_passwords
from support.console_prop import ConsoleRig
from support.ports import ANSWER

SECRETS = ("answer", "bank", "seed", "sign", "code", "deck")
VERBS = [
    ("start", {"game": "heart", "difficulty": "easy"}),
    ("pause", {}),
    ("resume", {}),
    ("add-time", {"seconds": 60}),
    ("hint", {"step": 1}),
    ("lock", {"rune": "fire"}),
    ("solve", {}),
    ("undo", {}),
    ("abandon", {}),
    ("reset", {"sweep": True}),
    ("sweep", {}),
    ("acknowledge", {}),
]


def playing(tmp_path, test, **more):
    async def run():
        async with ConsoleRig(tmp_path, **more) as rig:
            await test(rig)

    asyncio.run(run())


def keys_of(value):
    if isinstance(value, dict):
        for key, inside in value.items():
            yield key
            yield from keys_of(inside)
    elif isinstance(value, list):
        for inside in value:
            yield from keys_of(inside)


def test_no_part_of_what_is_told_has_a_secret_in_it_before_the_end(tmp_path):
    async def test(rig):
        await rig.begin()
        await rig.tap("moon")
        for told in (document.look(rig.prop), player.look(rig.prop)):
            assert not set(keys_of(told)) & set(SECRETS)
            json.dumps(told)

    playing(tmp_path, test)


def test_what_passes_with_time_alone_is_in_one_small_part(tmp_path):
    async def test(rig):
        await rig.begin()
        await rig.tap("moon")
        await rig.after(10_000)  # messages are gone
        before = document.look(rig.prop)
        await rig.after(20)
        after = document.look(rig.prop)
        assert {name for name in before if before[name] != after[name]} == {"clock"}
        assert after["clock"]["runs"] is True
        assert after["clock"]["left_s"] < before["clock"]["left_s"]

    playing(tmp_path, test)


def test_runes_that_are_held_and_when_each_was_pressed_last_are_told(tmp_path):
    async def test(rig):
        await rig.after(2_000)
        rig.edge("fire", down=True)
        await rig.after(500)
        told = document.look(rig.prop)
        assert told["runes"]["held"] == ["fire"]
        assert told["runes"]["pressed_s"] == {"fire": pytest.approx(2.0)}
        assert told["clock"]["now_s"] == pytest.approx(2.5)
        rig.edge("fire", down=False)
        await rig.after(50)
        assert document.look(rig.prop)["runes"]["held"] == []

    playing(tmp_path, test)


@pytest.mark.parametrize(("verb", "args"), VERBS)
def test_a_verb_that_does_not_fit_is_refused_with_the_reason(tmp_path, verb, args):
    async def test(rig):
        answer = await rig.ask("POST", f"/api/v1/verbs/{verb}", args)
        if answer.status_code == 200:
            assert verb in {"start", "reset", "sweep", "acknowledge"}
            assert answer.json()["result"] == "done"
        else:
            assert answer.status_code == 409
            assert answer.json()["result"] == "refused"
            assert len(answer.json()["why"]) > 10

    playing(tmp_path, test)


def test_every_verb_of_a_game_is_done_and_in_the_journal_with_who_did_it(tmp_path):
    async def test(rig):
        async def done(verb, **args):
            answer = await rig.ask("POST", f"/api/v1/verbs/{verb}", args)
            assert answer.status_code == 200, answer.text

        await rig.begin()
        assert (await rig.ask("POST", "/api/v1/commands", {"do": "read"})).status_code == 200
        await done("pause")
        await done("resume")
        await done("add-time", seconds=60)
        await done("add-time", seconds=-60)
        await done("hint", step=1)
        await done("hint", step=1, show=True)
        await done("lock", rune="moon")
        assert rig.state.slots[3] == "moon"
        await done("lock")
        await done("undo")
        await done("solve")
        assert rig.state.outcome == "defused"
        rows = rig.prop.session._rows
        assert {row.source for row in rows} == {"console"}
        notes = [row.body for row in rows if row.kind == "note"]
        assert [note["do"] for note in notes] == ["hint", "show_hint"], "read first, then shown: one hint"
        log = [(line["who"], line["lines"]) for line in document.look(rig.prop)["log"]]
        assert ("console", ["Hint given"]) in log
        assert ("console", ["Hint shown on the prop"]) in log
        await done("undo")
        assert rig.state.phase == "running"
        await done("abandon")
        await done("reset", sweep=True)
        assert rig.prop.session.table is None
        assert rig.prop.swept

    playing(tmp_path, test)


def test_what_is_chosen_for_what_was_seen_does_nothing_if_the_game_went_on(tmp_path):
    async def test(rig):
        await rig.begin()
        seq = document.look(rig.prop)["seq"]
        assert (await rig.ask("GET", "/api/v1/status")).json()["seq"] == seq
        command, undo = f"/api/v1/commands?seq={seq}", f"/api/v1/verbs/undo?seq={seq}"
        assert (await rig.ask("POST", command, {"do": "read"})).status_code == 200
        for late, body in ((command, {"do": "draw"}), (undo, {})):
            answer = await rig.ask("POST", late, body)
            why = "the game went on in the meantime; look again"
            assert (answer.status_code, answer.json()["why"]) == (409, why)
        assert (await rig.ask("POST", f"/api/v1/verbs/undo?seq={seq + 1}", {})).status_code == 200
        for bad in ("x", "-1", "null"):
            assert (await rig.ask("POST", f"/api/v1/verbs/undo?seq={bad}", {})).status_code == 400
        told = (await rig.ask("GET", "/api/v1/openapi.json")).json()["paths"]
        for path in ("/api/v1/commands", "/api/v1/verbs/undo"):
            (seq,) = told[path]["post"]["parameters"]
            assert (seq["name"], seq["in"], seq.get("required", False)) == ("seq", "query", False)
            assert seq["schema"]["type"] == "integer"

    playing(tmp_path, test)


def test_lights_are_not_swept_while_a_game_has_them(tmp_path):
    async def test(rig):
        await rig.begin()
        answer = await rig.ask("POST", "/api/v1/verbs/sweep", {})
        assert (answer.status_code, "under way" in answer.json()["why"]) == (409, True)
        bad = await rig.ask("POST", "/api/v1/verbs/reset", {"sweep": "yes"})
        assert bad.status_code == 400
        assert bad.json()["why"].startswith("sweep:")
        assert rig.prop.session.table is not None

    playing(tmp_path, test)


def test_the_answer_is_for_an_operator_who_asks_for_it_and_is_logged(tmp_path, caplog):
    async def test(rig):
        assert (await rig.ask("POST", "/api/v1/answer", {})).status_code == 409
        await rig.begin()
        with caplog.at_level("INFO"):
            answer = await rig.ask("POST", "/api/v1/answer", {})
        assert answer.json()["answer"] == ANSWER
        assert "looked at the answer" in caplog.text
        assert not any(rune in caplog.text for rune in ANSWER)
        assert (await rig.ask("GET", "/api/v1/answer")).status_code == 405

    playing(tmp_path, test)


def test_nobody_who_is_not_signed_in_gets_anything(tmp_path):
    give_passwords(tmp_path)

    async def test(rig):
        await rig.begin()
        await rig.tap("moon")
        for path in ("/api/v1/status", "/api/v1/events", "/"):
            assert (await rig.ask("GET", path, signed_in=False)).status_code == 401
        for path in ("answer", "verbs/solve", "commands", "checklist/screen", "stuck"):
            assert (await rig.ask("POST", f"/api/v1/{path}", {}, signed_in=False)).status_code == 401
        assert (await rig.ask("GET", "/player", signed_in=False)).status_code == 200

    playing(tmp_path, test)


def test_the_players_screen_wants_a_password_where_it_is_configured_so(tmp_path):
    give_passwords(tmp_path)

    async def test(rig):
        for path in ("/player", "/player/events"):
            assert (await rig.ask("GET", path, signed_in=False)).status_code == 401

    playing(tmp_path, test, console=ConsoleTable(listen="loopback", player_screen="password"))


class TestStuck:
    """No rune locked, no clue drawn, no hint given for some minutes of game time."""

    def test_a_team_is_stuck_after_the_minutes_and_told_of_once(self, tmp_path):
        async def test(rig):
            stuck = Stuck(4)
            assert stuck.look(rig.prop) is None
            assert not stuck.leave_alone(rig.prop)
            await rig.begin()
            await rig.after(300_000)
            assert stuck.look(rig.prop) is None, "the clock has not been started"
            await rig.tap("moon")
            await rig.after(239_000)
            assert stuck.look(rig.prop) is None
            await rig.after(2_000)
            assert stuck.look(rig.prop) == {"minutes": 4}
            assert stuck.leave_alone(rig.prop)
            assert not stuck.leave_alone(rig.prop)
            await rig.after(60_000)
            assert stuck.look(rig.prop) is None, "they think"

        playing(tmp_path, test)

    @pytest.mark.parametrize(
        ("verb", "args"), [("hint", {}), ("lock", {}), ("command", {"body": {"do": "draw"}})]
    )
    def test_a_hint_a_rune_or_a_clue_begins_the_minutes_anew(self, tmp_path, verb, args):
        async def test(rig):
            stuck = Stuck(1)
            await rig.begin()
            await rig.tap("moon")
            await rig.after(61_000)
            assert stuck.look(rig.prop)
            assert (await rig.verb(verb, **args)).result == "done" if verb != "hint" else True
            if verb == "hint":
                assert (await rig.ask("POST", "/api/v1/verbs/hint", {})).status_code == 200
            assert stuck.look(rig.prop) is None
            await rig.after(62_000)
            assert stuck.look(rig.prop) == {"minutes": 1}

        playing(tmp_path, test)

    def test_a_pause_does_not_count(self, tmp_path):
        async def test(rig):
            stuck = Stuck(1)
            await rig.begin()
            await rig.tap("moon")
            await rig.verb("pause")
            await rig.after(600_000)
            assert stuck.look(rig.prop) is None
            await rig.verb("resume")
            assert stuck.look(rig.prop) is None

        playing(tmp_path, test)

    def test_it_can_be_switched_off(self, tmp_path):
        async def test(rig):
            await rig.begin()
            await rig.tap("moon")
            await rig.after(300_000)
            assert Stuck(0).look(rig.prop) is None

        playing(tmp_path, test)

    def test_an_operator_leaves_a_team_alone(self, tmp_path):
        async def test(rig):
            assert (await rig.ask("POST", "/api/v1/stuck", {})).status_code == 409
            await rig.begin()
            await rig.tap("moon")
            await rig.after(61_000)
            assert (await rig.ask("POST", "/api/v1/stuck", {})).status_code == 200
            assert (await rig.ask("POST", "/api/v1/stuck", {})).status_code == 409

        playing(tmp_path, test, console=ConsoleTable(listen="loopback", stuck_after_min=1))


def test_a_prop_that_hangs_is_known_by_what_waits(tmp_path):
    async def test(rig):
        await rig.begin()
        await rig.tap("moon")
        assert rig.prop.lag_ms() < 50
        rig.clock.advance_ms(5_000)  # and nobody takes a turn
        assert rig.prop.lag_ms() > 1_000
        await rig.prop.turn()
        assert rig.prop.lag_ms() < 50
        rig.edge("fire", down=True, ago_ms=700)
        assert rig.prop.lag_ms() == 700

    playing(tmp_path, test)
