"""The Cult's part of maps: its board, its pieces, what they did lately, and every command as a choice.

Owns how a game of the Cult is laid out for a page. Must not know how it is drawn.
"""

from collections.abc import Iterator

from runeheart.core.events import Ask, AskChoose, AskRoll
from runeheart.core.hexes import Hex, neighbour, printed
from runeheart.core.plain import plain
from runeheart.games.cult.commands import MOST_EVENT
from runeheart.games.cult.state import COLOURS, CultState, Hero, finished
from runeheart.games.cult.story import Story
from runeheart.games.cult.words import MOST_ON_A_DIE, USUAL
from runeheart.surface import maps_forms as forms
from runeheart.surface import wording
from runeheart.surface.maps import Happened
from runeheart.surface.maps_shape import Board, Choice, Fact, Field, Option, Piece, Play, Sheet, Space, Trace

OTHER = "other"
AGES = 3
"""Traces of these many turns are shown."""
_NUMERALS = ("I", "II", "III", "IV", "V")


class CultMap:
    """Implements `maps.GameMap` for the Cult."""

    opens = "turn"

    def board(self, state: CultState) -> Board:
        """Return the spaces with terrain, towns and the places of jewels."""
        return Board("cult", tuple(_space(state, at) for at in state.board.spaces))

    def play(self, state: CultState, ask: Ask | None, events: Happened) -> Play:
        """Return everything that changes, but for log and wording."""
        name = getattr(ask, "about", {}).get("hero")
        return Play(
            asked="",
            about=() if name is None else (hero_id(name),),
            facts=tuple(_facts(state)),
            sheets=tuple(_sheet(state, seat) for seat in range(len(state.heroes))),
            pieces=tuple(_pieces(state)),
            traces=tuple(_traces(events)),
            choices=() if ask is None else tuple(_choices(state, ask)),
            story=_story(state, events) if ask is None else "",
        )


CULT_MAP = CultMap()


def _story(state: CultState, events: Happened) -> str:
    """Return the whole game as a story with its score sheet, as `runeheart story` prints it."""
    towns = {at: space.town for at, space in state.board.spaces.items() if space.town is not None}
    story = Story(towns)
    for event in events:
        if "after" not in event:
            story.answered()  # a command begins
        story.tell(event)
    story.finish()
    return "\n".join((*story.lines, "", *story.sheet, ""))


def hero_id(name: str) -> str:
    """Return the id of a hero's piece."""
    return f"hero {name}"


def _space(state: CultState, at: Hex) -> Space:
    space = state.board.spaces[at]
    return Space(
        at,
        printed(at),
        ground=tuple(sorted(space.terrain)),
        town=space.town or "",
        signs=("forge",) if at == state.board.forge else (),
        jewel=space.jewel or "",
    )


def _facts(state: CultState) -> Iterator[Fact]:
    if state.outcome is None:
        yield Fact("Turn of", plain(state.heroes[state.turn].name))
    yield Fact("Bearing", state.bearing or "none yet")
    towns = sum(1 for space in state.board.spaces.values() if space.town is not None)
    yield Fact("Towns infiltrated", f"{len(state.infiltrated)} of {towns}")
    yield Fact("Pile", f"{state.pile} of {state.pile_limit}")
    yield Fact("Points to win", str(state.points_limit))
    yield Fact(
        "Cards left",
        ", ".join(f"{count} {colour}" for colour, count in zip(COLOURS, state.decks, strict=True)),
    )


def _labels(heroes: tuple[Hero, ...]) -> tuple[str, ...]:
    """Return a letter or two for each hero, or his number where two names begin alike."""
    for letters in (1, 2):
        labels = tuple(hero.name.strip()[:letters].capitalize() for hero in heroes)
        if len(set(labels)) == len(labels):
            return labels
    return tuple(str(number) for number in range(1, len(heroes) + 1))


def _sheet(state: CultState, seat: int) -> Sheet:
    hero = state.heroes[seat]
    held = ", ".join(
        f"{count} {colour}" for colour, count in zip(COLOURS, hero.cultists, strict=True) if count
    )
    return Sheet(
        plain(hero.name),
        (
            Fact("Life", str(hero.life)),
            Fact("Stamina", str(hero.stamina)),
            Fact("Brands", str(hero.markers)),
            Fact("Cultists", held or "none"),
            Fact("Points", f"{hero.points} + {hero.bonus}"),
            *_result(state, hero),
        ),
        piece=hero_id(hero.name),
        seat=seat,
        current=seat == state.turn and state.outcome is None,
        out=hero.out,
    )


def _result(state: CultState, hero: Hero) -> Iterator[Fact]:
    """Yield at the end what a hero has in all, and who wins, as `game_over` told it."""
    if state.outcome is None:
        return
    (over,) = finished(state, state.outcome).events
    for score in over.data["scores"]:
        if score["hero"] == hero.name:
            yield Fact("Total", str(score["total"]))
    if hero.name in over.data["winners"]:
        yield Fact("Result", "wins")


