"""`runeheart print`: what stands on the pages and where, and what is said when it cannot be printed."""

import itertools
import os
import pty
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from click.testing import CliRunner
from pypdf import PdfReader

from runeheart.cli import print as printing
from runeheart.cli.paper import book, cards, pieces
from runeheart.cli.paper.pen import Pen
from runeheart.cli.paper.style import COLOURS, PAPERS, style
from runeheart.core.runes import RUNES
from runeheart.games.heart import clues
from runeheart.games.heart.certificate import certify
from runeheart.games.heart.codes import SEEDS, DeckCode
from runeheart.games.heart.deck import true_clues
from runeheart.games.heart.printed import SIGNS, print_set
from runeheart.games.heart.settings import DIFFICULTIES, House
from support import paper

CARDS = {False: ((63, 88), 3, 3), True: ((88, 126), 2, 2)}
FRONT_WORDS = {"ANSWER": 6, "YOUR TURN": 1, "THE KEEPER": 1, "CLUES": 1}


def a_set(difficulty="normal", seed=7, kind="fair"):
    return print_set(DeckCode(difficulty, kind, seed), DIFFICULTIES[difficulty].length)


class Made:
    """A set, how it was printed, and its pages."""

    def __init__(self, difficulty, paper_name, *, large):
        self.printed = a_set(difficulty)
        self.large = large
        self.style = style(paper_name, large_type=large)
        self.paper = PAPERS[paper_name]
        self.content = book.make(self.printed, self.style)
        self.pages = paper.read(self.content)

    def sides(self, label, side):
        """Return the pages of cards with this label, in order, with their cells."""
        return [
            page.cells(*CARDS[self.large])
            for page in self.pages
            if any(word.upwards and word.text.endswith(f"{label}, {side}") for word in page.words)
        ]


@pytest.fixture(
    scope="module",
    params=[
        ("normal", "a4", False),
        ("hard", "letter", False),
        ("easy", "a4", True),
        ("normal", "letter", True),
    ],
    ids=["normal-a4", "hard-letter", "easy-a4-large", "normal-letter-large"],
)
def made(request):
    difficulty, paper_name, large = request.param
    return Made(difficulty, paper_name, large=large)


def texts(words):
    return [word.text for word in words]


def test_the_pages_have_the_size_of_the_paper_and_the_board_lies_across(made):
    across = [page for page in made.pages if page.width > page.height]
    assert len(across) == 1
    assert "CORRUPTED HEART" in across[0].text
    for page in made.pages:
        assert sorted((page.width, page.height)) == pytest.approx(sorted(made.paper), abs=0.1)


def test_there_are_six_answers_twenty_clues_and_three_cards_that_help(made):
    # H-004, H-005
    fronts = [cell for side in made.sides("answers, help", "fronts") for cell in side.values()]
    heads = [texts(cell)[0] for cell in fronts]
    # In large type four cards fill a sheet, so the third text is the back of the first.
    expected = {head: count for head, count in FRONT_WORDS.items() if not (made.large and head == "CLUES")}
    assert {head: heads.count(head) for head in heads} == expected
    assert len(made.sides("answers, help", "fronts")) == (2 if made.large else 1)
    assert f"{len(expected) - 1} cards that help" in made.pages[0].text
    assert sum(len(side) for side in made.sides("clues", "fronts")) == 20
    backs = [texts(cell) for side in made.sides("clues", "backs") for cell in side.values()]
    assert backs == [["CLUE"]] * 20


def test_an_answer_card_numbers_the_runes_that_count(made):
    # HA-02
    length = made.printed.length
    found = []
    for side in made.sides("answers, help", "fronts"):
        for cell in side.values():
            words = texts(cell)
            if words[0] == "ANSWER":
                counted = dict(itertools.pairwise(words[1 : 1 + 2 * length]))
                found.append(tuple(counted[str(place)].lower() for place in range(1, length + 1)))
                rest = [word.removesuffix(": not in").lower() for word in words[1 + 2 * length : -1]]
                assert sorted((*found[-1], *rest)) == sorted(RUNES)
    assert found == [made.printed.answer(sign) for sign in SIGNS]


def test_the_back_of_each_answer_meets_its_front_when_the_sheet_is_turned(made):
    # Turned about the long edge of an upright page, left and right change places.
    columns = CARDS[made.large][1]
    met = {}
    for front, back in zip(
        made.sides("answers, help", "fronts"), made.sides("answers, help", "backs"), strict=True
    ):
        assert {(row, columns - 1 - column) for row, column in front} == set(back)
        for (row, column), cell in front.items():
            behind = texts(back[row, columns - 1 - column])
            if texts(cell)[0] == "ANSWER":
                runes = [word.lower() for word in texts(cell) if word.lower() in RUNES]
                met[behind[0].lower()] = tuple(runes[: made.printed.length])
            else:
                assert behind[0] == ("CLUES" if made.large and texts(cell)[0] == "YOUR TURN" else "HELP")
    assert met == {sign: made.printed.answer(sign) for sign in SIGNS}


