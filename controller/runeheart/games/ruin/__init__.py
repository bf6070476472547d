"""The Ruin: cross a map of Hexes to Mother while her Broods charge, drift and discharge."""
