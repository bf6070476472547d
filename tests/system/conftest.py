"""Open pages of a prop in Chromium."""

import pytest
from playwright.sync_api import sync_playwright

from support.console_page import LAPTOP, Desk
from support.needs import needs_program
from support.table import CHROMIUM_ARGUMENTS, DESKTOP, Table


@pytest.fixture(scope="module")
def chromium():
    path = needs_program("chromium", "chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture
def seats(chromium):
    """Open pages of a prop; no page may have had any trouble, its security policy's included."""
    tables = []

    def seat(prop, **how):
        tables.append(Table(chromium.new_context(**(how or DESKTOP)).new_page(), prop.address))
        return tables[-1]

    yield seat
    troubles = [trouble for table in tables for trouble in table.troubles]
    for table in tables:
        table.page.context.close()
    assert not troubles


@pytest.fixture
def desks(chromium):
    """Open pages; none may have had any trouble, its security policy's included."""
    opened = []

    def open_desk(address, path="/", **how):
        opened.append(Desk(chromium.new_context(**(how or LAPTOP)), address, path))
        return opened[-1]

    yield open_desk
    troubles = [trouble for desk in opened for trouble in desk.troubles]
    for desk in opened:
        desk.page.context.close()
    assert not troubles