def test_fronts_are_on_odd_pages_and_their_backs_on_the_next(made):
    labels = [[word.text for word in page.words if word.upwards and ", " in word.text] for page in made.pages]
    for number, label in enumerate(labels, 1):
        if label and label[0].endswith("fronts"):
            assert number % 2 == 1
            assert labels[number] == [label[0].replace("fronts", "backs")]


def test_no_sign_stands_on_the_same_side_as_an_answer(made):
    # H-005
    for page in made.pages:
        if "ANSWER" in texts(page.words):
            assert not any(word.text.lower() in SIGNS for word in page.words)
        if any(word.text.endswith("answers, help, backs") for word in page.words):
            assert not any(word.text.lower() in RUNES for word in page.words)


def test_what_has_no_back_begins_a_sheet_of_its_own(made):
    # Whoever prints all of it on both sides writes no notes on the back of the board.
    heads = [page.text for page in made.pages]
    board = next(number for number, page in enumerate(made.pages, 1) if page.width > page.height)
    assert board % 2 == 1
    assert heads[board] == "This side is empty: the note sheet comes next."
    assert heads[board + 1].startswith("NOTES")
    assert len(heads) == board + 2


def test_each_clue_card_has_a_line_for_each_sign(made):
    # HA-01
    cards = []
    for side in made.sides("clues", "fronts"):
        for cell in side.values():
            *words, code = texts(cell)
            assert code == str(made.printed.code)
            heads = [index for index, word in enumerate(words) if word.lower() in SIGNS and word.isupper()]
            assert [words[index].lower() for index in heads] == list(SIGNS)
            ends = [*heads[1:], len(words)]
            cards.append(
                {
                    words[head].lower(): " ".join(words[head + 1 : end])
                    for head, end in zip(heads, ends, strict=True)
                }
            )
    assert cards == [
        {sign: clues.text(line, made.printed.length) for sign, line in card.items()}
        for card in made.printed.cards()
    ]


def test_all_words_stay_inside_their_cards_in_a_wider_font_too(made):
    # No font is in the file: what a reader puts in place of Helvetica and Times may be wider.
    card, columns, rows = CARDS[made.large]
    for label, side in itertools.product(("answers, help", "clues"), ("fronts", "backs")):
        for cells in made.sides(label, side):
            for (row, column), words in cells.items():
                left = (made.paper[0] - columns * card[0]) / 2 + column * card[0]
                top = (made.paper[1] - rows * card[1]) / 2 + row * card[1]
                for word in words:
                    assert left + 3 < word.x, word
                    assert word.x + word.width * 1.08 < left + card[0] - 3, word
                    assert top + 3 < word.y - word.size * 0.25, word
                    assert word.y < top + card[1] - 3, word


def test_all_words_stay_on_the_page_where_printers_reach(made):
    for page in made.pages:
        for word in page.words:
            if not word.upwards:
                assert word.x > 8, word
                assert word.right < page.width - 8, word
                assert word.y - word.size * 0.25 > 6, word
                assert word.y + word.size * 0.08 < page.height - 6, word


def test_all_ink_stays_where_printers_reach(made):
    for number, page in enumerate(made.pages, 1):
        for mark in page.marks:
            assert min(mark.left, mark.top) > 5.99, (number, mark)
            assert mark.right < page.width - 5.99, (number, mark)
            assert mark.bottom < page.height - 5.99, (number, mark)


def test_each_token_has_a_spot_of_its_size_on_the_board(made):
    # H-003, H-006, H-007: tokens are cut as squares of 21 mm.
    (board,) = (page for page in made.pages if page.width > page.height)
    spots = board.discs(pieces.TOKEN)
    row = DIFFICULTIES[made.printed.code.difficulty]
    jack, corruption, house_rule = made.printed.length + 1, pieces.TOKENS["corruption"], 1
    assert len(spots) == jack + corruption + row.max_mistakes + house_rule
    tiles = board.discs(pieces.TILE - 2)
    assert len(tiles) == len(RUNES) + made.printed.length
    for one, other in itertools.combinations([*spots, *tiles], 2):
        apart = [abs(here - there) for here, there in zip(one.middle, other.middle, strict=True)]
        assert max(apart) >= (one.width + other.width) / 2, (one, other)
    spots = [mark for mark in spots if not any(mark.middle == other.middle for other in tiles)]
    for word in board.words:
        inside = [
            spot for spot in spots if spot.left < word.x < spot.right and spot.top < word.y < spot.bottom
        ]
        assert word.upwards or not inside or word.text in {"Start", "house", "rule", *"123456"}, word
        assert not inside or word.right < inside[0].right, word
    (caption,) = (word for word in board.words if word.upwards)
    beside = [spot.left for spot in spots if spot.bottom < 137 and spot.left > board.width * 0.66]
    assert caption.x + caption.size * 0.08 < min(beside)


