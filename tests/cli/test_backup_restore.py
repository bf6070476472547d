"""`runeheart backup` and `restore`: one file that another machine understands; a bad one touches nothing."""

import asyncio
import json
import os
import sqlite3
import stat
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from runeheart.cli import bundle, restore
from runeheart.games.registry import GAMES
from runeheart.runtime import archive
from runeheart.runtime import config as configuration
from runeheart.surface.api import SurfaceSettings
from support.cli import run
from support.daemon import Daemon, configured
from support.evenings import SETUPS
from support.ports import ANSWER, Rig


class Place:
    """A machine: a configuration, boards beside it, and the games that were played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.etc, self.state = folder / "etc", folder / "state"
        self.config = self.etc / "prop.toml"
        self.etc.mkdir(parents=True)
        self.text = (
            f'[prop]\nname = "TABLE 7"\n[state]\ndirectory = "{self.state}"\n'
            f'[control]\nsocket = "{folder}/c.sock"\n'
        )
        self.config.write_text(self.text, encoding="utf-8")

    def play(self, *, end: bool = True) -> None:
        async def evening():
            self.state.mkdir(exist_ok=True)
            async with Rig(self.state) as rig:
                await rig.begin()
                await rig.tap("moon")
                if end:
                    await rig.verb("abandon")

        asyncio.run(evening())

    def games(self) -> list[archive.Entry]:
        return archive.games(self.state / "journal.db", 99)


@pytest.fixture
def place(tmp_path):
    return Place(tmp_path / "here")


def _backup(place, *more, file=None):
    file = file or place.folder / "saved.zip"
    done = run("backup", "--config", place.config, file, *more)
    assert done.exit_code == 0, done.stderr
    return file


def _manifest(file):
    with zipfile.ZipFile(file) as zipped:
        return json.loads(zipped.read("manifest.json"))


def _everything(folder):
    """Return what is below a folder: names and contents."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "daemon.lock"
    }


class TestThereAndBack:
    def test_on_another_machine(self, place, tmp_path):
        place.play()
        place.play()
        file = _backup(place)
        there = tmp_path / "there"
        for path in (place.etc, place.state):  # this machine is gone
            path.rename(path.with_name(f"{path.name}-gone"))
        done = run("restore", "--config", there / "etc/prop.toml", file)
        assert done.exit_code == 0, done.stderr
        assert (there / "etc/prop.toml").read_text() == place.text
        assert [game.game_id for game in place.games()] == [2, 1]
        assert "Start the prop: runeheart run" in done.stdout

    def test_what_was_here_is_kept_beside_it(self, place):
        place.play()
        file = _backup(place)
        place.play()
        place.config.write_text(place.text + "# mine\n")
        done = run("restore", "--config", place.config, file)
        assert done.exit_code == 0, done.stderr
        assert len(place.games()) == 1
        (kept,) = place.etc.glob("prop.toml.before-restore-*")
        assert kept.read_text() == place.text + "# mine\n"
        (kept,) = (one for one in place.state.glob("journal.db.before-restore-*Z"))
        assert len(archive.games(kept, 99)) == 2
        assert f"kept      {kept}" in done.stdout

    def test_twice_is_once_more(self, place):
        place.play()
        file = _backup(place)
        for _ in range(2):
            assert run("restore", "--config", place.config, file).exit_code == 0
        assert len(place.games()) == 1

    def test_the_restored_history_is_gone_on_with(self, place):
        place.play()
        assert run("restore", "--config", place.config, _backup(place)).exit_code == 0
        place.play()
        assert [game.game_id for game in place.games()] == [2, 1]
        mode = (place.state / "journal.db").stat().st_mode
        assert stat.S_IMODE(mode) == 0o640

    @pytest.mark.parametrize("how", ["beside it", "elsewhere", "in boards"])
    def test_boards_come_with_it_wherever_they_were(self, place, tmp_path, how):
        board = {
            "beside it": place.etc / "keep.txt",
            "elsewhere": tmp_path / "home/keep.txt",
            "in boards": place.etc / "boards/keep.txt",
        }[how]
        board.parent.mkdir(parents=True, exist_ok=True)
        board.write_text(_a_board())
        said = str(board) if how == "elsewhere" else str(board.relative_to(place.etc))
        place.config.write_text(f'{place.text}[ruin]\nboard = "{said}"  # ours\n')
        assert not configuration.load(place.config)[1]
        file = _backup(place)
        board.unlink()
        there = tmp_path / "there/prop.toml"
        done = run("restore", "--config", there, file)
        assert done.exit_code == 0, done.stderr
        assert (there.parent / "boards/keep.txt").read_text() == _a_board()
        config, problems = configuration.load(there)
        assert problems == []
        assert config.surface().setups["ruin"]["board"]["title"] == "keep"
        assert there.read_text().endswith("  # ours\n")

    def test_a_board_profile_comes_with_it(self, place, tmp_path):
        profile = tmp_path / "mine.toml"
        shipped = Path(configuration.__file__).parents[3] / "hardware/runeheart_hw/profiles/pi-default.toml"
        profile.write_bytes(shipped.read_bytes())
        place.config.write_text(place.text.replace("[prop]", f"[prop]\nboard = '{profile}'"))
        file = _backup(place)
        profile.unlink()
        there = tmp_path / "there/prop.toml"
        assert run("restore", "--config", there, file).exit_code == 0
        assert configuration.load(there)[0].prop.board == str(there.parent / "boards/mine.toml")
        assert (there.parent / "boards/mine.toml").read_bytes() == shipped.read_bytes()

    def test_whatever_lies_in_boards_and_decks_comes_with_it(self, place, tmp_path):
        for name in ("boards/deep/one.txt", "decks/set.json"):
            (place.etc / name).parent.mkdir(parents=True)
            (place.etc / name).write_text(name)
        file = _backup(place)
        there = tmp_path / "there"
        assert run("restore", "--config", there / "prop.toml", file).exit_code == 0
        assert (there / "boards/deep/one.txt").read_text() == "boards/deep/one.txt"
        assert (there / "decks/set.json").read_text() == "decks/set.json"

    def test_a_prop_that_plays_by_its_defaults(self, tmp_path, monkeypatch):
        monkeypatch.setattr(configuration, "DEFAULT_PATH", tmp_path / "none/prop.toml")
        monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
        done = run("backup", tmp_path / "saved.zip")
        assert done.exit_code == 0, done.stderr
        assert _manifest(tmp_path / "saved.zip")["items"] == []
        assert run("restore", tmp_path / "saved.zip").exit_code == 0


