"""The game master's console: web pages and an API for people and programs in the building's network."""
