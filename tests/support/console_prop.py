"""A prop with its console in memory: the real rooms over the rig's manual clock, and a browser at them."""

import asyncio
import contextlib

from runeheart.console import compose
from runeheart.console.accounts import Accounts
from runeheart.console.checklist import Checklist
from runeheart.runtime.config import Config, ConsoleTable
from support.console import ORIGIN
from support.ports import Rig


class ConsoleRig(Rig):
    """A rig whose console is asked like by a program: requests run while the prop takes its turns."""

    def __init__(self, folder, *, console=None, **more):
        super().__init__(folder, **more)
        self.folder = folder
        self.config = Config(console=console or ConsoleTable(listen="loopback"))
        self.accounts = Accounts(folder)
        self.list = Checklist(self.prop, folder, self.clock)
        self.stack = contextlib.AsyncExitStack()
        self.app = compose.make_app(
            self.prop, self.config, self.accounts, folder, self.clock, "1.2.3", self.stack, self.list
        )

    async def __aexit__(self, *exc):
        await self.stack.aclose()
        await super().__aexit__(*exc)

    async def ask(self, method, path, body=None, *, headers=None, signed_in=True):
        """Ask the console; return its answer."""
        import httpx2 as httpx

        transport = httpx.ASGITransport(app=self.app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
            sent = {"Origin": ORIGIN, **(headers or {})}
            if signed_in:
                sent["X-Runeheart-Token"] = await self._form_token(client)
            asking = asyncio.ensure_future(client.request(method, path, json=body, headers=sent))
            while not asking.done():
                await self.prop.turn()
                await asyncio.sleep(0)
            return await asking

    async def _form_token(self, client):
        page = (await client.get("/sign-in")).text
        return page.split('name="form-token" content="')[1].split('"')[0]
