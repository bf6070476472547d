"""`runeheart deck`: the deck that a seed draws, or the six of a printed set, with their certificates."""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import click

from runeheart.cli import certified, setcodes
from runeheart.cli.house import house_option
from runeheart.cli.numbers import Whole
from runeheart.cli.words import as_known, offering
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.clues import Clue, Kind, text
from runeheart.games.heart.codes import DeckCode
from runeheart.games.heart.deck import DECK_KINDS
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.games.heart.settings import DEFAULT_DIFFICULTY, DIFFICULTIES
from runeheart.games.heart.settings import read as read_setup

W = TypeVar("W", str, str | None)


def _one_of(what: str, words: Iterable[str]) -> Callable[[click.Context, click.Parameter, W], W]:
    def checked(_ctx: click.Context, _param: click.Parameter, typed: W) -> W:
        if typed is None:
            return typed
        word = as_known(typed, words)
        if word not in words:
            raise click.BadParameter(f"there is no {what} {shown(typed)}{did_you_mean(typed, words)}")
        return word

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
    "--seed",
    metavar="N",
    type=Whole(),
    default=0,
    help="The same seed, the same deck; 0 if left out. A set printed with it has other decks: --code.",
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
@click.option(
    "--code",
    metavar="CODE",
    callback=setcodes.read,
    help="The decks of a printed set, in place of the three above: the code on its box sheet.",
)
@click.option(
    "--sign",
    metavar="SIGN",
    callback=_one_of("sign", SIGNS),
    shell_complete=offering(SIGNS),
    help=f"With --code: the deck of one sign only, of {', '.join(SIGNS)}.",
)
@house_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object: deck and certificate.")
@click.option("--reveal", is_flag=True, help="Tell the answer too (and, without --json, the cards).")
@click.pass_context
def command(
    context: click.Context,
    /,
    difficulty: str,
    seed: int,
    kind: str,
    code: DeckCode | None,
    sign: str | None,
    house: dict[str, str],
    *,
    as_json: bool,
    reveal: bool,
) -> None:
    """Draw the deck that a game with this seed is played with, and work out how fair it is.

    Nothing is sampled: the certificate counts every hand that can be held. `runeheart play heart` and the
    prop draw the same deck from the same seed. A printed set has a deck for each sign, which other chance has
    drawn: they are found by the code of the set.
    """
    if code is not None:
        setcodes.check_alone(context, ("difficulty", "seed", "kind"))
        _printed(code, SIGNS if sign is None else (sign,), house, as_json=as_json, reveal=reveal)
        return
    if sign is not None:
        raise click.UsageError(
            "--sign is for a printed set; give its code too: --code NF-4KQ2-XC --sign star"
        )
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
    click.echo(f"A {kind} deck for {difficulty}, seed {seed}{rules}: {_kinds(setup.deck)}.\n")
    for line in certified.lines(certificate, parameters):
        click.echo(line)
    if setup.bank is not None:
        click.echo("That the answer is one of six is not counted in: with it the players know more.")
    if reveal:
        click.echo(f"\nAnswer: {', '.join(setup.answer)}")
        for number, clue in enumerate(setup.deck, 1):
            click.echo(f"{number:>3}  {text(clue, parameters.length)}")


def _printed(
    code: DeckCode, signs: Sequence[str], house: dict[str, str], *, as_json: bool, reveal: bool
) -> None:
    """Tell the certificates of a printed set; what would spoil it only to `reveal`."""
    parameters = DIFFICULTIES[code.difficulty]
    printed = print_set(code, parameters.length)
    rules = read_setup({"difficulty": code.difficulty, "house": house}, 0).house
    certificates = {sign: certify(printed.decks[sign], parameters, rules) for sign in signs}
    if as_json:
        found: dict[str, object] = {}
        for sign, certificate in certificates.items():
            cards = [clue.json() for clue in printed.decks[sign]]
            secret = {"answer": list(printed.answer(sign)), "deck": cards} if reveal else {}
            found[sign] = {**secret, "certificate": certificate.json()}
        told = {"code": str(code), "difficulty": code.difficulty, "seed": code.seed, "deck_kind": code.kind}
        click.echo(json.dumps({**told, "house": rules.json(), "signs": found}))
        return
    named = "".join(f", {name} = {value}" for name, value in house.items())
    click.echo(f"The printed set {code}: {code.kind} decks for {code.difficulty}{named}.")
    for sign, certificate in certificates.items():
        click.echo(f"\n{sign.upper()}: {_kinds(printed.decks[sign])}.")
        for line in certified.lines(certificate, parameters):
            click.echo(line)
        if reveal:
            click.echo(f"Answer: {', '.join(printed.answer(sign))}")
            for number, clue in enumerate(printed.decks[sign], 1):
                click.echo(f"{number:>3}  {text(clue, parameters.length)}")


def _kinds(deck: Sequence[Clue]) -> str:
    counts = {kind: sum(clue.kind is kind for clue in deck) for kind in Kind}
    return ", ".join(f"{count} {kind.replace('_', ' ')}" for kind, count in counts.items() if count)
