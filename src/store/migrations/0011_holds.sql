-- Reports that wait for the game master's word.

CREATE TABLE held_reports (
    match TEXT NOT NULL,
    -- The stop that the run has led to.
    stop  INTEGER NOT NULL,
    PRIMARY KEY (match, stop),
    FOREIGN KEY (match, stop) REFERENCES stops
) STRICT, WITHOUT ROWID;
