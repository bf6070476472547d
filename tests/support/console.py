"""A console without a prop: its application on a manual clock, and a browser that knows the rules."""

from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from runeheart.console.accounts import Accounts
from runeheart.console.app import application, rooms_of
from runeheart.console.guard import needs
from runeheart.console.sessions import Role, Sessions, key_of
from runeheart.runtime import password
from runeheart.runtime.clock import ManualClock
from runeheart.runtime.config import ConsoleTable

OPERATOR, VIEWER = "open sesame now", "only looking in"
ORIGIN = "http://localhost"


def give_passwords(folder, **roles):
    found = password.read(folder)
    for role, word in (roles or {"operator": OPERATOR, "viewer": VIEWER}).items():
        found = found.with_password(role, word)
    password.write(folder, found)


class Console:
    """An application with two rooms to try the doors of: /look for viewers, /act for operators."""

    def __init__(self, folder, **settings):
        self.clock = ManualClock()
        self.accounts = Accounts(folder)
        self.settings = ConsoleTable(**({"listen": "loopback"} | settings))
        self.sessions = Sessions(key_of(folder), self.accounts.marks, folder)
        self.rooms = rooms_of(self.settings, "Test & <prop>", "1.2.3")

    def app(self, *routes):
        async def who(request):
            return JSONResponse({"who": request.state.who.name, "role": request.state.who.role})

        async def act(request):
            return PlainTextResponse(str(len(await request.body())))

        own = [
            Route("/look", needs(Role.VIEWER, who)),
            Route("/act", needs(Role.OPERATOR, act), methods=["POST"]),
        ]
        return application(
            self.rooms,
            [*own, *routes],
            accounts=self.accounts,
            sessions=self.sessions,
            clock=self.clock,
        )

    def browser(self, *routes, **settings):
        return TestClient(self.app(*routes), base_url=ORIGIN, raise_server_exceptions=False, **settings)


def sign_in(browser, word=OPERATOR):
    """Sign in as a page does; afterwards the browser sends what a page of ours sends."""
    answer = browser.post("/sign-in", json={"password": word}, headers={"Origin": ORIGIN})
    if answer.status_code == 204:
        page = browser.get("/sign-in").text
        browser.headers["Origin"] = ORIGIN
        browser.headers["X-Runeheart-Token"] = page.split('name="form-token" content="')[1].split('"')[0]
    return answer
