"""The frame holds: pure layers stay pure, the lock files pin everything, the wheel carries everything."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PURE = [
    path
    for layer in ("core", "games", "surface", "wire")
    for path in (ROOT / "controller/runeheart" / layer).rglob("*.py")
]
OUTSIDE_WORLD = {"print", "open", "input", "exec", "eval", "__import__"}


@pytest.mark.parametrize("path", PURE, ids=lambda path: str(path.relative_to(ROOT / "controller/runeheart")))
def test_pure_layers_neither_print_nor_open(path):
    called = {
        node.func.id
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    assert not called & OUTSIDE_WORLD


def _names(requirements):
    return {re.match(r"[A-Za-z0-9.-]+", line)[0].lower().replace(".", "-") for line in requirements}


@pytest.mark.parametrize(("lock", "extras"), [("run", ["build"]), ("dev", ["build", "dev"])])
def test_lock_pins_every_dependency_with_hashes(lock, extras):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = list(project["dependencies"])
    for extra in extras:
        wanted += project["optional-dependencies"][extra]
    text = (ROOT / f"requirements-{lock}.lock").read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\S)", text.strip())
    for entry in entries:
        assert re.match(r"[A-Za-z0-9._-]+==\S+", entry) or entry.startswith("#"), entry
        assert "--hash=sha256:" in entry or entry.startswith("#"), entry
    assert _names(wanted) <= _names(entry for entry in entries if not entry.startswith("#"))


def test_the_runtime_needs_nothing_that_only_tests_need():
    names = _names(
        line
        for line in (ROOT / "requirements-run.lock").read_text(encoding="utf-8").splitlines()
        if line[:1].isalpha()
    )
    assert not names & {"pytest", "hypothesis", "fake-rpi", "numpy", "playwright", "mypy", "ruff"}


def test_the_wheel_carries_code_types_profiles_and_pages(tmp_path):
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
        timeout=120,
    )
    (wheel,) = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    tracked = {
        str(path.relative_to(source))
        for source in (ROOT / "controller", ROOT / "hardware")
        for package in source.glob("runeheart*")
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert tracked <= packed
    assert {"runeheart/py.typed", "runeheart_hw/py.typed", "runeheart_hw/profiles/pi-default.toml"} <= packed
    firmware = {
        f"runeheart_hw/firmware/{path.relative_to(ROOT / 'firmware')}"
        for path in (ROOT / "firmware").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert (
        {"runeheart_hw/firmware/reader/files.txt", "runeheart_hw/firmware/simulated/run.py"}
        <= firmware
        <= packed
    )
