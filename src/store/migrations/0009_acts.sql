-- Acts that need the consent of seats.

CREATE TABLE act_consents (
    match     TEXT NOT NULL,
    stop      INTEGER NOT NULL,
    -- The act in words, as `undo 5`.
    act       TEXT NOT NULL,
    -- The game master's, or the shell's, is that of who asks.
    seat      INTEGER NOT NULL,
    -- Why it is asked for.
    why       TEXT NOT NULL,
    agreed_at INTEGER NOT NULL,
    PRIMARY KEY (match, stop, act, seat),
    FOREIGN KEY (match, stop) REFERENCES stops
) STRICT, WITHOUT ROWID;
