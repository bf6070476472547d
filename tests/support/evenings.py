"""Whole games with a board at a prop, played by chance that a seed fixes: somebody always answers."""

import random

from runeheart.core.hexes import DIRECTIONS, OFFSETS
from support.ruin import board

FACES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10}
TERRAINS = ("road", "river", "hills", "forest", "plains", "swamp", "mountains")
SETUPS = {
    "ruin": {"board": board((0, 1), (2, -1, 3), (-2, 1, 4), (1, 1), (-1, -1, 2), radius=2, mother=(0, -2)),
             "life": 10, "defense": "ask", "ties": "ask"},
    "cult": {},
}  # fmt: skip


class Somebody:
    """Answers whatever a game asks; a command may be refused, so ask again."""

    def __init__(self, seed=1):
        self.chance = random.Random(seed)

    def answer(self, ask, view):
        """Return a body for an ask as play.md writes it."""
        pick = self.chance.choice
        match ask["for"]:
            case "roll":
                return {"do": "roll", "values": [self._face(ask["die"]) for _ in range(ask["count"])]}
            case "choose":
                return {"do": "choose", "option": pick(ask["options"])}
            case "number":
                return {"do": "number", "value": self.chance.randint(0, ask["of"])}
        return getattr(self, f"_{pick(ask['commands'])}")(view)

    def _face(self, die):
        if die == "compass":
            return self.chance.choice(DIRECTIONS)
        if die == "movement":
            return self.chance.sample(TERRAINS, self.chance.randint(1, 3))
        return self.chance.randint(1, FACES[die])

    def _commit_move(self, view):
        return {"do": "commit_move", "stars": self.chance.randint(0, 3)}

    def _step(self, view):
        return {"do": "step", "to": self.chance.choice(DIRECTIONS)}

    def _attack(self, view):
        return {
            "do": "attack",
            "stars": 2,
            "targets": [self.chance.choice(view["broods"] or [{"id": 1}])["id"]],
        }

    def _skill(self, view):
        return {"do": "skill", "kind": "stealth", "stars": 1, "uses": []}

    def _resolve(self, view):
        return {"do": "resolve"}

    def _end_move(self, view):
        return {"do": "end_move"}

    def _hero(self, view):
        return self.chance.choice(view["heroes"])

    def _end_turn(self, view):
        return {"do": "end_turn"}

    def _encounter(self, view):
        return {"do": "encounter", "colour": self.chance.choice(["green", "yellow", "blue", "red"])}

    def _event(self, view):
        return {"do": "event", "number": self.chance.randint(1, 5)}

    def _move_hero(self, view):
        hero = self._hero(view)
        q, r = hero["at"] or (0, 0)
        step = self.chance.choice(list(OFFSETS.values()))
        return {"do": "move_hero", "hero": hero["name"], "path": [[q + step[0], r + step[1]]]}

    def _challenge(self, view):
        result = self.chance.choice(["won", "won", "escaped", "knocked_out"])
        return {"do": "challenge", "hero": self._hero(view)["name"], "result": result, "to": [0, 0]}

    def _remove_brand(self, view):
        return {"do": "remove_brand", "hero": self._hero(view)["name"]}
