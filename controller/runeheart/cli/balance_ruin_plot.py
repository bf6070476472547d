"""The plot of `runeheart balance ruin`: Broods, those at Charge 4 and Damage over the rounds, by player."""

import sys
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree as ET

import pygal
from pygal.style import Style

from runeheart.core.events import Json

# pygal leaves an import hook of the old kind behind, for plugins that it does not have: Python warns at each
# import from then on.
sys.meta_path[:] = [hook for hook in sys.meta_path if type(hook).__module__ != "pygal"]

_SVG = "http://www.w3.org/2000/svg"
_DASHES = ("none", "14,6")
_STYLES = ("solid", "dashed")
_COLOURS = ("#0072b2", "#d55e00", "#009e73")
"""Told apart with colour blindness too; players differ by their dashes."""
_LINES = (("Broods", "broods"), ("at Charge 4", "ready"), ("Damage so far", "damage"))


def draw(title: str, by_player: Mapping[str, Sequence[Mapping[str, Json]]]) -> str:
    """Return the plot as SVG text; the same figures give the same text."""
    drawn = ", ".join(f"{player} {style}" for player, style in zip(by_player, _STYLES, strict=True))
    chart = pygal.XY(
        width=900,
        height=520,
        title=f"{title}: means at the end of each round; {drawn}",
        x_title="round",
        x_labels=list(range(1, max((len(rows) for rows in by_player.values()), default=1) + 1)),
        legend_at_bottom=True,
        legend_at_bottom_columns=len(_LINES),
        js=[],
        style=Style(
            background="white",
            plot_background="white",
            colors=_COLOURS * len(by_player),
            font_family="Helvetica, Arial, sans-serif",
            transition="0s",
        ),
    )
    chart.uuid = "balance-ruin"
    for dashes, (player, rows) in zip(_DASHES, by_player.items(), strict=True):
        for name, field in _LINES:
            points = [(row["round"], row[field]) for row in rows]
            stroke = {"dasharray": dashes, "width": 2.5}
            chart.add(f"{name}, {player}", points, stroke_style=stroke, dots_size=2.5)
    ET.register_namespace("", _SVG)
    root = ET.fromstring(chart.render(is_unicode=True, disable_xml_declaration=True))  # noqa: S314 our own text
    for parent in list(root.iter()):
        for child in list(parent):
            if (
                child.tag == f"{{{_SVG}}}script"
            ):  # tooltips need a script from elsewhere; a picture needs none
                parent.remove(child)
    return ET.tostring(root, encoding="unicode") + "\n"
