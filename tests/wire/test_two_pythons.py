"""The same bytes give the same messages and counts in CPython and in MicroPython."""

import json
import random
import subprocess

from runeheart.wire import framing, messages
from runeheart.wire.fields import DICE
from support.micropython import WIRE, needs_micropython

PROGRAM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from wire import framing, messages
splitter = framing.Splitter()
with open(sys.argv[2], "rb") as file:
    place = 0
    while True:
        place = place * 7 % 89 + 1
        piece = file.read(place)
        if not piece:
            break
        for m in messages.receive(splitter, piece):
            print(json.dumps([type(m).__name__, m.body(), repr(m), framing.frame(m.body()).decode()]))
print(json.dumps([splitter.good, splitter.bad_checksum, splitter.too_long, splitter.other]))
"""


def stream(seed):
    """Return a stream with all messages, damaged ones, other compasses and noise."""
    chance = random.Random(seed)
    faces = {"CMP": "NE", "MOV": ("hills", "old-road")}
    bodies = [
        *(messages.Roll(seq, die, faces.get(die, 4)).body() for seq, die in enumerate(DICE, 1)),
        *(messages.HeadingSentence(tenths / 10).body() for tenths in range(0, 3600, 7)),
        *(f"IIHDG,{chance.uniform(0, 361):.{places}f},1.25,W,3.05,E" for places in range(8)),
        *(f"GPHDT,{chance.uniform(0, 360):.2f},T" for _ in range(300)),
        messages.Confirm(7, 359.96).body(),
        messages.Identity(1, "0.1.0", ("pad1", "rose")).body(),
        messages.Beat(86400, 9999, 3).body(),
        messages.Error("pad1", "no answer").body(),
        messages.Await("D8").body(),
        messages.Await().body(),
        messages.Query().body(),
        messages.Repeat(3).body(),
        messages.Teach("MOV", 2, ("hills",), "04A1").body(),
        messages.Teach().body(),
        messages.Calibrate("mag", "walk", 50).body(),
        messages.Upload().body(),
        *(
            "PRNH,D,+1,D8,5",
            "PRNH,D, 1,D8,5",
            "PRNH,D,1_0,D8,5",
            "HCHDG,1e2,,,,",
            "HCHDG,nan,,,,",
            "PRNH",
            "",
        ),
    ]
    data = bytearray()
    for body in chance.sample(bodies, len(bodies)):
        sentence = bytearray(framing.frame(body))
        fate = chance.random()
        if fate < 0.1:
            sentence[chance.randrange(len(sentence))] ^= 1 << chance.randrange(8)
        elif fate < 0.15:
            del sentence[chance.randrange(len(sentence)) :]
        elif fate < 0.2:
            data += chance.randbytes(chance.randrange(200)) + b"$" * (seed % 2) + b"z" * 90
        data += sentence
    return bytes(data)


def test_the_same_bytes_mean_the_same(tmp_path):
    micropython = needs_micropython()
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    for seed in range(5):
        data = stream(seed)
        (tmp_path / "data").write_bytes(data)
        ended = subprocess.run(
            [micropython, tmp_path / "program.py", WIRE, tmp_path / "data"],
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        splitter = framing.Splitter()
        said = messages.receive(splitter, data)
        counts = [splitter.good, splitter.bad_checksum, splitter.too_long, splitter.other]
        *theirs, their_counts = map(json.loads, ended.stdout.splitlines())
        ours = [[type(m).__name__, m.body(), repr(m), framing.frame(m.body()).decode("ascii")] for m in said]
        assert theirs == ours
        assert their_counts == counts
        assert len(said) > 500
        assert min(counts) > 0
