"""What many games add up to, as charts with the same figures in a table behind each.

Owns what is drawn and what stands in the tables. A chart is a picture of its own (an SVG without any script),
drawn when somebody looks at it: the library is loaded then, and not before.
"""

import sys
from collections.abc import Callable, Mapping
from datetime import date
from typing import Any

from msgspec import Struct

from runeheart.core.units import minutes
from runeheart.runtime.history import Figures, Tally

MOST_WEEKS = 26
"""Weeks in a chart: the last ones."""
_INK = {"light": ("#241d17", "#d9cebb", "#fffdf8"), "dark": ("#efe6d6", "#4a4239", "#1f1b18")}
_COLOURS = {
    "light": ("#0b66b0", "#b8430c", "#2f7d27", "#7a3fc0"),
    "dark": ("#6cb9ff", "#ff8a4f", "#7ee06f", "#c59bff"),
}
_DASHES = ("none", "9,5", "3,4", "12,4,3,4")

Cell = str | int


class Chart(Struct, frozen=True):
    """A chart: what it says, in words and as a table."""

    name: str
    title: str
    note: str
    heading: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def charts(figures: Figures) -> list[Chart]:
    """Return the charts that figures give something to, in the order of a page."""
    made = [
        Chart(
            "difficulties",
            "Won, by difficulty",
            "Share of the games that were won, in %.",
            ("Difficulty", "Games", "Won", "Share"),
            tuple(
                (name, tally.games, tally.won, _percent(tally))
                for name, tally in figures.by_difficulty.items()
            ),
        ),
        Chart(
            "weeks",
            "Won, by week",
            f"Share of the games that were won, in %, of the last {MOST_WEEKS} weeks with games.",
            ("Week of", "Games", "Won", "Share"),
            tuple(
                (day.isoformat(), tally.games, tally.won, _percent(tally))
                for day, tally in _last(figures.by_week)
            ),
        ),
        Chart(
            "times",
            "Time to win, by difficulty",
            "How many games were won within which minute of play.",
            ("Minute", *figures.minutes),
            tuple(
                (f"{minute} to {minute + 1}", *(of.get(minute, 0) for of in figures.minutes.values()))
                for minute in _minutes(figures)
            ),
        ),
        Chart(
            "week-times",
            "Time to win, by week",
            "A quarter of the won games was quicker than the first figure, half than the second, three"
            f" quarters than the third; to 10 seconds, the last {MOST_WEEKS} weeks.",
            ("Week of", "A quarter", "Half", "Three quarters"),
            tuple(
                (day.isoformat(), *(minutes(_quantile(times, share)) for share in (0.25, 0.5, 0.75)))
                for day, times in _last(figures.week_times)
            ),
        ),
        Chart(
            "places",
            "Mistakes, by place",
            "How many runes were tried wrongly at each place.",
            ("Place", "Mistakes"),
            tuple((str(place), number) for place, number in enumerate(figures.places, 1)),
        ),
    ]
    return [chart for chart in made if chart.rows]


def draw(name: str, figures: Figures, theme: str) -> str:
    """Return a chart as SVG; raises KeyError for a name that none has."""
    return _DRAWN[name](figures, theme)


def _percent(tally: Tally) -> str:
    return "" if tally.rate is None else f"{100 * tally.rate:.0f} %"


def _last(by_week: Mapping[date, Any]) -> list[tuple[date, Any]]:
    return list(by_week.items())[-MOST_WEEKS:]


def _minutes(figures: Figures) -> range:
    found = [minute for of in figures.minutes.values() for minute in of]
    return range(min(found), max(found) + 1) if found else range(0)


def _quantile(ascending: tuple[int, ...], share: float) -> int:
    return ascending[min(int(share * len(ascending)), len(ascending) - 1)]


