"""Who watches the prop: told after every change, once a turn, and gone when they go."""

import asyncio

from support.ports import Rig


def test_told_once_a_turn_after_anything_that_can_be_seen(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            seen = []
            rig.prop.watch(lambda: seen.append(rig.prop.status()["game"]))
            await rig.prop.turn()
            assert seen == []  # nothing has changed
            rig.edge("moon", down=True)
            rig.edge("moon", down=False)
            await rig.prop.turn()
            assert len(seen) == 1  # two presses, one turn
            await rig.begin()
            assert seen[-1] == "heart"
            before = len(seen)
            await rig.verb("abandon")
            assert len(seen) == before + 1
            before = len(seen)
            await rig.after(600_000)  # an end screen stands still, but for its lights
            assert len(seen) <= before + 2

    asyncio.run(play())


def test_who_goes_is_told_no_more_and_leaves_nothing_behind(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            seen = []
            for number in range(1_000):
                unwatch = rig.prop.watch(lambda number=number: seen.append(number))
                unwatch()
                unwatch()
            assert len(rig.prop._watchers) == 0
            await rig.begin()
            assert seen == []

    asyncio.run(play())


def test_one_that_raises_is_logged_once_and_keeps_nobody_from_theirs(tmp_path, caplog):
    async def play():
        async with Rig(tmp_path) as rig:
            seen = []

            def broken():
                raise RuntimeError("a page of its own")

            unwatch = rig.prop.watch(broken)
            rig.prop.watch(lambda: seen.append(1))
            await rig.begin()
            await rig.tap("moon")
            assert rig.state.phase == "running"
            assert len(seen) > 2
            assert rig.prop.status()["alerts"] == []
            unwatch()
            assert not rig.prop._watchers._failed

    asyncio.run(play())
    faults = [record for record in caplog.records if record.levelname == "ERROR"]
    assert [record.getMessage() for record in faults] == [
        "a fault in what watches the prop; the game goes on"
    ]


def test_one_may_go_or_take_another_along_while_it_is_told(tmp_path):
    async def play():
        async with Rig(tmp_path) as rig:
            seen = []
            gone = []

            def first():
                seen.append("first")
                for unwatch in gone:
                    unwatch()

            gone += [rig.prop.watch(first), rig.prop.watch(lambda: seen.append("second"))]
            await rig.begin()
            assert seen == ["first"]

    asyncio.run(play())
