"""The plug is pulled at random moments of play: nothing that was seen is lost, and at most a second of clock.

A player in the machine presses, operates and tells over the serial port what it is shown; the last line that
has left the machine is what people have seen. After each cut the machine starts from its disk alone.
"""

import json
import random
import re

import pytest

from support import hil
from support.hil import Seen

SHARES = {("writeback", "drop"): 2, ("volatile", "drop"): 1, ("volatile", "random"): 1}
"""Of the cuts, in quarters. writeback: QEMU is killed; volatile: what was not flushed is gone, or half."""
CLOCK_S = 1.0
"""How much clock a cut may cost (issue: one second)."""
IN_FLIGHT = 2
"""Commands that may have been taken after the last status that left the machine."""
DURING_START = 0.1
"""The share of cuts that are followed by another one while the machine starts."""


@pytest.mark.parametrize(("cache", "unflushed"), SHARES)
def test_nothing_that_was_seen_is_lost(request, vm, prop_image, work, cache, unflushed):
    cuts = max(1, round(request.config.getoption("--cuts") * SHARES[cache, unflushed] / 4))
    seed = request.config.getoption("--seed")
    chance = random.Random(f"{seed} {cache} {unflushed}")
    disk = vm.copy_image(prop_image, work / f"cuts-{cache}-{unflushed}.img")
    figures = work / f"cuts-{cache}-{unflushed}.jsonl"
    options = {"snapshot": False, "cache": cache, "unflushed": unflushed, "seed": seed, "serial": "socket"}
    hands = {}
    with vm.VirtualPi(disk, **options) as pi, figures.open("w") as notes:
        pi.start(hil.BOOT_S)
        for number in range(cuts):
            seen = Seen(pi.serial_socket)
            pi.check(
                f"setsid python3 /usr/local/bin/guest_player.py {seed}{number} </dev/null >/dev/null 2>&1 &"
            )
            assert seen.plays.wait(60)
            after_s = chance.uniform(0, 6)
            seen.wait(after_s)
            lost = pi.cut_power()
            last = seen.end()
            if chance.random() < DURING_START:
                pi.start(hil.BOOT_S, wait=None)
                seen.wait(chance.uniform(3, 9))
                pi.cut_power()
            booted_s = pi.start(hil.BOOT_S)
            status = hil.status(pi)
            saved = json.loads(pi.check("/opt/runeheart/venv/bin/python /usr/local/bin/guest_saved.py"))
            row = {"cut": number, "after_s": round(after_s, 2), "booted_s": round(booted_s, 1), "disk": lost}
            try:
                row |= judged(last, status, saved, hands)
            except BaseException:
                notes.write(json.dumps({**row, "seen": last, "status": status, "saved": saved}) + "\n")
                raise
            notes.write(json.dumps(row) + "\n")
            notes.flush()


def judged(last, status, saved, hands):
    """Compare what was seen last with what came back; return the figures.

    `hands` has the cards of all games so far, by game and number: a card is the same one for ever.
    """
    assert status["alerts"] == []
    assert status["journal"]["written"]
    assert saved["sound"] == "ok"
    if last is None or last.get("game") is None or last["phase"] == "over":
        return {"seen": "no game"}  # or another one was being begun as the power went
    assert saved["live"], f"the game is gone; seen was {last}"
    rows = saved["rows"]
    by_power = bool(rows) and rows[-1][1:] == ["pause", "power"]
    standing = len(rows) - by_power
    matching = {
        int(count): view
        for count, view in saved["after"].items()
        if standing - IN_FLIGHT <= int(count) and is_same(last, view)
    }
    assert matching, f"{last} was seen, and none of the last states on the disk is that: {saved}"
    count, view = max(matching.items())
    for card in view["hand"]:
        assert hands.setdefault((saved["game_id"], card["card"]), card["text"]) == card["text"]
    if last["phase"] == "running" and not ended(status):
        assert status["phase"] == "paused"
    lost_s = view["left_s"] - last["left_s"]
    assert lost_s <= CLOCK_S, f"{lost_s} s of clock are lost"
    if by_power:
        words = " ".join(status["screen"])
        found = re.search(r"Power was lost at (\d+):(\d\d)", words)
        assert found, words
        told_s = 60 * int(found[1]) + int(found[2])
        assert abs(told_s - status["left_s"]) <= 1
    return {
        "seen": last["phase"],
        "rows": len(rows),
        "in_flight": max(0, standing - count),
        "lost_s": round(lost_s, 3),
    }


def is_same(last, view):
    """Tell whether a state on the disk is what was seen, the clock apart: locks, mistakes, draws, clue."""
    clue = re.fullmatch(r"Clue (\d+) of \d+", last["screen"][0])
    if clue and (
        int(clue[1]) > len(view["hand"]) or view["hand"][int(clue[1]) - 1]["text"] != last["screen"][1]
    ):
        return False
    return all(view[key] == last[key] for key in last if key in view and key != "left_s")


def ended(status):
    """Tell whether the game has come to its end in a command that was in flight."""
    return status.get("phase") in {None, "over"}
