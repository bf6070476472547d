"""`runeheart balance`: do the difficulties play as the rule book wants? Model players tell.

Owns the options, the processes and the progress. The same seed gives the same report whatever the number of
processes: persons are divided into batches, each with seeds of its own, and the results are put in order.
"""

import itertools
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import click

from runeheart.cli import balance_report, balance_ruin, plots, workers
from runeheart.cli.balance_report import Played, Run
from runeheart.cli.house import house_option
from runeheart.cli.numbers import Number, Whole
from runeheart.cli.words import offering
from runeheart.core.checked import did_you_mean
from runeheart.core.events import Json
from runeheart.core.table import shown
from runeheart.games.heart.deck import DECK_KINDS
from runeheart.games.heart.players import PEOPLE, PLAYERS, Player
from runeheart.games.heart.settings import DIFFICULTIES, HOUSE_RULES
from runeheart.games.heart.simulation import ATTEMPTS, Attempts, Batch, batches, play_batch
from runeheart.runtime.clock import SystemClock

_PERSONS_PER_BATCH = 25
"""Half a second of work: short enough for progress and Ctrl-C, long enough to be worth a process."""
PERSONS = 1_000
_MOST = 1_000_000
_FACTOR = Number(0.01, 100)


@click.group(name="balance", invoke_without_command=True)
@click.option(
    "--persons",
    metavar="N",
    type=Whole(1, _MOST, example=200),
    help=f"Persons of each kind, {PERSONS:,} if left out; each plays {ATTEMPTS} games at each difficulty.",
)
@click.option(
    "--games",
    metavar="N",
    type=Whole(1, _MOST, example=5000),
    help="In place of --persons: games in all, at least; whole persons play. --compare adds its own.",
)
@click.option(
    "--difficulty",
    "difficulties",
    metavar="|".join(DIFFICULTIES),
    multiple=True,
    shell_complete=offering(DIFFICULTIES),
    help="Only this difficulty; may be given several times.",
)
@click.option(
    "--seed", metavar="N", type=Whole(), default=0, show_default=True, help="All chance comes from it."
)
@click.option(
    "--jobs",
    metavar="N",
    type=Whole(1, 1_000, example=2),
    help="Processes; all cores if left out. Changes no figure.",
)
@house_option
@click.option(
    "--deck",
    metavar="|".join(DECK_KINDS),
    shell_complete=offering(DECK_KINDS),
    help="What kind of decks to play with.",
)
@click.option("--compare", is_flag=True, help="Also play each other house rule and kind of deck.")
@click.option(
    "--pace", metavar="X", type=_FACTOR, default=1.0, help="All times of the players times X, to try it out."
)
@click.option(
    "--slips", metavar="X", type=_FACTOR, default=1.0, help="All slips of the players times X, to try it out."
)
@click.option(
    "--plot",
    metavar="FILE",
    type=click.Path(path_type=Path),
    callback=plots.check,
    help="Draw the figures as SVG.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--parameters", is_flag=True, help="Print what the players assume, with sources; play nothing.")
@click.pass_context
def command(
    ctx: click.Context,
    persons: int | None,
    games: int | None,
    difficulties: tuple[str, ...],
    seed: int,
    jobs: int | None,
    house: dict[str, str],
    deck: str | None,
    pace: float,
    slips: float,
    plot: Path | None,
    *,
    compare: bool,
    as_json: bool,
    parameters: bool,
) -> None:
    """Let model players play the Heart and compare their wins with the rule book's aims.

    The figures go to standard output, progress to standard error. `balance ruin` does the like for boards.
    """
    if ctx.invoked_subcommand is not None:
        return
    players = {name: player.scaled(pace=pace, slips=slips) for name, player in PLAYERS.items()}
    if parameters:
        assumed = balance_report.parameters_json(players)
        click.echo(json.dumps(assumed, indent=2) if as_json else balance_report.parameters(players))
        return
    chosen = _difficulties(difficulties)
    rules = _rules(house, deck)
    persons = _persons(persons, games, len(chosen))
    jobs = workers.cores() if jobs is None else jobs
    try:
        run = _run(persons, chosen, seed, jobs, rules, players, compare=compare)
    except BrokenProcessPool:
        raise click.ClickException(
            "a process that played games was ended from outside; is there enough memory? Try --jobs 1"
        ) from None
    click.echo(json.dumps(balance_report.json(run), indent=2) if as_json else balance_report.text(run))
    if plot is not None:
        from runeheart.cli import balance_plot

        plots.write(plot, balance_plot.draw(run))


command.add_command(balance_ruin.command)


