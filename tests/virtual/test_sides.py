"""What is on the page beside the board: what it tells, what pages wish of it, and what no page may."""

import asyncio
import json

import pytest

from runeheart_hw.virtual.live import ASKING, BadMessageError, Live
from support.hands import until
from support.served import Seen, board_of, served


class Side:
    """A side that tells a number and counts wishes; one `hold` keeps its answer back."""

    def __init__(self):
        self.number = 0
        self.calls = []
        self.wishes = []
        self.held = asyncio.Event()

    def look(self):
        return {"number": self.number}

    async def obey(self, wish):
        self.wishes.append(wish)
        if "hold" in wish:
            await self.held.wait()
        if "fail" in wish:
            raise RuntimeError(wish["fail"])
        self.number += 1
        for call in self.calls:
            call()
        return {"result": "done"} if "why" not in wish else {"result": "refused", "why": wish["why"]}

    def watch(self, call):
        self.calls.append(call)
        return lambda: self.calls.remove(call)


def ask(number, side="side", **wish):
    return json.dumps({"do": "ask", "side": side, "id": number, "wish": wish})


def answer_to(page, number):
    for _ in range(1000):
        for answer in page.hear().get("answers", []):
            if answer["id"] == number:
                return answer
    raise AssertionError("no answer")


@pytest.fixture
def prop():
    side = Side()
    with served(sides={"side": side}) as running:
        running.side = side
        yield running


def test_a_side_is_told_at_first_and_when_it_changed(prop):
    with prop.open_line() as mine, prop.open_line() as theirs:
        me, them = Seen(mine), Seen(theirs)
        assert me.hear()["number"] == 0
        them.hear()
        mine.send(ask(1))
        assert them.until(lambda state: state["number"] == 1)
        assert me.until(lambda state: state["number"] == 1)


def test_only_who_asked_is_answered(prop):
    with prop.open_line() as mine, prop.open_line() as theirs:
        me, them = Seen(mine), Seen(theirs)
        mine.send(ask(41, why="not now"))
        assert answer_to(me, 41) == {"id": 41, "result": "refused", "why": "not now"}
        them.until(lambda state: state["number"] == 1)
        assert "answers" not in them.state
        assert prop.side.wishes == [{"why": "not now"}]


def test_a_fault_inside_is_an_answer_and_in_the_log(prop, caplog):
    with prop.open_line() as line:
        page = Seen(line)
        line.send(ask(1, fail="oh"))
        assert "the log" in answer_to(page, 1)["why"]
        line.send(ask(2))
        assert answer_to(page, 2)["result"] == "done"  # and the line goes on
    assert "oh" in caplog.text


@pytest.mark.parametrize(
    "message",
    [
        ask(1, side="nobody"),
        '{"do":"ask","side":"side","id":1}',
        '{"do":"ask","side":"side","id":"one","wish":{}}',
        '{"do":"ask","side":"side","id":1,"wish":[]}',
        '{"do":"ask","side":"side","id":1,"wish":{},"more":1}',
        '{"do":"ask","side":"side","id":1,"wish":{"deep":' + "[" * 1900,
    ],
)
def test_what_no_page_asks_closes_the_line_with_a_reason(prop, message):
    with prop.open_line() as line:
        page = Seen(line)
        page.hear()
        line.send(message)
        closed = page.until_closed()
    assert closed.code == 1008
    assert closed.reason
    assert not prop.side.wishes


def test_a_page_without_sides_takes_no_wish():
    with served() as prop, prop.open_line() as line:
        line.send(ask(1, side="game"))
        assert "no side" in Seen(line).until_closed().reason


def test_more_wishes_than_hands_can_make_are_refused_and_what_waits_is_still_done():
    async def ask_for_ever():
        profile, board = board_of()
        del profile
        side = Side()
        live = Live(board, {"side": side})
        visitor = live.join()
        for number in range(ASKING):
            live.obey(visitor, ask(number, hold=True))
        with pytest.raises(BadMessageError, match="more wishes at once"):
            live.obey(visitor, ask(ASKING))
        side.held.set()
        await until(lambda: len(visitor.answers) == ASKING)
        live.obey(visitor, ask(99))
        await until(lambda: len(visitor.answers) == ASKING + 1)
        live.leave(visitor)
        board.close()
        return side

    side = asyncio.run(ask_for_ever())
    assert len(side.wishes) == ASKING + 1


def test_nobody_watches_a_side_when_no_page_is_open():
    async def come_and_go():
        _profile, board = board_of()
        side = Side()
        live = Live(board, {"side": side})
        mine, theirs = live.join(), live.join()
        assert len(side.calls) == 1
        live.leave(mine)
        assert len(side.calls) == 1
        live.leave(theirs)
        assert not side.calls
        live.leave(live.join())
        assert not side.calls
        board.close()

    asyncio.run(come_and_go())


def test_what_changed_while_nobody_looked_is_seen_by_the_next():
    side = Side()
    with served(sides={"side": side}) as prop:
        with prop.open_line() as line:
            Seen(line).hear()
        side.number = 7
        with prop.open_line() as line:
            assert Seen(line).hear()["number"] == 7
