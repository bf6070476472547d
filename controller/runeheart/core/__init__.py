"""What all games share, and pure: commands, events, asks, chance, units, panel, the Game protocol."""
