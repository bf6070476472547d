"""Passwords that cost little: what is tested is who gets in, not how long hashing takes."""

import asyncio
import contextlib

import pytest

from runeheart.console import compose
from runeheart.runtime import password
from runeheart.runtime.config import Config
from support.ports import Rig


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch):
    monkeypatch.setattr(password, "_N", 16)


@pytest.fixture
def serving(tmp_path):
    """Serve a rig's console while `test` runs; waits are bounded."""

    def serve(settings, test, **more):
        async def run():
            async with Rig(tmp_path) as rig:
                served = asyncio.create_task(
                    compose.serve(rig.prop, Config(console=settings), tmp_path, rig.clock, "1", **more)
                )
                try:
                    async with asyncio.timeout(20):
                        await test(rig)
                finally:
                    served.cancel()
                    with contextlib.suppress(asyncio.CancelledError):
                        await served

        asyncio.run(run())

    return serve
