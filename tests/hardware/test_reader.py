"""The reader's worker over real ptys: it comes, goes, floods, lies, is pulled out; the loop never notices."""

import asyncio
import os
import random
import threading
import time
from contextlib import asynccontextmanager

import pytest

from runeheart.core.events import AskRoll
from runeheart.core.panel import Headed, Rolled
from runeheart.runtime.clock import SystemClock
from runeheart.wire import framing, messages
from runeheart.wire.heading import HeadingSentence
from runeheart_hw import reader as module
from runeheart_hw import reader_ports, reader_talk
from runeheart_hw.reader import SerialReader
from runeheart_hw.reader_part import ReaderPart
from support.hands import until
from support.reader import WAIT_S, Cable, sentences

ME = messages.Identity(messages.PROTOCOL, "1.0.0", ("pad1", "rose"))
D8 = AskRoll("d8", 1, "burst")


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(reader_ports, "FIRST_S", 0.05)
    monkeypatch.setattr(module, "LOOK_S", 0.05)


@pytest.fixture
def cable(tmp_path):
    made = Cable(tmp_path / "usb-reader-1")
    yield made
    made.pull()


@asynccontextmanager
async def started(pattern):
    """Run a reader in this loop; what it reads is collected, with the thread that brought it."""
    reader = SerialReader(ReaderPart(kind="serial", port=str(pattern)), SystemClock())
    got, threads = [], set()

    def take(reading):
        got.append(reading)
        threads.add(threading.current_thread())

    reader.start(take)
    try:
        yield reader, got
    finally:
        began = time.monotonic()
        reader.close()
        assert time.monotonic() - began < module.CLOSE_S
        reader.close()
    assert threads <= {threading.current_thread()}
    assert not reader._worker.is_alive()


def alert(reader):
    return reader.health().alert or ""


def counted(reader):
    return dict(reader.health().counters)


async def meet(cable, last=0):
    """Answer the question who is there, as a reader does."""
    await until(lambda: messages.Query() in cable.told(), WAIT_S)
    cable.say(ME, messages.Beat(5, last))


def test_a_roll_comes_in_the_loops_thread_once(cable):
    async def play():
        async with started(cable.name) as (reader, got):
            reader.expect(D8)
            await meet(cable)
            await until(lambda: messages.Await("D8") in cable.told(), WAIT_S)
            cable.say(messages.Roll(1, "D8", 3), messages.Roll(1, "D8", 3), messages.Confirm(2, 120.0))
            await until(lambda: len(got) == 2, WAIT_S)
            assert [type(reading) for reading in got] == [Rolled, Headed]
            assert got[0].face == 3
            reader.expect(None)
            await until(lambda: messages.Await(None) in cable.told(), WAIT_S)
            assert reader.health().alert is None
            assert counted(reader)["good"] == 5
            assert counted(reader)["repeated"] == 1

    asyncio.run(play())


def test_it_is_told_while_it_is_not_there_and_comes_by_itself(tmp_path):
    async def play():
        async with started(tmp_path / "usb-*") as (reader, got):
            await until(lambda: "no reader at" in alert(reader), WAIT_S)
            assert "can be typed" in alert(reader)
            cable = Cable(tmp_path / "usb-reader-1")
            await meet(cable)
            cable.say(messages.Roll(1, "D4", 2))
            await until(lambda: got, WAIT_S)
            assert reader.health().alert is None
            cable.pull()

    asyncio.run(play())


def test_pulled_out_and_back_under_another_name(tmp_path):
    async def play():
        cable = Cable(tmp_path / "usb-reader-ttyACM0")
        async with started(tmp_path / "usb-*") as (reader, got):
            for number in range(3):
                await meet(cable)
                cable.say(messages.Roll(1, "D4", number + 1))
                await until(lambda number=number: len(got) == number + 1, WAIT_S)
                cable.pull()
                await until(lambda: alert(reader), WAIT_S)
                assert "can be typed" in alert(reader) or "unplugged" in alert(reader)
                cable.plug(tmp_path / f"usb-reader-ttyACM{number + 1}")
            await meet(cable)
            await until(lambda: reader.health().alert is None, WAIT_S)
            assert counted(reader)["returns"] == 3
            assert [reading.face for reading in got] == [1, 2, 3]
            cable.pull()

    asyncio.run(play())


