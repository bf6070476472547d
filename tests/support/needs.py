"""What a test needs of the machine: found, or the test is left out and the remedy is named."""

import importlib.util
import os
import shutil

import pytest


def needs_program(name, apt):
    """Return the path of a program; without it the test is left out."""
    path = shutil.which(name)
    if path is None:
        _left_out(f"needs {name}: sudo apt install {apt}")
    return path


def needs_found(what, reason):
    """Return what was found; where it is None the test is left out for this reason."""
    if what is None:
        _left_out(reason)
    return what


def needs_module(name, remedy):
    """Go on where a Python module is installed; without it the test is left out."""
    if importlib.util.find_spec(name) is None:
        _left_out(f"needs {name}: {remedy}")


def _left_out(reason):
    """Skip; with CI set fail: CI leaves nothing out."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
