"""How a game meets six buttons, six lights and a 128x64 screen: pure functions over values."""
