"""The API: every verb and command with its checks, and the addresses for show controllers."""

import logging

import pytest

from support.consoled import consoled, token_for


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with consoled(tmp_path_factory.mktemp("api"), control_urls=True) as served:
        yield served


@pytest.fixture
def client(served):
    served.operator("reset")
    with served.client() as client:
        yield client


def _refused(answer, status):
    assert answer.status_code == status, answer.text
    told = answer.json()
    assert told["result"] == "refused"
    return told["why"]


def test_an_evening_by_the_api(client):
    begun = client.post("/api/v1/verbs/start", json={"game": "heart", "difficulty": "easy", "team": "Owls"})
    assert (begun.status_code, begun.json()["result"], begun.json()["phase"]) == (200, "done", "ready")
    read = client.post("/api/v1/commands", json={"do": "read"}).json()
    assert read["events"][0]["event"] == "started"
    assert client.post("/api/v1/verbs/pause").json()["phase"] == "paused"
    assert client.post("/api/v1/verbs/resume", json={}).json()["phase"] == "running"
    left_s = client.post("/api/v1/verbs/add-time", json={"seconds": -30.5}).json()["left_s"]
    assert left_s < 570
    assert client.post("/api/v1/verbs/hint", json={"step": 1}).json()["hint"]
    assert client.post("/api/v1/verbs/lock", json={}).json()["slots"][0] is not None
    assert client.post("/api/v1/verbs/undo").json()["undone"] == "activate"
    assert client.post("/api/v1/verbs/solve").json()["outcome"] == "defused"
    assert client.post("/api/v1/verbs/reset").json()["game"] is None
    newest = client.get("/api/v1/games").json()["games"][0]
    assert (newest["team"], newest["hints"], newest["result"]) == ("Owls", 1, "defused")


