"""The whole reader on a simulated board: what it says, what it is told, sensors that fail."""

import asyncio

from bench import DIAL, MAG, OK, PAD, PAD2, ROLL, Bench, raises
from wire.framing import frame
from wire.messages import parse

from mfrc522_model import Tag
from minding import Minding

NO_PAD = "PRNH,E,pad1,no answer from the MFRC522: check plug and wires"


def check_it_says_who_it_is(folder):
    bench = Bench(folder, PAD, DIAL, OK)
    bench.start()
    assert bench.wire.said() == ["PRNH,I,1,0.1.0,pad1+rose+ok"]
    assert bench.say("PRNH,Q") == ["PRNH,I,1,0.1.0,pad1+rose+ok"]


def check_it_beats_each_second(folder):
    bench = Bench(folder, PAD)
    bench.put(("D8", 5))
    bench.run(5000)
    beats = [parse(body) for body in bench.wire.said(beats=True) if body.startswith("PRNH,B,")]
    assert [beat.uptime_s for beat in beats] == [0, 1, 2, 3, 4], beats
    assert [beat.seq for beat in beats] == [0, 1, 1, 1, 1]
    assert [beat.failing for beat in beats] == [0] * 5


def check_a_die_that_lies_still_is_told_once(folder):
    bench = Bench(folder, PAD)
    bench.put(("D8", 5))
    assert bench.seen(200) == []
    assert bench.seen(200) == ["PRNH,D,1,D8,5"]
    assert bench.seen(20_000) == []


def check_a_die_that_rolls_over_the_pad_is_not_told(folder):
    bench = Bench(folder, PAD, settle_ms=400)
    for face in (1, 2, 3, 4, 5):
        bench.put(("D8", face))
        assert bench.seen(350) == []
    assert bench.seen(600) == ["PRNH,D,1,D8,5"]


def check_a_tag_at_the_edge_of_the_field_is_told_once(folder):
    bench = Bench(folder, PAD)
    said = []
    for turn in range(60):
        bench.put(*(() if turn % 3 == 2 else [("D8", 5)]))
        said += bench.seen(100)
    assert said == ["PRNH,D,1,D8,5"]


def check_the_same_face_is_told_again_after_the_die_was_lifted(folder):
    bench = Bench(folder, PAD)
    bench.put(("D8", 5))
    bench.run(600)
    bench.put()
    bench.run(600)
    bench.put(("D8", 5))
    bench.run(600)
    assert bench.wire.said() == ["PRNH,D,1,D8,5", "PRNH,D,2,D8,5"]


def check_several_dice_on_one_pad(folder):
    bench = Bench(folder, PAD, PAD2)
    bench.put(("D8", 5), ("D4", 2))
    bench.put(("CMP", "NE"), pad="pad2")
    assert sorted([body[8:] for body in bench.seen(600)]) == [",CMP,NE", ",D4,2", ",D8,5"]


def check_two_faces_of_one_die_are_none(folder):
    bench = Bench(folder, PAD)
    bench.put(("D8", 5), ("D8", 6))
    torn = "PRNH,E,pad1,two faces of one D8 are read: move the die a little"
    assert bench.seen(2000) == [torn]
    bench.put(("D8", 6))
    assert bench.seen(2000) == ["PRNH,D,1,D8,6", "PRNH,E,pad1,"]


def check_an_unknown_tag_is_told_and_never_a_roll(folder):
    bench = Bench(folder, PAD)
    bench.chip().tags = [Tag(b"\x04\xa1\xb2\xc3")]
    assert bench.seen(5000) == ["PRNH,E,pad1,tag 04A1B2C3 is not known: teach the die"]
    bench.put()
    assert bench.seen(2000) == ["PRNH,E,pad1,"]


def check_a_warning_that_comes_and_goes_is_told_once(folder):
    bench = Bench(folder, DIAL)
    said = []
    for turn in range(100):
        bench.chip("rose").pull = (1, 0.49)[turn % 2]
        said += [body for body in bench.seen(100) if body.startswith("PRNH,E,")]
    assert said == ["PRNH,E,rose,put the magnet nearer to the AS5600 (gain 255)"]
    bench.chip("rose").pull = 1
    assert "PRNH,E,rose," in bench.seen(2000)


