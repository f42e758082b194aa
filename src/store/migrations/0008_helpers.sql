-- Languages of players, and those who help at a seat: a team that reads along, a deputy who orders for a while.

ALTER TABLE players ADD COLUMN language TEXT NOT NULL DEFAULT 'en';

CREATE TABLE seat_helpers (
    match     TEXT NOT NULL,
    seat      INTEGER NOT NULL,
    address   TEXT NOT NULL,
    may_order INTEGER NOT NULL CHECK (may_order IN (0, 1)),
    -- A deputy's last moment; a team stays.
    until_at  INTEGER,
    PRIMARY KEY (match, seat, address),
    FOREIGN KEY (match, seat) REFERENCES seats
) STRICT, WITHOUT ROWID;
CREATE INDEX seat_helpers_until ON seat_helpers (until_at) WHERE until_at IS NOT NULL;
CREATE INDEX seat_helpers_address ON seat_helpers (address);
