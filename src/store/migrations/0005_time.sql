-- Deadlines, reminders, vacations, what the engine was told about absence.

CREATE TABLE deadlines (
    match    TEXT NOT NULL,
    stop     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    -- A locked draw waits for values also of seats that the stop does not ask.
    awaited  TEXT NOT NULL CHECK (awaited IN ('orders', 'value')),
    asked_at INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    state    TEXT NOT NULL CHECK (state IN ('open', 'met', 'passed')),
    PRIMARY KEY (match, stop, seat, awaited),
    FOREIGN KEY (match, stop) REFERENCES stops,
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
CREATE INDEX deadlines_open ON deadlines (due_at) WHERE state = 'open';

CREATE TABLE deadline_moves (
    match    TEXT NOT NULL,
    stop     INTEGER NOT NULL,
    seat     INTEGER NOT NULL,
    awaited  TEXT NOT NULL,
    n        INTEGER NOT NULL CHECK (n >= 1),
    why      TEXT NOT NULL CHECK (why IN ('vacation', 'agreed', 'gm', 'outage')),
    from_at  INTEGER NOT NULL,
    to_at    INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    PRIMARY KEY (match, stop, seat, awaited, n),
    FOREIGN KEY (match, stop, seat, awaited) REFERENCES deadlines
) STRICT, WITHOUT ROWID;

CREATE TABLE reminders (
    match     TEXT NOT NULL,
    stop      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    awaited   TEXT NOT NULL,
    remind_at INTEGER NOT NULL,
    sent_at   INTEGER,
    PRIMARY KEY (match, stop, seat, awaited, remind_at),
    FOREIGN KEY (match, stop, seat, awaited) REFERENCES deadlines
) STRICT, WITHOUT ROWID;
CREATE INDEX reminders_due ON reminders (remind_at) WHERE sent_at IS NULL;

CREATE TABLE vacations (
    match     TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    first_day TEXT NOT NULL,
    last_day  TEXT NOT NULL,
    filed_at  INTEGER NOT NULL,
    PRIMARY KEY (match, seat, first_day, last_day),
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

CREATE TABLE extension_consents (
    match     TEXT NOT NULL,
    stop      INTEGER NOT NULL,
    lapse     TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    agreed_at INTEGER NOT NULL,
    PRIMARY KEY (match, stop, lapse, seat),
    FOREIGN KEY (match, stop) REFERENCES stops,
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;

CREATE TABLE inputs (
    match   TEXT NOT NULL,
    n       INTEGER NOT NULL CHECK (n >= 1),
    stop    INTEGER NOT NULL,
    kind    TEXT NOT NULL CHECK (kind IN ('timeout', 'gm', 'seat', 'vacation')),
    seat    INTEGER,
    -- JSON, as the engine was told.
    told    TEXT NOT NULL,
    told_at INTEGER NOT NULL,
    PRIMARY KEY (match, n),
    FOREIGN KEY (match, stop) REFERENCES stops
) STRICT, WITHOUT ROWID;
CREATE INDEX inputs_stop ON inputs (match, stop, n);