def check_an_unknown_tag_that_only_passes_by_is_not_told(folder):
    bench = Bench(folder, PAD)
    bench.chip().tags = [Tag(b"\x04\xa1\xb2\xc3")]
    bench.run(110)
    bench.put()
    assert bench.seen(3000) == []


def check_the_awaited_dies_lights(folder):
    bench = Bench(folder, PAD, PAD2, DIAL, ROLL, OK)
    bench.say("PRNH,A,D8")
    assert bench.lights == {"pad1": 1, "roll": 1}
    bench.say("PRNH,A,CMP")
    assert bench.lights == {"pad1": 0, "pad2": 1, "rose": 1, "roll": 1, "ok": 1}
    bench.say("PRNH,A,MOV")
    assert bench.lights["roll"] == 0, "this button has no faces of the movement die"
    bench.run(100)
    bench.press("roll")
    bench.run(500)
    assert all(body.startswith("HCHDG") for body in bench.wire.said()), "and rolls none"
    bench.say("PRNH,A,")
    assert set(bench.lights.values()) == {0}


def check_lights_go_out_when_the_prop_is_gone(folder):
    bench = Bench(folder, PAD)
    bench.say("PRNH,A,D8")
    bench.run(15_000)
    bench.say("PRNH,A,D8")
    bench.run(15_000)
    assert bench.lights == {"pad1": 1}
    bench.run(10_000)
    assert bench.lights == {"pad1": 0}


def check_a_roll_is_sent_again_when_it_is_asked_for(folder):
    bench = Bench(folder, PAD)
    for face in (1, 2, 3):
        bench.put(("D8", face))
        bench.run(900)
    bench.wire.said()
    assert bench.say("PRNH,R,2") == ["PRNH,D,2,D8,2", "PRNH,D,3,D8,3"]
    assert bench.say("PRNH,R,3") == ["PRNH,D,3,D8,3"]
    assert bench.say("PRNH,R,9") == ["PRNH,E,reader,number 9 is not kept; the last is 3"]


def check_the_roll_button_rolls_the_awaited_die(folder):
    bench = Bench(folder, dict(ROLL, movement=[["hills"], ["river", "road"]]))
    bench.press("roll")
    assert bench.wire.said() == [], "nothing is awaited"
    found = set()
    for die, faces in (("D4", 4), ("CMP", 6), ("MOV", 2)):
        bench.say("PRNH,A," + die)
        for _ in range(60):
            bench.press("roll")
        rolls = [parse(body) for body in bench.wire.said()]
        assert len(rolls) == 60
        assert {roll.die for roll in rolls} == {die}
        assert len({str(roll.face) for roll in rolls}) == faces
        found.add(rolls[-1].seq)
    assert found == {60, 120, 180}


def check_a_button_bounces_and_is_held(folder):
    bench = Bench(folder, ROLL)
    bench.say("PRNH,A,D4")
    bench.run(100)
    for level in (0, 1, 0, 1, 0):
        bench.board.buttons["roll"](level)
        bench.run(20)
    assert len(bench.seen(5000)) == 1, "one press, however long"
    bench.board.buttons["roll"](1)
    assert bench.seen(500) == []


def check_a_button_that_is_stuck_is_told(folder):
    bench = Bench(folder, ROLL)
    bench.run(100)
    bench.board.buttons["roll"](0)
    assert bench.seen(29_000) == []
    assert bench.seen(10_000) == ["PRNH,E,roll,it is down since half a minute: is it stuck?"]
    bench.board.buttons["roll"](1)
    assert bench.seen(2000) == ["PRNH,E,roll,"]


def check_a_button_that_is_down_at_power_on_gives_no_press(folder):
    bench = Bench(folder, ROLL)
    bench.board.buttons["roll"](0)
    bench.say("PRNH,A,D4")
    assert bench.seen(3000) == []
    bench.board.buttons["roll"](1)
    bench.run(100)
    bench.press("roll")
    assert len(bench.wire.said()) == 1


