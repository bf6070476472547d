"""The calibration walk of a magnetometer: samples all around, then offset and matrix that make them a ball.

Iron that turns with the sensor moves the ball's middle (offset) and squeezes it to an egg (3x3 matrix). The
egg that fits the samples best is found by least squares: x² y² z² xy xz yz x y z, each with a factor, make 1.
Knows no chip and no file.
"""

import math

_SIDES = 6  # of a cube around the middle; each has 3 by 3 fields, one sample is kept per field
_FIELDS = _SIDES * 9
_ENOUGH = 36
_MOST_SQUEEZED = 4
_MOST_OFF = 0.3  # a sample may be this far off the ball, of 1


class Walk:
    """Collects samples (x, y, z) in gauss; holds at most one per direction, so its memory is bounded."""

    def __init__(self):
        self._low = [1e9] * 3
        self._high = [-1e9] * 3
        self._kept = {}

    def feed(self, sample):
        """Take a sample. While the middle is still being found, directions are found anew with it."""
        wider = False
        for axis in range(3):
            if sample[axis] < self._low[axis] - 0.005:
                self._low[axis] = sample[axis]
                wider = True
            if sample[axis] > self._high[axis] + 0.005:
                self._high[axis] = sample[axis]
                wider = True
        if wider:
            samples = list(self._kept.values())
            self._kept = {}
            for kept in samples:
                self._keep(kept)
        self._keep(sample)

    def percent(self):
        """Return how much of the walk is done: 100 is enough."""
        return min(100, len(self._kept) * 100 // _ENOUGH)

    def _keep(self, sample):
        arms = []
        for axis in range(3):
            reach = (self._high[axis] - self._low[axis]) / 2
            middle = (self._high[axis] + self._low[axis]) / 2
            arms.append((sample[axis] - middle) / reach if reach > 0.02 else 0)
        sizes = [abs(arm) for arm in arms]
        longest = max(sizes)
        if longest == 0:
            return
        axis = sizes.index(longest)
        others = [min(2, int((arms[a] / longest + 1) * 1.5)) for a in range(3) if a != axis]
        self._kept[((axis * 2 + (arms[axis] > 0)) * 3 + others[0]) * 3 + others[1]] = sample

    def fit(self):
        """Return (offset, matrix): a field is `matrix` times (sample - `offset`), 1 long.

        ValueError, with what to do, when the samples do not go all around or do not make an egg.
        """
        if self.percent() < 100:
            raise ValueError("not turned all around yet: tumble it every way")
        middle = [(self._low[axis] + self._high[axis]) / 2 for axis in range(3)]
        scale = max([self._high[axis] - self._low[axis] for axis in range(3)]) / 2
        rows = []
        for sample in self._kept.values():
            x, y, z = [(sample[axis] - middle[axis]) / scale for axis in range(3)]
            rows.append((x * x, y * y, z * z, 2 * x * y, 2 * x * z, 2 * y * z, 2 * x, 2 * y, 2 * z))
        a, b, c, d, e, f, g, h, i = _least_squares(rows)
        egg = [[a, d, e], [d, b, f], [e, f, c]]
        moved = _solve([row[:] for row in egg], [-g, -h, -i])
        size = 1 - (g * moved[0] + h * moved[1] + i * moved[2])
        if size <= 0:
            raise ValueError("the samples make no egg: go away from iron and magnets")
        matrix = _root([[value / size for value in row] for row in egg])
        offset = [middle[axis] + moved[axis] * scale for axis in range(3)]
        matrix = [[value / scale for value in row] for row in matrix]
        _check(matrix, [apply(offset, matrix, sample) for sample in self._kept.values()])
        return offset, matrix


def apply(offset, matrix, sample):
    """Return a sample as the field that it stands for."""
    x, y, z = [sample[axis] - offset[axis] for axis in range(3)]
    return tuple([row[0] * x + row[1] * y + row[2] * z for row in matrix])


def _check(matrix, balls):
    if max([abs(_length(ball) - 1) for ball in balls]) > _MOST_OFF:
        raise ValueError("the samples make no egg: go away from iron and magnets")
    lengths = [_length(row) for row in matrix]
    if max(lengths) > _MOST_SQUEEZED * min(lengths):
        raise ValueError("the egg is too flat: go away from iron and magnets")


def _length(row):
    return math.sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2])


def _least_squares(rows):
    """Return the factors with which each row comes nearest to 1."""
    count = len(rows[0])
    normal = [[sum([row[i] * row[j] for row in rows]) for j in range(count)] for i in range(count)]
    return _solve(normal, [sum([row[i] for row in rows]) for i in range(count)])


def _solve(matrix, right):
    """Return x with matrix · x = right (Gauss, with pivots); the arguments are used up."""
    count = len(right)
    for column in range(count):
        best = column
        for row in range(column + 1, count):
            if abs(matrix[row][column]) > abs(matrix[best][column]):
                best = row
        if abs(matrix[best][column]) < 1e-9:
            raise ValueError("the samples lie in one plane: tumble it every way")
        matrix[column], matrix[best] = matrix[best], matrix[column]
        right[column], right[best] = right[best], right[column]
        for row in range(column + 1, count):
            factor = matrix[row][column] / matrix[column][column]
            for place in range(column, count):
                matrix[row][place] -= factor * matrix[column][place]
            right[row] -= factor * right[column]
    for column in range(count - 1, -1, -1):
        for place in range(column + 1, count):
            right[column] -= matrix[column][place] * right[place]
        right[column] /= matrix[column][column]
    return right


def _root(matrix):
    """Return the symmetric matrix whose square this is (Denman-Beavers); ValueError where there is none."""
    root = matrix
    inverse = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for _ in range(20):
        next_root = _middle(root, _inverse(inverse))
        inverse = _middle(inverse, _inverse(root))
        root = next_root
    for i in range(3):
        for j in range(3):
            square = sum([root[i][k] * root[k][j] for k in range(3)])
            if not abs(square - matrix[i][j]) < 0.01:
                raise ValueError("the samples make no egg: go away from iron and magnets")
    return root


def _middle(one, other):
    return [[(one[i][j] + other[i][j]) / 2 for j in range(3)] for i in range(3)]


def _inverse(matrix):
    columns = [_solve([row[:] for row in matrix], [int(i == j) for i in range(3)]) for j in range(3)]
    return [[columns[j][i] for j in range(3)] for i in range(3)]
