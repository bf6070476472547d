"""The pages are true: links lead somewhere, commands and options exist, make targets too."""

import re
from pathlib import Path

import click
import pytest

from runeheart.cli.commands import group

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("hardware/**/*.md"))
    if path.is_file()
)
BY_NAME = {str(page.relative_to(ROOT)): page for page in PAGES}


@pytest.fixture(params=BY_NAME)
def page(request):
    return BY_NAME[request.param]


def _code(text):
    """All code of a page: indented and fenced blocks, and spans."""
    blocks = re.findall(r"^```[^\n]*\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
    indented = re.findall(r"^ {4,}\S.*$", text, flags=re.MULTILINE)
    return "\n".join([*blocks, *indented, *re.findall(r"`([^`\n]+)`", text)])


def test_links_lead_to_files(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r'(?:src|href)="([^"]+)"', text)
    local = [target.split("#")[0] for target in targets if not re.match(r"[a-z]+:|#", target)]
    assert [target for target in local if target and not (page.parent / target).exists()] == []


def test_anchors_exist(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]*#[^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        other = (page.parent / name).read_text(encoding="utf-8") if name else text
        headings = {
            re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
            for heading in re.findall(r"^#+ (.+)$", other, flags=re.MULTILINE)
        }
        assert anchor in headings, target


def test_commands_and_options_exist(page):
    context = click.Context(group)
    for name, rest in re.findall(
        r"(?<![=/])\bruneheart ([a-z][a-z-]*)([^\n`]*)", _code(page.read_text(encoding="utf-8"))
    ):
        command = group.get_command(context, name)
        assert command is not None, f"runeheart {name}"
        node = command
        for word in rest.split("#")[0].split():
            if isinstance(node, click.Group) and word in node.commands:
                node = node.commands[word]
        known = {
            opt for param in (*command.params, *node.params) for opt in (*param.opts, *param.secondary_opts)
        }
        for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", rest.split("#")[0]):
            assert option in known | {"--help", "--version"}, f"runeheart {name} {option}"


def test_make_targets_exist(page):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    code = _code(page.read_text(encoding="utf-8"))
    asked = set(re.findall(r"(?<!git )(?<!install )\bmake ([a-z-]+)", code))  # a package is called make, too
    assert asked <= targets
