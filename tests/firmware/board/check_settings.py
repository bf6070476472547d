"""`sensors.json`: every mistake costs its entry and is told; the rest works."""

import json

from bench import DIAL, OK, PAD, PAD2, ROLL, Bench

from settings import Settings
from store import Store


def read(folder, raw):
    with open(folder + "/sensors.json", "w") as file:
        file.write(raw if isinstance(raw, str) else json.dumps(raw))
    settings = Settings(Store(folder + "/"))
    return [sensor["name"] for sensor in settings.sensors], settings.problems


def check_a_good_file(folder):
    names, problems = read(
        folder, {"settle_ms": 50, "spi": {"sck": 2}, "i2c": {"id": 1}, "sensors": [PAD, PAD2, DIAL, ROLL, OK]}
    )
    assert names == ["pad1", "pad2", "rose", "roll", "ok"]
    assert problems == []


def check_no_file_and_no_json_are_told_and_nothing_is_driven(folder):
    store = Store(folder + "/")
    assert Settings(store).problems == [("settings", "sensors.json is missing: no sensor is read")]
    for raw, why in (
        ("{", "sensors.json is not JSON: no sensor is read"),
        ("[]", "sensors.json is no object: no sensor is read"),
        ("3", "sensors.json is no object: no sensor is read"),
        ("null", "sensors.json is no object: no sensor is read"),
    ):
        assert read(folder, raw) == ([], [("settings", why)]), raw
    bench = Bench(folder)
    bench.write("sensors.json", "{")
    bench.start()
    assert bench.wire.said() == [
        "PRNH,I,1,0.1.0,",
        "PRNH,E,settings,sensors.json is not JSON: no sensor is read",
    ]
    bench.run(3000)
    assert bench.wire.said(beats=True)[-1] == "PRNH,B,2,0,0", "it lives, and can be told"


def check_each_mistake_costs_its_entry_only(folder):
    for entry, name, why in (
        (dict(PAD2, cs=99), "pad2", "left out: cs 99; expected 0 to 22 or 26 to 28"),
        (dict(PAD2, cs=17), "pad2", "left out: cs 17 is taken by pad1"),
        (dict(PAD2, cs=18), "pad2", "left out: cs 18 is taken by spi"),
        (dict(PAD2, cs=7), "pad2", "left out: cs 7 is taken by pad2"),
        (dict(PAD2, cs=True), "pad2", "left out: cs True; expected 0 to 22 or 26 to 28"),
        (dict(PAD2, light="x"), "pad2", "left out: light x; expected 0 to 22 or 26 to 28"),
        (dict(PAD2, dice=["D20"]), "pad2", "left out: dice; expected some of D4 D6 D8 D10 CMP MOV"),
        (dict(PAD2, dice=[]), "pad2", "left out: dice; expected some of D4 D6 D8 D10 CMP MOV"),
        (dict(PAD2, gain_db=50), "pad2", "left out: gain_db 50; 18 23 33 38 43 or 48"),
        (dict(PAD2, colour="red"), "pad2", "left out: key colour is unknown"),
        (
            dict(PAD2, kind="radar"),
            "pad2",
            "left out: kind: confirm dial magnetometer pad roll",
        ),
        (dict(PAD2, name="pad1"), "settings", "sensor 2 left out: its name is taken"),
        (dict(PAD2, name="reader"), "settings", "sensor 2 left out: its name is taken"),
        (
            dict(PAD2, name="Pad 2"),
            "settings",
            "sensor 2 left out: name Pad 2; 1 to 8 of a-z 0-9",
        ),
        ({"kind": "pad", "name": "pad2"}, "pad2", "left out: cs is missing"),
        ({"kind": "roll", "name": "roll"}, "roll", "left out: pin is missing"),
        ({"kind": "confirm", "name": "ok"}, "ok", "left out: pin is missing"),
        (dict(DIAL, reversed=1), "rose", "left out: reversed is 1; expected true or false"),
        (dict(ROLL, movement=[["Hills"]]), "roll", "left out: face Hills; expected lower-case words"),
        (dict(ROLL, movement=3), "roll", "left out: movement; expected a list of faces"),
        (3, "settings", "sensor 2 left out: expected an object"),
        ({}, "settings", "sensor 2 left out: kind: confirm dial magnetometer pad roll"),
    ):
        names, problems = read(folder, {"sensors": [PAD, entry, OK]})
        assert names == ["pad1", "ok"], (entry, names)
        assert len(problems) == 1, (entry, problems)
        assert problems[0][0] == name, (entry, problems)
        assert problems[0][1].startswith(why), (entry, problems)


