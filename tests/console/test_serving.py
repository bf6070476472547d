"""How the console comes to a prop: port, password, the address on the screen; and nothing where it is off."""

import asyncio
import socket
import subprocess
import sys
from functools import partial

import pytest

from runeheart.cli import console
from runeheart.console import compose, door
from runeheart.runtime import password
from runeheart.runtime.config import Config, ConsoleTable
from support.console import give_passwords
from support.console_page import free_port

LAN = ConsoleTable(listen="lan", port=8080)


async def until(condition):
    for _ in range(1500):
        if condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("never")


def test_it_is_served_and_the_screen_knows_where(serving):
    port, told = free_port(), []

    async def test(rig):
        await until(lambda: told)
        assert told == [f"http://127.0.0.1:{port}"]
        shown = rig.prop._front.settings.console
        assert (shown.address, shown.is_for_phones) == (told[0], False)
        assert rig.prop.console_problem is None
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /player HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert (await reader.readline()).startswith(b"HTTP/1.1 200")
        writer.close()
        rig.prop.reconfigure(rig.settings)
        assert rig.prop._front.settings.console == shown, "another configuration does not forget it"

    serving(ConsoleTable(listen="loopback", port=port), test, at=told.append)


def test_a_port_that_somebody_else_has_is_told_and_the_prop_plays(serving):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]

        async def test(rig):
            await until(lambda: rig.prop.console_problem)
            assert f"port {port}" in rig.prop.console_problem
            assert rig.prop.console_problem in rig.prop.status()["alerts"]
            assert rig.prop._front.settings.console is None

        serving(ConsoleTable(listen="loopback", port=port), test)


def test_on_the_network_nothing_listens_until_there_is_a_password(serving, tmp_path, monkeypatch):
    monkeypatch.setattr(compose, "LOOK_AGAIN_S", 0.01)
    port, told = free_port(), []

    async def test(rig):
        await until(lambda: rig.prop.console_problem)
        assert rig.prop.console_problem == compose.UNPROTECTED
        with pytest.raises(ConnectionRefusedError):
            await asyncio.open_connection("127.0.0.1", port)
        give_passwords(tmp_path)
        await until(lambda: told)
        assert rig.prop.console_problem is None
        assert rig.prop._front.settings.console.is_for_phones

    serving(ConsoleTable(listen="lan", port=port), test, at=told.append)


async def first_line(port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /player HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    try:
        return (await reader.read()).partition(b"\r\n")[0]
    finally:
        writer.close()


def test_a_password_that_is_removed_takes_it_off_the_network_at_once(serving, tmp_path, monkeypatch):
    monkeypatch.setattr(compose, "LOOK_AGAIN_S", 0.01)
    give_passwords(tmp_path)
    port, told = free_port(), []

    async def test(rig):
        await until(lambda: told)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /player/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b"200" in await reader.readline()
        password.write(tmp_path, password.read(tmp_path).without("operator"))
        assert b"503" in await first_line(port)
        await reader.read()  # what was open ends
        writer.close()
        await until(lambda: rig.prop.console_problem == compose.UNPROTECTED)
        assert rig.prop._front.settings.console is None
        give_passwords(tmp_path)
        await until(lambda: rig.prop.console_problem is None)
        assert b"200" in await first_line(port)
        assert rig.prop._front.settings.console.is_for_phones

    serving(ConsoleTable(listen="lan", port=port), test, at=told.append)


def test_a_certificate_that_is_none_is_told(serving, tmp_path):
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("nothing")
    settings = ConsoleTable(
        listen="loopback",
        port=free_port(),
        certificate=str(tmp_path / "cert.pem"),
        key=str(tmp_path / "key.pem"),
    )

    async def test(rig):
        await until(lambda: rig.prop.console_problem)
        assert "certificate" in rig.prop.console_problem

    serving(settings, test)


def test_a_key_with_a_passphrase_is_told_and_nobody_is_asked(serving, tmp_path):
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-passout", "pass:secret"),
            *("-subj", "/CN=runes", "-keyout", key, "-out", cert),
        ],
        check=True,
        capture_output=True,
    )
    settings = ConsoleTable(listen="loopback", port=free_port(), certificate=str(cert), key=str(key))

    async def test(rig):
        await until(lambda: rig.prop.console_problem)
        assert "has a passphrase" in rig.prop.console_problem

    serving(settings, test)


class TestDoor:
    def test_the_network_s_own_address_is_told(self, monkeypatch):
        monkeypatch.setattr(door, "_host", lambda _settings: "192.168.1.7")
        assert door.door_of(LAN, 8080).address == "http://192.168.1.7:8080"
        assert door.door_of(LAN, 80).address == "http://192.168.1.7"

    def test_without_a_way_out_it_is_the_machine_s_own_name(self, monkeypatch):
        class NoWay:
            def __enter__(self):
                return self

            def __exit__(self, *exc):
                pass

            def connect(self, _where):
                raise OSError(101, "Network is unreachable")

        monkeypatch.setattr(door.socket, "socket", lambda *_: NoWay())
        monkeypatch.setattr(door.socket, "gethostname", partial(str, "Runes.example"))
        assert door.door_of(LAN, 8080).address == "http://runes.local:8080"

    def test_with_a_certificate_it_is_the_name_that_the_certificate_is_for(self):
        settings = ConsoleTable(listen="lan", names=("runes.example",), certificate="c", key="k")
        assert door.door_of(settings, 443).address == "https://runes.example"


def test_where_it_is_off_nothing_of_it_is_imported():
    assert console.beside(Config()) is None
    script = (
        "import sys; from runeheart.cli import console, run; from runeheart.runtime import host, prop\n"
        "heavy = {'starlette', 'uvicorn', 'jinja2', 'segno', 'itsdangerous', 'runeheart.console'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_simulation_has_it_for_this_machine_at_a_port_of_its_own():
    table = console.for_this_machine(Config(console=LAN)).console
    assert (table.listen, table.port != 8080) == ("loopback", True)
    own = console.for_this_machine(Config(console=ConsoleTable(port=9000))).console
    assert (own.listen, own.port) == ("loopback", 9000)
