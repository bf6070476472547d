"""The plot of `runeheart balance`: who has won by which attempt, beside the bands of the rule book's aims.

Owns the drawing: one panel for each difficulty, and one key for all. Kinds of players differ by their dashes,
so that it can be read without colour; an aim is a grey band with a frame and the word.
"""

import sys
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

import pygal
from pygal.style import Style

from runeheart.cli.balance_figures import AIMS, Aim, Share, Verdict, verdicts, wilson, winners
from runeheart.cli.balance_report import Played, Run
from runeheart.core.units import minutes
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.simulation import ATTEMPTS

# pygal leaves an import hook of the old kind behind, for plugins that it does not have: Python warns at each
# import from then on.
sys.meta_path[:] = [hook for hook in sys.meta_path if type(hook).__module__ != "pygal"]

_SVG = "http://www.w3.org/2000/svg"
_PANEL_PX = (400, 400)
_HEAD_PX, _VERDICTS_PX, _KEY_PX = 70, 50, 60
_FONT = "Helvetica, Arial, sans-serif"
_INK, _BAND = "#222222", "#9a9a9a"
_LINES: Mapping[str, tuple[str, str]] = {
    "logician": ("#000000", "2,6"),
    "careful": ("#0072b2", "none"),
    "average": ("#d55e00", "16,6"),
    "hasty": ("#009e73", "10,4,2,4"),
}
"""Colour and dashes of each kind of player; the colours are told apart with colour blindness too."""
_BAND_HALF = 0.42
"""Half the width of a band, in attempts."""


def draw(run: Run) -> str:
    """Return the plot as SVG text; the same run gives the same text."""
    ET.register_namespace("", _SVG)
    width = _PANEL_PX[0] * len(run.played)
    height = _HEAD_PX + _PANEL_PX[1] + _VERDICTS_PX + _KEY_PX
    root = ET.Element(_tag("svg"), {"viewBox": f"0 0 {width} {height}", "font-family": _FONT})
    _node(root, "title", {}).text = "Who has won by which attempt, and the rule book's aims"
    _node(root, "rect", {"width": "100%", "height": "100%", "fill": "white"})
    _write(
        root,
        20,
        30,
        "Persons who have won at least once by an attempt, in %, with 95 % intervals",
        size=20,
        bold=True,
    )
    changed = (
        ", ".join(f"{name} = {value}" for name, value in run.rules.items()) or "rules as printed, fair decks"
    )
    _write(
        root,
        20,
        54,
        f"{run.persons:,} players of each kind, {changed}, seed {run.seed}. People: careful, average, hasty.",
        size=15,
    )
    for index, (difficulty, played) in enumerate(run.played.items()):
        panel = _panel(difficulty, played)
        panel.set("x", str(index * _PANEL_PX[0]))
        panel.set("y", str(_HEAD_PX))
        panel.set("width", str(_PANEL_PX[0]))
        panel.set("height", str(_PANEL_PX[1]))
        root.append(panel)
        for row, verdict in enumerate(verdicts(difficulty, played)):
            top_px = _HEAD_PX + _PANEL_PX[1] + 18 + row * 22
            _write(root, index * _PANEL_PX[0] + 45, top_px, _told(verdict), size=15)
    _key(root, list(run.players), width, height - _KEY_PX)
    ET.indent(root)
    return ET.tostring(root, encoding="unicode") + "\n"


def _panel(difficulty: str, played: Played) -> ET.Element:
    aims = AIMS[difficulty]
    chart = pygal.XY(
        width=_PANEL_PX[0],
        height=_PANEL_PX[1],
        title=f"{difficulty.capitalize()}, {minutes(DIFFICULTIES[difficulty].timer_ms)}",
        x_title="attempt",
        xrange=(0.5, ATTEMPTS + 0.5),
        range=(0, 100),
        zero=50,  # where a filled band ends
        x_labels=[{"value": attempt, "label": str(attempt)} for attempt in range(1, ATTEMPTS + 1)],
        y_labels=[{"value": percent, "label": str(percent)} for percent in range(0, 101, 25)],
        show_legend=False,
        show_x_guides=False,
        js=[],
        no_prefix=False,
        margin=8,
        style=_style(len(aims), list(played)),
    )
    chart.uuid = difficulty
    for aim in aims:
        chart.add("aim", _band(aim), fill=True, show_dots=False)
    for name, persons in played.items():
        shares = [wilson(winners(persons, attempt), len(persons)) for attempt in range(1, ATTEMPTS + 1)]
        stroke = {"dasharray": _LINES[name][1]}
        chart.add(name, _line(shares), dots_size=3.5, stroke_style=stroke)
        chart.add(f"{name}, 95 %", _intervals(shares), show_dots=False, allow_interruptions=True)
    drawn = ET.fromstring(chart.render(is_unicode=True, disable_xml_declaration=True))  # noqa: S314 our own text
    for parent in list(drawn.iter()):
        for child in list(parent):
            if child.tag == _tag("script"):  # tooltips need a script from elsewhere; a picture needs none
                parent.remove(child)
    return drawn


