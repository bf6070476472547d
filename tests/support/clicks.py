"""A person at a map who clicks something: which commands the choices of a map can give, form by form."""

import random

import msgspec

from runeheart.core.events import AskCommand
from runeheart.core.hexes import DIRECTIONS, distance, neighbour
from runeheart.core.table import Table
from runeheart.games.registry import GAMES
from runeheart.surface import maps


def play_by_clicks(game, setup, seed, most=300):
    """Play a game by clicks of chance; yield (ask, choice, body, table before) of each that could be done."""
    pick = random.Random(seed)
    table = Table(GAMES[game], GAMES[game].setup(setup, seed))
    board = maps.board(game, table.state)
    events = []
    for _ in range(most):
        ask = table.game.ask(table.state)
        play = maps.play(game, table.state, ask, events)
        assert msgspec.json.encode(play)
        if ask is None:
            assert play.over
            assert not play.choices
            return
        choice = pick.choice(play.choices)
        body = Clicks(board, play, pick).body(choice)
        if body is None:
            continue
        taken = table.take(body)
        assert taken.refused is None, (taken.refused, body, ask)
        yield ask, choice, body, table
        events += [event.json() for event in taken.events]
        table = taken.table


def with_answers(game, setup, commands, seed):
    """Return commands with an answer by chance to each question that comes between them."""
    pick = random.Random(seed)
    table = Table(GAMES[game], GAMES[game].setup(setup, 0))
    waiting, bodies = list(commands), []
    while waiting or not isinstance(table.game.ask(table.state), AskCommand):
        ask = table.game.ask(table.state)
        if isinstance(ask, AskCommand):
            body = waiting.pop(0)
        else:
            play = maps.play(game, table.state, ask, [])
            body = Clicks(maps.board(game, table.state), play, pick).body(pick.choice(play.choices))
        taken = table.take(body)
        assert taken.refused is None, (taken.refused, body, ask)
        table = taken.table
        bodies.append(body)
    return bodies


class Clicks:
    """Builds commands as the page does, from a map alone; `pick` is where chance comes from."""

    def __init__(self, board, play, pick):
        self.spaces = {space.at for space in board.spaces}
        self.at = {piece.id: piece.at for piece in play.pieces}
        self.kinds = {piece.id: piece.kind for piece in play.pieces}
        self.pick = pick
        self.picked = {}

    def body(self, choice):
        """Return a command that this choice can give; None when its form cannot be filled now."""
        body = dict(choice.body)
        return body if self._fill(choice.fields, body) else None

    def _fill(self, fields, values):
        for field in fields:
            found = getattr(self, f"_{field.kind}")(field, values)
            if found is None:
                return False
            values[field.name] = found
        return True

    @staticmethod
    def _most(field, values):
        return min(field.most, values[field.limit]) if field.limit else field.most

    def _number(self, field, values):
        return self.pick.randint(field.least, field.most)

    def _pick(self, field, values):
        options = [
            option for option in field.options if field.near is None or self._is_near(option, field.near)
        ]
        if not options:
            return None
        self.picked[field.name] = self.pick.choice(options)
        return self.picked[field.name].value

    def _is_near(self, option, near):
        return near.least <= distance(self.at[option.piece], self.at[near.piece]) <= near.most

    def _picks(self, field, values):
        most = self._most(field, values)
        count = self.pick.randint(most if field.fill else field.least, most)
        how = self.pick.choices if field.again else self.pick.sample
        listed = [option.value for option in how(field.options, k=count)]
        return [listed] if field.nested else listed

    def _path(self, field, values):
        at, path = field.start, []
        for _ in range(self.pick.randint(1, 4)):
            beside = [to for way in DIRECTIONS if (to := neighbour(at, way)) in self.spaces]
            if not beside:
                break
            at = self.pick.choice(beside)
            path.append(list(at))
        return path or None

    def _entries(self, field, values):
        entries = []
        for _ in range(self.pick.randint(0, self._most(field, values))):
            form, entry = self.pick.choice(field.forms), {}
            if self._fill(form.fields, entry):
                entries.append(entry)
                if form.shifts:
                    self._shift(self.picked[form.shifts[0]].piece, entry[form.shifts[1]])
        return entries

    def _shift(self, piece, direction):
        to = neighbour(self.at[piece], direction)
        taken = {self.at[other] for other, kind in self.kinds.items() if kind == self.kinds[piece]}
        if to in self.spaces and to not in taken:
            self.at[piece] = to
