"""Each fault in the midst of a game: what players see, what the operator is told, what comes back."""

import asyncio
import os
import subprocess
import sys
from datetime import timedelta

from runeheart.core.panel import Button
from runeheart.surface import screens
from runeheart_hw.oled_pages import pack
from support.broken_prop import SETTLE_MS, broken_prop
from support.hands import until


def _shows_its_screen(prop):
    """Tell whether the glass shows exactly the screen of the moment."""
    panel = prop.prop._outputs.panel
    return prop.glass.lit and prop.glass.picture() == screens.draw(panel.screen).tobytes()


def test_the_screen_is_pulled_and_put_back(tmp_path):  # field 3.6
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            prop.glass.unplug()
            await until(lambda: prop.alert("display"))
            assert prop.alert("display") == (
                "the screen does not answer at address 0x3C of /dev/i2c-1: check its plug and its wires;"
                " it comes back by itself when they are good"
            )
            await prop.solve()  # the game goes on without it
            assert prop.state.outcome == "defused"
            prop.glass.plug()
            prop.clock.skip(31)
            await until(lambda: prop.alert("display") is None)
            await until(lambda: _shows_its_screen(prop))
            assert prop.alerts() == []

    asyncio.run(play())


def test_the_bus_stalls_for_seconds_and_the_game_does_not(tmp_path):
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            prop.bus.free.clear()
            await until(prop.bus.stalled.is_set)
            left_ms = prop.prop.session.left_ms()
            prop.clock.skip(4)
            before = prop.presses()
            await prop.move("fire", down=True)
            await until(lambda: prop.presses() == before + 1)
            fire = list(Button).index(Button.FIRE)
            await until(lambda: prop.board.face().lights[fire] == 1)  # it answers while it is held
            await prop.move("fire", down=False)
            await prop.reads("FIRE: which place")
            assert prop.prop.status()["left_s"] <= left_ms / 1000 - 4
            assert prop.alert("display").startswith(
                "the screen's bus has not answered for 4 s: the game goes"
            )
            prop.bus.free.set()
            await until(lambda: prop.alert("display") is None)
            await until(lambda: _shows_its_screen(prop))

    asyncio.run(play())


def test_a_rune_is_stuck_and_the_others_play_on(tmp_path):
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            await prop.move("storm", down=True)
            await until(lambda: "storm" in str(prop.board.face().held))
            await asyncio.sleep(2 * SETTLE_MS / 1000)
            prop.clock.skip(31)
            assert "the storm button has been down for 31 s: is it jammed?" in prop.alert("buttons")
            await prop.solve()
            assert prop.state.outcome == "defused"
            await prop.move("storm", down=False)
            await until(lambda: prop.alert("buttons") is None)

    asyncio.run(play())


def test_a_rune_that_is_down_when_the_power_comes_is_no_press(tmp_path):  # field 3.3
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            await prop.move("sun", down=True)
            await until(lambda: prop.presses() >= 1)
        async with broken_prop(tmp_path / "again") as prop:
            prop.pins[Button.SUN].ground(grounded=True)
            prop.devices.buttons._debounce.begin(prop.clock.mono_ns())
            assert prop.alert("buttons") == "the sun button is down but gave no press: release it"
            assert prop.presses() == 0
            prop.pins[Button.SUN].ground(grounded=False)
            await until(lambda: prop.alert("buttons") is None)
            assert prop.presses() == 0

    asyncio.run(play())


def test_noise_on_all_lines_makes_no_press_and_is_told(tmp_path):  # field 3.4, 3.5
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            await until(lambda: prop.devices.buttons._noise._marks)
            presses, rows = prop.presses(), len(prop.prop.session.log())
            await prop.noise()
            await until(lambda: prop.alert("buttons"))
            assert prop.presses() == presses
            assert len(prop.prop.session.log()) == rows  # no command, no mistake
            assert prop.state.mistakes == 0
            alert = prop.alert("buttons")
            assert alert.startswith("the wires of nature, fire, water, storm, moon, sun catch noise, ")
            await prop.press("fire")  # a real press counts all the same
            await prop.reads("FIRE: which place")
            for _ in range(3):
                prop.clock.skip(31)
                await asyncio.sleep(0)
                prop.devices.buttons._watch()
            assert prop.alert("buttons") is None

    asyncio.run(play())


def test_the_reader_is_pulled_and_put_back(tmp_path):  # field 3.7
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            prop.reader.alert = "no reader at /dev/serial/by-id/*: plug it in"
            assert "reader: no reader at /dev/serial/by-id/*: plug it in" in prop.alerts()
            await prop.solve([1])
            prop.reader.alert = None
            assert prop.alerts() == []

    asyncio.run(play())


def test_the_date_jumps_by_a_year_and_nothing_else(tmp_path):  # field 3.11
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            for place, days in enumerate((365, -365, 3650), 1):
                left_s = prop.prop.status()["left_s"]
                prop.clock.jumped = timedelta(days=days)
                await prop.solve([place])
                assert 0 <= left_s - prop.prop.status()["left_s"] < 30
                assert prop.alerts() == []
            years = {row.wall[:4] for row in prop.prop.session.log()}
            assert len(years) > 1  # the history tells the date, right or wrong
            left_s = prop.prop.status()["left_s"]
        async with broken_prop(tmp_path) as prop:
            assert prop.state.phase == "paused"
            assert 0 <= left_s - prop.prop.status()["left_s"] < 30
            assert prop.words().startswith("Power was lost at ")

    asyncio.run(play())


def test_others_take_the_whole_processor(tmp_path):
    busy = [
        subprocess.Popen([sys.executable, "-c", "while True: pass"])
        for _ in range(2 * len(os.sched_getaffinity(0)))
    ]

    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            before = prop.presses()
            answer = prop.state.answer
            for place, rune in enumerate(answer, 1):
                await prop.press(rune)
                await prop.reads(f"{rune.upper()}: which place")
                await prop.press(list(Button)[place - 1])
                await until(lambda place=place: sum(map(bool, prop.state.slots)) == place)
            assert prop.state.outcome == "defused"
            assert prop.presses() == before + 2 * len(answer)  # none missed, none made up
            await until(lambda: _shows_its_screen(prop))

    try:
        asyncio.run(play())
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_all_of_it_at_once_and_all_of_it_comes_back(tmp_path):
    async def play():
        async with broken_prop(tmp_path) as prop:
            await prop.begin()
            prop.journal._db.execute("PRAGMA query_only=ON")  # as on a card that turned read-only
            prop.glass.unplug()
            prop.reader.alert = "no reader at /dev/serial/by-id/*: plug it in"
            prop.clock.jumped = timedelta(days=-365)
            await prop.move("storm", down=True)
            await asyncio.sleep(2 * SETTLE_MS / 1000)
            await prop.noise(8)
            prop.clock.skip(31)
            await prop.solve([1, 2])
            alerts = " | ".join(prop.alerts())
            for told in ("storm button has been down", "does not answer", "no reader", "cannot be written"):
                assert told in alerts
            assert prop.state.outcome is None
            assert prop.prop.status()["journal"]["written"] is False
            prop.journal._db.execute("PRAGMA query_only=OFF")
            prop.glass.plug()
            prop.reader.alert = None
            await prop.move("storm", down=False)
            prop.clock.skip(31)
            await until(lambda: prop.alerts() == [])
            await until(lambda: _shows_its_screen(prop))
            await prop.solve()
            assert prop.state.outcome == "defused"
            state = prop.state
        async with broken_prop(tmp_path) as prop:
            assert prop.state == state
            assert pack(screens.draw(prop.prop._outputs.panel.screen))

    asyncio.run(play())
