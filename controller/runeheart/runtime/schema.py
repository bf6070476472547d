"""The tables of the journal's file, and the statements that write to them. Knows SQL and nothing of games.

All secrets (seed, whole setup, a right submission) are in `secret`, which only ever holds the last game and
is emptied as a whole: its pages are overwritten with zeros (`secure_delete`), and no copy stays behind inside
a page that lives on. `games` and `rows` are kept for ever. They hold what everybody at the table saw: the
clues that were read and the places that were found, which a replay shows, and which for a game that was won
place by place add up to its answer. Of a game without a hidden answer `games` keeps the seed, too, so that it
can be shown again move by move.

What the history counts and filters by stands in columns of its own, all of them in one index: a page looks
at no game that it does not show.
"""

VERSION = 2

PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA secure_delete=ON",
    "PRAGMA cache_size=-256",  # KiB, not 2,000: only the last pages are ever written again
)

CREATE = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    version TEXT NOT NULL,
    setup TEXT NOT NULL,
    begun TEXT NOT NULL,
    ended TEXT,
    closed TEXT,
    result TEXT NOT NULL DEFAULT '{}',
    seed INTEGER,
    difficulty TEXT,
    team TEXT,
    players INTEGER,
    outcome TEXT,
    left_ms INTEGER,
    played_ms INTEGER,
    mistakes INTEGER,
    places TEXT,
    hints INTEGER NOT NULL DEFAULT 0,
    interventions INTEGER NOT NULL DEFAULT 0,
    left_out INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE IF NOT EXISTS rows (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    body TEXT NOT NULL,
    events TEXT NOT NULL,
    wall TEXT NOT NULL,
    source TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT;
CREATE TABLE IF NOT EXISTS secret (
    game INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    seed INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS clock (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    game INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
) STRICT;
"""
INDEX = (
    "CREATE INDEX IF NOT EXISTS games_facts ON games (id, game, difficulty, outcome, left_out, begun, team,"
    " played_ms, places, hints, interventions)"
)

# What is written names its values: `game` is the number of a game wherever it stands.
ADD_GAME = (
    "INSERT INTO games (id, game, rules_version, version, setup, begun, seed, difficulty, team, players)"
    " VALUES (:game, :name, :rules_version, :version, :setup, :begun, :seed, :difficulty, :team, :players)"
)
ADD_ROW = (
    "INSERT INTO rows (game, seq, at_ms, kind, name, body, events, wall, source)"
    " VALUES (:game, :seq, :at_ms, :kind, :name, :body, :events, :wall, :source)"
)
HIDE = "INSERT INTO secret (game, seq, seed, body) VALUES (:game, :seq, :seed, :body)"
SET_CLOCK = "INSERT OR REPLACE INTO clock (only, game, at_ms) VALUES (1, :game, :at_ms)"
_FACTS = (
    "outcome = :outcome, left_ms = :left_ms, played_ms = :played_ms, mistakes = :mistakes, places = :places"
)
END = f"UPDATE games SET ended = :wall, result = :result, {_FACTS} WHERE id = :game"  # noqa: S608 - our own words
CLOSE = f"UPDATE games SET closed = :wall, result = :result, {_FACTS} WHERE id = :game"  # noqa: S608 - as above
REOPEN = "UPDATE games SET closed = NULL WHERE id = :game"
COUNT = (
    "UPDATE games SET hints = hints + :hints, interventions = interventions + :interventions WHERE id = :game"
)
DESCRIBE = "UPDATE games SET team = :team, players = :players, left_out = :left_out WHERE id = :game"
CLOSE_OTHERS = (
    "UPDATE games SET closed = :wall, outcome = coalesce(outcome, 'interrupted'),"
    " result = CASE WHEN ended IS NULL THEN json_set(result, '$.outcome', 'interrupted') ELSE result END"
    " WHERE closed IS NULL AND id <> :game"
)
ERASE = "DELETE FROM secret"

LIVE_GAME = (
    "SELECT id, game, rules_version, version, begun, seed IS NOT NULL, difficulty, team, players, left_out"
    " FROM games WHERE closed IS NULL ORDER BY id DESC LIMIT 1"
)
ROWS = (
    "SELECT rows.seq, at_ms, kind, coalesce(secret.body, rows.body), source, wall, events"
    " FROM rows LEFT JOIN secret ON secret.game = rows.game AND secret.seq = rows.seq"
    " WHERE rows.game = ? ORDER BY rows.seq"
)
PUBLIC_ROWS = "SELECT seq, at_ms, kind, body, source, wall, events FROM rows WHERE game = ? ORDER BY seq"
ABOUT = "SELECT team, players, left_out FROM games WHERE id = ?"
ENDING = "SELECT ended, result, outcome, left_ms, played_ms, mistakes, places FROM games WHERE id = ?"
HIDDEN = "SELECT seed, body FROM secret WHERE game = ? AND seq = 0"
CLOCK = "SELECT at_ms FROM clock WHERE game = ?"
NEXT_ID = "SELECT coalesce(max(id), 0) + 1 FROM games"
WHO_DID_WHAT = (
    "SELECT source, name, count(*) FROM rows"
    " WHERE game = ? AND source NOT IN ('button', 'timer') GROUP BY source, name"
)
