"""A person at the virtual prop's page: taps and holds by mouse, keys and touch, and looks."""

import io
import os
import re
from pathlib import Path

from PIL import Image
from playwright.sync_api import TimeoutError  # noqa: A004 - its name

LOOK_MS = 15_000
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURES = Path(__file__).parents[2] / "docs/pictures"
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
KEYS = {"nature": "1", "fire": "2", "water": "3", "storm": "4", "moon": "5", "sun": "6"}

_READ_GLASS = """() => {
  const canvas = document.querySelector("#oled");
  const scale = canvas.width / 128;
  const ink = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const middle = Math.floor((scale - 1) / 2);
  let dots = "";
  for (let y = 0; y < 64; y++)
    for (let x = 0; x < 128; x++)
      dots += ink[4 * ((y * scale + middle) * canvas.width + x * scale + middle) + 1] > 80 ? "1" : "0";
  return dots;
}"""


class Table:
    """One open page."""

    def __init__(self, page, address):
        self.page = page
        self.troubles = []
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.goto(address)
        page.wait_for_selector("body[data-link=live]", timeout=LOOK_MS)

    def _hear(self, message):
        gone = message.text.startswith("WebSocket connection to ")  # tests stop props under open pages
        if message.type == "error" and not gone:
            self.troubles.append(message.text)

    def rune(self, name):
        return self.page.locator(f'button[data-button="{name}"]')

    # Hands

    def tap(self, name):
        self.rune(name).click()

    def key(self, name):
        self.page.keyboard.press(KEYS[name])

    def touch(self, name):
        self.rune(name).tap()

    def hold_until(self, name, words):
        """Keep the mouse down on a rune until the screen says something."""
        self.rune(name).hover()
        self.page.mouse.down()
        self.reads(words)
        self.page.mouse.up()

    def key_until(self, name, words):
        """Keep a key down until the screen says something."""
        self.page.keyboard.down(KEYS[name])
        self.reads(words)
        self.page.keyboard.up(KEYS[name])

    # Eyes

    def _wait(self, what, script, argument=None):
        """Wait until a script in the page is true; what was there instead is told when it never is."""
        try:
            self.page.wait_for_function(script, arg=argument, timeout=LOOK_MS)
        except TimeoutError:
            dots = self.page.evaluate(_READ_GLASS).translate({ord("0"): " ", ord("1"): "#"})
            glass = "\n".join(dots[start : start + 128] for start in range(0, len(dots), 128))
            raise AssertionError(f"never: {what}; words: {self.words()!r}\n{glass}") from None

    def reads(self, words):
        """Wait until the screen's words match an expression; return them."""
        label = "document.querySelector('#oled').getAttribute('aria-label')"
        self._wait(words, f"(words) => new RegExp(words).test({label})", words)
        return self.words()

    def words(self):
        return self.page.locator("#oled").get_attribute("aria-label")

    def clock(self):
        return re.search(r"(\d+:\d\d(\.\d)?) left", self.words())[1]

    def glass(self):
        """Return the screen's picture as the canvas shows it: 1,024 bytes as Pillow's mode 1 has them."""
        return int(self.page.evaluate(_READ_GLASS), 2).to_bytes(1024, "big")

    def shows(self, image):
        """Wait until the canvas shows exactly this picture."""
        wanted = "".join(f"{byte:08b}" for byte in image.tobytes())
        self._wait("the picture", f"(wanted) => ({_READ_GLASS})() === wanted", wanted)

    def light_is(self, name, condition):
        """Wait until a light's level fulfils a condition such as `> 0.9`."""
        node = f"document.querySelector('button[data-light={name}]')"
        self._wait(f"{name} {condition}", f"() => Number({node}.dataset.level) {condition}")

    def held_is(self, *names):
        """Wait until exactly these are down, as the prop says."""
        held = "[...document.querySelectorAll('button[data-button][aria-pressed=true]')]"
        listed = f"{held}.map((node) => node.dataset.button).join()"
        self._wait(f"held: {names}", f"(names) => {listed} === names", ",".join(names))

    def picture(self, name, folder):
        """Take a screenshot: into docs/pictures when RUNEHEART_PICTURES is set, else into `folder`."""
        self._wait("still", "() => document.getAnimations().every((one) => one.playState !== 'running')")
        shot = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        wanted = bool(os.environ.get("RUNEHEART_PICTURES"))
        target = (PICTURES if wanted else folder) / f"{name}.png"
        target.parent.mkdir(parents=True, exist_ok=True)
        colours = shot.quantize(256, Image.Quantize.MAXCOVERAGE)  # a quarter of the bytes
        shot.quantize(256, palette=colours, dither=Image.Dither.FLOYDSTEINBERG).save(target, optimize=True)
        assert shot.getbbox()
