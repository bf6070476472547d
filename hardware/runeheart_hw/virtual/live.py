"""The live line between the virtual prop and its pages: what they are told, and what they may do.

Owns the messages of the one WebSocket and who holds which button. Knows the board, not the web server, and of
what else there is on a page (the game's map, the reader's tray) only that it is a `Side`.

Prop to page: a JSON object with all that `_told` and the sides return at first, and which `page` belongs to
it; then what changed; `{}` is a sign of life. `tones` lists the buzzer's changes as [mono_ms, hertz]. Page to
prop: `{"do":"press","button":"fire","down":true,"at_ms":5312.4}`, with a clock of the page's own,
`{"do":"plug","plugged":false}`, and `{"do":"ask","side":"game","id":7,"wish":{…}}`, which is answered in
`answers` as `{"id":7, …}` with what the side said.
"""

import asyncio
import base64
import logging
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import Future
from typing import Any, Protocol

import msgspec

from runeheart.core.panel import Button
from runeheart_hw.virtual.board import Face, VirtualBoard

log = logging.getLogger(__name__)

FRAME_S = 1 / 30
"""The shortest time between two messages to a page."""
ALIVE_S = 2.0
"""The longest time between two: pages go grey when they hear nothing for much longer."""
MESSAGE_BYTES = 2048
"""No message from a page is longer: a hero's way over 200 spaces is not."""
ASKING = 8
"""More wishes of one page than these are never open at once: no hand is that quick."""
WAITING = 32
"""More presses of one page than these never wait for their time: no hand is that far ahead."""
LATE_MS = 1000
"""The most by which a press is done after it was heard of."""
_APART_MS = 250
"""The distance that is kept from a press that is over: lateness wears off between presses, not in one."""


class _Press(msgspec.Struct, tag="press", tag_field="do", forbid_unknown_fields=True, frozen=True):
    button: Button
    down: bool
    at_ms: float


class _Plug(msgspec.Struct, tag="plug", tag_field="do", forbid_unknown_fields=True, frozen=True):
    plugged: bool


class _Ask(msgspec.Struct, tag="ask", tag_field="do", forbid_unknown_fields=True, frozen=True):
    side: str
    id: int
    wish: dict[str, Any]


_FROM_PAGE = msgspec.json.Decoder(_Press | _Plug | _Ask)


class Side(Protocol):
    """Something beside the board that pages show, and that may be asked for something."""

    def look(self) -> Mapping[str, Any]:
        """Return what pages are told, by name; the same objects while nothing has changed."""
        ...

    async def obey(self, wish: Mapping[str, Any]) -> Mapping[str, Any]:
        """Do what a page wishes and return the answer: `result` done or refused, and `why`."""
        ...

    def watch(self, call: Callable[[], object]) -> Callable[[], None]:
        """Let `call` be made, in the loop's thread, when `look` may have changed; returns what ends that."""
        ...


class BadMessageError(Exception):
    """A page said something that no page of ours says; the text is a reason for closing the line."""


class Visitor:
    """One open page: what it holds, what of its presses waits, and what it was not told yet."""

    def __init__(self) -> None:
        self.held: set[Button] = set()
        self.waiting: list[tuple[Button, Future[None]]] = []
        self.tones: list[tuple[int, float]] = []
        self.asking: set[asyncio.Task[None]] = set()
        self.answers: list[dict[str, Any]] = []
        self.news = asyncio.Event()
        self._at_ms = 0.0
        self._due_ns = 0

    def due_ns(self, at_ms: float, now_ns: int) -> int:
        """Return when to do what the page did at `at_ms`: as far from what it did before as it was there.

        What was heard late and together, because somebody was busy, is so done apart (two fingers at the very
        same time would be cross-talk, and a hold would be a tap).
        """
        kept_ms = LATE_MS if self.held else _APART_MS
        distance_ms = min(max(at_ms - self._at_ms, 0.0), kept_ms)
        due_ns = max(now_ns, self._due_ns + int(distance_ms * 1e6))
        self._at_ms, self._due_ns = at_ms, min(due_ns, now_ns + LATE_MS * 1_000_000)
        return self._due_ns