def check_a_heading_is_said_when_it_rests_and_confirmed_by_the_button(folder):
    bench = Bench(folder, DIAL, OK)
    bench.chip("rose").degrees = 98.3
    assert bench.seen(150) == []
    assert bench.seen(300) == ["HCHDG,98.3,,,,"]
    bench.press("ok")
    assert bench.wire.said() == ["PRNH,C,1,98.3"]
    assert bench.seen(4100) == ["HCHDG,98.3,,,,"] * 2, "from time to time while it rests"


def check_a_heading_that_moves_is_not_confirmed(folder):
    bench = Bench(folder, DIAL, OK)
    said = []
    for degrees in range(0, 360, 10):
        bench.chip("rose").degrees = degrees
        if degrees == 180:
            bench.press("ok", 30)
        said += bench.seen(60)
    assert said == ["PRNH,E,ok,the compass still moves: let it rest and confirm again"], said
    bench.run(500)
    bench.press("ok")
    bench.run(1000)
    assert bench.wire.said() == ["HCHDG,350.0,,,,", "PRNH,C,1,350.0", "PRNH,E,ok,"]


def check_why_a_press_did_not_count_is_not_told_for_good(folder):
    bench = Bench(folder, DIAL, OK)
    bench.run(50)
    bench.press("ok", 40)
    told = "PRNH,E,ok,the compass still moves: let it rest and confirm again"
    assert bench.wire.said() == [told]
    said = [body for body in bench.seen(6000) if body.startswith("PRNH,E,")]
    assert said == ["PRNH,E,ok,"]
    assert bench.say("PRNH,Q")[1:] == []


def check_confirm_without_a_compass(folder):
    bench = Bench(folder, OK, DIAL)
    bench.chip("rose").is_dead = True
    bench.run(100)
    bench.wire.said()
    bench.press("ok")
    assert bench.wire.said() == ["PRNH,C,1,"]


def check_of_two_compasses_the_first_that_works_is_heard(folder):
    bench = Bench(folder, DIAL, MAG)
    bench.chip("rose").degrees = 50
    bench.chip("mag").turn(200)
    assert bench.seen(1000) == ["HCHDG,50.0,,,,"]
    bench.chip("rose").is_dead = True
    said = bench.seen(3000)
    assert said[0] == "PRNH,E,rose,no answer (5): check plug and wires"
    assert set(said[1:]) == {"HCHDG,200.0,,,,"}


def check_the_zero_of_a_dial_is_set_and_kept(folder):
    bench = Bench(folder, DIAL)
    bench.chip("rose").degrees = 100
    assert bench.say("PRNH,K,rose,zero") == ["PRNH,E,reader,it moves: let it rest and set the zero again"]
    bench.run(500)
    bench.wire.said()
    assert bench.say("PRNH,K,rose,zero") == ["PRNH,K,rose,zero,"]
    bench.chip("rose").degrees = 130
    assert bench.seen(500) == ["HCHDG,30.0,,,,"]
    assert bench.say("PRNH,K,rose,zero") == ["PRNH,K,rose,zero,"]
    bench.start()
    bench.chip("rose").degrees = 90
    bench.run(500)
    assert bench.wire.said()[1:] == ["HCHDG,320.0,,,,"]


def check_a_dial_that_is_built_in_the_other_way_round(folder):
    bench = Bench(folder, dict(DIAL, reversed=True))
    bench.chip("rose").degrees = 90
    assert bench.seen(500) == ["HCHDG,270.0,,,,"]


def check_a_magnetometer_that_looks_down(folder):
    bench = Bench(folder, dict(MAG, flipped=True))
    bench.chip("mag").turn(90)
    assert bench.seen(500) == ["HCHDG,270.0,,,,"]


