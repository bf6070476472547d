"""The shapes of the printed set: signs, tokens and the Heart from `art.svg`, the runes as on pages.

Owns where shapes come from and how one is put on a page. Must not know what they are drawn for.
"""

import xml.etree.ElementTree as ET
from functools import cache
from importlib import resources

from fpdf import FPDF
from fpdf.drawing_primitives import Transform
from fpdf.svg import SVGObject

_NAMESPACE = "http://www.w3.org/2000/svg"
_SOURCES = (("runeheart.cli.paper", "art.svg"), ("runeheart.surface", "web/runes.svg"))


def draw(pdf: FPDF, name: str, x_mm: float, y_mm: float, size_mm: float, colour: str) -> None:
    """Draw a shape into the square with this upper left corner and side; `colour` as `#rrggbb`."""
    shape = _shape(name, colour)
    _, _, group = shape.transform_to_rect_viewport(1, size_mm, size_mm, ignore_svg_top_attrs=True)
    group.transform = (group.transform or Transform.identity()) @ Transform.translation(x_mm, y_mm)
    pdf.draw_path(group)


@cache
def _shape(name: str, colour: str) -> SVGObject:
    body = "".join(ET.tostring(part, encoding="unicode") for part in _symbols()[name])
    return SVGObject(f'<svg xmlns="{_NAMESPACE}" viewBox="0 0 100 100"><g fill="{colour}">{body}</g></svg>')


@cache
def _symbols() -> dict[str, ET.Element]:
    """Return every symbol of the sources, by its name without `shape-`."""
    found = {}
    for package, path in _SOURCES:
        text = resources.files(package).joinpath(path).read_text(encoding="utf-8")
        if _NAMESPACE not in text:  # a piece of a page, where the namespace goes without saying
            text = text.replace("<svg ", f'<svg xmlns="{_NAMESPACE}" ', 1)
        root = ET.fromstring(text)  # noqa: S314 - our own file
        for symbol in root.iter(f"{{{_NAMESPACE}}}symbol"):
            found[symbol.attrib["id"].removeprefix("shape-")] = symbol
    return found
