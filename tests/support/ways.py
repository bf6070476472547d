"""Ways through the menu: which answers presses can lead to, and the presses that lead to one."""

from collections import deque

from runeheart.surface.asking import prompt_of
from runeheart.surface.menu import BUTTONS, Enter, Prompt, Turn, fill, keys
from runeheart.surface.ui import Menu


def deeds(prompt, rotation=0):
    """Return what can be entered, each value once, whatever is turned to."""
    found = []
    for cursor in range(len(prompt.options) if prompt.kind == "scroll" else 1):
        for deed in keys(prompt, cursor, rotation).values():
            if isinstance(deed, Enter) and deed.value not in found:
                found.append(deed.value)
    return found


def answers(dress, state, ask, most=20_000):
    """Yield every path that is a whole answer, the shortest first, with the answer."""
    waiting = deque([()])
    seen = 0
    while waiting and seen < most:
        path = waiting.popleft()
        seen += 1
        filled = fill(dress, state, ask, path)
        if isinstance(filled, Prompt):
            waiting.extend((*path, value) for value in deeds(filled))
        else:
            yield path, filled


def presses(prompt, cursor, value, rotation):
    """Return the presses (button, held) that enter a value, the shortest way round a scrolling list."""
    turns = []
    for by in range(len(prompt.options) + 1):
        for press, deed in keys(prompt, cursor + by, rotation).items():
            if isinstance(deed, Enter) and deed.value == value and press[0] in BUTTONS:
                return [*turns, press]
        forward = (press for press, deed in keys(prompt, cursor, rotation).items() if deed == Turn(1))
        turns.append(next(forward, None))
    raise AssertionError(f"{value} cannot be entered in {prompt}")


def enter(seated, path):
    """Press what enters a path, from wherever the players are in the menu of the same question."""
    for _ in range(len(seated.ui.mode.path)):
        seated.hold("sun")
    for value in path:
        enter_next(seated, value)


def enter_next(seated, value):
    """Press what enters one more value."""
    mode = seated.ui.mode
    assert isinstance(mode, Menu)
    prompt, rotation = prompt_of(seated.state, mode), seated.settings.rotation
    for button, is_held in presses(prompt, mode.cursor, value, rotation):
        if is_held:
            seated.hold(button)
        else:
            seated.tap(button)