def check_a_magnetometer_is_walked_and_its_calibration_kept(folder):
    from check_walk import felt, sphere

    bench = Bench(folder, MAG)
    assert bench.say("PRNH,K,mag,save") == ["PRNH,E,reader,no calibration was started"]
    assert bench.say("PRNH,K,mag,start") == ["PRNH,K,mag,start,"]
    for direction in sphere(600):
        bench.chip("mag").field = felt(direction)
        bench.run(50)
    said = bench.wire.said()
    assert all(body.startswith("PRNH,K,mag,walk,") for body in said), "no heading during a walk"
    assert said[-1] == "PRNH,K,mag,walk,100"
    assert bench.say("PRNH,K,mag,save") == ["PRNH,K,mag,save,"]
    bench.chip("mag").field = felt((0.0, 0.5, -0.8))
    assert bench.seen(600)[-1][:8] == "HCHDG,90" or abs(bench.app.mindings[0].sensor.degrees - 90) < 3
    kept = bench.file("compass.json")["mag"]
    bench.start()
    assert bench.app.mindings[0].sensor._matrix == kept["matrix"]


def check_how_far_a_walk_is_never_goes_back(folder):
    from check_walk import sphere

    bench = Bench(folder, MAG)
    bench.say("PRNH,K,mag,start")
    for number, (x, y, z) in enumerate(sphere(40)):
        far = 1 if number < 20 else 4  # the egg turns out to be much larger: what was felt is one side of it
        bench.chip("mag").field = (0.2 * far * x, 0.2 * far * y, 0.2 * far * z)
        bench.run(50)
    percents = [parse(body).percent for body in bench.wire.said()]
    assert len(percents) > 5
    assert percents == sorted(percents)


def check_a_walk_that_is_cancelled_changes_nothing(folder):
    bench = Bench(folder, MAG)
    bench.say("PRNH,K,mag,start")
    bench.run(200)
    assert bench.say("PRNH,K,mag,save") == ["PRNH,E,reader,not turned all around yet: tumble it every way"]
    assert bench.say("PRNH,K,mag,cancel") == ["PRNH,K,mag,cancel,"]
    assert bench.seen(600) == ["HCHDG,0.0,,,,"]
    assert bench.say("PRNH,K,what,start") == ["PRNH,E,reader,there is no compass what"]
    assert bench.say("PRNH,K,mag,walk") == ["PRNH,E,reader,mag has no calibration step walk"]


def check_a_calibration_file_that_cannot_be_read(folder):
    bench = Bench(folder, MAG)
    for text in ("{", "[]", "null"):
        bench.write("compass.json", text)
        bench.start()
        told = [body for body in bench.wire.said() if body.startswith("PRNH,E,")]
        assert told == ["PRNH,E,files,compass.json is unreadable and now compass.json.bad"], text
        bench.run(600)
        assert bench.wire.said() == ["HCHDG,0.0,,,,"]


def check_a_calibration_that_is_none_is_told(folder):
    bench = Bench(folder, MAG)
    whole = "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
    odd = "PRNH,E,files,compass.json: mag has an odd "
    anew, zero = odd + "calibration: do it anew", odd + "zero: set it anew"
    for entry, told in (
        ('{"zero_deg": "x"}', zero),
        ('{"zero_deg": 1e400}', zero),
        ('{"zero_deg": true}', zero),
        ('{"offset": [1, 2], "matrix": 3}', anew),
        ('{"offset": [0, 0, 0], "matrix": [[1]]}', anew),
        ('{"offset": [0, 0, 1e400], "matrix": ' + whole + "}", anew),
        ('{"matrix": ' + whole + "}", anew),
        ("3", anew),
    ):
        bench.write("compass.json", '{"mag": ' + entry + "}")
        bench.start()
        said = [body for body in bench.wire.said() if body.startswith("PRNH,E,")]
        assert said == [told], (entry, said)
        assert bench.seen(600) == ["HCHDG,0.0,,,,"], entry
    assert bench.say("PRNH,K,mag,zero") == ["PRNH,E,files,", "PRNH,K,mag,zero,"], "and that mends it"


def check_a_sensor_that_dies_is_told_once_and_returns(folder):
    bench = Bench(folder, PAD, PAD2)
    bench.run(500)
    bench.chip("pad1").is_dead = True
    assert bench.seen(500) == [NO_PAD]
    assert bench.seen(60_000) == []
    assert bench.say("PRNH,Q")[1:] == [NO_PAD], "a prop that comes later hears of it"
    bench.put(("CMP", "S"), pad="pad2")
    assert bench.seen(1000) == ["PRNH,D,1,CMP,S"], "the other goes on"
    bench.chip("pad1").is_dead = False
    bench.chip("pad1").power_on()
    bench.put(("D8", 5))
    said = bench.seen(31_000)
    assert said == ["PRNH,E,pad1,", "PRNH,D,2,D8,5"]
    assert bench.say("PRNH,Q")[1:] == []