class Live:
    """All open pages of one board. Use it in the loop that it is made in."""

    def __init__(self, board: VirtualBoard, sides: Mapping[str, Side] | None = None) -> None:
        self._board = board
        self._sides = dict(sides or {})
        self._seen: dict[str, Mapping[str, Any]] = {}
        self._unwatch: list[Callable[[], None]] = []
        self._loop = asyncio.get_running_loop()
        self._visitors: set[Visitor] = set()
        self._face: dict[str, Any] | None = None
        self._waking = False

    def join(self) -> Visitor:
        """Open the line for a page; the first one makes the board tell its changes."""
        if not self._visitors:
            self._face = None
            self._board.watch(self._changed, self._toned)
            self._seen = {}
            self._unwatch = [side.watch(self._side_changed(name)) for name, side in self._sides.items()]
        visitor = Visitor()
        visitor.news.set()
        self._visitors.add(visitor)
        return visitor

    def leave(self, visitor: Visitor) -> None:
        """Close a page's line: what waits is dropped, and what only this page held is released."""
        self._visitors.discard(visitor)
        if not self._visitors:
            self._board.watch(None)
            while self._unwatch:
                self._unwatch.pop()()
        dropped = {button for button, done in visitor.waiting if done.cancel()}
        for button in visitor.held | dropped:
            self._board.press(button, down=self._is_held(button))

    def obey(self, visitor: Visitor, message: bytes | str) -> None:
        """Do what a page asks. Raises BadMessageError for what is no message; nothing happened then."""
        try:
            wish = _FROM_PAGE.decode(message)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadMessageError(f"not a message of this page: {error}") from None
        if isinstance(wish, _Plug):
            self._plug(plugged=wish.plugged)
        elif isinstance(wish, _Ask):
            self._ask(visitor, wish)
        elif wish.button not in self._board.buttons:
            raise BadMessageError(f'this prop has no button "{wish.button}"')
        else:
            self._press(visitor, wish)

    async def tell(self, visitor: Visitor, send: Callable[[str], Awaitable[None]], *, page: str = "") -> None:
        """Send a page everything, then each change, at most 30 times a second; ends when `send` fails.

        `page` names the page that belongs to this prop: one that was loaded from another is out of date.
        """
        told_first: dict[str, Any] = {"page": page}
        shown: dict[str, Any] = {}
        while True:
            seen = self._look()
            message = told_first | {
                name: value for name, value in seen.items() if _is_new(name, value, shown)
            }
            shown, told_first = seen, {}
            if visitor.tones:
                message["tones"], visitor.tones = visitor.tones, []
            if visitor.answers:
                message["answers"], visitor.answers = visitor.answers, []
            await send(msgspec.json.encode(message).decode())
            await asyncio.sleep(FRAME_S)
            try:
                async with asyncio.timeout(ALIVE_S):
                    await visitor.news.wait()
            except TimeoutError:
                pass
            visitor.news.clear()

    def _press(self, visitor: Visitor, wish: _Press) -> None:
        """A button is down as long as one page holds it."""
        visitor.waiting = [(button, done) for button, done in visitor.waiting if not done.done()]
        if len(visitor.waiting) >= WAITING:
            raise BadMessageError("more presses at once than hands can do")
        due_ns = visitor.due_ns(wish.at_ms, self._board.clock.mono_ns())
        (visitor.held.add if wish.down else visitor.held.discard)(wish.button)
        done = self._board.press(wish.button, down=self._is_held(wish.button), at_ns=due_ns)
        visitor.waiting.append((wish.button, done))

    def _is_held(self, button: Button) -> bool:
        return any(button in visitor.held for visitor in self._visitors)

    def _plug(self, *, plugged: bool) -> None:
        oled = self._board.oled
        if oled is None:
            raise BadMessageError("this prop has no screen")
        (oled.plug if plugged else oled.unplug)()

    def _ask(self, visitor: Visitor, ask: _Ask) -> None:
        if ask.side not in self._sides:
            raise BadMessageError(f'this page has no side "{ask.side}"')
        if len(visitor.asking) >= ASKING:
            raise BadMessageError("more wishes at once than hands can do")
        task = asyncio.create_task(self._answer(visitor, ask), name=f"page: {ask.side}")
        visitor.asking.add(task)
        task.add_done_callback(visitor.asking.discard)

    async def _answer(self, visitor: Visitor, ask: _Ask) -> None:
        try:
            answer = await self._sides[ask.side].obey(ask.wish)
        except Exception:
            log.exception("a fault inside; the game goes on")
            answer = {"result": "refused", "why": "a fault happened inside; the log has the details"}
        visitor.answers.append({"id": ask.id, **answer})
        visitor.news.set()

    def _look(self) -> dict[str, Any]:
        if self._face is None:
            self._face = _told(self._board.face(), self._board.buzzer_hz)
        for name, side in self._sides.items():
            if name not in self._seen:
                self._seen[name] = side.look()
        seen = dict(self._face)
        for told in self._seen.values():
            seen |= told
        return seen

    def _side_changed(self, name: str) -> Callable[[], None]:
        def changed() -> None:
            self._seen.pop(name, None)
            for visitor in self._visitors:
                visitor.news.set()

        return changed

    # In the thread that changed something

    def _changed(self) -> None:
        if not self._waking:
            self._waking = True
            self._soon(self._wake)

    def _toned(self, mono_ms: int, hertz: float) -> None:
        self._soon(self._note, (mono_ms, hertz))

    def _soon(self, call: Callable[..., None], *arguments: Any) -> None:
        try:
            self._loop.call_soon_threadsafe(call, *arguments)
        except RuntimeError:
            self._board.watch(None)  # the loop has ended: nobody looks any more

    # In the loop's thread

    def _wake(self) -> None:
        self._waking = False
        self._face = None
        for visitor in self._visitors:
            visitor.news.set()

    def _note(self, tone: tuple[int, float]) -> None:
        for visitor in self._visitors:
            visitor.tones.append(tone)
            visitor.news.set()


def _is_new(name: str, value: Any, shown: Mapping[str, Any]) -> bool:
    """Tell whether a page does not know this yet; that it is nothing is news, too."""
    return name not in shown or (shown[name] is not value and shown[name] != value)


def _told(face: Face, buzzer_hz: float) -> dict[str, Any]:
    """Return what a page is told of the prop; every value can be compared and sent."""
    return {
        "lights": [round(level, 3) for level in face.lights],
        "held": sorted(face.held),
        "picture": base64.b64encode(face.picture).decode("ascii"),
        "contrast": face.contrast,
        "plugged": face.plugged,
        "words": list(face.words),
        "buzzer_hz": round(buzzer_hz, 1),
    }
