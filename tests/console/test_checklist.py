"""The checklist: each item alone in each state, and green by itself where nothing is wrong."""

import asyncio
import os
from datetime import UTC, datetime, timedelta

import pytest

from runeheart.console import checklist
from runeheart.runtime import archive, places
from runeheart.runtime.clock import ManualClock
from support.console_prop import ConsoleRig

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


def listing(tmp_path, test, **more):
    async def run():
        clock = ManualClock(mono_ns=5_000_000_000, wall=NOON)
        async with ConsoleRig(tmp_path, clock=clock, **more) as rig:
            await test(rig)

    asyncio.run(run())


def item(rig, name):
    return next(one for one in rig.list.look()["items"] if one["name"] == name)


def test_reset_for_the_next_group_turns_all_green_at_once(tmp_path):
    async def test(rig):
        assert rig.list.look()["open"] == ["Lights", "Sound", "Screen"]
        await rig.ask("POST", "/api/v1/checklist/screen", {})
        await rig.begin()
        await rig.tap("moon")
        assert rig.list.look()["open"] == ["Lights", "Sound"]
        answer = await rig.ask("POST", "/api/v1/verbs/reset", {"sweep": True})
        assert answer.status_code == 200
        assert rig.list.look()["open"] == []
        assert len(rig.devices.buzzer.played) > 0
        await rig.after(500)
        assert max(rig.devices.lights.shown[-1]) == 1.0, "the wave runs"

    listing(tmp_path, test)


def test_a_game_that_players_began_themselves_makes_the_lights_untried_again(tmp_path):
    async def test(rig):
        await rig.verb("sweep")
        assert item(rig, "lights")["grade"] == "good"
        await rig.begin()
        assert item(rig, "lights")["grade"] == "todo"

    listing(tmp_path, test)


def test_a_held_rune_is_named_until_it_is_let_go(tmp_path):
    async def test(rig):
        rig.edge("moon", down=True)
        rig.edge("sun", down=True)
        await rig.after(10)
        found = item(rig, "runes")
        assert (found["grade"], found["found"]) == ("bad", "Moon and Sun are held down")
        rig.edge("moon", down=False)
        rig.edge("sun", down=False)
        await rig.after(10)
        assert item(rig, "runes")["grade"] == "good"

    listing(tmp_path, test)


def test_a_device_with_an_alert_is_bad_with_its_own_words(tmp_path):
    async def test(rig):
        rig.devices.display.alert = "it does not answer; look at its four wires"
        found = item(rig, "screen")
        assert (found["grade"], found["found"]) == ("bad", rig.devices.display.alert)

    listing(tmp_path, test)


def test_the_reader_is_on_it_only_where_there_is_one(tmp_path):
    async def none(rig):
        assert "reader" not in {one["name"] for one in rig.list.look()["items"]}

    async def one(rig):
        assert item(rig, "reader")["grade"] == "good"
        rig.devices.reader.alert = "it is gone"
        assert item(rig, "reader")["grade"] == "bad"

    (tmp_path / "a").mkdir()
    listing(tmp_path / "a", none)
    (tmp_path / "b").mkdir()
    listing(tmp_path / "b", one, reader=True)


def test_the_word_for_the_screen_holds_for_the_day_and_over_a_restart(tmp_path):
    async def say(rig):
        assert item(rig, "screen")["grade"] == "todo"
        rig.list.confirm_screen()
        assert item(rig, "screen")["grade"] == "good"

    async def same_day(rig):
        assert item(rig, "screen")["grade"] == "good"

    async def next_day(rig):
        rig.clock._wall = NOON + timedelta(days=1)
        assert item(rig, "screen")["grade"] == "todo"

    for test in (say, same_day, next_day):
        listing(tmp_path, test)


@pytest.mark.parametrize("text", [b"", b"[]", b'{"screen": 5}', b"\xff"])
def test_a_note_of_the_staff_that_is_damaged_is_none(tmp_path, text):
    (tmp_path / checklist.STAFF).write_bytes(text)

    async def test(rig):
        assert item(rig, "screen")["grade"] == "todo"

    listing(tmp_path, test)


def look_at_disk(rig):
    rig.list._disk = rig.list._look_at_disk()


def test_a_full_disk_is_bad(tmp_path, monkeypatch):
    async def test(rig):
        look_at_disk(rig)
        assert item(rig, "disk")["grade"] == "good"
        monkeypatch.setattr(checklist, "ENOUGH_MIB", 10**9)
        assert item(rig, "disk")["grade"] == "bad"

    listing(tmp_path, test)


@pytest.mark.parametrize(("days", "grade"), [(0, "good"), (7, "good"), (8, "todo")])
def test_a_backup_grows_old(tmp_path, days, grade):
    stamp = tmp_path / places.BACKUP_STAMP
    stamp.touch()
    at = (NOON - timedelta(days=days)).timestamp()
    os.utime(stamp, (at, at))

    async def test(rig):
        look_at_disk(rig)
        assert item(rig, "backup")["grade"] == grade

    listing(tmp_path, test)


def test_many_games_without_a_backup_are_to_be_saved(tmp_path, monkeypatch):
    async def test(rig):
        look_at_disk(rig)
        assert item(rig, "backup")["grade"] == "good"
        await rig.begin()
        await rig.written()
        monkeypatch.setattr(checklist, "MANY_GAMES", 1)
        look_at_disk(rig)
        assert item(rig, "backup")["grade"] == "todo"
        assert archive.games(rig.path, 1)

    listing(tmp_path, test)
