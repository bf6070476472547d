"""A lesson in which a reader learns which tag is which face of a die: what was learned, and what comes next.

Owns the dice's faces, going back, and the notes by which a lesson that was broken off goes on. Knows no port.
"""

import contextlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.wire.fields import DIRECTIONS, face_of, face_text
from runeheart.wire.messages import Teach

DICE: Final = {"d4": "D4", "d6": "D6", "d8": "D8", "d10": "D10", "compass": "CMP", "movement": "MOV"}
"""What people call the dice, and their names on the wire."""


def die_named(name: str) -> str:
    """Return the wire's name of a die. Raises ValueError for what is none."""
    found = DICE.get(name.lower(), name.upper())
    if found not in DICE.values():
        raise ValueError(f"{shown(name)} is no die{did_you_mean(name, DICE)}")
    return found


def faces_of(die: str, given: Sequence[str]) -> tuple[str, ...]:
    """Return the faces of a die, as on the wire; those of the movement die are `given` (`forest+hills`).

    Raises ValueError.
    """
    if die != "MOV":
        if given:
            raise ValueError(f"the faces of the {die} are known: give --face for the movement die only")
        return DIRECTIONS if die == "CMP" else tuple(str(face) for face in range(1, int(die[1:]) + 1))
    if not given:
        raise ValueError(
            "say what is on the movement die, a --face for each: --face forest --face hills+road …"
        )
    return tuple(face_text(die, face_of(die, text)) for text in given)


class Lesson:
    """One lesson of one die; `number` tells dice of a kind apart, from 1."""

    def __init__(self, die: str, number: int, faces: tuple[str, ...], notes: Path) -> None:
        """Begin, or go on where the notes of this die end; notes of other faces count for nothing."""
        self.die = die
        self.number = number
        self.faces = faces
        self._notes = notes
        self._tags = self._noted()

    @property
    def face(self) -> str | None:
        """The face that comes next; None when all were learned."""
        return self.faces[self.learned] if self.learned < len(self.faces) else None

    @property
    def learned(self) -> int:
        """How many faces were learned."""
        return len(self._tags)

    def take(self, face: str, tag: str) -> None:
        """Note that a tag is a face."""
        self._tags.append((face, tag))
        self._note()

    def has(self, tag: str) -> bool:
        """Tell whether a tag was learned already: two sides may show the same, but not with one tag."""
        return any(tag == known for _, known in self._tags)

    def back(self) -> str | None:
        """Forget the face that was learned last, and return it; None: there is none."""
        if not self._tags:
            return None
        face, _ = self._tags.pop()
        self._note()
        return face

    def anew(self) -> None:
        """Forget all that was learned."""
        self._tags.clear()
        with contextlib.suppress(OSError):
            self._notes.unlink(missing_ok=True)

    def so_far(self) -> tuple[Teach, ...]:
        """Return what tells a reader all that was learned."""
        return tuple(self._teach(face, tag) for face, tag in self._tags)

    def ask(self) -> Teach:
        """Return what asks a reader for the face that comes next, or to keep all when none does."""
        return self._teach(self.face) if self.face is not None else Teach(self.die, self.number)

    def _teach(self, face: str, tag: str = "") -> Teach:
        return Teach(self.die, self.number, face_of(self.die, face), tag)

    def _noted(self) -> list[tuple[str, str]]:
        try:
            noted = json.loads(self._notes.read_text(encoding="utf-8"))
            known = [(face, tag) for face, tag in noted]
            for face, tag in known:
                self._teach(face, tag)  # what a reader would not take is no note
        except (OSError, ValueError, TypeError, AttributeError):
            return []
        return known if tuple(face for face, _ in known) == self.faces[: len(known)] else []

    def _note(self) -> None:
        """Write it down; a lesson goes on without notes, too."""
        with contextlib.suppress(OSError):
            self._notes.parent.mkdir(parents=True, exist_ok=True)
            self._notes.write_text(json.dumps(self._tags), encoding="utf-8")
