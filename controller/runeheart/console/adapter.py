"""For show controllers that can only call addresses: a few plain GET requests with a token in them.

Owns /control. Off unless configured: an address with a token in it stays in other machines' logs, and
whoever reads one there can do the same. So it can do little (start, reset, solve, see the state), takes a
token and no cookie (no page can lead a browser to use one it does not know), and is slow to guess at.
"""

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from runeheart.console.accounts import Accounts
from runeheart.console.guard import problem
from runeheart.console.operations import answered
from runeheart.console.sessions import Role
from runeheart.console.throttle import Throttle
from runeheart.core.checked import did_you_mean
from runeheart.core.table import shown
from runeheart.runtime.clock import Clock
from runeheart.runtime.prop import Prop

TOLD: Mapping[str, tuple[str, ...]] = {
    "start": ("game", "difficulty", "code", "sign", "board", "team", "players"),
    "reset": (),
    "solve": (),
    "state": (),
}
"""What can be asked for, and what each can be told beside the token."""
_PER_S, _BURST = 2.0, 10.0
"""How often one machine may ask: a show has few cues, and a guesser shall not have many tries."""
_STATE = ("game", "phase", "outcome", "left_s", "mistakes", "difficulty", "round", "turn")


def routes(prop: Prop, accounts: Accounts, clock: Clock) -> list[BaseRoute]:
    """Return the routes."""
    throttle = Throttle(_PER_S, _BURST)

    async def control(request: Request) -> Response:
        if request.method != "GET":  # whoever asks for the head only must not start a game
            return problem(405, "this cannot be done to that page; expected GET", {"Allow": "GET"})
        address = request.client.host if request.client else "?"
        wait_s = throttle.wait_s(address, clock.mono_ns() / 1e9)
        if wait_s > 0:
            return problem(429, "too many requests; wait a moment", {"Retry-After": str(1 + int(wait_s))})
        given = dict(request.query_params)
        who = accounts.who_has(given.pop("token", ""))
        what: str = request.path_params["what"]
        if who is None:
            return problem(401, "this token is not known; make one with: runeheart password --token NAME")
        if what not in TOLD:
            return problem(404, f"{shown(what)} cannot be asked for{did_you_mean(what, TOLD)}")
        if not who.role.may(Role.VIEWER if what == "state" else Role.OPERATOR):
            return problem(403, f"a {who.role} may only ask for the state")
        unknown = next((name for name in given if name not in TOLD[what]), None)
        if unknown is not None:
            takes = f"it takes {', '.join(TOLD[what])}" if TOLD[what] else "it takes the token only"
            return problem(400, f"{what} does not take {shown(unknown)}; {takes}")
        if what == "state":
            status = prop.status()
            return JSONResponse(
                {"result": "done", **{name: status[name] for name in _STATE if name in status}}
            )
        return answered(await prop.operator(what, _args(given), who.name))

    return [Route("/control/{what}", control, methods=["GET"])]


def _args(given: Mapping[str, str]) -> dict[str, Any]:
    players = given.get("players", "")
    return {**given, **({"players": int(players)} if players.isascii() and players.isdecimal() else {})}