def test_no_word_on_a_token_touches_its_ring(made):
    (fronts,) = (
        page for page in made.pages if any(word.text.endswith("tiles, tokens, fronts") for word in page.words)
    )
    rings = fronts.discs(pieces.TOKEN - 2.4)
    assert len(rings) == sum(pieces.TOKENS.values())
    for ring in rings:
        for word in fronts.words:
            if ring.left < word.x < ring.right and ring.top < word.y < ring.bottom:
                corners = itertools.product((word.x, word.x + word.width * 1.08), (word.y,))
                middle = ring.middle
                for x, y in corners:
                    assert ((x - middle[0]) ** 2 + (y - middle[1]) ** 2) ** 0.5 < ring.width / 2 - 0.5, word


def test_no_two_lines_of_a_page_lie_on_each_other(made):
    for page in made.pages:
        level = [word for word in page.words if not word.upwards]
        for one, other in itertools.combinations(level, 2):
            side_by_side = one.right <= other.x + 0.1 or other.right <= one.x + 0.1
            apart = abs(one.y - other.y) > min(one.size, other.size) * 0.353 * 0.7
            assert side_by_side or apart, (one, other)


def test_large_type_is_never_below_14_points_and_the_other_never_below_6(made):
    least = 14 if made.large else 6
    assert min(word.size for page in made.pages for word in page.words) >= least


def test_tiles_and_tokens_are_there(made):
    # H-002, H-003, H-006, H-007
    (fronts,) = (
        page for page in made.pages if any(word.text.endswith("tiles, tokens, fronts") for word in page.words)
    )
    words = texts(fronts.words)
    assert [words.count(rune.upper()) for rune in RUNES] == [1] * 6
    named = pieces.TOKENS if not made.large else {"corruption": 0, "mistake": 0, "jack": 1}
    assert {name: words.count(name.capitalize()) for name in pieces.TOKENS} == dict(named)


def test_the_rules_hold_the_numbers_of_the_difficulty(made):
    # H-009, H-030 … H-035
    rules = " ".join(
        page.text for page in made.pages if page.words and page.words[0].text.startswith("RULES")
    )
    row = DIFFICULTIES[made.printed.code.difficulty]
    timer = f"{row.timer_ms // 60_000}:00"
    for said in (
        f"Set a timer to {timer}",
        f"{row.penalty_ms // 1000} seconds off the timer",
        f"With mistake number {row.max_mistakes} the Heart",
        f"--code {made.printed.code} --sign",
        "Read only the line with the sign of your answer card.",
        "looks at the front of the answer in secret and puts it back, sign up: now, and again whenever",
        "Nor does a sequence that cannot be meant: too few or too many runes, one twice",  # HA-11
        "One more mistake: the Heart explodes with the mistake after the red cross",  # HA-04
    ):
        assert said in " ".join(rules.replace("  ", " ").split()), said


def test_no_printed_rule_lets_a_player_look_at_the_fronts(made):
    # With all six fronts known, the lines with the other signs tell which front is the answer (HA-01).
    text = " ".join(page.text for page in made.pages)
    assert "Known answers" not in text
    assert "fronts, but" not in text


def test_the_columns_of_the_last_page_of_rules_end_at_about_the_same_height(made):
    if made.large:
        return  # one column
    rules = [page for page in made.pages if page.words and page.words[0].text.startswith("RULES")]
    ends = [0.0, 0.0]
    for word in rules[-1].words:
        if " page " in word.text:
            continue
        side = word.x > made.paper[0] / 2
        ends[side] = max(ends[side], word.y)
    assert len(rules) == 2
    assert abs(ends[0] - ends[1]) < 40


def test_the_note_sheet_has_a_column_for_runes_that_are_not_in(made):
    heads = texts(made.pages[-1].words).count("not in")
    games = 1 if made.large else 2
    assert heads == (games if made.printed.length < len(RUNES) else 0)


