"""Runeheart: a table prop with six rune buttons, six lights, a small screen and a buzzer."""

__version__ = "0.1.0"