def test_a_reader_that_starts_anew_is_understood(cable):
    async def play():
        async with started(cable.name) as (reader, got):
            await meet(cable, last=40)
            cable.say(messages.Roll(41, "D4", 1))
            cable.send(b"\x00\xff\xfeboot\r\n" + sentences(ME, messages.Beat(0, 0)))
            cable.say(messages.Roll(1, "D4", 2))
            await until(lambda: len(got) == 2, WAIT_S)
            assert counted(reader)["restarts"] == 1

    asyncio.run(play())


def test_of_two_readers_one_is_used_and_the_other_told(tmp_path):
    async def play():
        cables = [Cable(tmp_path / f"usb-reader-{number}") for number in (1, 2)]
        async with started(tmp_path / "usb-*") as (reader, got):
            await meet(cables[0])
            await until(lambda: "usb-reader-2 matches" in alert(reader), WAIT_S)
            assert cables[1].told() == []
            cables[0].say(messages.Roll(1, "D4", 1))
            await until(lambda: got, WAIT_S)
            cables[1].pull()
            await until(lambda: reader.health().alert is None, WAIT_S)
            cables[1].plug()
            cables[0].pull()  # and the other one takes its place
            await meet(cables[1])
            cables[1].say(messages.Roll(1, "D4", 2))
            await until(lambda: len(got) == 2, WAIT_S)
            cables[1].pull()

    asyncio.run(play())


def test_another_protocol_is_told_and_the_port_left_to_who_can_mend_it(cable):
    async def play():
        async with started(cable.name) as (reader, _got):
            await until(lambda: messages.Query() in cable.told(), WAIT_S)
            cable.say(messages.Identity(messages.PROTOCOL + 1, "9.0.0"))
            await until(lambda: "runeheart reader flash" in alert(reader), WAIT_S)
            assert f"speaks protocol {messages.PROTOCOL + 1}" in alert(reader)

            def can_be_had():
                number = os.open(cable.name, os.O_RDWR | os.O_NOCTTY)
                try:
                    import fcntl

                    fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    return False
                finally:
                    os.close(number)
                return True

            await until(can_be_had, WAIT_S)

    asyncio.run(play())


def test_a_port_that_another_holds_is_told(cable):
    async def play():
        async with started(cable.name) as (first, _):
            await meet(cable)
            await until(lambda: "1.0.0" in first._talk.who, WAIT_S)
            async with started(cable.name) as (second, _):
                await until(lambda: "held by another program" in alert(second), WAIT_S)
            cable.say(messages.Beat(6, 0))
            assert first.health().alert is None

    asyncio.run(play())


@pytest.mark.parametrize("kind", ["file", "null"])
def test_what_is_no_serial_port_is_told(tmp_path, kind):
    port = tmp_path / "port" if kind == "file" else "/dev/null"
    if kind == "file":
        port.touch()

    async def play():
        async with started(port) as (reader, _got):
            await until(lambda: "no serial port" in alert(reader), WAIT_S)

    asyncio.run(play())


class TestNonsense:
    @pytest.mark.parametrize(
        "nonsense",
        [
            random.Random(1).randbytes(3000),
            b"x" * 3000,
            b"$" * 3000,
            b"$PRNH,D,1,D8" + b",3" * 1500,
            sentences(messages.Roll(1, "D8", 3))[:-4],
            b"$PRNH,D,1,D8,3*00\r\n$PRNH,D,1,D8,9*00\r\n",
        ],
        ids=["noise", "endless", "dollars", "too long", "half", "checksum"],
    )
    def test_is_counted_and_what_follows_it_is_read(self, cable, nonsense):
        async def play():
            async with started(cable.name) as (reader, got):
                await meet(cable)
                await until(lambda: counted(reader)["good"], WAIT_S)
                cable.send(nonsense + b"\r\n")
                cable.say(messages.Roll(1, "D8", 5))
                await until(lambda: got, WAIT_S)
                assert [reading.face for reading in got] == [5]
                troubles = ("bad checksum", "too long", "other")
                assert sum(counted(reader)[name] for name in troubles) >= 1

        asyncio.run(play())

    def test_alone_is_told(self, cable, monkeypatch):
        monkeypatch.setattr(reader_talk, "SILENCE_MS", 300)
        chance = random.Random(2)

        async def play():
            async with started(cable.name) as (reader, got):

                def told():
                    cable.pour(chance.randbytes(50))
                    cable.told()
                    return "is not understood" in alert(reader)

                await until(told, WAIT_S)
                assert not got

        asyncio.run(play())

    @pytest.mark.parametrize("kind", ["known", "checksum", "rolls"])
    def test_ten_thousand_lines_a_second_hurt_neither_loop_nor_machine(self, cable, kind):
        async def play():
            async with started(cable.name) as (reader, got):
                await meet(cable)
                await until(lambda: "1.0.0" in reader._talk.who, WAIT_S)
                stop = threading.Event()
                poured = threading.Thread(target=pour, args=(cable, kind, stop, lines := []))
                poured.start()
                used, slowest, end = time.thread_time(), 0.0, time.monotonic() + 1
                while time.monotonic() < end:
                    began = time.monotonic()
                    await asyncio.sleep(0.005)
                    slowest = max(slowest, time.monotonic() - began - 0.005)
                used = time.thread_time() - used
                stop.set()
                poured.join()
                assert sum(lines) > 2000  # all that the line took: the rest waited in the kernel
                assert used < 0.4  # the loop's own thread, of a second
                assert slowest < 0.5  # a bound for a busy machine: nothing of the flood is done here
                assert "far more than a reader does" in alert(reader)
                assert len(got) < 5000
                for _ in range(3):
                    cable.told()
                await until(lambda: cable.pour(sentences(ME, messages.Beat(1, 0))), WAIT_S)

        asyncio.run(play())


