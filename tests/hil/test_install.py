"""`make install`, `upgrade` and `uninstall` on a bare machine without a network."""

import time
from pathlib import Path

import pytest

from support import hil

HERE = Path(__file__).resolve().parent
SOURCE, WHEELS = "/usr/src/runeheart", "/usr/src/wheelhouse"
INSTALL_S = 900
LISTING = (
    "find / -xdev -path /proc -prune -o -path /sys -prune -o -path /run -prune -o -path /tmp -prune"
    " -o -path /var/log -prune -o -path /var/tmp -prune -o -path /root -prune -o -print | sort"
)
GROUPS = "cut -d: -f1 /etc/group | sort; cut -d: -f1 /etc/passwd | sort"
OF_THE_SYSTEM = (
    "/var/lib/systemd/",
    "/etc/passwd",
    "/etc/group",
    "/etc/shadow",
    "/etc/gshadow",
    "/etc/.pwd.lock",
    "/var/cache/",
    "/etc/subuid",
    "/etc/subgid",
)
"""What other programs keep for themselves: backups of the tables of users, a random seed."""


@pytest.fixture(scope="module")
def bare_image(rig, work, wheelhouse, source):
    return hil.make_image(
        rig,
        work / "bare.img",
        *("--copy", f"{source}:{SOURCE}", "--copy", f"{wheelhouse}:{WHEELS}"),
    )


def _make(pi, words):
    return pi.check(f"cd {SOURCE} && make {words} WHEELHOUSE={WHEELS}", INSTALL_S)


def _left(pi):
    return {line for line in pi.check(LISTING).splitlines() if not line.startswith(OF_THE_SYSTEM)}


def test_install_upgrade_uninstall(vm, bare_image, measured):
    with vm.VirtualPi(bare_image) as pi:
        pi.start(hil.BOOT_S)
        pi.put("/usr/local/bin/guest_status.py", (HERE / "guest_status.py").read_text())
        before, people = _left(pi), pi.check(GROUPS)

        begun_s = time.monotonic()
        said = _make(pi, "install I2C=no")
        measured["install_s"] = round(time.monotonic() - begun_s)
        assert said.count("shown this once: ") == 1
        hil.wait_for(pi, "systemctl is-active --quiet runeheart")
        assert pi.check("systemctl is-enabled runeheart").strip() == "enabled"
        assert pi.check("stat -c '%U %a' /var/lib/runeheart/passwords").strip() == "runeheart 600"

        pi.put("/etc/runeheart/prop.toml", hil.CONFIG + '[prop]\nname = "OURS"\n')
        pi.check("systemctl restart runeheart && runeheart ctl start --difficulty hard")
        kept = pi.check("cat /etc/runeheart/prop.toml /var/lib/runeheart/passwords")
        said = _make(pi, "upgrade I2C=no")
        assert "shown this once" not in said
        assert pi.check("cat /etc/runeheart/prop.toml /var/lib/runeheart/passwords") == kept
        assert "settle_ms" in pi.check("cat /etc/runeheart/prop.toml.default")
        assert hil.status(pi)["difficulty"] == "hard"  # the game that was at the table
        assert hil.status(pi)["name"] == "OURS"
        assert pi.check("ls /opt/runeheart/versions").split() == ["2"]

        _make(pi, "install I2C=no")  # once more is the same
        assert hil.status(pi)["difficulty"] == "hard"

        said = _make(pi, "uninstall")
        assert "Kept: /etc/runeheart and /var/lib/runeheart" in said
        assert pi.run("systemctl cat runeheart")[0] != 0
        assert _left(pi) - before == {
            "/etc/runeheart",
            "/etc/runeheart/prop.toml",
            "/var/lib/runeheart",
            *pi.check("find /var/lib/runeheart -mindepth 1").split(),
        }
        _make(pi, "uninstall PURGE=1")
        assert _left(pi) == before
        assert pi.check(GROUPS) == people
        assert pi.check("systemctl is-system-running").strip() == "running"
