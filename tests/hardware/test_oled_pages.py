"""Packing a picture and finding what changed: pure functions over bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from runeheart_hw.oled_pages import PICTURE_BYTES, RUN_OVERHEAD, WIDTH, Run, changes, pack, position

pictures = st.binary(min_size=PICTURE_BYTES, max_size=PICTURE_BYTES)


def cost(runs):
    return sum(RUN_OVERHEAD + len(run.data) for run in runs)


@given(pictures)
def test_a_byte_is_eight_pixels_of_a_column_the_lowest_bit_on_top(rows):
    picture = Image.frombytes("1", (128, 64), rows)
    packed = pack(picture)
    for x, y in ((0, 0), (127, 0), (0, 63), (127, 63), (5, 9), (64, 33), (100, 58)):
        assert bool(packed[y // 8 * WIDTH + x] >> y % 8 & 1) == bool(picture.getpixel((x, y)))


@pytest.mark.parametrize(("mode", "size"), [("L", (128, 64)), ("1", (64, 128)), ("1", (128, 32))])
def test_another_picture_is_refused(mode, size):
    with pytest.raises(ValueError, match="128x64 expected"):
        pack(Image.new(mode, size))


@given(pictures, st.lists(st.tuples(st.integers(0, PICTURE_BYTES - 1), st.integers(1, 255)), max_size=40))
def test_runs_turn_the_old_picture_into_the_new_one(old, edits):
    new = bytearray(old)
    for at, bits in edits:
        new[at] ^= bits
    ram = bytearray(old)
    runs = list(changes(old, bytes(new)))
    for run in runs:
        start = run.page * WIDTH + run.column
        assert run.column >= 0
        assert run.column + len(run.data) <= WIDTH
        ram[start : start + len(run.data)] = run.data
    assert ram == new
    pages = {run.page for run in runs}
    assert cost(runs) <= sum(RUN_OVERHEAD + WIDTH for _ in pages)  # never dearer than whole pages
    touched = {place for run in runs for place in (run.page * WIDTH + run.column,)}
    assert all(old[place] != new[place] for place in touched)  # a run begins with a change


def test_the_same_picture_costs_nothing():
    assert list(changes(bytes(PICTURE_BYTES), bytes(PICTURE_BYTES))) == []


def test_an_unknown_picture_is_sent_whole():
    runs = list(changes(None, bytes(PICTURE_BYTES)))
    assert cost(runs) == PICTURE_BYTES + 8 * RUN_OVERHEAD


@pytest.mark.parametrize(("gap", "runs"), [(RUN_OVERHEAD, 1), (RUN_OVERHEAD + 1, 2)])
def test_near_runs_become_one_when_that_is_not_dearer(gap, runs):
    new = bytearray(PICTURE_BYTES)
    new[WIDTH + 10] = new[WIDTH + 10 + gap + 1] = 1
    assert len(list(changes(bytes(PICTURE_BYTES), bytes(new)))) == runs


def test_commands_set_page_and_column():
    assert position(Run(3, 0, b""), 0) == (0xB3, 0x00, 0x10)
    assert position(Run(7, 127, b""), 2) == (0xB7, 0x01, 0x18)