def pour(cable, kind, stop, lines):
    """Write 10,000 sentences a second, as far as the line takes them."""
    seq = 0
    while not stop.is_set():
        chunk = []
        for _ in range(50):
            seq = seq % messages.SEQ_MOST + 1
            if kind == "known":
                chunk.append(framing.frame(HeadingSentence(seq % 360).body()))
            elif kind == "rolls":
                chunk.append(framing.frame(messages.Roll(seq, "D8", 1 + seq % 8).body()))
            else:
                chunk.append(b"$HCHDG,98.3,,,,*00\r\n")
        lines.append(50 if cable.pour(b"".join(chunk)) else 0)
        stop.wait(0.005)


def test_a_port_that_is_gone_costs_next_to_nothing(tmp_path, monkeypatch):
    monkeypatch.undo()  # the true times

    async def play():
        async with started(tmp_path / "usb-*") as (reader, _got):
            await until(lambda: "no reader at" in alert(reader), WAIT_S)
            used = time.process_time()
            await asyncio.sleep(3)
            assert time.process_time() - used < 0.03  # 1 % of a core

    asyncio.run(play())


def test_a_port_that_is_silent_costs_next_to_nothing(cable):
    async def play():
        async with started(cable.name) as (_reader, _got):
            await meet(cable)
            used = time.process_time()
            await asyncio.sleep(2)
            assert time.process_time() - used < 0.03

    asyncio.run(play())


def test_a_loop_that_has_ended_ends_the_worker(cable):
    async def begin():
        reader = SerialReader(ReaderPart(kind="serial", port=str(cable.name)), SystemClock())
        reader.start(lambda _reading: None)
        await meet(cable)
        await until(lambda: "1.0.0" in reader._talk.who, WAIT_S)
        return reader

    reader = asyncio.run(begin())
    cable.say(messages.Roll(1, "D8", 5))
    reader._worker.join(WAIT_S)
    assert not reader._worker.is_alive()
    reader.close()


def test_what_needs_a_person_is_in_the_log_once(cable, caplog):
    async def play():
        async with started(cable.name) as (reader, _got):
            await meet(cable)
            for _ in range(3):
                cable.say(messages.Error("pad1", "does not answer"))
                await until(lambda: "pad1: does not answer" in alert(reader), WAIT_S)
                cable.say(messages.Error("pad1"))
                await until(lambda: reader.health().alert is None, WAIT_S)
            cable.send(framing.frame("PRNH,D,1,D20,17"))
            await until(lambda: any("D20" in text for text in caplog.messages), WAIT_S)

    asyncio.run(play())
    assert sum("pad1: does not answer" in text for text in caplog.messages) == 1


def test_a_mistake_of_ours_does_not_end_it(cable, monkeypatch, caplog):
    async def play():
        async with started(cable.name) as (reader, got):
            await meet(cable)
            with monkeypatch.context() as broken:
                broken.setattr(reader._talk, "heard", lambda _data, _now_ms: 1 / 0)
                cable.say(messages.Beat(6, 0))
                await until(lambda: "the reader failed" in alert(reader), WAIT_S)
            await meet(cable)
            cable.say(messages.Roll(1, "D8", 5))
            await until(lambda: got, WAIT_S)
            assert reader.health().alert is None

    asyncio.run(play())
    assert "ZeroDivisionError" in caplog.text
