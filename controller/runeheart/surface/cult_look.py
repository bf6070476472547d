"""What can be read of the Cult at any time: heroes, what happened last, towns, cultists; page by page.

Values only. Must not know how a page is turned.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from runeheart.games.cult.state import COLOURS, Cards, CultState
from runeheart.surface.cult_views import HeroesScreen, HeroLine, TextScreen
from runeheart.surface.letters import SMALL, lines

TEXT_LINES = 6
"""Lines of SMALL under the head of a page."""

Page = HeroesScreen | TextScreen


def pages(state: CultState, news: tuple[str, ...]) -> tuple[Page, ...]:
    """Return everything there is to read; `news` are the sentences of what happened last."""
    heroes = tuple(
        HeroLine(hero.name, hero.life, hero.stamina, hero.markers, hero.points, hero.out)
        for hero in state.heroes
    )
    towns = [space for space in state.board.spaces.values() if space.town is not None]
    taken = f"Towns: {len(state.infiltrated)} of {len(towns)} taken"
    by_name = sorted(towns, key=lambda space: (space.town or "", space.at))
    named = [f"{space.town}{': taken' if space.at in state.infiltrated else ''}" for space in by_name]
    held = [f"{hero.name}: {_cards(hero.cultists) or 'none'}" for hero in state.heroes]
    return (
        HeroesScreen(heroes),
        *text("What happened", news or ("Nothing yet.",)),
        *text(taken, named),
        *text("Cultists", (f"In the decks: {_cards(state.decks) or 'none'}", *held)),
    )


def count(state: CultState, news: tuple[str, ...] = ()) -> int:
    """Return how many pages there are to read; with `news`, of these, too."""
    return len(pages(state, news))


def text(title: str, sentences: Sequence[str]) -> Iterator[TextScreen]:
    """Yield the pages of some sentences; none without any."""
    rows = [row for sentence in sentences for row in lines(sentence, SMALL)]
    total = -(-len(rows) // TEXT_LINES)
    for page in range(total):
        shown = rows[page * TEXT_LINES : page * TEXT_LINES + TEXT_LINES]
        yield TextScreen(title, tuple(shown), page, total, tuple(sentences))


def last(title: str, news: Sequence[str]) -> TextScreen:
    """Return what happened last on one page, cut if it must; its words are whole."""
    first, *rest = text(title, news)
    if not rest:
        return first
    *shown, last = first.lines
    return replace(first, lines=(*shown, f"{last}…"), page=0, pages=1)


def _cards(cards: Cards) -> str:
    return ", ".join(f"{number} {colour}" for colour, number in zip(COLOURS, cards, strict=True) if number)
