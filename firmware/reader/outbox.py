"""Sequence numbers of what happened once, and the last of it to be sent again. Knows no wire."""

from wire.messages import SEQ_MOST

_KEPT = 16


class Outbox:
    """Numbers 1 … 9999, then 1 again; the last 16 messages are kept."""

    def __init__(self):
        self.seq = 0
        self._kept = []

    def add(self, make):
        """Return `make(number)`, a message with the next number."""
        self.seq = self.seq % SEQ_MOST + 1
        message = make(self.seq)
        self._kept.append(message)
        if len(self._kept) > _KEPT:
            self._kept.pop(0)
        return message

    def since(self, seq):
        """Return the messages from a number on; ValueError if that one is not kept."""
        for place, message in enumerate(self._kept):
            if message.seq == seq:
                return self._kept[place:]
        raise ValueError(f"number {seq} is not kept; the last is {self.seq}")
