"""Alerts: sentences that tell an operator what needs a person. Each is written once, as a constant.

Owns the form only; whoever has something to tell keeps its sentences beside the code that finds it. A test
holds that each of them is explained in docs/when-something-is-wrong.md.
"""

from msgspec import Struct


class Sentence(Struct, frozen=True):
    """A sentence with `{names}` where values go."""

    text: str

    def told(self, **values: object) -> str:
        """Return the sentence with its values."""
        return self.text.format_map(values)
