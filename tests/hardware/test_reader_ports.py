"""Where a reader may be plugged in: patterns of stable names, two that match, and how long to rest."""

import os

import pytest

from runeheart_hw.reader_ports import Backoff, Found, choose, matching, plugged_in

PICO = "usb-MicroPython_Board_in_FS_mode_{}-if00"


@pytest.fixture
def by_id(tmp_path):
    folder = tmp_path / "by-id"
    folder.mkdir()
    return folder


def plug(folder, name, device):
    (folder.parent / device).touch()
    (folder / name).symlink_to(folder.parent / device)
    return str(folder / name)


def test_a_pattern_finds_the_names_that_match_now(by_id):
    pattern = f"{by_id}/usb-MicroPython*"
    assert choose(pattern) is None
    plug(by_id, "usb-Prolific_Compass-if00-port0", "ttyUSB0")
    pico = plug(by_id, PICO.format("e66"), "ttyACM0")
    assert choose(pattern) == Found(pico)
    assert len(plugged_in(by_id)) == 2


def test_of_two_the_first_by_name_is_used_and_the_other_told_unless_one_was_in_use(by_id):
    two = [plug(by_id, PICO.format(number), f"ttyACM{number}") for number in (2, 1)]
    assert choose(f"{by_id}/*") == Found(two[1], (two[0],))
    assert choose(f"{by_id}/*", last=two[0]) == Found(two[0], (two[1],))
    (by_id / PICO.format(2)).unlink()
    assert choose(f"{by_id}/*", last=two[0]) == Found(two[1])


def test_two_names_of_one_device_are_one_port(by_id):
    first = plug(by_id, "a", "ttyACM0")
    plug(by_id, "b", "ttyACM0")
    assert matching(f"{by_id}/*") == (first,)


def test_a_plain_path_and_a_name_with_odd_characters_are_taken_as_they_are(by_id):
    port = plug(by_id, "usb-[odd]*name", "ttyACM0")
    assert matching(port) == (port,)
    assert matching(f"{by_id}/usb-[odd]name") == ()


def test_a_link_that_points_nowhere_is_a_name_still(by_id):
    (by_id / "gone").symlink_to(by_id / "nowhere")
    assert matching(f"{by_id}/go*") == (str(by_id / "gone"),)


@pytest.mark.parametrize("pattern", ["/nowhere/at/all/*", "/nowhere/at/all"])
def test_a_folder_that_is_not_there_matches_nothing(pattern):
    assert matching(pattern) == ()


def test_a_folder_that_may_not_be_read_matches_nothing(monkeypatch, by_id):
    def forbidden(_path):
        raise PermissionError(13, "no")

    plug(by_id, "x", "ttyACM0")
    monkeypatch.setattr(os, "listdir", forbidden)
    monkeypatch.setattr("pathlib.Path.iterdir", forbidden)
    assert matching(f"{by_id}/*") == ()


class TestBackoff:
    def test_it_grows_from_one_second_to_thirty_and_begins_anew(self):
        rests = Backoff(lambda: 0.5)
        assert [round(rests.next_s(), 6) for _ in range(8)] == [1, 2, 4, 8, 16, 30, 30, 30]
        rests.worked()
        assert rests.next_s() == pytest.approx(1)

    @pytest.mark.parametrize(("chance", "factor"), [(0.0, 0.8), (1.0, 1.2)])
    def test_chance_spreads_it_by_a_fifth(self, chance, factor):
        rests = Backoff(lambda: chance)
        assert [rests.next_s() for _ in range(6)] == pytest.approx(
            [second * factor for second in (1, 2, 4, 8, 16, 30)]
        )
