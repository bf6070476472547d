"""A person at the map on the virtual prop's page: clicks spaces and buttons, and reads what is told."""

import json
import re

from websockets.sync.client import connect

from support.table import LOOK_MS

TINY = "0101 start\n0102\n0103 mother\n0201\n0202 brood\n"
"""A Ruin of five Hexes; its only Brood lies beside the way to Mother."""


class OnMap:
    """One open page that shows a map."""

    def __init__(self, table):
        self.table = table
        self.page = table.page

    # Hands

    def begin(self, game, board=None):
        """Begin a game over the page's list of games."""
        self.page.locator("[popovertarget=games]:visible").first.click()
        on = f'[data-board="{board}"]' if board else ":not([data-board])"
        self.page.locator(f'[data-new="{game}"]{on}').click()
        self.page.locator("#games").wait_for(state="hidden", timeout=LOOK_MS)

    def space(self, q, r):
        return self.page.locator(f'.hm-space[data-at="{q},{r}"]')

    def click(self, q, r):
        self.space(q, r).click()

    def choose(self, label, group=""):
        """Click what can be done, outside a form."""
        self.page.locator(f'[data-choice="{group}: {label}"]').click()

    def enter(self, *labels):
        """Click buttons of the open form, one after another."""
        for label in labels:
            self.page.locator(".hm-form").get_by_role("button", name=str(label), exact=True).click()

    def answer_all(self):
        """Answer every question with its first button, until a command is asked for or it is over."""
        while re.match("Roll|Which|Where", self.page.locator(".hm-asked").inner_text()):
            told = self.page.locator(".hm-lines li").count()
            self.page.locator("[data-choice]").first.click()
            self.page.wait_for_function(
                "(told) => document.querySelectorAll('.hm-lines li').length > told", arg=told, timeout=LOOK_MS
            )

    # Eyes

    def asks(self, words):
        """Wait until what is asked matches an expression."""
        asked = self.page.locator(".hm-asked").filter(has_text=re.compile(words))
        asked.wait_for(timeout=LOOK_MS)
        return asked.inner_text()

    def tells(self, words):
        """Wait until the log has a line that matches an expression."""
        self.page.locator(".hm-lines li").filter(has_text=re.compile(words)).last.wait_for(timeout=LOOK_MS)

    def refuses(self, words):
        """Wait until something was refused for this reason, and return where it is said."""
        note = self.page.locator(".hexmap [role=alert]").filter(has_text=re.compile(words))
        note.wait_for(timeout=LOOK_MS)
        return note

    @property
    def offered(self):
        """The spaces that can be clicked now."""
        names = self.page.locator(".hm-space[data-can]").evaluate_all(
            "(all) => all.map((one) => one.dataset.at)"
        )
        return {tuple(map(int, name.split(","))) for name in names}

    def name_of(self, q, r):
        return self.space(q, r).get_attribute("aria-label")

    def lies(self, words, q, r):
        """Wait until something lies on a space, as its name says."""
        self.page.locator(f'.hm-space[data-at="{q},{r}"][aria-label*="{words}"]').wait_for(timeout=LOOK_MS)

    def fact(self, label):
        return self.page.locator(".hm-facts div").filter(has_text=label).locator("dd").inner_text()


def play(prop, bodies):
    """Give commands as a page does, one after another; each must be carried out."""
    with connect(prop.address.replace("http", "ws", 1) + "/live", origin=prop.address) as line:
        for number, body in enumerate(bodies):
            wish = {"command": body}
            line.send(json.dumps({"do": "ask", "side": "game", "id": number, "wish": wish}))
            while not (answers := json.loads(line.recv(timeout=LOOK_MS / 1000)).get("answers")):
                pass
            assert answers == [{"id": number, "result": "done"}], body
