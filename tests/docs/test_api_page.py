"""docs/api.md: its examples are carried out, in order, against a console."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

from support.consoled import consoled
from support.needs import needs_program

PAGE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    needs_program("curl", "curl")
    with consoled(tmp_path_factory.mktemp("page"), control_urls=True) as served:
        environment = {**os.environ, "PROP": served.address, "TOKEN": served.token}
        yield {
            example: subprocess.run(
                ["sh", "-c", example],
                env=environment,
                capture_output=True,
                text=True,
                timeout=20,
                check=False,
            )
            for example in EXAMPLES
        }


def test_there_are_examples():
    assert len(EXAMPLES) >= 12


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_an_example_does_what_the_page_says(answers, example):
    answer = answers[example]
    assert answer.returncode == 0, (answer.stdout, answer.stderr)
    if "games.csv" in example:
        assert "mistakes_by_place" in answer.stdout
    elif "events" in example:
        assert answer.stdout.startswith("event: look")
    elif "openapi" in example:
        assert json.loads(answer.stdout)["openapi"].startswith("3.1")
    else:
        assert json.loads(answer.stdout)["result"] == "done"


def test_every_verb_and_address_is_on_the_page():
    from runeheart.console.adapter import TOLD
    from runeheart.console.bodies import OF_VERB

    text = PAGE.read_text(encoding="utf-8")
    for verb in OF_VERB:
        assert f"`{verb}`" in text
    for what in TOLD:
        assert f"/control/{what}" in text
