-- Stops, what seats have filed for them, what they say to each other.

CREATE TABLE stops (
    match     TEXT NOT NULL REFERENCES matches,
    number    INTEGER NOT NULL CHECK (number >= 0),
    asked_at  INTEGER NOT NULL,
    -- When the run starts unless another mail comes; set once every asked seat is ready.
    run_at    INTEGER,
    closed_at INTEGER,
    PRIMARY KEY (match, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX stops_open ON stops (match) WHERE closed_at IS NULL;
CREATE INDEX stops_run ON stops (run_at) WHERE run_at IS NOT NULL AND closed_at IS NULL;

CREATE TABLE asked (
    match     TEXT NOT NULL,
    stop      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    readiness TEXT NOT NULL CHECK (readiness IN ('silent', 'unready', 'waits', 'ready', 'go', 'absent')),
    -- When the last mail of the seat for this stop arrived.
    mailed_at INTEGER,
    PRIMARY KEY (match, stop, seat),
    FOREIGN KEY (match, stop) REFERENCES stops,
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

CREATE TABLE pending_lines (
    match     TEXT NOT NULL,
    stop      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    n         INTEGER NOT NULL CHECK (n >= 1),
    written   TEXT NOT NULL,
    canonical TEXT,
    judged    TEXT NOT NULL CHECK (judged IN ('good', 'open', 'refused', 'held', 'uncertain')),
    raw       INTEGER REFERENCES raw_mails,
    PRIMARY KEY (match, stop, seat, n),
    FOREIGN KEY (match, stop, seat) REFERENCES asked,
    CHECK (canonical IS NOT NULL OR judged NOT IN ('good', 'open'))
) STRICT, WITHOUT ROWID;

CREATE TABLE standing_lines (
    match        TEXT NOT NULL,
    seat         INTEGER NOT NULL,
    n            INTEGER NOT NULL CHECK (n >= 1),
    kind         TEXT NOT NULL CHECK (kind IN ('standing', 'plan', 'cancel')),
    text         TEXT NOT NULL,
    filed_at     INTEGER NOT NULL,
    raw          INTEGER REFERENCES raw_mails,
    -- The stop whose run was the first to know the line.
    taken_at     INTEGER,
    PRIMARY KEY (match, seat, n),
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
CREATE INDEX standing_lines_new ON standing_lines (match, seat, n) WHERE taken_at IS NULL;

CREATE TABLE press (
    match   TEXT NOT NULL REFERENCES matches,
    n       INTEGER NOT NULL CHECK (n >= 1),
    author  INTEGER NOT NULL,
    -- Nobody in particular: all.
    reader  INTEGER,
    text    TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
