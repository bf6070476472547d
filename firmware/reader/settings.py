"""`sensors.json`: which sensors a board has and on which pins; firmware/README.md lists the keys.

Owns what may stand there. A mistake costs the entry it is in and no other; `problems` tells each: (sensor or
`settings`, why). Without a readable file there are no sensors, and no pin is driven.
"""

from wire.fields import DICE, check_name, face_text

FILE = "sensors.json"

_MOST_SENSORS = 8
_MOST_SHOWN = 12  # characters of a value in a sentence
_MOST_NAMES = 55  # all names, joined, in the identity
_PINS = tuple(range(23)) + (26, 27, 28)  # 23 to 25 and 29 serve the board itself
_BUSES = {
    "spi": {"id": 0, "sck": 18, "mosi": 19, "miso": 16},
    "i2c": {"id": 0, "sda": 4, "scl": 5},
}
_KEYS = {
    "pad": ("cs", "dice", "gain_db"),
    "dial": ("reversed",),
    "magnetometer": ("flipped",),
    "roll": ("pin", "movement"),
    "confirm": ("pin",),
}
_BUS_OF = {"pad": "spi", "dial": "i2c", "magnetometer": "i2c"}
_RESERVED = ("settings", "files", "reader")  # other things have these names on the wire
_GAINS = (18, 23, 33, 38, 43, 48)