def test_a_box_sheet_names_code_and_difficulty_and_there_is_a_note_sheet(made):
    # H-010
    assert str(made.printed.code) in made.pages[0].text
    assert made.printed.code.difficulty.upper() in made.pages[0].text
    assert made.pages[-1].words[0].text == "NOTES"


def test_the_box_sheet_tells_the_smallest_share_of_hands_that_surely_win(made):
    row = DIFFICULTIES[made.printed.code.difficulty]
    shares = [certify(made.printed.decks[sign], row, House()).hands[-1] for sign in SIGNS]
    least = min(shares, key=lambda hands: hands.sure)
    if least.count == 1:
        assert least.sure == 1
        said = "Perfect logic surely wins with all 20 clues, whatever the sign"
    else:
        share = f"{10_000 * least.sure // least.count / 100:.2f} %"
        said = f"With {least.cards} clues perfect logic surely wins from {share} of all hands or more"
    assert said in made.pages[0].text


def test_the_same_set_makes_the_same_bytes_on_any_day(made):
    assert book.make(made.printed, made.style) == made.content
    info = PdfReader(BytesIO(made.content)).metadata
    assert info["/CreationDate"] == "D:20000101000000Z"
    assert book.make(a_set(made.printed.code.difficulty, seed=8), made.style) != made.content


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("difficulty", DIFFICULTIES)
def test_every_clue_that_there_is_fits_its_line(difficulty, large):
    look = style("a4", large_type=large)
    pen = Pen(look, "")
    pen.page()
    length = DIFFICULTIES[difficulty].length
    wordings = {
        clues.text(clue, length)
        for answer in itertools.permutations(RUNES, length)
        for of_a_kind in true_clues(answer).values()
        for clue in of_a_kind
    }
    for words in wordings:
        height = pen.height_of(words, cards.line_width(look), size=look.body, line=look.line)
        assert height <= 2 * look.line, words


def test_everything_is_dark_enough_without_its_colour():
    # 4.5 : 1 against white, as grey
    for colour in COLOURS:
        parts = [int(colour[index : index + 2], 16) / 255 for index in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        light = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        assert 1.05 / (light + 0.05) >= 4.5, colour


def run(*args):
    return CliRunner().invoke(printing.command, [*args], catch_exceptions=False)


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_set_is_written_and_its_code_prints_it_again(here):
    done = run("--difficulty", "hard", "--seed", "7", "--deck", "mixed", "--out", "deck.pdf")
    assert done.exit_code == 0
    assert "deck code HM-0007-" in done.output
    code = done.output.split()[2].rstrip(":")
    assert run("--code", code.lower().replace("-", ""), "--out", "again.pdf").exit_code == 0
    assert (here / "again.pdf").read_bytes() == (here / "deck.pdf").read_bytes()
    assert sorted(path.name for path in here.iterdir()) == ["again.pdf", "deck.pdf"]


def test_words_may_be_typed_in_capitals(here):
    assert run("--seed", "7", "--out", "small.pdf").exit_code == 0
    done = run(
        "--seed", "7", "--difficulty", "NORMAL", "--deck", "Fair", "--paper", "A4", "--out", "LARGE.PDF"
    )
    assert done.exit_code == 0
    assert (here / "LARGE.PDF").read_bytes() == (here / "small.pdf").read_bytes()


def test_without_a_seed_one_is_drawn_and_shown_and_the_file_is_named_after_the_code(here):
    codes = {run().output.split()[2].rstrip(":") for _ in range(3)}
    assert len(codes) > 1
    assert {path.name for path in here.iterdir()} == {f"corrupted-heart-{code}.pdf" for code in codes}


def test_a_file_that_is_there_stays_unless_it_may_be_overwritten(here):
    (here / "deck.pdf").write_text("mine")
    refused = run("--seed", "7", "--out", "deck.pdf")
    assert refused.exit_code == 2
    assert "deck.pdf is there already; give another name, or --force to overwrite it" in refused.output
    assert (here / "deck.pdf").read_text() == "mine"
    assert run("--seed", "7", "--out", "deck.pdf", "--force").exit_code == 0
    assert (here / "deck.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (["--difficulty", "medium"], '"medium" is unknown; expected one of: easy, normal, hard'),
        (["--difficulty", "nromal"], '"nromal" is unknown; did you mean "normal"?'),
        (["--deck", "far"], '"far" is unknown; did you mean "fair"?'),
        (["--paper", "leter"], '"leter" is unknown; did you mean "letter"?'),
        (["--seed", "seven"], '"seven" is not a whole number'),
        (
            ["--seed", "-1"],
            f"-1 does not fit into a deck code; expected a whole number from 0 to {SEEDS - 1}",
        ),
        (["--seed", str(SEEDS)], f"{SEEDS} does not fit into a deck code"),
        (["--code", "NF-4KQ2-XD"], "did you mean NF-4KQ2-XC?"),
        (
            ["--code", "NF-4KQ2-XC", "--seed", "0"],
            "--seed and --code were both given; a code holds everything, leave --seed out",
        ),
        (["--code", "NF-4KQ2-XC", "--difficulty", "normal"], "--difficulty and --code were both given"),
        (["--out", "nowhere/deck.pdf"], "nowhere/deck.pdf cannot be written: No such file or directory"),
        (["--out", "."], ". is a folder; add the name of a file"),
        (["--out", "a-file/deck.pdf"], "a-file/deck.pdf cannot be written: Not a directory"),
        (["--out", ""], "the name is empty; give one such as deck.pdf, or - for standard output"),
        (["--out", "notes.txt"], "notes.txt is no name for a PDF; call it notes.pdf"),
        (["--out", "deck"], "deck is no name for a PDF; call it deck.pdf"),
    ],
)
def test_what_cannot_be_printed_is_said_and_nothing_is_written(here, args, expected):
    (here / "a-file").write_text("")
    done = run(*args)
    assert done.exit_code == 2
    assert expected in done.output
    assert [path.name for path in here.iterdir()] == ["a-file"]


