"""Passwords that cost little: what is tested is who gets in, not how long hashing takes."""

import pytest

from runeheart.runtime import password


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch):
    monkeypatch.setattr(password, "_N", 16)
