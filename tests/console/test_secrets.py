"""While a game runs no address tells its answer to a viewer or to somebody who is not signed in."""

import asyncio
import itertools

import pytest
from starlette.routing import Mount, Route

from support.console import OPERATOR, ORIGIN, VIEWER, give_passwords
from support.console_prop import ConsoleRig
from support.ports import ANSWER


def told(text):
    """Tell whether the runes of the answer stand in a text one after another, however they are joined."""
    words = text.lower()
    return any(
        joint.join(ANSWER) in words for joint in (", ", " · ", '","', '", "', " ", ",", "-", "\\n", "|")
    )


def addresses(app):
    """Yield method and address of everything that the console answers, with a number for each parameter."""
    inside = app._app
    for route in inside.routes:
        if isinstance(route, Mount):
            continue
        assert isinstance(route, Route)
        path = route.path
        for name in route.param_convertors:
            path = path.replace(f"{{{name}:number}}", "1").replace(f"{{{name}}}", "status")
        for method in route.methods - {"HEAD"}:
            if path not in {"/sign-in", "/sign-out"} and not path.endswith("/events"):
                yield method, path


def test_what_tells_an_answer_would_be_found_out():
    assert told('{"answer":["fire","water","sun","moon","nature"]}')
    assert told("Fire, Water, Sun, Moon, Nature")
    assert not told("fire water moon sun nature")


@pytest.mark.parametrize("word", [None, VIEWER])
def test_no_address_tells_the_answer_of_a_running_game(tmp_path, word):
    give_passwords(tmp_path)

    async def run():
        async with ConsoleRig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.written()
            cookie = {}
            if word is not None:
                answer = await rig.ask("POST", "/sign-in", {"password": word}, signed_in=False)
                cookie = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
            asked = list(addresses(rig.app))
            assert {"/", "/player", "/checklist", "/history", "/api/v1/status", "/api/v1/answer"} <= {
                path for _, path in asked
            }
            for (method, path), accept in itertools.product(asked, ("text/html", "application/json")):
                headers = {**cookie, "Accept": accept}
                body = {} if method != "GET" else None
                answer = await rig.ask(method, path, body, headers=headers, signed_in=False)
                assert not told(answer.text), (method, path)
                assert answer.status_code < 500, (method, path)
                if word is None:
                    is_open = path.startswith("/player")
                    assert answer.status_code in ({200} if is_open else {303, 401, 403}), (method, path)
                rig.clock.advance_ms(100)

    asyncio.run(run())


def test_an_operator_has_to_ask_for_it(tmp_path):
    """Of all that can be looked at, nothing tells it to an operator either: it has an address of its own."""
    give_passwords(tmp_path)

    async def run():
        async with ConsoleRig(tmp_path) as rig:
            await rig.begin()
            await rig.tap("moon")
            await rig.written()
            answer = await rig.ask("POST", "/sign-in", {"password": OPERATOR}, signed_in=False)
            headers = {"Cookie": answer.headers["set-cookie"].partition(";")[0], "Origin": ORIGIN}
            for method, path in addresses(rig.app):
                if method == "GET":
                    assert not told((await rig.ask("GET", path, headers=headers, signed_in=False)).text), path
                    rig.clock.advance_ms(100)

    asyncio.run(run())
