"""The six runes (H-011), in the order of the buttons, the lights and every list."""

RUNES = ("nature", "fire", "water", "storm", "moon", "sun")