def _pieces(state: CultState) -> Iterator[Piece]:
    for at in sorted(state.infiltrated):
        yield Piece(f"infiltrated {at[0]} {at[1]}", "infiltrated", at, "infiltrated")
    for at, is_cultist in sorted(state.jewels.items()):
        colour = state.jewel_at(at) or ""
        kind = "cultist" if is_cultist else "jewel"
        yield Piece(f"jewel {at[0]} {at[1]}", kind, at, f"{colour} {kind}", colour[:1].upper(), colour)
    bearing = f"bearing {state.bearing}" if state.bearing else "no bearing yet"
    yield Piece("cult", "cult", state.marker, f"The cult, {bearing}", bearing=state.bearing or "")
    for seat, (hero, label) in enumerate(zip(state.heroes, _labels(state.heroes), strict=True)):
        if hero.at is not None:
            current = seat == state.turn and state.outcome is None
            yield Piece(
                hero_id(hero.name),
                "hero",
                hero.at,
                f"{plain(hero.name)}, whose turn it is" if current else plain(hero.name),
                label=label,
                seat=seat,
                current=current,
            )


def _traces(events: Happened) -> Iterator[Trace]:
    """Yield what the cult did, and the rituals, in the last turns."""
    turns = sum(1 for event in events if event["event"] == "turn")
    now = 0
    for event in events:
        age = turns - now
        if event["event"] == "turn":
            now += 1
        elif age >= AGES:
            continue
        elif event["event"] in {"cult_moved", "pulled"}:
            yield Trace("cult", _hex(event["to"]), _hex(event["from"]), age)
        elif event["event"] == "ritual":
            yield Trace("ritual", _hex(event["at"]), age=age)


def _hex(raw: list[int]) -> Hex:
    return raw[0], raw[1]


# What can be done


def _choices(state: CultState, ask: Ask) -> Iterator[Choice]:
    if isinstance(ask, AskRoll):
        yield from _roll(state)
    elif isinstance(ask, AskChoose):
        yield from forms.chosen(_option(state, ask, option) for option in ask.options)
    else:
        yield from _commands(state)


def _roll(state: CultState) -> Iterator[Choice]:
    """Return the die's faces, where they are known, and its terrains one by one, for any other die."""
    for face in state.die:
        label = " and ".join(face)
        yield Choice(label, {"do": "roll", "values": [list(face)]}, group="The movement die shows", main=True)
    words = {word for space in state.board.spaces.values() for word in space.terrain}
    other = {OTHER} - words  # as on the prop: a face with none of the words on it moves nothing
    known = (*USUAL, *sorted(words - set(USUAL)), *other)
    field = Field(
        name="values",
        label=f"The terrains on the die's face, 1 to {MOST_ON_A_DIE}",
        kind="picks",
        options=tuple(Option(word, word) for word in known),
        least=1,
        most=MOST_ON_A_DIE,
        nested=True,
    )
    label = "Another face" if state.die else "The movement die"
    yield Choice(label, {"do": "roll"}, (field,), open=not state.die, send="Rolled")


def _option(state: CultState, ask: AskChoose, option: str | list[int]) -> Option:
    label = wording.option("cult", ask, option, state)
    if isinstance(option, list):
        return Option(label, option, at=_hex(option))
    if ask.what == "direction":
        return Option(label, option, at=neighbour(state.marker, option))
    return Option(label, option)


def _commands(state: CultState) -> Iterator[Choice]:
    yield Choice(wording.command("cult", "end_turn"), {"do": "end_turn"}, main=True)
    for seat in _in_turn(state):
        yield from _of_hero(state, state.heroes[seat])
    for colour in COLOURS:
        body = {"do": "encounter", "colour": colour}
        yield Choice(colour.capitalize(), body, group="An Encounter was drawn")
    for number in range(1, MOST_EVENT + 1):
        yield Choice(_NUMERALS[number - 1], {"do": "event", "number": number}, group="An Event was drawn")


def _in_turn(state: CultState) -> Iterator[int]:
    """Yield the seats, whose turn it is first."""
    count = len(state.heroes)
    for steps in range(count):
        yield (state.turn + steps) % count


def _of_hero(state: CultState, hero: Hero) -> Iterator[Choice]:
    """Yield what a hero can do who is in the game."""
    if hero.at is None:
        return
    piece = hero_id(hero.name)
    path = Field(
        "path", f"The way of {plain(hero.name)}: tap the spaces one after another", "path", start=hero.at
    )
    yield Choice("Move", {"do": "move_hero", "hero": hero.name}, (path,), piece=piece, group=plain(hero.name))
    colour = state.jewel_at(hero.at)
    if colour is not None and (colour != "red" or state.decks[COLOURS.index("red")]):
        name = f"{colour} {'cultist' if state.jewels[hero.at] else 'challenge'}"
        fought = {"do": "challenge", "hero": hero.name}
        yield Choice(f"Won the {name}", {**fought, "result": "won"}, piece=piece, group=plain(hero.name))
        yield Choice("Escaped from it", {**fought, "result": "escaped"}, piece=piece, group=plain(hero.name))
        yield Choice(
            "Knocked out by it",
            {**fought, "result": "knocked_out"},
            (Field("to", f"The town that {hero.name} is carried to", "pick", _towns(state)),),
            piece=piece,
            group=plain(hero.name),
        )
    if hero.markers:
        body = {"do": "remove_brand", "hero": hero.name}
        yield Choice("Remove a brand for an experience point", body, piece=piece, group=plain(hero.name))


def _towns(state: CultState) -> tuple[Option, ...]:
    towns = ((at, space.town) for at, space in state.board.spaces.items() if space.town is not None)
    return tuple(Option(town, list(at), at=at) for at, town in sorted(towns))
