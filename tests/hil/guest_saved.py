"""In the virtual Pi: prints the game that the journal holds, as it was after each of its last rows.

With the word `answer` that, too: for a test that wants to win. Runs in the prop's own environment, so that
the rules are those that wrote it.
"""

import json
import sqlite3
import sys

from runeheart.games.registry import GAMES
from runeheart.runtime import records
from runeheart.runtime.journal import read_live

LAST = 6

with sqlite3.connect("file:/var/lib/runeheart/journal.db?mode=ro", uri=True) as db:
    saved = read_live(db)
    (sound,) = db.execute("PRAGMA quick_check").fetchone()
found = {"sound": sound, "live": saved is not None}
if saved is not None:
    game = GAMES[saved.record.game]
    rows = saved.rows
    if sys.argv[1:] == ["answer"]:
        found["answer"] = records.fold(game, saved.record, rows).state.answer
    found["game_id"] = saved.record.game_id
    found["rows"] = [(row.seq, row.body.get("do", row.kind), row.source) for row in rows]
    found["after"] = {
        count: game.view(records.fold(game, saved.record, rows[:count], saved.clock_ms).state)
        for count in range(max(0, len(rows) - LAST), len(rows) + 1)
    }
sys.stdout.write(json.dumps(found))
