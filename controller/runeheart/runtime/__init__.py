"""The one loop that owns the state: clock, journal, replay, operator verbs, ports."""
