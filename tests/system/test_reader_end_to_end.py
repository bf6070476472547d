"""The whole way of a real die: simulated tag, real firmware, a pty, the daemon, the rules, the journal."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from support.daemon import Daemon, configured
from support.hands import until_now
from support.virtual_reader import virtual_reader

WAIT_S = 20
READER = """
[prop]
game = "ruin"
[reader]
kind = "serial"
port = "{port}"
"""
PROGRAM = str(Path(sys.executable).with_name("runeheart"))


class Played:
    """The daemon with the firmware at its reader's port, and its operator."""

    def __init__(self, folder, reader):
        self.folder = folder
        self.reader = reader

    def ctl(self, *words):
        done = subprocess.run(
            [PROGRAM, "ctl", "--socket", str(self.folder / "control.sock"), *words],
            capture_output=True,
            text=True,
            timeout=WAIT_S,
            check=False,
        )
        assert done.returncode == 0, (words, done.stderr)
        return done.stdout

    def status(self):
        return json.loads(self.ctl("status", "--json"))

    def do(self, **body):
        return self.ctl("do", json.dumps(body))

    def rolls(self):
        """Return the rolls in the journal with who gave them: (source, values)."""
        journal = sqlite3.connect(f"file:{self.folder / 'state/journal.db'}?mode=ro", uri=True)
        try:
            rows = journal.execute("SELECT source, body FROM rows ORDER BY seq").fetchall()
        finally:
            journal.close()
        taken = [(source, json.loads(body)) for source, body in rows]
        return [(source, body["values"]) for source, body in taken if body.get("do") == "roll"]

    def until_awaited(self, die):
        until_now(lambda: self.reader.seen.awaited == die, WAIT_S)

    def until_rolls(self, count):
        until_now(lambda: len(self.rolls()) == count, WAIT_S)

    def reader_health(self):
        return next(device for device in self.status()["devices"] if device["device"] == "reader")


@pytest.fixture
def played(tmp_path):
    folder = tmp_path / "reader"
    config = configured(tmp_path, READER.format(port=folder / "port"))
    with virtual_reader(folder) as reader, Daemon(config, tmp_path):
        yield Played(tmp_path, reader)


def to_the_drift(played):
    """Play to the first question of the Mother Phase."""
    played.ctl("start", "--game", "ruin")
    played.do(do="commit_move", stars=1)
    played.do(do="end_move")
    played.until_awaited("CMP")


def test_a_drift_by_the_compass_and_a_burst_by_a_die(played):
    to_the_drift(played)
    assert "rose" in played.reader.seen.lights or "pad2" in played.reader.seen.lights
    played.reader.tell("dial 118")  # SE
    until_now(lambda: played.reader.seen.heading == 118, WAIT_S)
    assert played.rolls() == []  # not confirmed yet
    played.reader.tell("press ok")
    played.until_rolls(1)
    assert played.rolls() == [("reader", ["SE"])]
    played.until_awaited("D8")
    until_now(lambda: "pad1" in played.reader.seen.lights, WAIT_S)
    played.reader.tell("put d8 1")
    played.until_rolls(2)
    assert played.rolls()[1] == ("reader", [1])
    for throw in range(40):  # and whatever else the Mother Phase asks for, to the next round
        until_now(lambda: played.reader.seen.awaited == "D4" or played.status()["round"] == 2, WAIT_S)
        if played.status()["round"] == 2:
            break
        thrown = len(played.rolls())
        played.reader.tell(f"put d4 {1 + throw % 4}")
        until_now(lambda thrown=thrown: len(played.rolls()) > thrown, WAIT_S)
    assert played.status()["round"] == 2
    assert {source for source, _ in played.rolls()} == {"reader"}
    assert played.reader_health()["alert"] is None


def test_a_die_that_is_not_asked_for_is_shown_and_never_kept(played):
    to_the_drift(played)
    played.reader.tell("put d8 3")
    until_now(lambda: "not asked for" in " ".join(played.status()["screen"]).lower(), WAIT_S)
    assert played.rolls() == []
    played.reader.tell("put cmp N")
    played.until_rolls(1)
    played.until_awaited("D8")
    assert len(played.rolls()) == 1  # the D8 that lies there answers nothing: it was thrown before
    assert played.rolls() == [("reader", ["N"])]


def test_the_game_goes_on_without_the_reader_and_with_it_again(tmp_path):
    folder = tmp_path / "reader"
    config = configured(tmp_path, READER.format(port=folder / "port"))
    with Daemon(config, tmp_path):
        with virtual_reader(folder) as reader:
            played = Played(tmp_path, reader)
            to_the_drift(played)
        until_now(lambda: played.reader_health()["alert"], WAIT_S)
        assert any(alert.startswith("reader:") for alert in played.status()["alerts"])
        played.do(do="roll", values=["N"])  # typed by the operator
        with virtual_reader(folder) as again:
            played.reader = again
            played.until_awaited("D8")
            again.tell("put d8 2")
            played.until_rolls(2)
            assert [source for source, _ in played.rolls()] == ["ctl", "reader"]
            assert played.reader_health()["alert"] is None
            assert played.reader_health()["counters"]["returns"] == 1