def check_another_reason_is_no_second_failure(folder):
    bench = Bench(folder, PAD)
    bench.run(500)
    bench.chip("pad1").power_on()
    bench.run(100)
    bench.chip("pad1").is_dead = True
    assert bench.seen(60_000) == ["PRNH,E,pad1,the MFRC522 lost its settings: check plug and power"]


def check_after_a_return_it_is_tried_again_soon(folder):
    bench = Bench(folder, PAD)
    for _ in range(2):
        bench.chip("pad1").is_dead = True
        bench.run(60_000)
        bench.chip("pad1").is_dead = False
        bench.run(31_000)
        bench.wire.said()
        bench.chip("pad1").is_dead = True
        assert bench.seen(500) == [NO_PAD]
        bench.chip("pad1").is_dead = False
        assert bench.seen(3000) == ["PRNH,E,pad1,"]


def check_a_loose_wire_is_told_a_few_times_only(folder):
    bench = Bench(folder, PAD)
    bench.run(500)
    said = []
    for turn in range(200):
        bench.chip().is_dead = turn % 2 == 0
        if turn % 2:
            bench.chip().power_on()
        said += bench.seen(800)
    assert 2 <= len(said) <= 5, said
    bench.chip().is_dead = False
    bench.chip().power_on()
    assert bench.seen(65_000)[-1:] == ["PRNH,E,pad1,"]
    bench.chip().is_dead = True
    assert bench.seen(500) == [NO_PAD]
    bench.chip().is_dead = False
    assert bench.seen(2000) == ["PRNH,E,pad1,"], "after a calm time it is as new"


