"""A game master at the console in Chromium: what they press, and what they see."""

import re
import select
import socket
import time
from contextlib import contextmanager

from support.simulated import START_S, simulated

LOOK_MS = 15_000
PHONE = {"viewport": {"width": 360, "height": 780}, "has_touch": True}
LAPTOP = {"viewport": {"width": 1280, "height": 800}}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextmanager
def with_console(folder, port, config=""):
    """Start a virtual prop whose console is at this port; give it and the console's address."""
    with simulated(folder, f"[console]\nport = {port}\n{config}") as prop:
        readable, _, _ = select.select([prop.process.stdout], [], [], START_S)
        line = prop.process.stdout.readline() if readable else ""
        assert re.search(rf"console is at http://127\.0\.0\.1:{port}", line), line
        yield prop, f"http://127.0.0.1:{port}"


class Desk:
    """One open page of the console."""

    def __init__(self, context, address, path="/"):
        self.page = context.new_page()
        self.address = address
        self.troubles = []
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._hear)
        self.go(path)

    def _hear(self, message):
        gone = "Failed to load resource" in message.text or "ERR_CONNECTION" in message.text
        if message.type == "error" and not gone:
            self.troubles.append(message.text)

    def go(self, path):
        self.page.goto(self.address + path)
        self.live()

    def live(self):
        self.page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def hold(self, name):
        button = self.page.get_by_role("button", name=name, exact=True)
        button.scroll_into_view_if_needed()
        button.hover()
        self.page.mouse.down()
        return button

    def let_go(self):
        self.page.mouse.up()

    def reads(self, place, words, within_ms=LOOK_MS):
        """Wait until an element's text matches; return how long it took, in seconds."""
        begun = time.monotonic()
        script = "([place, words]) => new RegExp(words).test(document.querySelector(place)?.innerText ?? '')"
        self.page.wait_for_function(script, arg=[place, words], timeout=within_ms)
        return time.monotonic() - begun

    def phase_is(self, name, within_ms=LOOK_MS):
        return self.reads("#phase", f"^{name}$", within_ms)

    def set_up(self, team="", players="", anyway=False, **selects):
        for name, value in selects.items():
            self.page.select_option(f"#{name}", value)
        self.page.fill("#team", team)
        self.page.fill("#players", players)
        self.press("Set up the game")
        if anyway:
            self.press("Set it up")
        self.reads("#phase", "^(Ready|Running)$")

    def more(self):
        self.page.locator("details.more[data-when]").evaluate("(node) => { node.open = true; }")

    def left_s(self):
        minutes, seconds = self.page.inner_text("#clock").split(":")
        return 60 * int(minutes) + int(seconds)
