"""What device tests share: screens to show, a loop that waits for something, and fingers on wires."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image, ImageDraw


@dataclass(frozen=True, slots=True)
class Words:
    """A screen that is only words."""

    words: tuple[str, ...]


def draw(screen: Words) -> Image.Image:
    """Draw words; the same words give the same picture."""
    picture = Image.new("1", (128, 64))
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(screen.words):
        pen.text((0, 12 * row), line, fill=1)
    return picture


async def until(true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait in the loop until something is true; a bound, not a pace."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.001)


def until_now(true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait outside a loop, for a real thread."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)
