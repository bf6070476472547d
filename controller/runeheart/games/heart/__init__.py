"""The Corrupted Heart: find a hidden rune sequence from clue cards before the timer ends."""