def _told(verdict: Verdict) -> str:
    aim = verdict.aim
    who = "average" if len(aim.who) == 1 else "people"
    won = f"{100 * verdict.measured.value:.0f} %"
    return f"{who} by {aim.by_attempt}: {won}, aim {100 * aim.low:.0f}-{100 * aim.high:.0f}: {verdict.word}"


def _band(aim: Aim) -> list[tuple[float, float]]:
    """Return the far edge of a band; filled to the middle, the near edge of every band of AIMS."""
    edge = 100 * (aim.high if aim.low >= 0.5 else aim.low)
    return [(aim.by_attempt - _BAND_HALF, edge), (aim.by_attempt + _BAND_HALF, edge)]


def _line(shares: Sequence[Share]) -> list[tuple[float, float]]:
    return [(attempt, 100 * share.value) for attempt, share in enumerate(shares, 1)]


def _intervals(shares: Sequence[Share]) -> list[tuple[float, float | None]]:
    """Return an upright stroke for each interval, with nothing between them."""
    points: list[tuple[float, float | None]] = []
    for attempt, share in enumerate(shares, 1):
        points += [(attempt, 100 * share.low), (attempt, 100 * share.high), (attempt, None)]
    return points


def _style(bands: int, kinds: Sequence[str]) -> Style:
    return Style(
        background="white",
        plot_background="white",
        foreground=_INK,
        foreground_strong=_INK,
        foreground_subtle="#cccccc",
        font_family=_FONT,
        title_font_size=19,
        label_font_size=15,
        major_label_font_size=15,
        value_label_font_size=14,
        opacity=".3",
        stroke_opacity="1",
        stroke_width="2.4",
        transition="0s",
        colors=(*[_BAND] * bands, *[_LINES[kind][0] for kind in kinds for _ in ("line", "intervals")]),
    )


def _key(root: ET.Element, kinds: Sequence[str], width: int, top_px: int) -> None:
    """Draw the key: a piece of each line with its name, and a band."""
    step = width / (len(kinds) + 1)
    middle_px = top_px + 30
    for index, kind in enumerate(kinds):
        colour, dashes = _LINES[kind]
        left = round(20 + index * step)
        line: dict[str, str | float] = {
            "x1": left,
            "x2": left + 60,
            "y1": middle_px,
            "y2": middle_px,
            "stroke": colour,
        }
        _node(root, "line", {**line, "stroke-width": 3, "stroke-dasharray": dashes})
        _write(root, left + 70, middle_px + 6, kind, size=17)
    left = round(20 + len(kinds) * step)
    band: dict[str, str | float] = {
        "x": left,
        "y": middle_px - 12,
        "width": 60,
        "height": 24,
        "stroke": _BAND,
    }
    _node(root, "rect", {**band, "fill": _BAND, "fill-opacity": 0.3})
    _write(root, left + 70, middle_px + 6, "aim of H-036", size=17)


def _write(root: ET.Element, x: int, y: int, text: str, *, size: int, bold: bool = False) -> None:
    weight = "bold" if bold else "normal"
    _node(root, "text", {"x": x, "y": y, "font-size": size, "font-weight": weight, "fill": _INK}).text = text


def _node(root: ET.Element, name: str, attributes: Mapping[str, str | float]) -> ET.Element:
    return ET.SubElement(root, _tag(name), {key: str(value) for key, value in attributes.items()})


def _tag(name: str) -> str:
    return f"{{{_SVG}}}{name}"