def _pygal(kind: str, theme: str, labels: list[str], **more: Any) -> Any:
    import pygal  # noqa: PLC0415 - 10 MiB that a console without charts does not pay for
    from pygal.style import Style  # noqa: PLC0415 - as above

    # pygal leaves an import hook of the old kind behind, for plugins that it does not have: Python warns at
    # each import from then on.
    sys.meta_path[:] = [hook for hook in sys.meta_path if type(hook).__module__ != "pygal"]
    ink, line, ground = _INK[theme]
    style = Style(
        background=ground,
        plot_background=ground,
        foreground=ink,
        foreground_strong=ink,
        foreground_subtle=line,
        guide_stroke_color=line,
        major_guide_stroke_color=line,
        font_family="system-ui, sans-serif",
        label_font_size=15,
        major_label_font_size=15,
        legend_font_size=15,
        value_font_size=15,
        no_data_font_size=20,
        opacity="1",
        stroke_opacity="1",
        transition="0s",
        colors=_COLOURS[theme],
    )
    chart = getattr(pygal, kind)(
        width=640,
        height=320,
        style=style,
        js=[],
        margin=10,
        legend_at_bottom=True,
        show_legend=False,
        no_data_text="No games yet",
        **more,
    )
    chart.uuid = "chart"  # the same figures give the same picture
    chart.x_labels = labels
    return chart


def _svg(chart: Any) -> str:
    text: str = chart.render(is_unicode=True, disable_xml_declaration=True)
    begin = text.find("<script")
    while begin >= 0:  # tooltips: a picture needs none
        end = (
            text.find("/>", begin) + 2
            if text.find("</script>", begin) < 0
            else text.find("</script>", begin) + 9
        )
        text = text[:begin] + text[end:]
        begin = text.find("<script")
    return text


def _shares(kind: str, tallies: Mapping[str, Tally], theme: str) -> str:
    rates = [None if tally.rate is None else round(100 * tally.rate, 1) for tally in tallies.values()]
    labels = [f"{name} ({tally.games})" if kind == "Bar" else name for name, tally in tallies.items()]
    more = {"x_label_rotation": 40, "truncate_label": -1} if kind == "Line" else {}
    chart = _pygal(kind, theme, labels, range=(0, 100), y_labels=[0, 25, 50, 75, 100], **more)
    chart.add("won, in %", rates, allow_interruptions=True)
    return _svg(chart)


def _difficulties(figures: Figures, theme: str) -> str:
    return _shares("Bar", figures.by_difficulty, theme)


def _weeks(figures: Figures, theme: str) -> str:
    return _shares("Line", {f"{day:%d %b}": tally for day, tally in _last(figures.by_week)}, theme)


def _times(figures: Figures, theme: str) -> str:
    labels = [str(minute) for minute in _minutes(figures)]
    most = max((number for of in figures.minutes.values() for number in of.values()), default=0)
    chart = _pygal("Bar", theme, labels, x_title="minute of play", y_labels=_steps(most))
    chart.show_legend = True
    for name, of in figures.minutes.items():
        chart.add(name, [of.get(minute, 0) for minute in _minutes(figures)])
    return _svg(chart)


def _week_times(figures: Figures, theme: str) -> str:
    weeks = _last(figures.week_times)
    chart = _pygal(
        "Line", theme, [f"{day:%d %b}" for day, _ in weeks], x_label_rotation=40, truncate_label=-1
    )
    chart.show_legend = True
    chart.y_title = "minutes"
    for number, (name, share) in enumerate((("a quarter", 0.25), ("half", 0.5), ("three quarters", 0.75))):
        times = [round(_quantile(times, share) / 60_000, 2) for _, times in weeks]
        chart.add(name, times, stroke_style={"dasharray": _DASHES[number], "width": 3})
    return _svg(chart)


def _steps(most: int) -> list[int]:
    """Return whole numbers from 0 up to `most` or a little more, few enough to be read."""
    step = next(
        step for power in range(12) for step in (10**power, 2 * 10**power, 5 * 10**power) if 5 * step >= most
    )
    return list(range(0, most + step, step))


def _places(figures: Figures, theme: str) -> str:
    labels = [str(place) for place in range(1, len(figures.places) + 1)]
    chart = _pygal("Bar", theme, labels, x_title="place", y_labels=_steps(max(figures.places, default=0)))
    chart.add("mistakes", list(figures.places))
    return _svg(chart)


_DRAWN: Mapping[str, Callable[[Figures, str], str]] = {
    "difficulties": _difficulties,
    "weeks": _weeks,
    "times": _times,
    "week-times": _week_times,
    "places": _places,
}
NAMES = tuple(_DRAWN)
