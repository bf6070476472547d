"""The calibration walk: known iron is found again, and what is no walk is refused."""

import math

from bench import numbers, raises

from walk import Walk, apply

OFFSET = (0.31, -0.12, 0.05)
SOFT = ((1.2, 0.1, 0.05), (0.1, 0.9, -0.08), (0.05, -0.08, 1.05))


def sphere(many):
    """Return directions all around, evenly, each far from the one before, as tumbling does in the end."""
    golden = math.pi * (3 - math.sqrt(5))
    for turn in range(many):
        place = turn * 377 % many
        z = 1 - 2 * (place + 0.5) / many
        ring = math.sqrt(1 - z * z)
        yield ring * math.cos(golden * place), ring * math.sin(golden * place), z


def felt(direction, strength=0.45, offset=OFFSET, soft=SOFT):
    """Return what a sensor with iron around it feels of a field from a direction."""
    return tuple(
        [offset[i] + strength * sum([soft[i][j] * direction[j] for j in range(3)]) for i in range(3)]
    )


def walked(directions, noise=0.002, **iron):
    walk = Walk()
    random = numbers(7)
    for direction in directions:
        sample = felt(direction, **iron)
        walk.feed(tuple([value + noise * (next(random) / 127.5 - 1) for value in sample]))
    return walk


def check_known_iron_is_found_again(_):
    walk = walked(sphere(600))
    assert walk.percent() == 100
    offset, matrix = walk.fit()
    for got, wanted in zip(offset, OFFSET):
        assert abs(got - wanted) < 0.01, (offset, OFFSET)
    for direction in sphere(100):
        x, y, z = apply(offset, matrix, felt(direction))
        assert abs(math.sqrt(x * x + y * y + z * z) - 1) < 0.03


def check_a_heading_is_right_after_it(_):
    plain = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    for soft, most_deg in ((plain, 1.5), (((1.15, 0, 0), (0, 0.9, 0), (0, 0, 1)), 2)):
        offset, matrix = walked(sphere(600), soft=soft).fit()
        for degrees in range(0, 360, 15):
            angle = math.radians(degrees)
            sample = felt((0.45 * math.cos(angle), 0.45 * math.sin(angle), -0.89), soft=soft)
            x, y, _ = apply(offset, matrix, sample)
            off = (math.degrees(math.atan2(y, x)) - degrees + 540) % 360 - 180
            assert abs(off) < most_deg, (degrees, off)


def check_a_walk_in_one_plane_is_refused(_):
    circle = [(math.cos(a / 20), math.sin(a / 20), 0) for a in range(400)]
    walk = walked(circle)
    assert walk.percent() < 100
    assert "tumble" in raises(ValueError, walk.fit)


def check_a_short_walk_is_refused(_):
    walk = walked([(1, 0, 0), (0, 1, 0)])
    assert raises(ValueError, walk.fit) == "not turned all around yet: tumble it every way"
    assert raises(ValueError, Walk().fit) == "not turned all around yet: tumble it every way"


def check_samples_that_make_no_egg_are_refused(_):
    random = numbers(3)
    walk = Walk()
    for direction in sphere(600):
        size = 0.1 + next(random) / 100
        walk.feed(tuple([size * value for value in direction]))
    assert "egg" in raises(ValueError, walk.fit)


def check_an_egg_that_is_too_flat_is_refused(_):
    flat = ((1, 0, 0), (0, 1, 0), (0, 0, 0.15))
    assert "flat" in raises(ValueError, walked(sphere(2000), noise=0, soft=flat).fit)


def check_its_memory_is_bounded(_):
    walk = walked(sphere(3000))
    assert len(walk._kept) <= 54


def check_percent_grows_with_the_walk(_):
    walk = Walk()
    seen = []
    for place, direction in enumerate(sphere(300)):
        walk.feed(felt(direction))
        if place % 30 == 0:
            seen.append(walk.percent())
    assert seen[0] < 20
    assert walk.percent() == 100