def _a_board():
    """Return a board file that can be played: one of ours in the text form."""
    return GAMES["ruin"].shipped["hollow"]


class TestSecrets:
    def test_of_the_game_at_the_table_nothing_is_in_it(self, place):
        place.play(end=False)
        with sqlite3.connect(place.state / "journal.db") as db:
            ((seed,),) = db.execute("SELECT seed FROM secret WHERE seq = 0")
        db.close()
        file = _backup(place)
        with zipfile.ZipFile(file) as zipped:
            raw = b"".join(zipped.read(name) for name in zipped.namelist())
        assert json.dumps(ANSWER, separators=(",", ":")).encode()[1:-1] not in raw
        assert str(seed).encode() not in raw
        assert seed.to_bytes(8, "big") not in raw
        assert run("restore", "--config", place.config, file).exit_code == 0
        (game,) = place.games()
        assert game.result == "interrupted"

        async def again():
            async with Rig(place.state) as rig:
                return rig.state, rig.prop.status()["alerts"]

        assert asyncio.run(again()) == (None, [])

    def test_of_a_running_game_with_dice_from_its_seed_the_seed_stays_here(self, place):
        async def evening():
            place.state.mkdir()
            settings = SurfaceSettings(game="ruin", setups={"ruin": {**SETUPS["ruin"], "dice": "auto"}})
            async with Rig(place.state, settings=settings) as rig:
                assert (await rig.verb("start")).result == "done"
                return rig.prop.session.record.seed

        seed = asyncio.run(evening())
        with zipfile.ZipFile(_backup(place)) as zipped:
            raw = b"".join(zipped.read(name) for name in zipped.namelist())
        assert seed.to_bytes(8, "big") not in raw

    def test_only_its_owner_may_read_it(self, place):
        assert stat.S_IMODE(_backup(place).stat().st_mode) == 0o600


