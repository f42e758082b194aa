-- The record, the dice log, draws and positions. The secrets behind the draws are files, not rows.

CREATE TABLE record_lines (
    match  TEXT NOT NULL REFERENCES matches,
    n      INTEGER NOT NULL CHECK (n >= 1),
    kind   TEXT NOT NULL CHECK (kind IN ('match', 'entry', 'orders', 'input', 'public', 'private', 'secret')),
    -- Whose line it is; nobody's: for all.
    holder INTEGER,
    -- The line as it was written; kind and holder repeat what it says.
    text   TEXT NOT NULL,
    PRIMARY KEY (match, n)
) STRICT;
CREATE INDEX record_lines_kind ON record_lines (match, kind, n);

CREATE TABLE log_entries (
    match TEXT NOT NULL REFERENCES matches,
    n     INTEGER NOT NULL CHECK (n >= 0),
    kind  TEXT NOT NULL,
    draw  INTEGER,
    head  BLOB NOT NULL CHECK (length(head) = 32),
    bytes BLOB NOT NULL,
    PRIMARY KEY (match, n)
) STRICT;

CREATE TABLE draws (
    match       TEXT NOT NULL REFERENCES matches,
    number      INTEGER NOT NULL CHECK (number >= 1),
    stop        INTEGER NOT NULL,
    lock_entry  INTEGER NOT NULL,
    locked_at   INTEGER NOT NULL,
    -- How it ended, and the entry that ended it.
    ended       TEXT CHECK (ended IN ('report', 'void')),
    end_entry   INTEGER,
    ended_at    INTEGER,
    PRIMARY KEY (match, number),
    FOREIGN KEY (match, stop) REFERENCES stops,
    FOREIGN KEY (match, lock_entry) REFERENCES log_entries,
    FOREIGN KEY (match, end_entry) REFERENCES log_entries
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX draws_open ON draws (match) WHERE ended IS NULL;

CREATE TABLE frozen_texts (
    match TEXT NOT NULL,
    draw  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    -- One canonical line each, as the seal covers them.
    text  TEXT NOT NULL,
    -- Opens the seal; without it an honest seal could never be proved.
    nonce BLOB CHECK (length(nonce) = 32),
    PRIMARY KEY (match, draw, seat),
    FOREIGN KEY (match, draw) REFERENCES draws
) STRICT, WITHOUT ROWID;

CREATE TABLE side_blocks (
    match    TEXT NOT NULL REFERENCES matches,
    n        INTEGER NOT NULL CHECK (n >= 1),
    seat     INTEGER NOT NULL,
    kind     TEXT NOT NULL CHECK (kind IN ('join', 'ack', 'orders', 'key')),
    draw     INTEGER,
    entry    INTEGER,
    sha256   BLOB NOT NULL CHECK (length(sha256) = 32),
    bytes    BLOB NOT NULL,
    raw      INTEGER REFERENCES raw_mails,
    kept_at  INTEGER NOT NULL,
    PRIMARY KEY (match, n),
    UNIQUE (match, sha256)
) STRICT;
CREATE INDEX side_blocks_draw ON side_blocks (match, draw, n);

CREATE TABLE positions (
    match    TEXT NOT NULL,
    stop     INTEGER NOT NULL,
    -- JSON, in the engine's words.
    position TEXT NOT NULL,
    saved_at INTEGER NOT NULL,
    PRIMARY KEY (match, stop),
    FOREIGN KEY (match, stop) REFERENCES stops
) STRICT;
