"""The API does what its document says: schemathesis makes requests from it, good ones and bad ones."""

import contextlib

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from runeheart.console.throttle import Throttle
from support.console import give_passwords
from support.consoled import consoled

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Throttle, "wait_s", lambda *_: 0.0)
        folder = tmp_path_factory.mktemp("document")
        give_passwords(folder)  # without one, everybody at this machine is let in
        with consoled(folder) as served:
            served.win(team="Foxes", wrong=1)
            served.play_a_ruin()
            yield served


def test_every_answer_is_as_the_document_says(served):
    headers = {"Authorization": f"Bearer {served.token}"}
    loaded = schemathesis.openapi.from_url(f"{served.address}/api/v1/openapi.json", headers=headers)
    asked = set()
    for found in loaded.exclude(path="/api/v1/events").get_all_operations():  # that one never ends
        operation = found.ok()
        asked.add(operation.label)
        _try(operation, headers)
    assert len(asked) >= 18


def _try(operation, headers):
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @given(case=operation.as_strategy(generation_mode=mode))
        @settings(
            max_examples=12,
            deadline=None,
            derandomize=True,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def ask(case):
            case.call_and_validate(headers=headers, checks=CHECKS)

        with contextlib.suppress(Unsatisfiable):  # where nothing can be said, nothing wrong can be
            ask()
