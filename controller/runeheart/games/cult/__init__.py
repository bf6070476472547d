"""Cult of the Rune: the rules of the cult at the table as a pure state machine."""
