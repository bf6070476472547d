"""Whole games with a board on the real `runeheart simulate`, in Chromium: by its buttons, and by clicks."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe

from runeheart.runtime import setups
from support.clicks import with_answers
from support.onmap import TINY, OnMap, play
from support.simulated import simulated
from support.table import LOOK_MS

pytestmark = pytest.mark.browser

SMALL_PHONE = {"viewport": {"width": 360, "height": 740}, "device_scale_factor": 2, "has_touch": True}


@pytest.fixture
def ruin(tmp_path):
    """A prop that plays the Ruin on five Hexes; the engine settles ties."""
    (tmp_path / "tiny.txt").write_text(TINY, encoding="utf-8")
    config = '[prop]\ngame = "ruin"\n[ruin]\nboard = "tiny.txt"\n'
    with simulated(tmp_path, config) as prop:
        yield prop


@pytest.fixture
def cult(tmp_path):
    """A prop that keeps the cult on the small board for one hero; a single red cultist ends the game."""
    hero = '{ name = "Ada", life = 4, stamina = 3 }'
    config = f'[prop]\ngame = "cult"\n[cult]\nheroes = [{hero}]\ndecks = {{ red = 1 }}\n'
    with simulated(tmp_path, config) as prop:
        yield prop


def test_a_ruin_with_directions_tapped_and_rolls_typed_on_the_prop(ruin, seats):
    table = seats(ruin)
    table.reads("Press a rune")
    table.tap("sun")
    table.reads("Commit Move")
    board = OnMap(table)
    board.asks("how many stars")
    board.lies("You", 0, 0)
    table.tap("nature")  # one star
    table.reads("Step where")
    assert board.offered == {(0, 1), (1, 0)}
    table.tap("storm")  # S
    table.reads("What now")
    board.lies("You", 0, 1)
    table.tap("nature")  # resolve
    board.tells("Brood 1 charges to 2")
    table.reads("Drift")
    table.tap("fire")  # NE, off the map for the only Brood
    table.reads("Burst")
    table.key("fire")  # 2: Gather 1, Spawn 1, Charge 1
    board.asks("Which Brood is charged")
    board.lies("Brood 2, Charge 1", 0, 2)
    assert board.offered == {(1, 1), (0, 2)}
    table.reads("charged")
    table.tap("water")  # the Brood lies SE
    board.lies("Brood 1, Charge 3", 1, 1)
    table.reads("R2 Commit")
    table.tap("nature")
    table.reads("Step where")
    table.tap("storm")
    table.reads("What now")
    table.tap("nature")
    board.asks("discharge of Brood 2")
    table.tap("water")  # 3
    board.tells("4 Damage")
    board.asks("discharge of Brood 1")  # it was charged to 4 by that
    table.tap("nature")
    table.reads("Drift")
    table.tap("nature")
    table.reads("Burst")
    table.tap("nature")
    board.asks("how far Brood 1 gathers")
    table.reads("gathers")
    table.tap("nature")
    assert board.asks("resolved") == "The Ruin is resolved in round 2, with 6 Damage"
    assert "RESOLVED" in table.reads("RESOLVED").upper()
    assert board.page.locator("[data-choice]").count() == 0
    assert board.offered == set()


def test_one_gesture_answers_one_question(ruin, seats):
    board = OnMap(seats(ruin))
    board.begin("ruin")
    board.asks("how many stars")
    play(ruin, [{"do": "commit_move", "stars": 0}, {"do": "end_move"}, {"do": "roll", "values": ["NE"]}])
    board.asks("Burst")
    # a double click, slow enough for the next question to be there: it is no answer to that one
    board.page.locator('[data-choice$=": 1"]').dblclick(delay=150)
    board.asks("how far|Commit Move|Which")
    board.page.wait_for_timeout(300)
    assert board.page.locator(".hm-lines li").filter(has_text="Rolled 1").count() == 1
    # nor is it two Undos
    told = board.page.locator(".hm-lines li").all_inner_texts()
    board.page.get_by_role("button", name="Undo", exact=True).dblclick(delay=150)
    board.asks("Burst")
    assert board.page.locator(".hm-lines li").count() < len(told)
    # nor does a key that is kept down answer what comes next
    first = board.page.locator("[data-choice], .hm-form button").first
    first.focus()
    for _ in range(8):
        board.page.keyboard.down("Enter")  # the second one and so on are repeats
        board.page.wait_for_timeout(60)
    board.page.keyboard.up("Enter")
    assert board.page.locator(".hm-lines li").filter(has_text=re.compile("Rolled")).count() <= 2


def test_the_keyboard_is_never_left_without_a_place(ruin, seats):
    board = OnMap(seats(ruin))
    board.begin("ruin")
    page = board.page
    focus = "() => document.querySelector('.hexmap').contains(document.activeElement)"
    board.asks("how many stars")
    page.locator('[data-key="stars 0"]').focus()
    page.keyboard.press("Enter")
    board.asks("You stay")
    page.wait_for_function(focus, timeout=LOOK_MS)
    page.locator('[data-choice=": Stealth"]').focus()
    page.keyboard.press("Enter")
    page.locator('[data-key="stars 1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function(focus, timeout=LOOK_MS)
    page.locator('[data-key="send"]').focus()
    page.keyboard.press("Enter")
    board.asks("Drift")
    page.wait_for_function(focus, timeout=LOOK_MS)
    for _ in range(60):  # to the end, by the first thing that can be done
        if re.search("resolved|Defeated", page.locator(".hm-asked").inner_text()):
            break
        told = page.locator(".hm-lines li").count()
        page.keyboard.press("Enter")
        page.wait_for_timeout(150)
        assert page.evaluate(focus), (told, page.locator(".hm-asked").inner_text())


def test_runes_tell_whether_they_are_lit(ruin, seats):
    table = seats(ruin)
    board = OnMap(table)
    board.begin("ruin")
    board.asks("how many stars")
    for rune in ("nature", "storm", "sun"):
        table.page.locator(f'[data-button="{rune}"][aria-description="bright"]').wait_for(timeout=LOOK_MS)
    play(ruin, [{"do": "commit_move", "stars": 1}])
    table.page.locator('[data-button="storm"][aria-description="bright"]').wait_for(timeout=LOOK_MS)  # S
    table.page.locator('[data-button="nature"][aria-description="dim"]').wait_for(
        timeout=LOOK_MS
    )  # only held


def test_a_large_map_goes_to_what_is_asked(tmp_path, seats):
    line = "".join(f"{column:02}01\n" for column in range(3, 60))
    (tmp_path / "long.txt").write_text(f"0101 start\n0201\n{line}6001 brood\n6101 brood\n6201 mother\n")
    with simulated(tmp_path, '[prop]\ngame = "ruin"\n[ruin]\nboard = "long.txt"\n') as prop:
        board = OnMap(seats(prop))
        board.begin("ruin")
        board.asks("how many stars")
        board.page.evaluate(
            "() => { document.querySelector('.hm-frame').scrollLeft = 1e6; }"
        )  # somebody looks
        play(prop, [{"do": "commit_move", "stars": 1}])
        board.asks("step")
        assert board.offered == {(1, 0)}
        frame = board.page.locator(".hm-frame").bounding_box()
        seen = [board.space(*at).bounding_box() for at in board.offered]
        assert all(frame["x"] <= box["x"] + box["width"] / 2 <= frame["x"] + frame["width"] for box in seen)


def test_a_ruin_by_clicks_on_the_map_and_beside_it(ruin, seats):
    board, other = OnMap(seats(ruin)), OnMap(seats(ruin))
    board.begin("ruin")
    board.asks("how many stars")
    board.enter(0)
    board.choose("Attunement")
    board.enter(1, "Move a Brood one Hex")
    board.click(1, 1)  # this Brood
    board.click(0, 1)  # to the north-west
    board.page.locator(".hm-ghost[data-piece='brood 1']").wait_for(timeout=LOOK_MS)  # where it would be
    board.enter("Attunement")
    for page in (board, other):
        page.asks("Drift")
        page.lies("Brood 1, Charge 1", 0, 1)
    board.choose("NE", "The Compass Die shows")
    board.lies("Brood 1", 1, 0)
    board.answer_all()
    # an Attack: its dice are entered one after another, and one of them is taken back
    board.enter(0)
    board.choose("Attack")
    board.enter(1)
    near = min(board.offered)
    board.click(*near)
    board.enter("Attack")
    board.asks("Roll 2 D4 for Mother's Retaliation")
    board.enter(4, 3, "Take back", 1, "Rolled")
    board.tells("5 Damage")
    assert board.fact("Damage") == "5"
    board.page.locator(".hm-trace-destroyed").wait_for(state="attached", timeout=LOOK_MS)
    other.asks("Drift")
    # what went wrong is taken back, and the whole game tried again
    board.page.get_by_role("button", name="Undo", exact=True).click()
    other.asks("Roll 2 D4")
    board.page.locator("[popovertarget=games]:visible").first.click()
    board.page.get_by_role("button", name="The same again").click()
    board.asks("Round 1")
    assert board.page.locator(".hm-lines li").count() == 0
    # and now straight to Mother
    for to in ((0, 1), (0, 2)):
        board.enter(1)
        board.asks("1 star left")
        board.click(*to)
        board.asks("entered a Hex")
        board.choose("Resolve the Hex")
        board.asks("^Roll")
        board.answer_all()
    assert board.asks("resolved")


def test_the_same_question_twice_is_answered_twice(tmp_path, seats):
    (tmp_path / "two.txt").write_text("0101 start\n0102 brood\n0103 mother\n0201 brood\n", encoding="utf-8")
    config = '[prop]\ngame = "ruin"\n[ruin]\nboard = "two.txt"\nhouse = { retaliation = "each" }\n'
    with simulated(tmp_path, config) as prop:
        board, other = OnMap(seats(prop)), OnMap(seats(prop))
        board.begin("ruin")
        board.enter(0)
        board.choose("Attack")
        board.enter(2)
        board.click(0, 1)
        board.click(1, 0)
        board.enter("Attack")
        other.asks("Roll 3 D4")
        other.enter(4, 4)
        board.enter(1, 2, 3, "Rolled")
        board.tells("Rolled 1, 2, 3")
        for page in (board, other):  # each has a new form for the second roll
            page.page.locator(".hm-count", has_text="0 of 3").wait_for(timeout=LOOK_MS)
        board.enter(1, 1, 1, "Rolled")
        board.tells("9 Damage")


def other_words(line):
    """Hand everything between page and prop on, but for two commands in other words, as no page says them."""
    prop = line.connect_to_server()
    line.on_message(
        lambda text: prop.send(text.replace('"stars":9', '"stars":99').replace('"to":"S"', '"to":"Q"'))
    )


def test_why_a_command_is_refused_is_said_where_it_was_clicked(ruin, seats):
    table = seats(ruin)
    table.page.route_web_socket("**/live", other_words)
    table.page.reload()
    table.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)
    board = OnMap(table)
    board.begin("ruin")
    board.asks("how many stars")
    board.enter(9)
    note = board.refuses("stars is 99; expected a whole number from 0 to 9")
    form = board.page.locator(".hm-opened").bounding_box()
    assert 0 <= note.bounding_box()["y"] - form["y"] - form["height"] < 40  # right below the form
    board.enter(1)
    board.asks("1 star left")
    board.click(0, 1)
    note = board.refuses("to is").bounding_box()
    hexagon = board.space(0, 1).bounding_box()
    assert abs(note["y"] - hexagon["y"]) < 150  # beside the Hex
    board.asks("1 star left")


def test_a_lost_line_is_told_where_it_was_clicked(ruin, seats):
    board = OnMap(seats(ruin))
    board.begin("ruin")
    board.asks("how many stars")
    board.page.context.set_offline(True)
    board.page.wait_for_selector("body[data-link=lost]", timeout=LOOK_MS)
    board.enter(1)
    board.refuses("no connection")
    board.page.context.set_offline(False)
    board.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)
    board.enter(1)
    board.asks("1 star left")


def test_the_map_is_played_by_keys_alone(ruin, seats):
    board = OnMap(seats(ruin))
    board.begin("ruin", "hollow")
    board.asks("how many stars")
    board.page.locator('.hm-form [data-key="stars 1"]').focus()
    board.page.keyboard.press("Enter")
    board.asks("1 star left")
    you = board.page.locator(".hm-space[tabindex='0']")
    you.focus()
    assert "You" in you.get_attribute("aria-label")
    for key in ("ArrowUp", "ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        board.page.keyboard.press(key)
    assert "Choose: N" in board.page.evaluate("document.activeElement.getAttribute('aria-label')")
    board.page.keyboard.press("Space")  # which is no press of a rune
    board.asks("entered a Hex")
    board.tells("You step N")
    board.page.keyboard.press("Home")
    assert "You" in board.page.evaluate("document.activeElement.getAttribute('aria-label')")
    board.page.keyboard.press("Enter")  # nothing to do there: what lies there is told
    board.page.locator(".hm-bubble").wait_for(timeout=LOOK_MS)
    board.page.keyboard.press("Escape")
    board.page.locator(".hm-bubble").wait_for(state="detached", timeout=LOOK_MS)
    assert board.page.evaluate("document.activeElement.matches('.hm-space')")


def test_a_mouse_drags_the_map_and_what_stays_is_not_drawn_anew(ruin, seats):
    board = OnMap(seats(ruin))
    board.begin("ruin", "spiral")
    board.asks("how many stars")
    drawn = "document.querySelectorAll('.hm-space, .hm-piece, .hm-ground > g')"
    board.page.evaluate(f"{drawn}.forEach((one) => (one.dataset.kept = ''))")
    board.enter(1)
    board.asks("1 star left")
    for _ in range(3):
        board.page.get_by_role("button", name="Larger").click()
    frame = board.page.locator(".hm-frame")
    before = frame.evaluate("(frame) => [frame.scrollLeft, frame.scrollTop]")
    box = frame.bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    board.page.mouse.move(*middle)
    board.page.mouse.down()
    board.page.mouse.move(middle[0] - 60, middle[1] + 40, steps=4)
    board.page.mouse.up()
    after = frame.evaluate("(frame) => [frame.scrollLeft, frame.scrollTop]")
    assert (after[0] - before[0], after[1] - before[1]) == (60, -40)
    assert board.page.locator(".hm-bubble").count() == 0  # the click that ended it meant nothing
    board.click(*min(board.offered))
    board.asks("entered a Hex")
    kept = "document.querySelectorAll('[data-kept]').length"
    assert board.page.evaluate(kept) == board.page.evaluate(f"{drawn}.length")  # you moved, and are the same


def test_an_evening_of_the_cult_by_clicks_to_its_end(cult, seats):
    board = OnMap(seats(cult))
    board.begin("cult")
    board.asks("Ada's turn")
    board.choose("End the turn")
    board.asks("movement die")
    board.enter("plains", "hills", "Rolled")
    board.asks("Which way does the cult go")
    way = min(board.offered)
    board.click(*way)
    board.asks("Ada's turn")
    board.tells("has its bearing|bearing now")
    board.choose("II", "An Event was drawn")
    board.tells("ritual")
    board.asks("Ada's turn")
    # over the map to the red jewel, by its space at once: the way there is found
    red = board.page.locator('.hm-space[aria-label*="red jewel"], .hm-space[aria-label*="red cultist"]')
    board.page.locator('[data-choice="Ada: Move"]').click()
    red.click()
    assert board.page.locator(".hm-way circle").count() >= 1
    board.enter("Move")
    board.page.locator('.hm-space[aria-label*="red"][aria-label*="Ada"]').wait_for(timeout=LOOK_MS)
    board.page.locator("[data-choice^='Ada: Won the red']").click()
    ended = board.asks("over|wins|ends")
    assert "Ada" in ended
    assert board.page.locator("[data-choice]").count() == 0
    assert "4 + 1" in board.page.locator(".hm-hero").inner_text()


def test_a_large_board_fits_a_thumb(tmp_path, seats):
    with simulated(tmp_path) as prop:
        board = OnMap(seats(prop, **SMALL_PHONE))
        board.page.get_by_role("button", name="How to play").tap()
        board.begin("cult", "realm")
        board.asks("First's turn")
        assert board.page.evaluate("document.documentElement.scrollWidth") == 360
        cult_at = board.page.locator('.hm-space[aria-label*="The cult"]')
        box = cult_at.bounding_box()
        assert box["height"] >= 44
        frame = board.page.locator(".hm-frame").bounding_box()
        assert frame["x"] <= box["x"]  # in sight
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        board.page.get_by_role("button", name="The whole map").tap()
        drawing = board.page.locator(".hm-drawing").bounding_box()
        assert drawing["width"] <= frame["width"]
        for _ in range(4):
            board.page.get_by_role("button", name="Larger").tap()
        cult_at.tap()
        assert board.page.locator(".hm-bubble button").count() == 3  # both heroes move from here
        board.page.locator(".hm-bubble").get_by_role("button", name="First: Move").tap()
        beside = board.page.locator(".hm-space[data-can]").first
        beside.tap()
        board.enter("Move")
        board.tells("First goes to")
        for name in ("Smaller", "The whole map", "Larger"):
            size = board.page.get_by_role("button", name=name).bounding_box()
            assert min(size["width"], size["height"]) >= 44


HEROES = [("Ada", [5, 4], 5), ("Ben", [9, 0], 6), ("Cyr", [11, -1], 5)]


def test_two_evenings_as_they_look(tmp_path, seats):
    """The same commands give the same map on a laptop and a phone; what the laptop shows is in the docs."""
    heroes = [{"name": name, "at": at, "life": life, "stamina": 4} for name, at, life in HEROES]
    listed = ", ".join(f'{{ name = "{n}", at = {at}, life = {life}, stamina = 4 }}' for n, at, life in HEROES)
    config = (
        '[prop]\nname = "OAK TABLE"\n[ruin]\nboard = "narrows"\nlife = 30\nties = "ask"\n'
        f'[cult]\nboard = "realm"\nheroes = [{listed}]\n'
    )
    round_ = ({"do": "commit_move", "stars": 1}, {"do": "step", "to": "N"}, {"do": "resolve"})
    turn = {"do": "end_turn"}
    played = {
        "ruin": (
            {"board": "narrows", "life": 30, "ties": "ask"},
            [*round_, *round_, *round_, {"do": "commit_move", "stars": 2}],
            3,
        ),
        "cult": (
            {"board": "realm", "heroes": heroes},
            [
                *(turn, {"do": "encounter", "colour": "yellow"}, turn, {"do": "event", "number": 2}),
                *({"do": "move_hero", "hero": "Cyr", "path": [[12, -2]]}, turn),
                *({"do": "encounter", "colour": "green"}, turn),
            ],
            4,
        ),
    }
    with simulated(tmp_path, config) as prop:
        laptop, phone = OnMap(seats(prop)), OnMap(seats(prop, **SMALL_PHONE))
        for game, (setup, commands, seed) in played.items():
            laptop.begin(game)
            bodies = with_answers(game, setups.read(game, setup).setup, commands, seed)
            play(prop, bodies)
            last = laptop.asks("2 stars left" if game == "ruin" else "Ben's turn")
            assert phone.asks(re.escape(last)) == last
            assert laptop.offered == phone.offered
            laptop.table.picture(f"map-{game}", tmp_path)


def test_nothing_keeps_a_screen_reader_out(tmp_path, seats):
    with simulated(tmp_path) as prop:
        page = OnMap(seats(prop))
        for game, board, asked in (
            ("heart", None, ""),
            ("ruin", "spiral", "stars"),
            ("cult", "realm", "turn"),
        ):
            page.begin(game, board)
            if board:
                page.asks(asked)
            found = Axe().run(page.page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]})
            assert not found.response["violations"], (game, found.generate_report())
