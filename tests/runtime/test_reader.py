"""The reader's path: readings by their time, what the reader is told, and a flood that delays nobody."""

import asyncio

import pytest

from runeheart.core.panel import Headed, Press, Rolled
from runeheart.runtime.inbox import BURST, REFILL_MS, TOLD_MS, Inbox
from runeheart.surface.api import SurfaceSettings
from support.ports import Rig
from support.ruin import board

RUIN = SurfaceSettings(
    game="ruin",
    setups={"ruin": {"board": board((0, 1, 4), (1, -1), radius=2, mother=(0, -2)), "ties": "ask"}},
    end_screen_ms=None,
)


def rig_with_reader(folder, settings=RUIN, **more):
    return Rig(folder, settings=settings, reader=True, **more)


async def drifting(rig):
    """Begin a game that waits for the Compass Die."""
    await rig.verb("start")
    await rig.command("commit_move", stars=0)
    await rig.command("end_move")
    assert rig.prop.status()["ask"]["die"] == "compass"


def rows(rig):
    return [(row.body["do"], row.source) for row in rig.prop.session.log()]


class TestWhoGivesWhat:
    def test_a_real_die_answers_what_is_asked_and_the_journal_says_so(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await drifting(rig)
                await rig.roll("compass", "SW")
                assert rows(rig)[-1] == ("roll", "reader")
                assert rig.prop.session.log()[-1].body["values"] == ["SW"]

        asyncio.run(play())

    def test_operator_buttons_and_reader_play_one_game_together(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await rig.verb("start")
                await rig.tap("fire")  # two stars
                await rig.command("step", to="S")  # into the Brood, which discharges
                await rig.command("resolve")
                assert rig.prop.status()["ask"]["why"] == "discharge"
                count = rig.prop.status()["ask"]["count"]
                for _ in range(count):
                    await rig.roll("d4", 3)
                assert rows(rig) == [
                    ("commit_move", "button"),
                    ("step", "ctl"),
                    ("resolve", "ctl"),
                    ("roll", "reader"),
                ]
                assert rig.state.damage >= 3 * count  # more by its Charge
                await rig.pull_the_plug(tmp_path / "cut")
                async with rig_with_reader(tmp_path / "cut") as again:
                    assert again.state == rig.state
                    assert rows(again) == rows(rig)

        asyncio.run(play())

    def test_the_heart_asks_for_no_dice_and_keeps_none(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path, SurfaceSettings(end_screen_ms=None)) as rig:
                await rig.roll("d6", 3)
                await rig.begin()
                await rig.tap("moon")
                state = rig.state
                await rig.roll("d4", 2)
                rig.prop.read(Headed(40.0, rig.prop.now_ms()))
                await rig.after(0)
                assert (rig.state, rows(rig)) == (state, [("read", "button")])

        asyncio.run(play())

    @pytest.mark.parametrize(
        "reading",
        [
            Rolled("d4", 2, 0),
            Rolled("compass", "UP", 0),
            Rolled("d6", 3, 0),
            Headed(float("nan"), 0),
            Headed(float("inf"), 0),
            Rolled("movement", ("forest",), 0),
        ],
    )
    def test_what_was_not_asked_for_changes_nothing(self, tmp_path, reading):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await drifting(rig)
                before = rig.state, rows(rig)
                rig.prop.read(reading)
                await rig.after(100)
                assert (rig.state, rows(rig)) == before
                await rig.roll("compass", "N")
                assert rows(rig)[-1] == ("roll", "reader")

        asyncio.run(play())


class TestTime:
    def test_a_reading_counts_at_its_own_time_between_presses(self, tmp_path):
        """It arrives last, and was made between two presses: it goes between them."""
        taken = []

        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await drifting(rig)
                take = rig.prop._take

                async def noted(item):
                    taken.append(item)
                    await take(item)

                rig.prop._take = noted
                await rig.after(500)
                now_ms = rig.prop.now_ms()
                rig.edge("sun", down=True, ago_ms=100)
                rig.edge("sun", down=False, ago_ms=20)
                rig.prop.read(Rolled("compass", "N", now_ms - 60))
                await rig.after(0)

        asyncio.run(play())
        assert [type(item) for item in taken] == [Press, Rolled, Press]
        assert [item.mono_ms for item in taken] == sorted(item.mono_ms for item in taken)

    def test_a_reading_of_the_future_is_one_of_now(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await drifting(rig)
                rig.prop.read(Rolled("compass", "N", rig.prop.now_ms() + 3_600_000))
                await rig.after(0)
                assert rows(rig)[-1] == ("roll", "reader")

        asyncio.run(play())

    def test_of_several_headings_only_the_last_one_is_there(self):
        inbox = Inbox()
        for degrees in (10.0, 80.0, 200.0):
            inbox.add_reading(Headed(degrees, 5), 5)
        inbox.add_reading(Rolled("d4", 1, 5), 5)
        assert inbox.first() == Headed(200.0, 5)
        inbox.remove(Headed(200.0, 5))
        assert inbox.first() == Rolled("d4", 1, 5)


class TestWhatTheReaderIsTold:
    def test_each_ask_once_and_that_nothing_is_asked(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                expected = rig.devices.reader.expected
                assert expected == []  # nothing is, and a reader expects nothing by itself
                await drifting(rig)
                asks = [ask.json() for ask in expected]
                assert [ask.get("die") for ask in asks] == [None, None, "compass"]
                await rig.after(10_000)
                await rig.roll("d4", 1)
                assert len(expected) == 3
                await rig.verb("reset")
                assert expected[-1] is None

        asyncio.run(play())

    def test_after_a_power_cut_it_is_told_anew(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await drifting(rig)
            async with rig_with_reader(tmp_path) as again:
                (ask,) = again.devices.reader.expected
                assert ask.die == "compass"

        asyncio.run(play())

    def test_its_health_and_alert_are_in_the_status(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                rig.devices.reader.alert = "no reader at any port"
                status = rig.prop.status()
                assert {
                    "device": "reader",
                    "alert": "no reader at any port",
                    "counters": {"good": 3},
                } in status["devices"]
                assert "reader: no reader at any port" in status["alerts"]

        asyncio.run(play())

    def test_a_reader_that_raises_stops_nothing(self, tmp_path):
        async def play():
            async with rig_with_reader(tmp_path) as rig:

                def broken(_ask):
                    raise OSError("gone")

                rig.devices.reader.expect = broken
                await drifting(rig)
                assert any("reader.expect: OSError: gone" in alert for alert in rig.prop.status()["alerts"])
                await rig.roll("compass", "N")
                assert rows(rig)[-1] == ("roll", "reader")

        asyncio.run(play())


class TestFlood:
    def test_ten_thousand_readings_a_second_delay_no_press(self, tmp_path, caplog):
        async def play():
            async with rig_with_reader(tmp_path) as rig:
                await rig.verb("start")
                taken = []
                take = rig.prop._take

                async def noted(item):
                    taken.append(item)
                    await take(item)

                rig.prop._take = noted
                for _ in range(100):  # a second, 100 readings in each 10 ms
                    now_ms = rig.prop.now_ms()
                    for number in range(100):
                        rig.prop.read(Rolled("d6", 1 + number % 6, now_ms))
                    await rig.after(10)
                readings = len(taken)
                assert readings <= BURST + 1_000 // REFILL_MS + 1
                rig.edge("fire", down=True)
                for number in range(1_000):
                    rig.prop.read(Rolled("d6", 1 + number % 6, rig.prop.now_ms()))
                rig.edge("fire", down=False)
                await rig.prop.turn()
                assert len(taken) <= readings + 3  # the press was not behind a queue
                assert rows(rig) == [("commit_move", "button")]
                assert rig.prop._inbox.first() is None

                (alert,) = rig.prop.status()["alerts"]
                assert "the reader tells more than hands can roll" in alert
                assert f"{11_000 - len(taken) + 2} so far" in alert
                await rig.after(TOLD_MS)
                assert rig.prop.status()["alerts"] == []

        asyncio.run(play())
        said = [record for record in caplog.records if "the reader tells more" in record.getMessage()]
        assert len(said) == 1

    def test_a_handful_of_dice_at_once_is_no_flood(self):
        inbox = Inbox()
        assert all(inbox.add_reading(Rolled("d4", 1, 0), 0) for _ in range(BURST))
        assert inbox.alert(0) is None
        assert not inbox.add_reading(Rolled("d4", 1, 0), 0)
        assert inbox.add_reading(Rolled("d4", 1, 0), REFILL_MS)
        assert inbox.alert(TOLD_MS - 1) is not None
        assert inbox.alert(TOLD_MS) is None
