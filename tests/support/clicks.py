"""A person at a map who clicks something: which bodies the choices of a map can give, form by form."""

import itertools

from runeheart.core.hexes import distance, neighbour


class Clicks:
    """Builds commands as the page does, from the choices of a map alone; `pick` is a random number source."""

    def __init__(self, board, play, pick):
        self.board = board
        self.spaces = {space.at for space in board.spaces}
        self.play = play
        self.pick = pick

    def body(self, choice):
        """Return a body that this choice can give; None when its form cannot be filled now."""
        self.at = {piece.id: piece.at for piece in self.play.pieces}
        self.kinds = {piece.id: piece.kind for piece in self.play.pieces}
        body = dict(choice.body)
        return body if self._fill(choice.fields, body) else None

    def _fill(self, fields, values):
        """Fill fields in their order; return whether each could be."""
        chosen = {}
        for field in fields:
            found = self._value(field, values, chosen)
            if found is None:
                return False
            values[field.name] = found
        self.chosen = chosen
        return True

    def _value(self, field, values, chosen):
        most = field.most
        if field.limit:
            most = min(most, values[field.limit])
        match field.kind:
            case "number":
                return self.pick.randint(field.least, field.most)
            case "pick":
                options = self._options(field)
                if not options:
                    return None
                option = self.pick.choice(options)
                chosen[field.name] = option
                return option.value
            case "picks":
                least = most if field.fill else field.least
                count = self.pick.randint(least, most)
                some = (
                    self.pick.choices(field.options, k=count)
                    if field.again
                    else self.pick.sample(field.options, k=min(count, len(field.options)))
                )
                listed = [option.value for option in some]
                return [listed] if field.nested else listed
            case "path":
                return self._path(field)
            case "entries":
                return self._entries(field, most)
        raise AssertionError(field.kind)

    def _options(self, field):
        if field.near is None:
            return field.options
        you = self.at[field.near.piece]
        return [
            option
            for option in field.options
            if field.near.least <= distance(self.at[option.piece], you) <= field.near.most
        ]

    def _path(self, field):
        at, path = field.start, []
        for _ in range(self.pick.randint(1, 4)):
            beside = [
                neighbour(at, way)
                for way in ("N", "NE", "SE", "S", "SW", "NW")
                if neighbour(at, way) in self.spaces
            ]
            if not beside:
                break
            at = self.pick.choice(beside)
            path.append(list(at))
        return path or None

    def _entries(self, field, most):
        entries = []
        for _ in range(self.pick.randint(0, most)):
            form = self.pick.choice(field.forms)
            values = {}
            if self._fill(form.fields, values):
                entries.append(values)
                if form.shifts:
                    self._shift(self.chosen[form.shifts[0]].piece, values[form.shifts[1]])
        return entries

    def _shift(self, piece, direction):
        to = neighbour(self.at[piece], direction)
        like = {other for other, kind in self.kinds.items() if kind == self.kinds[piece]}
        if to in self.spaces and to not in {self.at[other] for other in like}:
            self.at[piece] = to


def first_steps(choice):
    """Return what of a choice can be clicked at once: a place, a piece, or only its button."""
    places = itertools.chain((choice.at,), (option.at for field in choice.fields for option in field.options))
    return [place for place in places if place is not None]