class TestWhileTheDaemonRuns:
    @pytest.fixture
    def daemon(self, tmp_path):
        with Daemon(configured(tmp_path), tmp_path) as process:
            yield process

    def test_a_backup_is_of_one_moment(self, daemon, tmp_path):
        config = tmp_path / "prop.toml"
        run("ctl", "--config", config, "start", "--difficulty", "easy")
        file = tmp_path / "saved.zip"
        for seconds in range(5):
            run("ctl", "--config", config, "add-time", seconds + 1)
            done = run("backup", "--config", config, "--force", file)
            assert done.exit_code == 0, done.stderr
        assert run("ctl", "--config", config, "status").exit_code == 0
        assert run("restore", "--config", config, file, "--check").exit_code == 0

    def test_nothing_is_restored_under_it(self, daemon, tmp_path):
        config, file = tmp_path / "prop.toml", tmp_path / "saved.zip"
        run("ctl", "--config", config, "start", "--difficulty", "easy")
        assert run("backup", "--config", config, file).exit_code == 0
        before = config.read_bytes()
        done = run("restore", "--config", config, file)
        assert done.exit_code == 1
        assert "already running, pid " in done.stderr
        assert done.stderr.strip().endswith("nothing was changed")
        assert config.read_bytes() == before
        assert not list(tmp_path.rglob("*.before-restore-*"))


