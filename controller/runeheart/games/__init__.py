"""The games, each a pure state machine behind `core.game.Game`; they do not know each other."""