def _run(
    persons: int,
    difficulties: Sequence[str],
    seed: int,
    jobs: int,
    rules: Mapping[str, str],
    players: Mapping[str, Player],
    *,
    compare: bool,
) -> Run:
    people = {name: players[name] for name in PEOPLE}
    asked: dict[tuple[str, str | None], list[Batch]] = {}
    for difficulty in difficulties:
        setup = _setup(difficulty, rules)
        asked[difficulty, None] = batches(seed, setup, tuple(players.values()), persons, _PERSONS_PER_BATCH)
        for name, value in _others(rules) if compare else ():
            setup = _setup(difficulty, {**rules, name: value})
            asked[difficulty, f"{name} = {value}"] = batches(
                seed, setup, tuple(people.values()), persons, _PERSONS_PER_BATCH
            )
    results = _play(list(itertools.chain.from_iterable(asked.values())), jobs)
    played: dict[str, Played] = {}
    variants: dict[str, dict[str, Played]] = {}
    for (difficulty, variant), parts in asked.items():
        together = _together(
            list(itertools.islice(results, len(parts))), players if variant is None else people
        )
        if variant is None:
            played[difficulty] = together
        else:
            variants.setdefault(difficulty, {})[variant] = together
    next(results, None)  # lets the generator come to its end, and the processes with it
    return Run(seed, persons, rules, players, played, variants)


def _together(parts: Sequence[list[list[Attempts]]], players: Mapping[str, Player]) -> Played:
    return {
        name: list(itertools.chain.from_iterable(part[index] for part in parts))
        for index, name in enumerate(players)
    }


def _play(work: Sequence[Batch], jobs: int) -> Iterator[list[list[Attempts]]]:
    """Play batches in so many processes; yield the results in order, with progress on standard error."""
    games = [ATTEMPTS * len(batch.players) * (batch.last - batch.first) for batch in work]
    clock = SystemClock()
    start_ns = clock.mono_ns()
    with click.progressbar(length=sum(games), label=f"Playing {sum(games):,} games", file=sys.stderr) as bar:
        for result, count in zip(_results(work, jobs), games, strict=True):
            yield result
            bar.update(count)
    took_s = (clock.mono_ns() - start_ns) / 1e9
    processes = "1 process" if jobs == 1 else f"{jobs} processes"
    click.echo(f"{sum(games) / took_s:,.0f} games a second in {processes}.", err=True)


def _results(work: Sequence[Batch], jobs: int) -> Iterator[list[list[Attempts]]]:
    if jobs == 1:
        yield from map(play_batch, work)
        return
    with workers.pool(jobs) as pool:
        try:
            yield from pool.map(play_batch, work)
        finally:
            pool.shutdown(cancel_futures=True)


def _others(rules: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Go through every value of a house rule and every kind of deck that is not played with anyway."""
    for name, values in {**HOUSE_RULES, "deck": DECK_KINDS}.items():
        for value in values:
            if value != rules.get(name, values[0]):
                yield name, value


def _setup(difficulty: str, rules: Mapping[str, str]) -> dict[str, Json]:
    setup: dict[str, Json] = {"difficulty": difficulty}
    house = {name: value for name, value in rules.items() if name != "deck"}
    if house:
        setup["house"] = house
    if "deck" in rules:
        setup["deck_kind"] = rules["deck"]
    return setup


def _difficulties(asked: Sequence[str]) -> list[str]:
    for name in asked:
        if name not in DIFFICULTIES:
            raise click.BadParameter(
                f"there is no difficulty {shown(name)}{did_you_mean(name, DIFFICULTIES)}",
                param_hint="--difficulty",
            )
    return [name for name in DIFFICULTIES if not asked or name in asked]


def _rules(house: Mapping[str, str], deck: str | None) -> dict[str, str]:
    """Return the house rules and the kind of deck that are not the printed ones."""
    if deck is not None and deck not in DECK_KINDS:
        raise click.BadParameter(
            f"there is no kind of deck {shown(deck)}{did_you_mean(deck, DECK_KINDS)}", param_hint="--deck"
        )
    changed = {name: value for name, value in house.items() if value != HOUSE_RULES[name][0]}
    return changed if deck in {None, DECK_KINDS[0]} else {**changed, "deck": str(deck)}


def _persons(persons: int | None, games: int | None, difficulties: int) -> int:
    """Return how many persons of each kind play: as many as were asked for, or as so many games take."""
    if games is None:
        return PERSONS if persons is None else persons
    if persons is not None:
        raise click.UsageError("--persons and --games were both given; leave one of them out")
    return math.ceil(games / (ATTEMPTS * len(PLAYERS) * difficulties))