def check_whatever_stands_there_is_told_in_words_that_fit_and_not_pythons(folder):
    odd = (None, 3, "x", 1.5, [], {}, [1], {"a": 1}, True, [[1]], [[]], -1, 10**30, "y" * 99)
    keys = {"name": PAD, "kind": 0, "light": PAD, "cs": PAD, "dice": PAD, "gain_db": PAD, "pin": ROLL}
    keys.update({"movement": ROLL, "reversed": DIAL, "z" * 99: OK})
    for key, base in keys.items():
        for value in odd:
            entry = dict(base or {})
            entry[key] = value
            _, problems = read(folder, {"sensors": [entry], "settle_ms": value, "i2c": {"sda": value}})
            for _, text in problems:
                assert len(text) <= 60, text
                for word in ("type", "object of", "__", "argument"):
                    assert word not in text, text


def check_mistakes_of_the_file_itself(folder):
    for raw, why in (
        ({"sensors": [PAD], "colour": 1}, "key colour is unknown"),
        ({"sensors": [PAD], "settle_ms": 5}, "settle_ms is 5; expected 50 to 5000"),
        ({"sensors": [PAD], "settle_ms": "x"}, "settle_ms is x; expected 50 to 5000"),
        ({"sensors": [PAD], "spi": 3}, "spi is no object; the usual pins are used"),
        ({"sensors": [PAD], "spi": {"id": 2}}, "spi: id is 2; expected 0 or 1"),
        ({"sensors": [PAD], "i2c": {"sda": 24}}, "i2c: sda is 24; expected a pin"),
        ({"sensors": [PAD], "i2c": {"miso": 4}}, "i2c: key miso is unknown"),
    ):
        names, problems = read(folder, raw)
        assert names == ["pad1"], raw
        assert problems == [("settings", why)], problems
    assert read(folder, {"sensors": 3}) == ([], [("settings", "sensors is no list")])


def check_too_many_sensors(folder):
    many = [{"name": f"pad{place}", "kind": "pad", "cs": place} for place in range(10)]
    names, problems = read(folder, {"sensors": many})
    assert len(names) == 8
    assert problems == [(f"pad{place}", "left out: at most 8 sensors with short names") for place in (8, 9)]
    long = [{"name": f"button{place}x", "kind": "confirm", "pin": place} for place in range(8)]
    names, problems = read(folder, {"sensors": long})
    assert len("+".join(names)) <= 55
    assert len(names) == 6


def check_a_bus_whose_pins_are_taken(folder):
    names, problems = read(folder, {"sensors": [dict(OK, pin=4), DIAL]})
    assert names == ["ok"]
    assert problems == [("rose", "left out: pin 4 is of i2c and of ok")]


def check_a_bus_that_nobody_uses_leaves_its_pins_free(folder):
    names, problems = read(folder, {"sensors": [dict(OK, pin=4, light=18)]})
    assert (names, problems) == (["ok"], [])


def check_problems_are_told_on_the_wire(folder):
    bench = Bench(folder, PAD, dict(PAD2, cs=17), DIAL)
    bench.start()
    assert bench.wire.said() == ["PRNH,I,1,0.1.0,pad1+rose", "PRNH,E,pad2,left out: cs 17 is taken by pad1"]
    assert bench.say("PRNH,Q")[1:] == ["PRNH,E,pad2,left out: cs 17 is taken by pad1"]
