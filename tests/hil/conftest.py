"""The virtual Raspberry Pi (`make hil`): where the rig is, and machines with Runeheart on them."""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import hil

HERE = Path(__file__).resolve().parent
GUEST = ("guest_player.py", "guest_saved.py", "guest_status.py", "guest_watch_lines.py")
"""Programs of the tests that run in the machine."""


def pytest_addoption(parser):
    parser.addoption("--rig", type=Path, default=hil.TOP.parent / "shared/hil", help="folder of vm.py")
    parser.addoption("--wheelhouse", type=Path, help="filled by `make wheelhouse`; else it is filled here")
    parser.addoption("--cuts", type=int, default=100, help="power cuts in all")
    parser.addoption("--seed", type=int, default=1, help="of the moments of the cuts, and of the presses")


@pytest.fixture(scope="session")
def rig(request):
    folder = request.config.getoption("--rig").resolve()
    if not (folder / "vm.py").exists():
        pytest.fail(f"there is no virtual Raspberry Pi in {folder}; name its folder: make hil RIG=DIR")
    if os.geteuid() != 0:
        pytest.fail("images are built as root: sudo make hil")
    return folder


@pytest.fixture(scope="session")
def vm(rig):
    """Return the rig's module."""
    spec = importlib.util.spec_from_file_location("vm", rig / "vm.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["vm"] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def work():
    """Return where images are kept from one run to the next."""
    folder = hil.TOP / "build/hil"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def wheelhouse(request, work):
    given = request.config.getoption("--wheelhouse")
    if given is not None:
        return given.resolve()
    folder = work / "wheelhouse"
    own = [f"WHEELHOUSE={folder}", "ARGS="]  # ARGS of `make hil` would be handed on
    subprocess.run(["make", "wheelhouse", *own], cwd=hil.TOP, check=True, timeout=600)
    return folder


@pytest.fixture(scope="session")
def source(tmp_path_factory):
    """Return this tree as a clone would have it."""
    return hil.sources(tmp_path_factory.mktemp("source"))


@pytest.fixture(scope="session")
def prop_image(rig, work, wheelhouse, source):
    """Return a disk on which the service is installed and waits for the power."""
    dark = " ".join(map(str, (*hil.LIGHTS.values(), hil.BUZZER)))
    return hil.make_image(
        rig,
        work / "prop.img",
        *("--bind", wheelhouse, "--copy", f"{source}:/usr/src/runeheart"),
        *("--run", f"cd /usr/src/runeheart && make install WHEELHOUSE={wheelhouse} I2C=no"),
        *("--run", f"printf '%s' '{hil.CONFIG}' > /etc/runeheart/prop.toml"),
        *("--run", f"sed -i 's/^LOW_LINES=.*/LOW_LINES=\"{dark}\"/' /etc/default/gpio-sim"),
        *(word for name in GUEST for word in ("--copy", f"{HERE / name}:/usr/local/bin/")),
    )


@pytest.fixture(scope="session")
def measured(work):
    """Return a dictionary of figures for the docs; it ends up in build/hil/figures.json."""
    path = work / "figures.json"
    figures = json.loads(path.read_text()) if path.exists() else {}
    yield figures
    path.write_text(json.dumps(figures, indent=1))
