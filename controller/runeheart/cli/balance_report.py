"""The figures of `runeheart balance` as text and as JSON. Must not know how they came about."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from runeheart.cli.balance_figures import CAUSES, Share, Verdict, figures, verdicts
from runeheart.core.events import Json
from runeheart.core.units import minutes
from runeheart.games.heart.players import PARAMETERS, Player
from runeheart.games.heart.settings import DIFFICULTIES
from runeheart.games.heart.simulation import ATTEMPTS, Attempts

_GROUPS = ((1,), (2,), tuple(range(3, ATTEMPTS + 1)))
"""Attempts that share a row: the first, the second, the later ones."""

Played = Mapping[str, Sequence[Attempts]]
"""By player's name: the attempts of each person."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was asked for and what was played."""

    seed: int
    persons: int
    rules: Mapping[str, str]
    """House rules and kind of deck that are not the printed ones; empty: all as printed, fair decks."""
    players: Mapping[str, Player]
    played: Mapping[str, Played]
    """By difficulty."""
    variants: Mapping[str, Mapping[str, Played]]
    """By difficulty and by house rule or deck, `name = value`: the people alone."""


def text(run: Run) -> str:
    """Return the whole report."""
    games = run.persons * len(run.players) * len(run.played) * ATTEMPTS
    lines = [
        f"{games:,} games: {run.persons:,} persons of each kind, {ATTEMPTS} games each, seed {run.seed}.",
        f"Rules: {_rules(run.rules)}.",
    ]
    for difficulty, played in run.played.items():
        lines += ["", *_table(difficulty, played)]
    lines += ["", *_aims(run)]
    for difficulty, variants in run.variants.items():
        if variants:
            lines += ["", *_variants(difficulty, variants)]
    return "\n".join(lines)


def json(run: Run) -> dict[str, Json]:
    """Return everything that `text` tells, each attempt by itself, and the parameters with their sources."""
    return {
        "seed": run.seed,
        "persons": run.persons,
        "rules": dict(run.rules),
        "difficulties": {
            difficulty: {
                "players": {
                    name: [figures(persons, (attempt + 1,)).json() for attempt in range(ATTEMPTS)]
                    for name, persons in played.items()
                },
                "aims": [_verdict_json(verdict) for verdict in verdicts(difficulty, played)],
                "variants": {
                    name: [_verdict_json(verdict) for verdict in verdicts(difficulty, variant)]
                    for name, variant in run.variants.get(difficulty, {}).items()
                },
            }
            for difficulty, played in run.played.items()
        },
        **parameters_json(run.players),
    }


def parameters(players: Mapping[str, Player]) -> str:
    """Return every parameter with its values, its meaning and the source of its values."""
    lines = [f"Model players: {', '.join(players)}"]
    for name, one in PARAMETERS.items():
        values = " · ".join(_value(player.json()[name]) for player in players.values())
        lines += ["", f"{name} ({one.unit}): {values}", f"  {one.meaning}", f"  Source: {one.source}"]
    return "\n".join(lines)


def parameters_json(players: Mapping[str, Player]) -> dict[str, Json]:
    """Return the players, and what each of their parameters means, with the source of its values."""
    return {
        "players": [player.json() for player in players.values()],
        "parameters": {
            name: {"unit": one.unit, "meaning": one.meaning, "source": one.source}
            for name, one in PARAMETERS.items()
        },
    }


def percent(share: Share) -> str:
    """Return a share with its interval, such as `48.0 % [45, 51]`."""
    return f"{100 * share.value:.1f} % [{100 * share.low:.0f}, {100 * share.high:.0f}]"


def _value(value: Json) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:g}"


def _rules(rules: Mapping[str, str]) -> str:
    changed = ", ".join(f"{name} = {value}" for name, value in rules.items())
    return f"{changed}; else as printed" if changed else "as printed, fair decks"


