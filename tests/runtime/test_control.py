"""The control socket: good lines, bad lines, and who may have the file."""

import asyncio
import contextlib
import json
import socket
import stat

import pytest

from runeheart.runtime import control
from runeheart.runtime.control import Control, ControlError
from support.ports import Rig


@contextlib.asynccontextmanager
async def _served(tmp_path):
    """Run a prop with its socket; bounded, on real time."""
    rig = Rig(tmp_path)
    stop, ready = asyncio.Event(), asyncio.Event()
    door = Control(rig.prop, tmp_path / "c.sock")
    async with asyncio.timeout(20):
        playing = asyncio.create_task(rig.prop.run(stop, ready.set))
        await door.open()
        await ready.wait()
        try:
            yield tmp_path / "c.sock"
        finally:
            stop.set()
            await playing
            await door.close()
            rig.prop.session.shut()


async def _say(path, *lines):
    """Send lines, then the end; return the answers."""
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(b"".join(lines))
    writer.write_eof()
    answers = [json.loads(line) for line in (await reader.read()).splitlines()]
    writer.close()
    return answers


def test_several_lines_in_one_connection(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            started, paused, status = await _say(
                path, b'{"do":"start","difficulty":"easy"}\n', b'{"do":"pause"}\n', b'{"do":"status"}'
            )
            assert (started["result"], started["difficulty"]) == ("done", "easy")
            assert paused["result"] == "refused"
            assert "ready" in paused["why"]
            assert (status["result"], status["phase"]) == ("done", "ready")

    asyncio.run(talk())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello\n", "the line is not JSON; expected an object"),
        (b"\n", "the line is not JSON"),
        (b"\xff\xfe\n", "the line is not UTF-8 text"),
        (b"[1]\n", "expected an object such as"),
        (b"[" * 1_000 + b"\n", "nested more than"),
        (b"{}\n", "null is no verb"),
        (b'{"do":["pause"]}\n', "is no verb"),
        (b'{"do":"puase"}\n', 'did you mean "pause"'),
        (b'{"do":"pause","why":1}\n', "it takes nothing"),
        (b'{"do":"add-time","seconds":"60"}\n', 'must be a number of seconds, not "60"'),
        (b'{"do":"add-time","seconds":1e999}\n', "must be a number of seconds"),
    ],
)  # fmt: skip
def test_a_bad_line_is_refused_in_a_sentence_and_the_next_is_heard(tmp_path, line, why):
    async def talk():
        async with _served(tmp_path) as path:
            bad, good = await _say(path, line, b'{"do":"status"}\n')
            assert bad["result"] == "refused"
            assert why in bad["why"]
            assert good["result"] == "done"

    asyncio.run(talk())


def test_an_endless_line_is_cut_off_with_a_reason(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            (answer,) = await _say(path, b"x" * 10_000)
            assert answer["why"] == "a line may have 4096 bytes; this one has more"
            (status,) = await _say(path, b'{"do":"status"}\n')
            assert status["result"] == "done"

    asyncio.run(talk())


def test_those_who_hang_up_at_once_do_no_harm(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            for _ in range(5):
                _, writer = await asyncio.open_unix_connection(path)
                writer.write(b'{"do":"status"}\n' * 50)
                writer.transport.abort()
            (status,) = await _say(path, b'{"do":"status"}\n')
            assert status["result"] == "done"

    asyncio.run(talk())


async def _refusals(path, number):
    """Connect so many at the same moment, ask for the status, and count who is refused."""

    async def ask():
        reader, writer = await asyncio.open_unix_connection(path)
        with contextlib.suppress(ConnectionError):
            writer.write(b'{"do":"status"}\n')
            await writer.drain()
        answer = json.loads(await reader.readline())
        writer.close()
        return answer

    answers = await asyncio.gather(*(ask() for _ in range(number)))
    return [answer["why"] for answer in answers if answer["result"] == "refused"]


def test_too_many_at_once_are_told_so(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            writers = [(await asyncio.open_unix_connection(path))[1] for _ in range(control.MOST_CONNECTIONS)]
            (answer,) = await _say(path, b"")
            assert "connected already; try again in" in answer["why"]
            for writer in writers:
                writer.close()

    asyncio.run(talk())


def test_of_a_burst_only_those_beyond_the_bound_are_refused(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            assert len(await _refusals(path, control.MOST_CONNECTIONS + 3)) <= 3
            assert await _refusals(path, control.MOST_CONNECTIONS) == []

    asyncio.run(talk())


async def _until_there_is_room(path):
    while await _refusals(path, 1):
        pass


@pytest.mark.parametrize("half", [b"", b'{"do":"sta'])
def test_those_who_ask_nothing_make_room(tmp_path, monkeypatch, half):
    monkeypatch.setattr(control, "IDLE_S", 0.05)

    async def talk():
        async with _served(tmp_path) as path:
            silent = [(await asyncio.open_unix_connection(path))[1] for _ in range(control.MOST_CONNECTIONS)]
            for writer in silent:
                writer.write(half)
            await _until_there_is_room(path)
            for writer in silent:
                writer.close()

    asyncio.run(talk())


def test_those_who_take_no_answer_make_room(tmp_path, monkeypatch):
    monkeypatch.setattr(control, "IDLE_S", 0.05)

    async def talk():
        async with _served(tmp_path) as path:
            for _ in range(control.MOST_CONNECTIONS):
                deaf = socket.socket(socket.AF_UNIX)
                deaf.connect(str(path))
                deaf.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        deaf.send(b'{"do":"status"}\n' * 100)
                kept.append(deaf)
            await _until_there_is_room(path)

    kept = []
    asyncio.run(talk())
    for deaf in kept:
        deaf.close()


def test_who_asks_while_a_saved_game_is_brought_back_is_answered_when_it_is(tmp_path):
    async def talk():
        async with Rig(tmp_path) as rig:
            await rig.begin()
        rig = Rig(tmp_path)
        early = asyncio.create_task(rig.prop.operator("status", {}, "ctl"))
        await asyncio.sleep(0)
        assert not early.done()
        async with rig:
            status = (await early).json()
        assert (status["game"], status["phase"]) == ("heart", "ready")
        assert status["screen"]

    asyncio.run(talk())


def test_owner_and_group_only(tmp_path):
    async def talk():
        async with _served(tmp_path) as path:
            assert stat.S_IMODE(path.stat().st_mode) == 0o660
        assert not path.exists()

    asyncio.run(talk())


class TestTheFile:
    def _open(self, path):
        async def once():
            door = Control(None, path)
            await door.open()
            await door.close()

        asyncio.run(once())

    def test_of_a_dead_daemon_is_taken_over(self, tmp_path):
        path = tmp_path / "c.sock"
        dead = socket.socket(socket.AF_UNIX)
        dead.bind(str(path))
        dead.close()
        self._open(path)

    def test_of_a_living_daemon_is_left_alone(self, tmp_path):
        path = tmp_path / "c.sock"
        with socket.socket(socket.AF_UNIX) as living:
            living.bind(str(path))
            living.listen()
            with pytest.raises(ControlError, match="another daemon answers at"):
                self._open(path)
            assert path.exists()

    def test_that_is_no_socket_is_left_alone(self, tmp_path):
        path = tmp_path / "c.sock"
        path.write_text("precious")
        with pytest.raises(ControlError, match="is no socket; remove it, or set"):
            self._open(path)
        assert path.read_text() == "precious"

    def test_whose_path_is_too_long_is_told(self, tmp_path):
        with pytest.raises(ControlError, match=r"cannot be made: .* too long; set"):
            self._open(tmp_path / ("x" * 120))
