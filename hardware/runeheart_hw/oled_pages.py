"""A picture as the controller keeps it: eight pages of 128 columns; and what of it has to be sent. Pure.

One byte is eight pixels of a column, the lowest bit on top (data sheets: SSD1306 8.7, SH1106 page 20). A run
is a stretch of one page that is sent in one go: three command bytes set page and column, the data follows.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from PIL import Image

WIDTH: Final = 128
HEIGHT: Final = 64
PAGES: Final = HEIGHT // 8
PICTURE_BYTES: Final = WIDTH * PAGES

RUN_OVERHEAD: Final = 5
"""Bytes that a run costs beyond its data: three commands and a control byte for each of two transactions."""


class Run(Struct, frozen=True):
    """Bytes for one page (0 … 7) from a column of the picture (0 … 127)."""

    page: int
    column: int
    data: bytes


def pack(picture: "Image.Image") -> bytes:
    """Turn a 128x64 picture of mode "1" into 1,024 bytes, page by page from the left.

    Turned a quarter, each column is eight bytes in a row, bottom page first, its bits in the chip's order.
    """
    if picture.size != (WIDTH, HEIGHT) or picture.mode != "1":
        raise ValueError(
            f"a picture of mode 1 and {WIDTH}x{HEIGHT} expected, not {picture.mode} {picture.size}"
        )
    from PIL.Image import Transpose  # by whoever draws, not at the start

    columns = picture.transpose(Transpose.ROTATE_270).tobytes()
    return b"".join(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def changes(shown: bytes | None, wanted: bytes) -> Iterator[Run]:
    """Yield the runs that turn what the controller shows into what is wanted.

    `shown` None: not known, everything is sent. Runs of one page that lie nearer than a run's own cost are
    sent as one.
    """
    for page in range(PAGES):
        line = wanted[page * WIDTH : (page + 1) * WIDTH]
        if shown is None:
            yield Run(page, 0, line)
            continue
        old = shown[page * WIDTH : (page + 1) * WIDTH]
        if old == line:
            continue
        start = end = -1
        for column in range(WIDTH):
            if old[column] == line[column]:
                continue
            if start >= 0 and column - end > RUN_OVERHEAD:
                yield Run(page, start, line[start:end])
                start = column
            start = column if start < 0 else start
            end = column + 1
        yield Run(page, start, line[start:end])


def position(run: Run, first_column: int) -> tuple[int, int, int]:
    """Return the commands of page addressing that lead to a run; the same for all three controllers."""
    column = run.column + first_column
    return 0xB0 | run.page, column & 0x0F, 0x10 | column >> 4
