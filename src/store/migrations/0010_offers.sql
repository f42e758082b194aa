-- Seats that are offered to somebody else, until he has taken or declined them.

CREATE TABLE seat_offers (
    match       TEXT NOT NULL,
    seat        INTEGER NOT NULL,
    player      INTEGER NOT NULL REFERENCES players,
    -- His name in record and dice log.
    name        TEXT NOT NULL,
    why         TEXT NOT NULL,
    -- The first draw for which values of his own would count.
    from_draw   INTEGER NOT NULL,
    -- The JOIN with which he has accepted; the seat passes when nothing stands in the way.
    joined      BLOB,
    PRIMARY KEY (match, seat),
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_offers_player ON seat_offers (player);
