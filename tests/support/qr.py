"""A reader of QR codes, from the dots of a picture to the text: versions 1 to 3, capitals (ISO 18004).

It corrects no error: a single wrong dot in the text is found out.
"""

LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
MASKS = (
    lambda y, x: (y + x) % 2 == 0,
    lambda y, x: y % 2 == 0,
    lambda y, x: x % 3 == 0,
    lambda y, x: (y + x) % 3 == 0,
    lambda y, x: (y // 2 + x // 3) % 2 == 0,
    lambda y, x: y * x % 2 + y * x % 3 == 0,
    lambda y, x: (y * x % 2 + y * x % 3) % 2 == 0,
    lambda y, x: ((y + x) % 2 + y * x % 3) % 2 == 0,
)
FINDER = ("1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111")


def dots_of(image):
    """Find the code in a picture, dark on light; return its dots, dark ones True, and its margin in dots."""
    width, height = image.size
    light = [[bool(image.getpixel((x, y))) for x in range(width)] for y in range(height)]
    left = next(x for x in range(width) if any(light[y][x] for y in range(height)))
    top = next(y for y in range(height) if light[y][left])
    margin = next(n for n in range(1, height) if not light[top + n][left + n])
    y0, x0 = top + margin, left + margin
    run = next(n for n in range(1, width) if light[y0][x0 + n])
    scale = run // 7
    assert run == 7 * scale, "the upper line of a finder is seven dots"
    bottom = max(y for y in range(height) if not light[y][x0] and light[y][left])
    size = (bottom + 1 - y0) // scale
    dots = [[not light[y0 + y * scale][x0 + x * scale] for x in range(size)] for y in range(size)]
    for y in range(size * scale):
        for x in range(size * scale):
            assert light[y0 + y][x0 + x] is not dots[y // scale][x // scale], "dots are square"
    return dots, margin / scale


def text_of(dots):
    """Return the text of a code."""
    size = len(dots)
    version = (size - 17) // 4
    assert version in {1, 2, 3}
    for top, left in ((0, 0), (0, size - 7), (size - 7, 0)):
        found = ["".join(str(int(dot)) for dot in row[left : left + 7]) for row in dots[top : top + 7]]
        assert tuple(found) == FINDER
    mask = MASKS[(sum(dots[8][x] << (4 - x) for x in (2, 3, 4)) ^ 0b101) & 0b111]
    bits = []
    for right in (*range(size - 1, 6, -2), 5, 3, 1):
        upward = (size - 1 - right) // 2 % 2 == 0 if right > 6 else right == 3
        rows = range(size - 1, -1, -1) if upward else range(size)
        bits += [dots[y][x] ^ mask(y, x) for y in rows for x in (right, right - 1) if _is_data(y, x, size)]
    return _letters(bits)


def _is_data(y, x, size):
    is_finder = (y < 9 and (x < 9 or x >= size - 8)) or (y >= size - 8 and x < 9)
    is_alignment = size > 21 and size - 9 <= y < size - 4 and size - 9 <= x < size - 4
    return not (is_finder or is_alignment or 6 in {y, x})


def _letters(bits):
    def number(start, length):
        return int("".join(str(int(bit)) for bit in bits[start : start + length]), 2)

    assert number(0, 4) == 0b0010, "letters in capitals"
    count, at, text = number(4, 9), 13, ""
    while len(text) + 1 < count:
        pair = number(at, 11)
        text += LETTERS[pair // 45] + LETTERS[pair % 45]
        at += 11
    return text + LETTERS[number(at, 6)] if len(text) < count else text
