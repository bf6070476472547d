"""The dice tray and compass rose of the virtual prop's page: hands on the virtual reader, as a side of it.

Owns what pages are told of the reader and wish of it, and how a thrown die comes to a pad and is taken up
again. Knows the virtual reader, not the page and no game.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, Final

from runeheart.wire.fields import DIRECTIONS, face_of, face_text
from runeheart.wire.messages import Confirm, Roll, parse
from runeheart_hw.reader_talk import DIE_NAMES
from runeheart_hw.virtual.reader import Seen, VirtualReader

READ_S: Final = 3.0
"""The longest that a die lies on its pad: by then it was read, or nothing reads it."""
GONE_S: Final = 0.6
"""How long a pad must be empty before the same face counts anew: it overlooks shorter gaps."""
MOST_THROWN: Final = 12
"""Dice in the air: nobody throws more at once."""
_WIRE_NAMES: Final = {name: wire for wire, name in DIE_NAMES.items()}
_ENDED: Final = "The reader has ended: start the simulation again. Until then give rolls by the runes."
_BUTTONS: Final = {"confirm": "ok", "roll": "roll"}
"""The page's names of the reader's buttons, and those of its settings."""


def dice(movement: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Return the dice of a tray with their faces; `movement` is the terrains on each face of that die."""
    return {
        **{f"d{faces}": [str(face) for face in range(1, faces + 1)] for faces in (4, 6, 8, 10)},
        "compass": list(DIRECTIONS),
        "movement": ["+".join(face) for face in movement],
    }


class Tray:
    """Fills `live.Side`; `reader` is None where there cannot be one, and `why` says so.

    Wishes: `{"throw": "d8", "face": "5"}` (a face as on the wire: `NE`, `forest+hills`), `{"turn": 120}`,
    `{"press": "confirm"}` or `"roll"`.
    """

    def __init__(self, reader: VirtualReader | None, why: str = "") -> None:
        self._reader = reader
        self._why = why
        self._thrown: asyncio.Queue[str] = asyncio.Queue(MOST_THROWN)
        self._calls: list[Callable[[], object]] = []
        self._seen: Seen | None = None
        self._told: dict[str, Any] = {}

    @contextlib.asynccontextmanager
    async def laid(self) -> AsyncIterator[None]:
        """Lay the tray on the table while the context is open."""
        if self._reader is None:
            yield
            return
        loop = asyncio.get_running_loop()
        self._reader.watch(lambda: _soon(loop, self._changed))
        throwing = asyncio.create_task(self._throw(self._reader), name="dice")
        try:
            yield
        finally:
            self._reader.watch(None)
            throwing.cancel()
            await asyncio.gather(throwing, return_exceptions=True)

    def look(self) -> Mapping[str, Any]:
        """Return what one sees of the reader."""
        seen = self._reader.seen if self._reader is not None else Seen()
        if seen != self._seen:
            self._seen = seen
            self._told = {
                "why": self._why or (_ENDED if seen.ended else ""),
                "trouble": seen.trouble[1],
                "runs": seen.runs,
                "awaited": DIE_NAMES.get(seen.awaited or "", ""),
                "lights": sorted(seen.lights),
                "heading": seen.heading,
                "last": _last(seen.last),
            }
        return {"tray": self._told}

    async def obey(self, wish: Mapping[str, Any]) -> Mapping[str, Any]:
        """Move the dice, the rose or a button; what cannot be is refused in a sentence."""
        is_ended = self._reader is not None and self._reader.seen.ended
        why = self._why or (_ENDED if is_ended else self._move(wish))
        return {"result": "refused", "why": why} if why else {"result": "done"}

    def watch(self, call: Callable[[], object]) -> Callable[[], None]:
        """Call when anything of the reader has changed."""
        self._calls.append(call)
        return lambda: self._calls.remove(call)

    def _move(self, wish: Mapping[str, Any]) -> str | None:
        """Do what a page wishes; returns why not."""
        match wish:
            case {"turn": int() | float() as degrees} if 0 <= degrees <= 360:
                return self._say(f"dial {degrees % 360:g}")
            case {"press": str(button)} if button in _BUTTONS:
                return self._say(f"press {_BUTTONS[button]}")
            case {"throw": str(die), "face": str(face)} if die in _WIRE_NAMES:
                return self._take_up(_WIRE_NAMES[die], face)
        return "the page asked for something that this tray does not do; load the page again"

    def _say(self, line: str) -> str | None:
        if self._reader is not None:
            self._reader.tell(line)
        return None

    def _take_up(self, die: str, face: str) -> str | None:
        try:
            text = face_text(die, face_of(die, face))
        except ValueError as error:
            return str(error)
        if self._thrown.full():
            return "more dice at once than hands can throw; let some be read"
        self._thrown.put_nowait(f"put {die.lower()} {text}")
        return None

    async def _throw(self, reader: VirtualReader) -> None:
        """Lay one die after the other on its pad, until it was read; then the pad is empty again."""
        while True:
            line = await self._thrown.get()
            before = reader.seen.last
            news = asyncio.Event()
            unwatch = self.watch(news.set)
            reader.tell(line)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(READ_S):
                    while reader.seen.last == before:
                        await news.wait()
                        news.clear()
            unwatch()
            reader.tell("lift")
            await asyncio.sleep(GONE_S)

    def _changed(self) -> None:
        for call in tuple(self._calls):
            call()


def _soon(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    with contextlib.suppress(RuntimeError):  # the loop has ended: nobody looks any more
        loop.call_soon_threadsafe(call)


def _last(body: str) -> dict[str, Any] | None:
    """Return the last roll or confirmation, as pages show it."""
    match parse(body) if body else None:
        case Roll() as roll:
            return {"seq": roll.seq, "die": DIE_NAMES[roll.die], "face": face_text(roll.die, roll.face)}
        case Confirm() as confirm:
            return {"seq": confirm.seq, "die": "", "face": confirm.degrees}
    return None
