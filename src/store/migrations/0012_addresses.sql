-- Further addresses that players have asked for. A wish counts once it is confirmed from both ends; one that was declined
-- stays until it lapses, so that nobody is asked again at once.

CREATE TABLE address_wishes (
    player   INTEGER NOT NULL REFERENCES players,
    address  TEXT NOT NULL,
    asked_at INTEGER NOT NULL,
    at_old   INTEGER NOT NULL CHECK (at_old IN (0, 1)),
    at_new   INTEGER NOT NULL CHECK (at_new IN (0, 1)),
    declined INTEGER NOT NULL CHECK (declined IN (0, 1)),
    PRIMARY KEY (player, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX address_wishes_asked ON address_wishes (asked_at);
