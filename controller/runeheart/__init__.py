"""Runeheart: a table prop with six rune buttons, six lights, a small screen and a buzzer."""
