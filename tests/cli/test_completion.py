"""Shell completion offers what is in a fixed set, and nothing where anything can be given."""

import pytest
from click.shell_completion import ShellComplete

from runeheart.cli.commands import group


def offered(*words, begun=""):
    found = ShellComplete(group, {}, "runeheart", "_RUNEHEART_COMPLETE").get_completions(list(words), begun)
    return [item.value for item in found]


@pytest.mark.parametrize(
    ("words", "begun", "expected"),
    [
        (["play"], "", ["heart", "ruin", "cult"]),
        (["play"], "h", ["heart"]),
        (["ctl", "start", "--difficulty"], "", ["easy", "normal", "hard"]),
        (["ctl", "start", "--sign"], "k", ["key"]),
        (["ctl", "start", "--code"], "", []),
        (["ctl"], "add", ["add-time"]),
        (["deck", "--difficulty"], "n", ["normal"]),
        (["deck", "--deck"], "", ["fair", "mixed", "wild"]),
        (["balance", "--difficulty"], "h", ["hard"]),
        (["balance", "--deck"], "w", ["wild"]),
        (["balance", "--house"], "activation", ["activation=any", "activation=next"]),
        (["print", "--difficulty"], "e", ["easy"]),
        (["print", "--deck"], "m", ["mixed"]),
        (["print", "--paper"], "", ["a4", "letter"]),
        ([], "hist", ["history"]),
        ([], "sta", ["status"]),
        ([], "bac", ["backup"]),
        ([], "res", ["restore"]),
        (["ctl"], "ack", ["acknowledge"]),
    ],
)
def test_what_can_be_completed(words, begun, expected):
    assert offered(*words, begun=begun) == expected
