"""`runeheart print`: a set to print, cut and play at the table (H-001 … H-010).

Owns the options and the file. What is on the cards comes from `games.heart.printed`, how it looks from
`cli.paper`.
"""

import secrets
import sys
from collections.abc import Collection
from pathlib import Path

import click

from runeheart.cli import outfiles, setcodes
from runeheart.cli.numbers import Whole
from runeheart.cli.words import as_known, offering
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.games.heart.codes import SEEDS, DeckCode
from runeheart.games.heart.deck import DECK_KINDS
from runeheart.games.heart.printed import print_set
from runeheart.games.heart.settings import DEFAULT_DIFFICULTY, DIFFICULTIES


def _papers(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    from runeheart.cli.paper import style

    return offering(style.PAPERS)(context, parameter, begun)


@click.command(name="print")
@click.option(
    "--difficulty",
    metavar="NAME",
    shell_complete=offering(DIFFICULTIES),
    help=f"{', '.join(DIFFICULTIES)}: clues fit one length; {DEFAULT_DIFFICULTY} if left out.",
)
@click.option(
    "--seed",
    metavar="N",
    type=Whole(),
    help=f"0 to {SEEDS - 1}; drawn if left out. Another one, another set. How fair: deck --code.",
)
@click.option(
    "--deck",
    metavar="KIND",
    shell_complete=offering(DECK_KINDS),
    help=f"{', '.join(DECK_KINDS)}; {DECK_KINDS[0]} if left out.",
)
@click.option(
    "--code",
    metavar="CODE",
    callback=setcodes.read,
    help="Print a set again: the code on its box sheet, in place of the three above.",
)
@click.option(
    "--out",
    metavar="FILE",
    help="Where the PDF goes, - for standard output; corrupted-heart-CODE.pdf if left out.",
)
@click.option(
    "--paper", metavar="NAME", shell_complete=_papers, default="a4", show_default=True, help="a4 or letter."
)
@click.option("--large-type", is_flag=True, help="Nothing below 14 points; larger cards, more paper.")
@click.option("--force", is_flag=True, help="Overwrite a file that is there.")
@click.pass_context
def command(
    context: click.Context,
    /,
    difficulty: str | None,
    seed: int | None,
    deck: str | None,
    code: DeckCode | None,
    out: str | None,
    paper: str,
    *,
    large_type: bool,
    force: bool,
) -> None:
    """Make a PDF of a whole game to print: cards, board, tiles, tokens, rules and a note sheet.

    The same code makes the same set, and the prop can play it: its answers are known by their signs.
    """
    from runeheart.cli.paper import book, style

    paper = _one_of(paper, style.PAPERS, "--paper")
    if code is not None:
        setcodes.check_alone(context, ("difficulty", "seed", "deck"))
    meant = _wanted(difficulty, seed, deck) if code is None else code
    path = None if out == "-" else _place(f"corrupted-heart-{meant}.pdf" if out is None else out, force=force)
    printed = print_set(meant, DIFFICULTIES[meant.difficulty].length)
    content = book.make(printed, style.style(paper, large_type=large_type))
    if path is None:
        _to_stdout(content)
    else:
        outfiles.write(path, content, force=force, option="--out")
    where = "" if path is None else f"written to {path}; "
    for line in (
        f"deck code {meant}: {meant.difficulty}, {meant.kind} decks, seed {meant.seed}",
        f"{where}print it at actual size, on both sides, turned about the long edge",
    ):
        click.echo(line, err=path is None)


def _wanted(difficulty: str | None, seed: int | None, deck: str | None) -> DeckCode:
    """Return the code of a new set."""
    difficulty = _one_of(
        DEFAULT_DIFFICULTY if difficulty is None else difficulty, DIFFICULTIES, "--difficulty"
    )
    deck = _one_of(DECK_KINDS[0] if deck is None else deck, DECK_KINDS, "--deck")
    if seed is None:
        seed = secrets.randbelow(SEEDS)
    elif not 0 <= seed < SEEDS:
        raise click.BadParameter(
            f"{seed} does not fit into a deck code; expected a whole number from 0 to {SEEDS - 1}",
            param_hint="--seed",
        )
    return DeckCode(difficulty, deck, seed)


def _one_of(typed: str, known: Collection[str], option: str) -> str:
    """Return the known word that was typed."""
    word = as_known(typed, known)
    if word not in known:
        raise click.BadParameter(f"{shown(typed)} is unknown{did_you_mean(typed, known)}", param_hint=option)
    return word


def _place(name: str, *, force: bool) -> Path:
    """Return the file that is meant, if it may be written: said before a page is drawn."""
    if not name:
        raise click.BadParameter(
            "the name is empty; give one such as deck.pdf, or - for standard output", param_hint="--out"
        )
    path = Path(name)
    outfiles.place_for(path, force=force, option="--out")
    if path.suffix.lower() != ".pdf":
        raise click.BadParameter(
            f"{path} is no name for a PDF; call it {path.with_suffix('.pdf')}", param_hint="--out"
        )
    return path


def _to_stdout(content: bytes) -> None:
    stream = sys.stdout.buffer
    if stream.isatty():
        raise click.BadParameter(
            "- is this terminal, and a PDF is nothing to read there; give the name of a file, or send it on: "
            "--out - | lp",
            param_hint="--out",
        )
    stream.write(content)
    stream.flush()