@pytest.mark.parametrize(
    ("address", "body", "status", "why"),
    [
        ("verbs/start", {"game": "chess"}, 400, "game: "),
        ("verbs/start", {"players": "4"}, 400, "players: "),
        ("verbs/start", {"players": 0}, 400, "players: "),
        ("verbs/start", {"colour": "red"}, 400, "colour"),
        ("verbs/start", {"game": "ruin", "difficulty": "easy"}, 409, "difficulty is for the heart"),
        ("verbs/add-time", {}, 400, "seconds"),
        ("verbs/add-time", {"seconds": "60"}, 400, "seconds: expected float, got str"),
        ("verbs/pause", {"for": 60}, 400, "for"),
        ("verbs/pause", {}, 409, "no game"),
        ("verbs/hint", {"step": 0}, 400, "step: "),
        ("verbs/lock", {"rune": "earth"}, 400, "rune: "),
        ("verbs/describe", {}, 404, "no verb"),
        ("verbs/pauze", {}, 404, 'did you mean "pause"'),
        ("commands", {}, 400, "do: "),
        ("commands", {"do": 5}, 400, "not 5"),
        ("commands", {"do": "read"}, 409, "no game"),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(client, address, body, status, why):
    assert why in _refused(client.post(f"/api/v1/{address}", json=body), status)


@pytest.mark.parametrize("body", [b"{", b"[]", b"5", b"\xff\xfe", b"[" * 5000, b'{"seconds": NaN}'])
def test_a_body_that_is_no_object_is_refused(client, body):
    _refused(client.post("/api/v1/verbs/add-time", content=body), 400)


def test_who_may_not_is_told(served):
    viewer = token_for(served.prop._journal.path.parent, "eyes", "viewer")
    with served.client(viewer) as client:
        assert client.get("/api/v1/status").status_code == 200
        assert "may only look" in _refused(client.post("/api/v1/verbs/reset"), 403)
    with served.client("rune_wrong") as client:
        assert "not known" in _refused(client.get("/api/v1/status"), 401)


def test_the_journal_has_the_name_of_the_token(served, client):
    client.post("/api/v1/verbs/start", json={"difficulty": "easy"})
    client.post("/api/v1/commands", json={"do": "read"})
    client.post("/api/v1/verbs/pause")
    number = client.get("/api/v1/games").json()["games"][0]["id"]
    assert {step["who"] for step in client.get(f"/api/v1/games/{number}").json()["steps"]} == {"token bridge"}


def test_the_document_knows_every_address_of_the_api(client):
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    for path in (
        "status",
        "events",
        "commands",
        "games",
        "games/{id}",
        "verbs/start",
        "verbs/reset",
        "answer",
    ):
        assert f"/api/v1/{path}" in paths


class TestAddressesForShowControllers:
    @pytest.fixture
    def show(self, served, monkeypatch):
        served.operator("reset")
        with served.client(None) as client:
            yield lambda what, token=served.token, **more: client.get(
                f"/control/{what}", params={"token": token, **more}
            )

    @pytest.fixture(autouse=True)
    def _patience(self, monkeypatch):
        from runeheart.console.throttle import Throttle

        monkeypatch.setattr(Throttle, "wait_s", lambda *_: 0.0)

    def test_a_show_starts_solves_and_resets(self, served, show):
        begun = show("start", difficulty="easy", team="Cue 1", players="3").json()
        assert (begun["result"], begun["phase"]) == ("done", "ready")
        assert served.prop.status()["players"] == 3
        assert show("state").json()["phase"] == "ready"
        served.command(do="read")
        assert show("solve").json()["outcome"] == "defused"
        assert show("reset").json()["result"] == "done"
        assert show("state").json() == {"result": "done", "game": None}

    def test_the_state_has_no_answer(self, served, show):
        show("start", difficulty="hard")
        served.command(do="read")
        assert set(show("state").json()) <= {
            "result", "game", "phase", "outcome", "left_s", "mistakes", "difficulty"
        }  # fmt: skip

    @pytest.mark.parametrize(
        ("what", "more", "status", "why"),
        [
            ("state", {"token": ""}, 401, "not known"),
            ("state", {"token": "rune_guess"}, 401, "not known"),
            ("explode", {}, 404, "cannot be asked for"),
            ("start", {"colour": "red"}, 400, "does not take"),
            ("reset", {"game": "heart"}, 400, "it takes the token only"),
            ("start", {"players": "many"}, 409, "players must be"),
            ("start", {"difficulty": "lethal"}, 409, "difficulty"),
            ("solve", {}, 409, "no game"),
        ],
    )
    def test_what_cannot_be_is_refused(self, show, what, more, status, why):
        assert why in _refused(show(what, **more), status)

    def test_a_viewers_token_may_only_ask_for_the_state(self, served, show):
        viewer = token_for(served.prop._journal.path.parent, "screen", "viewer")
        assert show("state", token=viewer).status_code == 200
        _refused(show("reset", token=viewer), 403)

    def test_nothing_but_get(self, served):
        with served.client() as client:
            _refused(client.post("/control/reset", params={"token": served.token}), 405)

    def test_whoever_asks_for_the_head_only_starts_nothing(self, served):
        with served.client() as client:
            before = served.prop.session.table
            answer = client.head("/control/start", params={"token": served.token, "game": "heart"})
        assert answer.status_code == 405
        assert served.prop.session.table is before

    def test_a_token_is_never_in_the_log(self, show, served, caplog):
        caplog.set_level(logging.DEBUG, logger="runeheart")
        show("start")
        show("state", "rune_not_a_token")
        assert "token bridge" in caplog.text
        assert served.token not in caplog.text
        assert "rune_not_a_token" not in caplog.text


def test_a_machine_that_asks_too_often_waits(tmp_path):
    with consoled(tmp_path, control_urls=True) as served, served.client(None) as client:
        answers = [client.get("/control/state?token=guess") for _ in range(20)]
        assert [answer.status_code for answer in answers[:8]] == [401] * 8
        assert answers[-1].status_code == 429
        assert int(answers[-1].headers["retry-after"]) >= 1


def test_they_are_off_unless_configured(tmp_path):
    with consoled(tmp_path) as served, served.client(None) as client:
        assert client.get("/control/state", params={"token": served.token}).status_code == 404
