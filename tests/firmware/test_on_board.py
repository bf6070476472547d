"""The firmware's own tests, each in real MicroPython: tests/firmware/board/check_*.py."""

import ast
import subprocess
from pathlib import Path

import pytest

from support.micropython import FIRMWARE, WIRE, needs_micropython

BOARD = Path(__file__).with_name("board")


def checks():
    for file in sorted(BOARD.glob("check_*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name.startswith("check_"):
                yield pytest.param(file.stem, node.name, id=f"{file.stem[6:]}-{node.name[6:]}")


@pytest.mark.parametrize(("module", "name"), list(checks()))
def test_in_micropython(module, name, tmp_path):
    ended = subprocess.run(
        [needs_micropython(), BOARD / "harness.py", WIRE, FIRMWARE, tmp_path, module, name],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 0, ended.stderr + ended.stdout
    assert ended.stdout == ""


def test_a_check_that_fails_is_seen(tmp_path):
    ended = subprocess.run(
        [needs_micropython(), BOARD / "harness.py", WIRE, FIRMWARE, tmp_path, "bench", "raises"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ended.returncode == 1
    assert "TypeError" in ended.stdout + ended.stderr
