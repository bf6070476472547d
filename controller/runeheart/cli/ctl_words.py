"""What the daemon answered, in words for the operator. Knows the status document, and no socket."""

from collections.abc import Mapping
from typing import Any

from runeheart.core.units import milliseconds, minutes


def game_text(answer: Mapping[str, Any]) -> str:
    """Return the game at the table in one line."""
    if answer.get("game") is None:
        return "no game, waiting for players"
    left_ms = milliseconds(answer.get("left_s"))
    words = [f"{answer['game']} {answer.get('difficulty', '')}".strip()]
    if "round" in answer:
        words.append(f"round {answer['round']}")
    if answer.get("outcome") or "phase" in answer:
        words.append(answer.get("outcome") or answer["phase"])
    if "turn" in answer and not answer.get("outcome"):
        words.append(f"the turn of {answer['turn']}")
    if left_ms is not None:
        words.append(f"{minutes(left_ms)} left")
    words += _counts(answer)
    return ", ".join(words)


def _counts(answer: Mapping[str, Any]) -> list[str]:
    counts = []
    if "mistakes" in answer:
        counts.append(f"mistakes {answer['mistakes']} of {answer['max_mistakes']}")
    if "damage" in answer:
        life = answer["life"]
        counts.append(f"Damage {answer['damage']}" + ("" if life is None else f" of {life}"))
    if "broods" in answer:
        counts.append(f"{len(answer['broods'])} Broods")
    if "pile" in answer:
        counts.append(f"pile {answer['pile']} of {answer['pile_limit']}")
    return counts


def done_text(answer: Mapping[str, Any]) -> str:
    """Return what came of a verb: what happened, how the game is now, and what it asks."""
    undone = f"{answer['undone']} is undone; " if "undone" in answer else ""
    lines = [*answer.get("told", ()), f"done: {undone}{game_text(answer)}"]
    if answer.get("asked"):
        lines.append(f"asked:   {answer['asked']}")
    return "\n".join(lines)


def status_text(answer: Mapping[str, Any]) -> str:
    """Return the whole status, for people."""
    lines = [f"{answer['name']} (Runeheart {answer['version']}): {game_text(answer)}"]
    if answer.get("asked"):
        lines.append(f"asked:   {answer['asked']}")
    if answer.get("slots"):
        places = (f"{place} {rune or 'open'}" for place, rune in enumerate(answer["slots"], 1))
        lines.append(f"places:  {'  '.join(places)}")
    lines += [_hero_text(hero) for hero in answer.get("heroes", ())]
    lines.append("screen:  " + " | ".join(answer["screen"]))
    lines.append("lights:  " + "  ".join(f"{light['rune']} {light['pattern']}" for light in answer["lights"]))
    for device in answer["devices"]:
        counted = ", ".join(f"{name} {number}" for name, number in device["counters"].items() if number)
        lines.append(
            f"{device['device']}: {device['alert'] or 'works'}" + (f" ({counted})" if counted else "")
        )
    lines += [f"alert:   {alert}" for alert in answer["alerts"]] or ["alerts:  none"]
    return "\n".join(lines)


def _hero_text(hero: Mapping[str, Any]) -> str:
    if hero["out"]:
        return f"hero:    {hero['name']}, out of the game, points {hero['points']}"
    return (
        f"hero:    {hero['name']}, Life {hero['life']}, Stamina {hero['stamina']},"
        f" brands {hero['markers']}, points {hero['points']}"
    )
