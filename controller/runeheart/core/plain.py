"""Names as they are shown: people may put anything into one, and a line of text stays a line.

Knows neither who is named nor where it is shown.
"""


def plain(text: str) -> str:
    """Return a text on one line: blanks for line breaks, nothing for what is not seen or turns text."""
    if text.isascii() and text.isprintable():
        return text
    seen = (" " if one.isspace() else one if one.isprintable() else "" for one in text)
    return " ".join("".join(seen).split())
