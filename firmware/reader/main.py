"""Starts the reader when the board gets power."""

import asyncio

from app import App
from pico import Board

board = Board()
if not board.is_left():
    asyncio.run(App(board).run())
