"""Which tag is which face of which die, and how it is taught. Knows no pad.

`tags.json`: {"04A1B2C3": ["D8", 1, 5], …}: die, number among its kind, face (of MOV a list of words).
"""

from wire.fields import face_text
from wire.messages import Teach

_FILE = "tags.json"


class Tags:
    """The table, and a lesson while one is held: what is taught counts only when all of it is kept."""

    def __init__(self, store):
        self._store = store
        self._lesson = None  # (die, number) while it is taught
        self._face = None  # the face that the next new tag is
        self._taught = {}
        self.problem = ""
        self._table = self._load()

    def _load(self):
        table, why = self._store.load(_FILE)
        if why == "":
            return {}
        try:
            return {number: _checked(entry) for number, entry in table.items()}
        except (AttributeError, TypeError, ValueError):
            self._store.put_aside(_FILE)
            self.problem = "tags.json is unreadable and now tags.json.bad: teach anew"
            return {}

    def find(self, tag):
        """Return (die, number, face) of a tag, None if nobody taught it."""
        return self._table.get(tag)

    def of_die(self, die, number):
        """Return tag → face of one die."""
        return {tag: entry[2] for tag, entry in self._table.items() if entry[:2] == (die, number)}

    @property
    def is_teaching(self):
        """Whether a lesson is held: tags are no rolls then."""
        return self._lesson is not None

    def ask(self, die, number, face):
        """The next new tag is to be this face."""
        if self._lesson != (die, number):
            self._taught = {}
        self._lesson = (die, number)
        self._face = face

    def take(self, tag):
        """Take a tag that lies still; return the answer, None if no face is asked for; ValueError why not."""
        if self._face is None:
            return None
        die, number = self._lesson
        other = self._taught.get(tag)
        if other is not None and other != self._face:
            raise ValueError(f"this side is {face_text(die, other)} already: turn the die")
        self._taught[tag] = self._face
        answer = Teach(die, number, self._face, tag)
        self._face = None
        return answer

    def loser(self, tag):
        """Return in words which other die the lesson takes a tag from; empty if from none."""
        entry = self._table.get(tag)
        if entry is None or self._lesson is None or entry[:2] == self._lesson:
            return ""
        die, number, face = entry
        return f"taken from {die} number {number} when this is kept: its {face_text(die, face)}"

    def keep(self, die, number):
        """End the lesson: what was taught takes the place of what was known of this die."""
        if self._lesson != (die, number) or not self._taught:
            raise ValueError(f"nothing was taught of {die} number {number}")
        table = {tag: entry for tag, entry in self._table.items() if entry[:2] != (die, number)}
        for tag, face in self._taught.items():
            table[tag] = (die, number, face)
        self._store.save(_FILE, {tag: list(entry) for tag, entry in table.items()})
        self._table = table
        self.cancel()

    def cancel(self):
        """End the lesson; everything is as before."""
        self._lesson = None
        self._face = None
        self._taught = {}


def _checked(entry):
    die, number, face = entry
    if isinstance(face, list):
        face = tuple(face)
    Teach(die, number, face)
    return die, number, face
