-- What keeps the cost of a turn the same however old a match is.

CREATE TABLE books (
    match TEXT PRIMARY KEY REFERENCES matches,
    -- JSON: the tip of the dice log, and values that seats have given ahead.
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX press_time ON press (match, said_at, n);
