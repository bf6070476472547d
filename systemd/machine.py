"""The machine under the installer: files, programs, people. `root` is where its files begin.

Owns how files are written (whole or not at all) and how a failing program is told.
"""

import grp
import os
import pwd
import shutil
import subprocess
import sys
from pathlib import Path

Word = str | Path


class StopError(Exception):
    """It cannot go on; the text says why and what to do."""


def say(text: str) -> None:
    """Tell the person who installs."""
    print(text, flush=True)


class Machine:
    """A machine, or a folder that stands for one (then no program of the system is called)."""

    def __init__(self, root: Path = Path("/")) -> None:
        self._root = root
        self.called: list[tuple[str, ...]] = []
        """The programs of the system that were called, or would have been."""

    @property
    def is_real(self) -> bool:
        """Tell whether this is the machine itself."""
        return self._root == Path("/")

    def at(self, path: Path) -> Path:
        """Return where a path of this machine is."""
        return self._root / path.relative_to("/") if path.is_absolute() else path

    def write(self, path: Path, text: str) -> bool:
        """Write a file whole, or leave the old one; tell whether it is another one now."""
        place = self.at(path)
        if place.is_file() and place.read_text(encoding="utf-8") == text:
            return False
        place.parent.mkdir(parents=True, exist_ok=True)
        new = place.with_name(f".{place.name}.new")
        with new.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        new.chmod(0o644)
        new.replace(place)
        return True

    def link(self, link: Path, target: Path) -> None:
        """Let a symbolic link point somewhere else, in one step."""
        link.parent.mkdir(parents=True, exist_ok=True)
        new = link.with_name(f".{link.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        new.replace(link)

    def remove(self, path: Path) -> None:
        """Remove a file, a link or a whole folder; what is not there is fine."""
        place = self.at(path)
        if place.is_dir() and not place.is_symlink():
            shutil.rmtree(place)
        else:
            place.unlink(missing_ok=True)

    def remove_empty(self, folder: Path) -> None:
        """Remove a folder in which nothing is."""
        place = self.at(folder)
        if place.is_dir() and not any(place.iterdir()):
            place.rmdir()

    def run(self, *words: Word) -> None:
        """Call a program of the system; raise StopError if it fails."""
        why = self._call(*words)
        if why is not None:
            raise StopError(f"this failed: {' '.join(map(str, words))} ({why})")

    def tries(self, *words: Word) -> bool:
        """Call a program of the system that may fail or be missing; tell whether it went well."""
        return self._call(*words) is None

    def _call(self, *words: Word) -> str | None:
        """Call a program; return why it failed."""
        self.called.append(tuple(map(str, words)))
        if not self.is_real:
            return None
        try:
            done = self.ask(*words)
        except FileNotFoundError:
            return "there is no such program"
        return None if done.returncode == 0 else done.stderr.strip() or f"status {done.returncode}"

    @staticmethod
    def ask(*words: Word) -> subprocess.CompletedProcess[str]:
        """Call one of our own programs and return what it said."""
        return subprocess.run(list(map(str, words)), check=False, capture_output=True, text=True, cwd="/")

    @staticmethod
    def talk(*words: Word) -> None:
        """Let one of our own programs talk with the person who installs; raise StopError if it fails."""
        if subprocess.run(list(map(str, words)), check=False).returncode:
            raise StopError(f"this failed: {' '.join(map(str, words))}")

    @staticmethod
    def agrees(question: str) -> bool:
        """Ask a person a question; no where nobody is there."""
        if not sys.stdin.isatty():
            return False
        return input(f"{question} [Y/n] ").strip().lower() in {"", "y", "yes"}

    @staticmethod
    def has_group(group: str) -> bool:
        """Tell whether there is such a group."""
        try:
            grp.getgrnam(group)
        except KeyError:
            return False
        return True

    @staticmethod
    def is_in_group(person: str, group: str) -> bool:
        """Tell whether a person is in a group already; also for a person who is not known here."""
        try:
            return person in grp.getgrnam(group).gr_mem or pwd.getpwnam(person).pw_uid == 0
        except KeyError:
            return True
