-- What keeps the cost of a turn the same however old a match is.

CREATE TABLE books (
    match TEXT PRIMARY KEY REFERENCES matches,
    -- JSON: the tip of the dice log, and values that seats have given ahead.
    state TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What had been said, by number, when the reports that opened a stop were written.
CREATE TABLE press_told (
    match TEXT NOT NULL,
    stop  INTEGER NOT NULL,
    n     INTEGER NOT NULL,
    PRIMARY KEY (match, stop),
    FOREIGN KEY (match, stop) REFERENCES stops
) STRICT, WITHOUT ROWID;