class Settings:
    """What the file says, checked."""

    def __init__(self, store):
        self.problems = []
        self.settle_ms = 400
        self.sensors = []  # the entries, each a dict with every key of its kind
        self._taken = {}  # pin → whose it is
        raw, why = store.load(FILE)
        if why == "":
            self._odd("sensors.json is missing: no sensor is read")
        elif not isinstance(raw, dict):
            self._odd(f"{why or 'sensors.json is no object'}: no sensor is read")
        else:
            self._read(raw)
            return
        self._read({})

    def _read(self, raw):
        for key in raw:
            if key not in ("spi", "i2c", "settle_ms", "sensors"):
                self._odd(f"key {_brief(key)} is unknown")
        settle_ms = raw.get("settle_ms", 400)
        if _is_whole(settle_ms) and 50 <= settle_ms <= 5000:
            self.settle_ms = settle_ms
        else:
            self._odd(f"settle_ms is {_brief(settle_ms)}; expected 50 to 5000")
        self.spi = self._bus("spi", raw.get("spi", {}))
        self.i2c = self._bus("i2c", raw.get("i2c", {}))
        entries = raw.get("sensors", [])
        if not isinstance(entries, list):
            self._odd("sensors is no list")
            entries = []
        for place, entry in enumerate(entries):
            try:
                self.sensors.append(self._sensor(entry))
            except (TypeError, ValueError) as error:
                self._left_out(entry, place, error)

    def _left_out(self, entry, place, error):
        try:
            name = check_name(entry["name"])
        except (KeyError, TypeError, ValueError):
            name = None
        if name is None or name in _RESERVED or name in [other["name"] for other in self.sensors]:
            self._odd(f"sensor {place + 1} left out: {error}")
        else:
            self.problems.append((name, f"left out: {error}"))

    def _odd(self, text):
        self.problems.append(("settings", text))

    def _bus(self, kind, raw):
        bus = dict(_BUSES[kind])
        if not isinstance(raw, dict):
            self._odd(f"{kind} is no object; the usual pins are used")
            return bus
        for key, value in raw.items():
            if key not in bus:
                self._odd(f"{kind}: key {_brief(key)} is unknown")
            elif value not in ((0, 1) if key == "id" else _PINS):
                self._odd(
                    f"{kind}: {key} is {_brief(value)}; expected {'0 or 1' if key == 'id' else 'a pin'}"
                )
            else:
                bus[key] = value
        return bus

    def _sensor(self, entry):
        if not isinstance(entry, dict):
            raise TypeError("expected an object")
        kind = entry.get("kind")
        if not isinstance(kind, str) or kind not in _KEYS:
            raise ValueError("kind: " + " ".join(sorted(_KEYS)))
        for key in entry:
            if key not in _KEYS[kind] + ("name", "kind", "light"):
                raise ValueError(f"key {_brief(key)} is unknown")
        checked = {"name": self._name(entry), "kind": kind, "light": None}
        getattr(self, "_" + kind)(entry, checked)
        taken = self._taken_with_bus(_BUS_OF.get(kind))
        for key in ("light", "cs", "pin"):
            if key in entry:
                checked[key] = _free(key, entry[key], taken)
                taken[checked[key]] = checked["name"]
        self._taken = taken
        return checked

    def _name(self, entry):
        try:
            name = check_name(entry.get("name"))
        except ValueError:
            raise ValueError(f"name {_brief(entry.get('name'))}; 1 to 8 of a-z 0-9") from None
        names = [name] + [other["name"] for other in self.sensors]
        if name in names[1:] or name in _RESERVED:
            raise ValueError("its name is taken")
        if len(names) > _MOST_SENSORS or len("+".join(names)) > _MOST_NAMES:
            raise ValueError(f"at most {_MOST_SENSORS} sensors with short names")
        return name

    def _taken_with_bus(self, bus):
        """Return the pins that are taken when a bus is used, too (None: none is)."""
        taken = dict(self._taken)
        for key, pin in getattr(self, bus).items() if bus else ():
            if key != "id":
                if taken.get(pin, bus) != bus:
                    raise ValueError(f"pin {pin} is of {bus} and of {taken[pin]}")
                taken[pin] = bus
        return taken

    def _pad(self, entry, checked):
        dice = entry.get("dice", list(DICE))
        if not isinstance(dice, list) or not dice or not all(die in DICE for die in dice):
            raise ValueError(f"dice; expected some of {' '.join(DICE)}")
        checked["dice"] = tuple(dice)
        checked["gain_db"] = entry.get("gain_db", 48)
        if checked["gain_db"] not in _GAINS:
            raise ValueError(f"gain_db {_brief(checked['gain_db'])}; 18 23 33 38 43 or 48")
        _needs(entry, "cs")

    def _dial(self, entry, checked):
        checked["reversed"] = _flag(entry, "reversed")

    def _magnetometer(self, entry, checked):
        checked["flipped"] = _flag(entry, "flipped")

    def _roll(self, entry, checked):
        faces = entry.get("movement", [])
        if not isinstance(faces, list) or len(faces) > 256:
            raise ValueError("movement; expected a list of faces")
        checked["movement"] = tuple([tuple(face) if isinstance(face, list) else (face,) for face in faces])
        for face in checked["movement"]:
            try:
                face_text("MOV", face)
            except (TypeError, ValueError):
                words = " ".join([str(word) for word in face])
                raise ValueError(f"face {_brief(words)}; expected lower-case words") from None
        _needs(entry, "pin")

    def _confirm(self, entry, checked):
        _needs(entry, "pin")


def _free(key, pin, taken):
    if not _is_whole(pin) or pin not in _PINS:
        raise ValueError(f"{key} {_brief(pin)}; expected 0 to 22 or 26 to 28")
    if pin in taken:
        raise ValueError(f"{key} {pin} is taken by {taken[pin]}")
    return pin


def _needs(entry, key):
    if key not in entry:
        raise ValueError(f"{key} is missing")


def _flag(entry, key):
    value = entry.get(key, False)
    if value not in (True, False) or not isinstance(value, bool):
        raise ValueError(f"{key} is {_brief(value)}; expected true or false")
    return value


def _brief(value):
    """Return a value as a sentence on the wire has room for."""
    text = str(value)
    return text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 2] + ".."


def _is_whole(value):
    return isinstance(value, int) and not isinstance(value, bool)
