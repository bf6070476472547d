"""The protocol's page: every example is a sentence that both ends take, and the reader in it works."""

import re
import subprocess
from pathlib import Path

import pytest

from runeheart.wire import messages
from runeheart.wire.fields import DICE, DIRECTIONS
from runeheart.wire.framing import Splitter, frame
from support.micropython import needs_micropython

PAGE = (Path(__file__).parents[2] / "docs/reader-protocol.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^ {4}(\$\S.*?\*[0-9A-F]{2})(?:  |$)", PAGE, re.MULTILINE)
TABLE = re.findall(r"^\| `(\S+)` \| (reader|prop|prop, then reader) \|", PAGE, re.MULTILINE)
MACHINE = """
import sys
class Pin:
    IN = PULL_UP = 0
    def __init__(self, number, *how): self.levels = [1, 1, 0, 0, 0, 1] * 100
    def value(self):
        if not self.levels: raise SystemExit
        return self.levels.pop()
class Time:
    sleep_ms = staticmethod(lambda ms: None)
sys.modules["machine"] = sys.modules["time"] = Time
Time.Pin = Pin
"""


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_read(example):
    splitter = Splitter()
    (message,) = messages.receive(splitter, example.encode() + b"\r\n")
    body = example[1:-3]
    assert frame(body) == example.encode() + b"\r\n"
    heading = isinstance(message, messages.HeadingSentence)
    assert heading or message.body() == body


def test_the_page_has_an_example_of_every_message():
    kinds = {type(messages.parse(example[1:-3])) for example in EXAMPLES}
    assert kinds == {
        *messages.Message.__subclasses__(),
    }


def test_the_table_has_every_message():
    heads = {body.split(",")[1] for body, _ in TABLE if body.startswith("PRNH")}
    assert heads == set("ICDBEQARTKU")
    assert ("HCHDG,<degrees>,,,,", "reader") in TABLE


def test_the_headings_of_the_examples_are_what_the_page_says():
    for example, degrees in re.findall(r"^ {4}\$(\S+HD\S+)\*..\s.*?([\d.]+) degrees", PAGE, re.MULTILINE):
        assert messages.parse(example).degrees == float(degrees)


def test_the_page_names_dice_directions_protocol_and_limits():
    for name in (*DICE, *DIRECTIONS):
        assert f"`{name}`" in PAGE
    assert f"Protocol **{messages.PROTOCOL}**" in PAGE
    assert f"up to {messages.TEXT_MOST} characters" in PAGE
    assert f"1 to {messages.SEQ_MOST}" in PAGE


def test_the_reader_of_the_page_works(tmp_path):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "main.py").write_text(MACHINE + code, encoding="utf-8")
    ended = subprocess.run(
        [needs_micropython(), tmp_path / "main.py"],
        input=frame(messages.Query().body()),
        capture_output=True,
        check=False,
        timeout=20,
    )
    assert ended.returncode == 0, ended.stderr
    splitter = Splitter()
    said = messages.receive(splitter, ended.stdout)
    assert (splitter.bad_checksum, splitter.too_long, splitter.other) == (0, 0, 0)
    assert said[0] == messages.Identity(1, "1.0", ("d6",))
    assert said.count(said[0]) >= 2, "it answers"
    rolls = [message for message in said if isinstance(message, messages.Roll)]
    assert [roll.seq for roll in rolls] == list(range(1, 101))
    assert {roll.face for roll in rolls} == {1, 2, 3, 4, 5, 6}
    beats = [message for message in said if isinstance(message, messages.Beat)]
    assert [beat.uptime_s for beat in beats] == list(range(13))


def test_the_page_has_a_reader_in_cpp():
    (code,) = re.findall(r"```cpp\n(.*?)```", PAGE, re.DOTALL)
    assert code.count("\n") <= 25
    for body in re.findall(r'"(PRNH[^"%]*)"', code):
        assert messages.parse(body) is not None
    assert frame(messages.Query().body()).decode().strip() in code
