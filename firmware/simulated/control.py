"""The hands on a simulated board: lines that put dice, turn the dial, press buttons, break chips."""

import asyncio
import hashlib

from wire.fields import DICE, DIRECTIONS, face_of, face_text

from mfrc522_model import Tag

_NAMES = {"d4": "D4", "d6": "D6", "d8": "D8", "d10": "D10", "cmp": "CMP", "mov": "MOV"}
_VERBS = ("put", "tag", "lift", "dial", "field", "press", "fail", "heal", "quit")
_PRESS_MS = 80


def tag_number(die, text):
    """Return the tag of a face of the simulated dice: seven bytes, always the same."""
    return b"\x04" + hashlib.sha256(f"{die} {text}".encode()).digest()[:6]


def box():
    """Return what `tags.json` says of the simulated dice but the movement die, whose faces differ."""
    table = {}
    for die in DICE[:-1]:
        faces = DIRECTIONS if die == "CMP" else range(1, int(die[1:]) + 1)
        for face in faces:
            table[_hex(tag_number(die, face_text(die, face)))] = [die, 1, face]
    return table


class Hands:
    """Does what lines say; ValueError tells what is odd with one."""

    def __init__(self, board, app, sensors):
        self._board = board
        self._app = app
        self._pads = [sensor for sensor in sensors if sensor["kind"] == "pad"]

    async def do(self, line):
        """Do one line."""
        words = line.split()
        if not words or words[0] not in _VERBS:
            raise ValueError("expected " + ", ".join(_VERBS[:-1]) + " or " + _VERBS[-1])
        try:
            await getattr(self, "_" + words[0])(*words[1:])
        except TypeError:
            raise ValueError(f"{words[0]} takes other words") from None

    async def _put(self, die, face, pad=None):
        name = _NAMES.get(die.lower())
        if name is None:
            raise ValueError(f"die {die}; expected one of {' '.join(_NAMES)}")
        face = face_of(name, face)
        number = tag_number(name, face_text(name, face))
        if self._app.tags.find(_hex(number)) is None and not self._app.tags.is_teaching:
            self._teach(name, number, face)
        pad = self._pad(pad, name)
        for chip in self._chips():
            chip.tags = [tag for tag in chip.tags if getattr(tag, "die", None) != name]
        tag = Tag(number)
        tag.die = name
        self._board.chips[pad].tags.append(tag)

    def _teach(self, die, number, face):
        """Teach a face that no lesson taught, or that one took away, beside all that was taught."""
        tags = self._app.tags
        place = 1
        while any(tag != _tag_of(die, known) for tag, known in tags.of_die(die, place).items()):
            place += 1  # that is a die of somebody's own
        faces = tags.of_die(die, place)
        faces[_hex(number)] = face
        for tag, known in faces.items():
            tags.ask(die, place, known)
            tags.take(tag)
        tags.keep(die, place)

    async def _tag(self, number, pad=None):
        number = bytes.fromhex(number)
        if len(number) not in (4, 7, 10):
            raise ValueError("a tag has 4, 7 or 10 bytes")
        self._board.chips[self._pad(pad)].tags.append(Tag(number))

    async def _lift(self, pad=None):
        for chip in self._chips() if pad is None else [self._board.chips[self._pad(pad)]]:
            chip.tags = []

    async def _dial(self, degrees):
        for chip in self._board.chips.values():
            if hasattr(chip, "turn"):
                chip.turn(float(degrees))
            elif hasattr(chip, "degrees"):
                chip.degrees = float(degrees)

    async def _field(self, x, y, z):
        for chip in self._board.chips.values():
            if hasattr(chip, "field"):
                chip.field = (float(x), float(y), float(z))

    async def _press(self, button):
        if button not in self._board.buttons:
            raise ValueError(f"there is no button {button}")
        self._board.buttons[button](0)
        await asyncio.sleep_ms(_PRESS_MS)
        self._board.buttons[button](1)
        await asyncio.sleep_ms(_PRESS_MS)

    async def _fail(self, sensor):
        self._chip(sensor).is_dead = True

    async def _heal(self, sensor):
        self._chip(sensor).is_dead = False
        self._chip(sensor).power_on()

    async def _quit(self):
        self._board.leave()

    def _chips(self):
        return [self._board.chips[pad["name"]] for pad in self._pads]

    def _chip(self, sensor):
        if sensor not in self._board.chips:
            raise ValueError(f"there is no chip {sensor}")
        return self._board.chips[sensor]

    def _pad(self, name, die=None):
        for pad in self._pads:
            if name == pad["name"] or (name is None and (die is None or die in pad["dice"])):
                return name or pad["name"]
        raise ValueError(f"there is no pad {name or 'for ' + die}")


def _tag_of(die, face):
    return _hex(tag_number(die, face_text(die, face)))


def _hex(number):
    return "".join([f"{byte:02X}" for byte in number])