def test_a_full_disk_leaves_the_old_file_and_no_half_one(here, monkeypatch):
    (here / "deck.pdf").write_text("mine")

    def full(path, *_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    done = run("--seed", "7", "--out", "deck.pdf", "--force")
    assert "deck.pdf cannot be written: No space left on device; choose another place" in done.output
    assert [path.name for path in here.iterdir()] == ["deck.pdf"]
    assert (here / "deck.pdf").read_text() == "mine"


def test_a_pipe_is_no_file_to_replace(here):
    # Nor is a device; but a test that fails as root must not cost this machine one.
    os.mkfifo(here / "deck.pdf")
    refused = run("--out", "deck.pdf", "--force")
    assert "deck.pdf is a device or a pipe, not a file" in refused.output
    assert (here / "deck.pdf").is_fifo()


def test_links_are_followed_not_replaced(here):
    (here / "store").mkdir()
    (here / "store" / "old.pdf").write_text("mine")
    (here / "deck.pdf").symlink_to("store/old.pdf")
    assert "is there already" in run("--seed", "7", "--out", "deck.pdf").output
    assert (here / "store" / "old.pdf").read_text() == "mine"
    assert run("--seed", "7", "--out", "deck.pdf", "--force").exit_code == 0
    assert (here / "deck.pdf").readlink() == Path("store/old.pdf")
    assert (here / "store" / "old.pdf").read_bytes().startswith(b"%PDF")
    (here / "new.pdf").symlink_to("store/new.pdf")  # leads to nothing yet
    assert run("--seed", "7", "--out", "new.pdf").exit_code == 0
    assert (here / "new.pdf").is_symlink()
    assert sorted(path.name for path in (here / "store").iterdir()) == ["new.pdf", "old.pdf"]


def test_no_other_file_of_the_folder_is_touched_and_rights_stay(here):
    (here / "deck.pdf.part").write_text("mine")
    (here / "deck.pdf").write_text("old")
    (here / "deck.pdf").chmod(0o640)
    assert run("--seed", "7", "--out", "deck.pdf", "--force").exit_code == 0
    assert (here / "deck.pdf.part").read_text() == "mine"
    assert (here / "deck.pdf").stat().st_mode & 0o777 == 0o640
    assert len(list(here.iterdir())) == 2


def test_a_lone_hyphen_is_standard_output_and_the_words_go_beside_it(here):
    done = run("--seed", "7", "--out", "-")
    assert done.exit_code == 0
    assert done.stdout_bytes.startswith(b"%PDF")
    assert done.stdout_bytes.rstrip().endswith(b"%%EOF")
    assert "deck code NF-0007-XP" in done.stderr
    assert list(here.iterdir()) == []


def test_no_pdf_goes_into_a_terminal(here):
    main, other = pty.openpty()
    line = [sys.executable, "-c", "from runeheart.cli.main import main; main()", "print", "--out", "-"]
    done = subprocess.run(line, stdout=other, stderr=subprocess.PIPE, text=True, timeout=60, check=False)
    os.close(main)
    os.close(other)
    assert done.returncode == 2
    assert "- is this terminal" in done.stderr
