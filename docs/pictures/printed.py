"""Makes the pictures of docs/print-and-play.md from a set: .venv/bin/python docs/pictures/printed.py.

Needs pdftoppm (poppler-utils). The pictures are small on purpose: a few greys and colours, 300 kB in all.
"""  # noqa: INP001 - a script beside its pictures, no package

import subprocess
import tempfile
from pathlib import Path

from PIL import Image

from runeheart.cli.paper import book
from runeheart.cli.paper.style import style
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.printed import print_set
from runeheart.games.heart.settings import DIFFICULTIES

HERE = Path(__file__).parent
GAP, TABLE = 14, "#b9b2a6"
COLOURS = 80
PICTURES = {
    "print-box-rules": (False, 52, (1, 3, 4)),
    "print-answers": (False, 52, (5, 6)),
    "print-clues": (False, 88, (7,)),
    "print-pieces-board": (False, 52, (13, 15)),
    "print-large-type": (True, 52, (7, 11)),
}
"""Of each picture: large type or not, dots per inch, pages."""


def main() -> None:
    """Render the pages and save them side by side."""
    code = DeckCode("normal", "fair", 7)
    printed = print_set(code, DIFFICULTIES[code.difficulty].length)
    with tempfile.TemporaryDirectory() as folder:
        for name, (large, dpi, pages) in PICTURES.items():
            pdf = Path(folder) / "set.pdf"
            pdf.write_bytes(book.make(printed, style("a4", large_type=large)))
            _beside([_page(pdf, page, dpi) for page in pages]).save(HERE / f"{name}.png", optimize=True)


def _page(pdf: Path, page: int, dpi: int) -> Image.Image:
    png = pdf.with_name("page")
    number = ("-f", str(page), "-l", str(page))
    subprocess.run(  # noqa: S603 - our own file
        ["pdftoppm", "-r", str(dpi), *number, "-singlefile", "-png", str(pdf), str(png)],  # noqa: S607
        check=True,
    )
    with Image.open(png.with_suffix(".png")) as image:
        return image.convert("RGB")


def _beside(pages: list[Image.Image]) -> Image.Image:
    """Lay pages side by side on a table."""
    width = sum(page.width + GAP for page in pages) + GAP
    table = Image.new("RGB", (width, max(page.height for page in pages) + 2 * GAP), TABLE)
    x = GAP
    for page in pages:
        table.paste(page, (x, GAP))
        x += page.width + GAP
    return table.quantize(COLOURS, dither=Image.Dither.NONE)


if __name__ == "__main__":
    main()