def _table(difficulty: str, played: Played) -> list[str]:
    timer = minutes(DIFFICULTIES[difficulty].timer_ms)
    heads = ("attempt", "won [95 %]", "won by then", "time used", *CAUSES, "guessed", "sure")
    lines = [
        f"{difficulty.capitalize()}, timer {timer}",
        f"{'':<9}{heads[0]:>8}{heads[1]:>19}{heads[2]:>19}{heads[3]:>19}{heads[4]:>10}"
        + "".join(f"{head:>9}" for head in heads[5:]),
    ]
    for name, persons in played.items():
        label = name
        for attempts in _GROUPS:
            row = figures(persons, attempts)
            numbers = f"{attempts[0]}-{attempts[-1]}" if len(attempts) > 1 else f"{attempts[0]}"
            low, middle, high = (minutes(time_ms) for time_ms in row.used_ms)
            lost = [f"{100 * row.lost[cause] / row.games:.1f} %" for cause in CAUSES]
            lines.append(
                f"{label:<9}{numbers:>8}{percent(row.won):>19}{percent(row.won_by_then):>19}"
                f"{f'{middle} ({low}-{high})':>19}{lost[0]:>10}{lost[1]:>9}{lost[2]:>9}"
                f"{row.gambled:>9.2f}{row.erred:>9.2f}"
            )
            label = ""
    lines.append(
        "Time used: median (quartiles), penalties included. Then the games lost by each cause; wrong"
        " activations a game: guessed, and thought sure."
    )
    return lines


def _aims(run: Run) -> list[str]:
    lines = ["The rule book's aims (H-036), as the share that has won by an attempt:"]
    missed: list[str] = []
    for difficulty, played in run.played.items():
        found = verdicts(difficulty, played)
        lines += [f"  {_verdict(difficulty, verdict)}" for verdict in found]
        if any(verdict.word.startswith("missed") for verdict in found):
            missed.append(difficulty)
    if missed:
        names = " and ".join(difficulty.capitalize() for difficulty in missed)
        rules = "these rules" if run.rules else "the printed parameters"
        lines.append(f"With these model players {rules} miss the aim of {names}. The rules stay as printed.")
        lines += [_suggestion(name, run.variants[name]) for name in missed if run.variants.get(name)]
        if not any(run.variants.values()):
            lines.append("What house rules and other decks would change: runeheart balance --compare")
    lines.append("What the model players assume, with sources: runeheart balance --parameters")
    return lines


def _suggestion(difficulty: str, variants: Mapping[str, Played]) -> str:
    met = [
        name
        for name, played in variants.items()
        if all(verdict.word == "met" for verdict in verdicts(difficulty, played))
    ]
    return f"{difficulty.capitalize()} meets its aims with {' or '.join(met) or 'none of the changes below'}."


def _variants(difficulty: str, variants: Mapping[str, Played]) -> list[str]:
    lines = [f"{difficulty.capitalize()} with one thing changed (careful, average and hasty players):"]
    for name, played in variants.items():
        for verdict in verdicts(difficulty, played):
            aim = f"won by attempt {verdict.aim.by_attempt}"
            lines.append(f"  {name:<24}{aim}: {percent(verdict.measured):<19}{verdict.word}")
    return lines


def _verdict(difficulty: str, verdict: Verdict) -> str:
    aim = verdict.aim
    band = f"{100 * aim.low:.0f}-{100 * aim.high:.0f} %"
    by_then = f"by attempt {aim.by_attempt}"
    return f"{difficulty:<7}{by_then:<14}{band:<10}{percent(verdict.measured):<19}{verdict.word} ({aim.text})"


def _verdict_json(verdict: Verdict) -> dict[str, Json]:
    aim = verdict.aim
    return {
        "aim": aim.text,
        "who": list(aim.who),
        "by_attempt": aim.by_attempt,
        "band": [aim.low, aim.high],
        "won": verdict.measured.json(),
        "verdict": verdict.word,
    }