class TestBadFiles:
    """Each is told in a sentence, and everything stays as it was."""

    def _refused(self, place, file):
        before = _everything(place.folder)
        done = run("restore", "--config", place.config, file)
        assert done.exit_code == 1
        assert "nothing was changed" in done.stderr
        assert "Traceback" not in done.stderr
        assert _everything(place.folder) == before
        return done.stderr

    def _changed(self, place, change):
        """Make a backup whose manifest was changed by somebody."""
        place.play()
        file = _backup(place)
        with zipfile.ZipFile(file) as zipped:
            content = {name: zipped.read(name) for name in zipped.namelist()}
        manifest = json.loads(content["manifest.json"])
        change(manifest, content)
        with zipfile.ZipFile(file, "w") as zipped:
            for name, data in content.items():
                zipped.writestr(name, json.dumps(manifest) if name == "manifest.json" else data)
        return file

    @pytest.mark.parametrize(
        ("content", "why"),
        [(b"", "no backup"), (b"hello", "no backup"), (b"PK\x03\x04" + bytes(100), "no backup")],
    )
    def test_no_zip(self, place, content, why):
        file = place.folder / "x.zip"
        file.write_bytes(content)
        assert why in self._refused(place, file)

    def test_no_file_and_a_folder(self, place):
        assert "cannot be read: No such file" in self._refused(place, place.folder / "none.zip")
        assert "cannot be read: Is a directory" in self._refused(place, place.folder)

    def test_another_zip(self, place):
        file = place.folder / "x.zip"
        with zipfile.ZipFile(file, "w") as zipped:
            zipped.writestr("holiday.txt", "sun")
        assert "is a ZIP file, but no backup of Runeheart" in self._refused(place, file)

    @pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.999])
    def test_cut_short(self, place, share):
        place.play()
        file = _backup(place)
        file.write_bytes(file.read_bytes()[: int(share * file.stat().st_size)])
        assert "no backup, or a damaged one" in self._refused(place, file)

    def test_damaged_anywhere(self, place):
        place.play()
        file = _backup(place)
        whole = file.read_bytes()
        for at in range(40, len(whole) - 40, len(whole) // 25):
            file.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
            before = _everything(place.etc)
            done = run("restore", "--config", place.config, "--check", file)
            assert done.exit_code in {0, 1}  # what no reader looks at may be anything
            assert "Traceback" not in done.stderr
            assert _everything(place.etc) == before

    def test_of_a_newer_program(self, place):
        file = self._changed(place, lambda manifest, _: manifest.update(format=2))
        assert "was made by a newer Runeheart (format 2, this one reads 1)" in self._refused(place, file)

    @pytest.mark.parametrize("name", ["../evil.txt", "/etc/cron.d/evil", "boards/../../evil", "", "a\0b"])
    def test_a_name_that_leads_elsewhere(self, place, name):
        def change(manifest, _):
            manifest["items"][0]["name"] = name

        assert "which leads elsewhere" in self._refused(place, self._changed(place, change))

    def test_a_file_that_is_not_what_was_saved(self, place):
        def change(_, content):
            content["files/0"] += b"# more"

        assert "is not what was saved" in self._refused(place, self._changed(place, change))

    def test_a_file_that_is_missing(self, place):
        file = self._changed(place, lambda _, content: content.pop("files/1"))
        assert '"journal.db" is missing in it' in self._refused(place, file)

    @pytest.mark.parametrize(
        "change",
        [
            {"format": "1"},
            {"format": 0},
            {"items": "all"},
            {"items": [{"kind": "virus", "name": "x", "bytes": 1, "sha256": ""}]},
            {"items": [{"kind": "board", "name": "x", "bytes": 10**12, "sha256": ""}]},
            {"items": [{"kind": "board", "name": "x", "bytes": 1, "sha256": ""}] * 2},
        ],
    )
    def test_a_manifest_that_does_not_fit(self, place, change):
        file = self._changed(place, lambda manifest, _: manifest.update(change))
        assert self._refused(place, file)

    def test_a_configuration_that_this_program_does_not_know(self, place, tmp_path):
        there = Place(tmp_path / "there")
        place.config.write_text(place.text + "[heart]\ndifficulty = 'medium'\nwizard = 1\n")
        file = place.folder / "x.zip"
        _hand_made(file, place.config.read_bytes())
        told = self._refused(there, file)
        assert "heart.difficulty" in told
        assert "heart.wizard" in told

    def test_a_history_of_a_newer_program(self, place):
        place.play()
        db = sqlite3.connect(place.state / "journal.db")
        db.execute("PRAGMA user_version=99")
        db.close()
        file = _backup(place)
        assert "the history is of a newer Runeheart (layout 99" in self._refused(place, file)

    def test_a_history_that_is_damaged(self, place):
        place.play()
        file = _backup(place)
        with zipfile.ZipFile(file) as zipped:
            journal = bytearray(zipped.read("files/1"))
        journal[4096:8192] = b"\xa5" * 4096
        _hand_made(file, place.config.read_bytes(), bytes(journal))
        told = self._refused(place, file)
        assert "damaged" in told or "cannot be read as a journal" in told

    def test_a_place_into_which_nobody_may_write(self, place, monkeypatch):
        file = _backup(place)
        access = os.access
        monkeypatch.setattr(restore.os, "access", lambda path, mode: path != place.etc and access(path, mode))
        assert f"this user may not write to {place.etc}; use sudo" in self._refused(place, file)

    def test_a_disk_that_is_full_in_the_middle(self, place, monkeypatch):
        place.play()
        file = _backup(place)
        copied = []
        copy = restore._copy_through

        def full(move, coming):
            copy(move, coming)
            copied.append(move)
            if len(copied) == 2:
                raise OSError(28, "No space left on device", str(coming))

        monkeypatch.setattr(restore, "_copy_through", full)
        before = _everything(place.folder)
        done = run("restore", "--config", place.config, file)
        assert done.exit_code == 1
        assert "No space left on device; everything is as it was" in done.stderr
        assert _everything(place.folder) == before


def _hand_made(file, config, journal=None):
    """Write a backup as somebody could by hand."""
    parts = [bundle.Part("config", "prop.toml", config)]
    parts += [bundle.Part("journal", "journal.db", journal)] if journal else []
    bundle.write(file, parts, version="0", made=datetime.now(UTC).isoformat(), prop="x")


class TestBackup:
    def test_what_is_there_is_not_overwritten(self, place):
        file = _backup(place)
        before = file.read_bytes()
        done = run("backup", "--config", place.config, file)
        assert done.exit_code == 2
        assert "is there already" in done.stderr
        assert file.read_bytes() == before
        _backup(place, "--force")

    def test_without_history(self, place):
        place.play()
        assert [item["kind"] for item in _manifest(_backup(place, "--no-history"))["items"]] == ["config"]

    def test_a_damaged_history_is_told_and_the_rest_can_be_saved(self, place):
        place.state.mkdir()
        (place.state / "journal.db").write_text("no journal" * 100)
        done = run("backup", "--config", place.config, place.folder / "saved.zip")
        assert done.exit_code == 1
        assert "cannot be read as a journal" in done.stderr
        assert "--no-history saves the rest" in done.stderr
        assert list(place.folder.glob("*.zip")) == list(place.folder.glob(".*.part")) == []
        _backup(place, "--no-history")

    def test_a_folder_that_is_not_there(self, place):
        done = run("backup", "--config", place.config, place.folder / "none/saved.zip")
        assert done.exit_code == 1
        assert "cannot be written: No such file or directory" in done.stderr

    def test_a_configuration_with_problems_is_told(self, place):
        place.config.write_text("[heart]\ndifficulty = 'medium'\n")
        done = run("backup", "--config", place.config, place.folder / "saved.zip")
        assert done.exit_code == 2
        assert "heart.difficulty" in done.stderr
