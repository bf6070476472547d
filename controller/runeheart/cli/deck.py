"""`runeheart deck`: the deck that a seed draws, with its certificate."""

import json
from collections.abc import Callable, Iterable

import click

from runeheart.cli.house import house_option
from runeheart.cli.numbers import Whole
from runeheart.cli.words import offering
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.core.units import minutes
from runeheart.games.heart.certificate import ACTIVATION_MS, Certificate, Hands, certify
from runeheart.games.heart.clues import Kind, text
from runeheart.games.heart.deck import DECK_KINDS
from runeheart.games.heart.settings import DEFAULT_DIFFICULTY, DIFFICULTIES, Difficulty, Setup
from runeheart.games.heart.settings import read as read_setup


def _one_of(what: str, words: Iterable[str]) -> Callable[[click.Context, click.Parameter, str], str]:
    def checked(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
        if value not in words:
            raise click.BadParameter(f"there is no {what} {shown(value)}{did_you_mean(value, words)}")
        return value

    return checked


@click.command(name="deck")
@click.option(
    "--difficulty",
    metavar="|".join(DIFFICULTIES),
    callback=_one_of("difficulty", DIFFICULTIES),
    shell_complete=offering(DIFFICULTIES),
    default=DEFAULT_DIFFICULTY,
    show_default=True,
)
@click.option(
    "--seed", metavar="N", type=Whole(), default=0, help="The same seed, the same deck; 0 if left out."
)
@click.option(
    "--deck",
    "kind",
    metavar="|".join(DECK_KINDS),
    callback=_one_of("kind of deck", DECK_KINDS),
    shell_complete=offering(DECK_KINDS),
    default=DECK_KINDS[0],
    show_default=True,
    help="fair: proved, as fair as we found; mixed: proved, of all kinds of clues; wild: any true cards.",
)
@house_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object: deck and certificate.")
@click.option("--reveal", is_flag=True, help="Tell the answer too (and, without --json, the cards).")
def command(
    difficulty: str, seed: int, kind: str, house: dict[str, str], *, as_json: bool, reveal: bool
) -> None:
    """Draw the deck that a game with this seed is played with, and work out how fair it is.

    Nothing is sampled: the certificate counts every hand that can be held. `runeheart play heart` and the
    prop draw the same deck from the same seed.
    """
    parameters = DIFFICULTIES[difficulty]
    setup = read_setup({"difficulty": difficulty, "deck_kind": kind, "house": house}, seed)
    certificate = certify(setup.deck, parameters, setup.house)
    if as_json:
        told = {
            "difficulty": difficulty,
            "seed": seed,
            "deck_kind": kind,
            "house": setup.house.json(),
            **({"answer": list(setup.answer)} if reveal else {}),
            "deck": [clue.json() for clue in setup.deck],
            "certificate": certificate.json(),
        }
        click.echo(json.dumps(told))
        return
    rules = "".join(f", {name} = {value}" for name, value in house.items())
    click.echo(f"A {kind} deck for {difficulty}, seed {seed}{rules}: {_kinds(setup)}.\n")
    for line in _certificate(certificate, parameters):
        click.echo(line)
    if setup.bank is not None:
        click.echo("That the answer is one of six is not counted in: with it the players know more.")
    if reveal:
        click.echo(f"\nAnswer: {', '.join(setup.answer)}")
        for number, clue in enumerate(setup.deck, 1):
            click.echo(f"{number:>3}  {text(clue, parameters.length)}")


def _kinds(setup: Setup) -> str:
    counts = {kind: sum(clue.kind is kind for clue in setup.deck) for kind in Kind}
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts.items() if count)


def _certificate(certificate: Certificate, parameters: Difficulty) -> list[str]:
    blind = percent(certificate.blind_wins, certificate.answers)
    guessing = certificate.guessing
    lines = [line for hands in certificate.hands for line in _hands(hands, certificate.spare)]
    lines.append(f"Without any clue, the best guesser wins against {blind} of all answers.")
    lines.append(
        f"Trying costs at most {minutes(guessing.worst_ms)} of {minutes(parameters.timer_ms)}: "
        f"penalties of {minutes(guessing.lost_ms)}, and "
        f"{guessing.wrong + guessing.right} activations of {ACTIVATION_MS // 1000} seconds; "
        f"{minutes(guessing.left_ms)} is left for reading and thinking."
    )
    return lines


def _hands(hands: Hands, spare: int) -> list[str]:
    which = "The whole deck" if hands.count == 1 else f"Any {hands.cards} cards ({hands.count:,} hands)"
    mistakes = "1 mistake" if spare == 1 else f"{spare} mistakes"
    sure = percent(hands.sure, hands.count)
    deduced = percent(hands.deduced, hands.count)
    return [
        f"{which}: perfect logic surely wins from {sure}, with {mistakes} to spare,",
        f"    and from {deduced} without a try; {_left(hands)}.",
    ]


def _left(hands: Hands) -> str:
    return f"{hands.mean_left:.2f} answers are left in the mean, {hands.most_left} at most"


def percent(part: int, whole: int) -> str:
    """Write a share in percent with two decimals, never rounded up: 100 % means all."""
    hundredths = 10_000 * part // whole
    return f"{hundredths // 100}.{hundredths % 100:02d} %"