def check_the_pauses_between_attempts_grow(folder):
    bench = Bench(folder, PAD)
    bench.run(500)
    bench.chip().is_dead = True
    attempts = []
    minding = bench.app.mindings[0]
    due_ms = minding.due_ms
    for _ in range(200_000 // 10):
        bench.run(10)
        if minding.due_ms != due_ms:
            due_ms = minding.due_ms
            attempts.append(bench.clock.ms)
    pauses = [after - before for before, after in zip(attempts[-9:], attempts[-8:])]
    assert pauses[-1] == 30_000, pauses
    assert pauses == sorted(pauses)


def check_failing_sensors_are_counted_in_the_beat(folder):
    bench = Bench(folder, PAD, PAD2)
    bench.chip("pad1").is_dead = True
    bench.run(2500)
    assert bench.wire.said(beats=True)[-1] == "PRNH,B,2,0,1"


def check_a_fault_in_a_driver_stops_nobody_else(folder):
    bench = Bench(folder, PAD, PAD2)
    bench.run(300)

    async def broken():
        raise KeyError("oops")

    bench.app.mindings[0].sensor._chip.tags = broken
    said = bench.seen(300)
    assert said[0].startswith("PRNH,E,pad1,fault in the firmware: KeyError"), said
    bench.put(("CMP", "S"), pad="pad2")
    assert "PRNH,D,1,CMP,S" in bench.seen(1500)


def check_a_lesson(folder):
    bench = Bench(folder, PAD, taught=False)
    bench.put(("D4", 1))
    bench.run(500)
    bench.put()
    bench.run(2000)
    bench.wire.said()
    for face in (1, 2, 3, 4):
        assert bench.say(f"PRNH,T,D4,1,{face}") == []
        bench.put(("D4", face))
        said = bench.seen(900)
        assert said[0].startswith(f"PRNH,T,D4,1,{face},04"), said
        assert len(said) == 1
    assert bench.say("PRNH,T,D4,1,,") == ["PRNH,T,D4,1,,"]
    assert bench.seen(500) == [], "the face that lies there from the lesson is no roll"
    assert len(bench.file("tags.json")) == 4
    bench.put(("D4", 2))
    said = bench.seen(900)
    assert said == ["PRNH,D,1,D4,2"], said
    bench.start()
    bench.put(("D4", 3))
    assert bench.seen(900)[-1] == "PRNH,D,1,D4,3"


def check_a_face_that_is_taught_twice(folder):
    bench = Bench(folder, PAD)
    bench.say("PRNH,T,D8,1,1")
    bench.put(("D8", 1))
    bench.run(600)
    bench.wire.said()
    bench.put()
    bench.run(600)
    bench.say("PRNH,T,D8,1,2")
    bench.put(("D8", 1))
    assert bench.seen(600) == ["PRNH,E,pad1,this side is 1 already: turn the die"]
    bench.put(("D8", 2))
    taught, well = bench.seen(2000)
    assert taught.startswith("PRNH,T,D8,1,2,04")
    assert well == "PRNH,E,pad1,"


def check_a_lesson_that_is_cancelled_changes_nothing(folder):
    bench = Bench(folder, PAD)
    before = bench.file("tags.json")
    bench.say("PRNH,T,D8,1,7")
    bench.put(("D8", 1))
    bench.run(600)
    bench.wire.said()
    assert bench.say("PRNH,T,,,,") == ["PRNH,T,,,,"]
    bench.put()
    bench.run(600)
    bench.put(("D8", 1))
    assert bench.seen(600) == ["PRNH,D,1,D8,1"]
    assert bench.file("tags.json") == before
    assert bench.say("PRNH,T,D8,1,,") == ["PRNH,E,reader,nothing was taught of D8 number 1"]


def check_a_lesson_that_nobody_goes_on_with_ends(folder):
    bench = Bench(folder, PAD, MAG)
    for end in (lambda: bench.say("PRNH,Q"), lambda: bench.run(301_000)):
        bench.say("PRNH,T,D8,1,7", "PRNH,K,mag,start")
        bench.run(500)
        end()
        bench.put(("D8", 3))
        bench.run(2500)
        said = bench.wire.said()
        assert len([body for body in said if body.startswith("PRNH,D,")]) == 1, said
        assert "HCHDG,0.0,,,," in said, said
        bench.put()
        bench.run(500)


def check_a_die_is_no_roll_during_a_lesson(folder):
    bench = Bench(folder, PAD)
    bench.say("PRNH,T,D4,1,1")
    bench.put(("D4", 1))
    bench.run(600)
    bench.wire.said()
    bench.put(("D8", 5))
    assert bench.seen(2000) == []


def check_what_is_taught_replaces_only_that_die(folder):
    bench = Bench(folder, PAD)
    bench_box = bench.file("tags.json")
    bench.say("PRNH,T,D8,2,3")
    bench.put(("D10", 10))
    bench.run(600)
    bench.say("PRNH,T,D8,2,,")
    table = bench.file("tags.json")
    dice = [tuple(entry[:2]) for entry in table.values()]
    assert dice.count(("D8", 1)) == 8
    assert dice.count(("D8", 2)) == 1
    assert dice.count(("D10", 1)) == 9, "the tag belongs to the other die now"
    bench.put()
    bench.run(500)
    bench.say("PRNH,T,D8,2,4")
    bench.put(("D10", 9))
    bench.run(600)
    bench.say("PRNH,T,D8,2,,")
    table = bench.file("tags.json")
    assert [entry for entry in table.values() if entry[:2] == ["D8", 2]] == [["D8", 2, 4]]
    assert len(table) == len(bench_box) - 1


def check_a_tag_that_another_die_loses_is_told(folder):
    bench = Bench(folder, PAD)
    bench.say("PRNH,T,D4,1,1")
    bench.put(("D8", 5))
    told, taught = bench.seen(600)
    assert told == "PRNH,E,reader,taken from D8 number 1 when this is kept: its 5"
    assert taught.startswith("PRNH,T,D4,1,1,04")
    bench.put()
    bench.run(600)
    bench.say("PRNH,T,D4,1,2")
    bench.put(("D4", 3))
    assert len(bench.seen(600)) == 1, "its own tag, taught anew"


def check_a_movement_die_is_taught_in_words(folder):
    bench = Bench(folder, PAD2)
    bench.say("PRNH,T,MOV,1,hills+road")
    bench.put(("MOV", "x"), pad="pad2")
    bench.run(600)
    bench.say("PRNH,T,MOV,1,,")
    bench.wire.said()
    bench.start()
    bench.put(("MOV", "x"), pad="pad2")
    assert bench.seen(900)[-1] == "PRNH,D,1,MOV,hills+road"


def check_a_table_of_tags_that_cannot_be_read(folder):
    bench = Bench(folder, PAD)
    for text in ("{", "[1]", '{"04": 5}', '{"04": ["D8", 1, 9]}', '{"04": ["D20", 1, 9]}'):
        bench.write("tags.json", text)
        bench.start()
        said = bench.wire.said()
        assert said[1:] == ["PRNH,E,files,tags.json is unreadable and now tags.json.bad: teach anew"], (
            text,
            said,
        )
        with open(bench.folder + "tags.json.bad") as file:
            assert file.read() == text, "nothing is thrown away"


def check_noise_and_half_sentences_on_the_wire(folder):
    bench = Bench(folder, PAD)
    bench.app.take(b"\x00\xff\xfe$PRNH,\r\n$$$*00\r\n" + b"x" * 5000 + b"\n" + frame("PRNH,Q")[:5])
    assert bench.wire.said() == []
    bench.app.take(frame("PRNH,Q")[5:])
    assert bench.wire.said() == ["PRNH,I,1,0.1.0,pad1"]
    assert bench.say("PRNH,D,1,D8,5", "PRNH,I,1,x,y", "HCHDG,1.0,,,,") == [], "another reader's words"


def check_upload_leaves_the_program(folder):
    bench = Bench(folder, PAD)
    raises(SystemExit, bench.app.take, frame("PRNH,U"))


def check_the_watchdog_is_fed_while_everybody_lives(folder):
    bench = Bench(folder, PAD, DIAL, ROLL)
    bench.run(1000)
    before = bench.board.dog.fed
    bench.run(60_000)
    assert bench.board.dog.fed - before > 1000


def check_the_watchdog_is_fed_while_a_sensor_is_retried(folder):
    bench = Bench(folder, PAD)
    bench.chip().is_dead = True
    bench.run(200_000)
    before = bench.board.dog.fed
    bench.run(30_000)
    assert bench.board.dog.fed - before == 3000


def check_the_watchdog_starves_when_a_task_hangs(folder):
    bench = Bench(folder, PAD, DIAL)
    bench.run(1000)
    bench.app.mindings.append(_Hanging(bench))
    bench.run(4500)
    before = bench.board.dog.fed
    bench.run(20_000)
    assert bench.board.dog.fed - before <= 100


def check_the_watchdog_starves_when_nobody_listens(folder):
    bench = Bench(folder, PAD)
    bench.run(1000)
    before = bench.board.dog.fed
    for _ in range(1000):
        bench.clock.ms += 10
        bench.app.mindings[0].due_ms = bench.clock.ms
        bench.app.tend()
    assert bench.board.dog.fed - before < 510


class _Hanging(Minding):
    def __init__(self, bench):
        self.sensor = bench.app.mindings[0].sensor
        self.is_well = True
        self._due_ms = bench.clock.ms

    @property
    def due_ms(self):
        return self._due_ms

    async def step(self, now_ms):
        """Comes never back: its time to be polled stays what it was."""


def check_it_runs_in_asyncio_until_the_wire_ends(folder):
    bench = Bench(folder, PAD)
    turns = []

    class Ending:
        def read(self):
            turns.append(1)
            bench.clock.ms += 10
            if len(turns) > 200:
                raise EOFError
            return frame("PRNH,Q") if len(turns) == 5 else b""

        def write(self, data):
            bench.wire.write(data)

    async def soon(ms):
        await asyncio.core.sleep_ms(0)

    import app

    bench.board.serial = Ending()
    app.asyncio.sleep_ms = soon
    asyncio.run(bench.app.run())
    assert len(turns) == 201
    said = bench.wire.said(beats=True)
    assert "PRNH,I,1,0.1.0,pad1" in said
    assert said[0] == "PRNH,B,0,0,0"
    assert bench.board.dog.fed > 0
