"""What a test needs of the machine: found, or the test is left out and the remedy is named."""

import os
import shutil

import pytest


def needs_program(name, apt):
    """Return the path of a program; without it skip, and with CI set fail: CI leaves nothing out."""
    path = shutil.which(name)
    if path:
        return path
    reason = f"needs {name}: sudo apt install {apt}"
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
