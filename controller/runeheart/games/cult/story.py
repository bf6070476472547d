"""The log of an evening as a story: the events of a game in, sentences and a score sheet out.

Owns the wording. Must not know rules: it tells what the events say, whoever wrote them down.
"""

from collections.abc import Callable, Mapping
from typing import Any

from runeheart.core.hexes import printed
from runeheart.core.plain import plain
from runeheart.games.cult.state import COLOURS

DIRECTION_WORDS: Mapping[str, str] = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}
ENDS: Mapping[str, str] = {
    "red": "the last red rune cultist is defeated",
    "points": "a player has the victory points",
    "pile": "the pile is full",
    "eliminated": "no hero is left",
}
_NUMERALS = ("I", "II", "III", "IV", "V")
_CULT = "the cult"


class Story:
    """A story that grows with each event: finished sentences, and the scores at the end as `sheet`.

    `towns`: names of towns that the story knows from the beginning; others it learns as they are told.
    """

    def __init__(self, towns: Mapping[tuple[int, int], str] | None = None) -> None:
        self.sentences: list[tuple[int, str]] = []
        """What happened, with the number of the turn from 1."""
        self.sheet: list[str] = []
        self._number = 1
        self._subject = ""
        self._phrases: list[str] = []
        self._face: list[str] = []
        self._turned: str | None = None
        self._returned: tuple[str, str] | None = None
        """Who did not win against what, while it is open whether that hero is carried to a town."""
        self._walked = ""
        self._towns: dict[tuple[int, int], str] = dict(towns or {})
        self._cultists: dict[str, dict[str, int]] = {}
        self._tell: Mapping[str, Callable[[Mapping[str, Any]], None]] = {
            "rolled": self._rolled,
            "bearing": self._bearing,
            "cult_moved": self._cult_moved,
            "cult_stays": self._cult_stays,
            "pulled": self._pulled,
            "infiltrated": self._infiltrated,
            "cultist_made": self._cultist_made,
            "discarded": self._discarded,
            "replenished": self._replenished,
            "ritual": self._ritual,
            "branded": self._branded,
            "cultist_lost": self._cultist_lost,
            "check_knock_out": self._check_knock_out,
            "eliminated": self._eliminated,
            "brand_removed": self._brand_removed,
            "hero_moved": self._hero_moved,
            "cultist_won": self._cultist_won,
            "challenge_won": self._challenge_won,
            "challenge_returned": self._challenge_returned,
            "turn": self._turn,
            "game_over": self._game_over,
        }

    @property
    def lines(self) -> list[str]:
        """The sentences as they are printed, each with its turn."""
        return [f"Turn {number}: {told}." for number, told in self.sentences]

    def tell(self, event: Mapping[str, Any]) -> None:
        """Add one event, as play.md writes it; others than those of a game change nothing.

        Raises KeyError, TypeError or ValueError for an event without what it must have.
        """
        name = event["event"]
        if self._returned is not None and (name, event.get("hero")) != ("hero_moved", self._returned[0]):
            self.answered()
        if name in self._tell:
            self._tell[name](event)

    def answered(self) -> None:
        """Take note that a command has no more events: what a hero does after it is another thing."""
        if self._returned is not None:
            hero, foe = self._returned
            self._say(hero, f"escaped from {foe}")
            self._returned = None

    def finish(self) -> None:
        """End the last sentence."""
        self.answered()
        if self._phrases:
            *first, last = self._phrases
            told = f"{', '.join(first)} and {last}" if first else last
            self._sentence(f"{self._subject} {told}")
        self._subject, self._phrases, self._turned = "", [], None

    def _sentence(self, told: str) -> None:
        self.sentences.append((self._number, plain(told)))

    def _say(self, subject: str, *phrases: str) -> None:
        """Go on with a sentence, or begin one when it is about somebody else."""
        if subject != self._subject:
            self.finish()
            self._subject = subject
        self._phrases += phrases

    def _begin(self, hero: str) -> None:
        """Begin to tell what a hero does; only his way there is told in the same sentence."""
        if self._subject == hero and self._phrases[-1:] != [self._walked]:
            self.finish()
        self._say(hero)

    def _place(self, at: list[int]) -> str:
        q, r = at
        return self._towns.get((q, r), printed((q, r)))

    # The cult

    def _rolled(self, event: Mapping[str, Any]) -> None:
        self.finish()
        self._face = list(event["values"][0])

    def _bearing(self, event: Mapping[str, Any]) -> None:
        if event["why"] == "edge":
            self._say(_CULT)
            if self._turned is not None:
                self._phrases.pop()  # in a corner only where it ends up is told
            self._turned = event["to"]
            self._phrases.append(f"turned {DIRECTION_WORDS[event['to']]} at the edge")

    def _cult_moved(self, event: Mapping[str, Any]) -> None:
        if self._turned != event["direction"]:
            self._say(_CULT, f"went {DIRECTION_WORDS[event['direction']]}")

    def _cult_stays(self, event: Mapping[str, Any]) -> None:
        del event
        self._say(_CULT, f"found no way by {' or '.join(self._face)}")

    def _pulled(self, event: Mapping[str, Any]) -> None:
        self._learn(event["to"], event["town"])
        self._say(_CULT, f"was drawn into {event['town']}")

    def _infiltrated(self, event: Mapping[str, Any]) -> None:
        self._learn(event["at"], event["town"])
        is_named = bool(self._phrases) and self._phrases[-1] == f"was drawn into {event['town']}"
        self._say(_CULT, "took it" if is_named else f"took {event['town']}")

    def _learn(self, at: list[int], town: str) -> None:
        q, r = at
        self._towns[q, r] = town

    def _cultist_made(self, event: Mapping[str, Any]) -> None:
        self._say(_CULT, f"made a {event['colour']} cultist at {self._place(event['at'])}")

    # Cards

    def _discarded(self, event: Mapping[str, Any]) -> None:
        self.finish()
        card = event["card"]
        drawn = f"a {card} Encounter" if card in COLOURS else f"Event {_NUMERALS[card - 1]}"
        self._sentence(f"{drawn} was drawn, card {event['count']} of {event['limit']}")

    def _replenished(self, event: Mapping[str, Any]) -> None:
        count = event["count"]
        if count:
            self._sentence("a jewel was replenished" if count == 1 else f"{count} jewels were replenished")

    def _ritual(self, event: Mapping[str, Any]) -> None:
        spaces = "1 space" if event["radius"] == 1 else f"{event['radius']} spaces"
        self._sentence(f"a ritual reached {spaces} around {self._place(event['at'])}")

    # Heroes

    def _branded(self, event: Mapping[str, Any]) -> None:
        self._say(event["hero"], "was branded")

    def _cultist_lost(self, event: Mapping[str, Any]) -> None:
        self._count(event, -1)
        self._say(event["hero"], f"gave up a {event['colour']} cultist")

    def _check_knock_out(self, event: Mapping[str, Any]) -> None:
        self._say(event["hero"], f"has Life {event['life']} and Stamina {event['stamina']} now")

    def _eliminated(self, event: Mapping[str, Any]) -> None:
        self._cultists.pop(event["hero"], None)
        self._say(event["hero"], "was lost to the cult")

    def _brand_removed(self, event: Mapping[str, Any]) -> None:
        self.finish()
        self._say(event["hero"], f"was healed of a brand, {event['markers']} left")

    def _hero_moved(self, event: Mapping[str, Any]) -> None:
        place = self._place(event["to"])
        if self._returned is not None:
            self._say(event["hero"], f"was knocked out by {self._returned[1]} and carried to {place}")
            self._returned = None
            return
        self._begin(event["hero"])
        self._walked = f"went to {place}"
        self._phrases[-1:] = [self._walked]  # of a path only where it leads is told

    def _cultist_won(self, event: Mapping[str, Any]) -> None:
        self._count(event, 1)
        points = "1 point" if event["points"] == 1 else f"{event['points']} points"
        self._begin(event["hero"])
        self._phrases.append(f"defeated a {event['colour']} cultist for {points}")

    def _challenge_won(self, event: Mapping[str, Any]) -> None:
        self._begin(event["hero"])
        self._phrases.append(f"won a {event['colour']} challenge")

    def _challenge_returned(self, event: Mapping[str, Any]) -> None:
        self._begin(event["hero"])
        self._returned = event["hero"], f"a {event['colour']} {'cultist' if event['cult'] else 'challenge'}"

    def _count(self, event: Mapping[str, Any], change: int) -> None:
        cultists = self._cultists.setdefault(event["hero"], dict.fromkeys(COLOURS, 0))
        cultists[event["colour"]] += change

    # Turns and the end

    def _turn(self, event: Mapping[str, Any]) -> None:
        del event
        self.finish()
        self._number += 1

    def _game_over(self, event: Mapping[str, Any]) -> None:
        self.finish()
        winners = event["winners"]
        won = (
            f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'}" if winners else "nobody wins"
        )
        self._sentence(f"the game is over, because {ENDS[event['because']]}; {won}")
        self.sheet = self._scores(event)

    def _scores(self, event: Mapping[str, Any]) -> list[str]:
        numbers = ("points", "bonus", "total")
        rows = [["hero", *COLOURS, *numbers]]
        for score in event["scores"]:
            cultists = self._cultists.get(score["hero"], dict.fromkeys(COLOURS, 0))
            counts = [*(cultists[colour] for colour in COLOURS), *(score[number] for number in numbers)]
            rows.append([plain(score["hero"]), *(str(count) for count in counts)])
        winners = [plain(name) for name in event["winners"]]
        widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
        lines = ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]
        return [
            f"{line}  wins" if row[0] in winners and row is not rows[0] else line
            for row, line in zip(rows, lines, strict=True)
        ]
