-- What the modes of the dice protocol need beside the log.

-- How many seconds lie at least between a LOCK and its beacon round.
ALTER TABLE matches ADD COLUMN margin INTEGER NOT NULL DEFAULT 0;

-- The text of a seat that the host plays, fixed by an early NOTE before the others are asked.
CREATE TABLE early_texts (
    match TEXT NOT NULL,
    stop  INTEGER NOT NULL,
    seat  INTEGER NOT NULL,
    text  TEXT NOT NULL,
    PRIMARY KEY (match, stop, seat),
    FOREIGN KEY (match, stop) REFERENCES stops,
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
