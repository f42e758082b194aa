-- People, matches, seats. Times are whole seconds since 1970 in UTC.

CREATE TABLE site (
    id        INTEGER PRIMARY KEY CHECK (id = 1),
    alive_at  INTEGER,
    -- Set in a copy that a backup made: the moment of the backup.
    backup_of INTEGER
) STRICT;
INSERT INTO site (id) VALUES (1);

CREATE TABLE players (
    id         INTEGER PRIMARY KEY,
    name       TEXT NOT NULL,
    zone       TEXT,
    report     TEXT NOT NULL CHECK (report IN ('text', 'prose', 'html')),
    attach     TEXT NOT NULL CHECK (attach IN ('board', 'none')),
    created_at INTEGER NOT NULL,
    bounced_at INTEGER
) STRICT;

CREATE TABLE addresses (
    address    TEXT PRIMARY KEY,
    player     INTEGER NOT NULL REFERENCES players,
    is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX addresses_player ON addresses (player, is_primary DESC, address);
CREATE UNIQUE INDEX addresses_primary ON addresses (player) WHERE is_primary = 1;

CREATE TABLE matches (
    id            TEXT PRIMARY KEY,
    game          TEXT NOT NULL,
    scenario      TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    -- The name under which the dice log hashes this match; never used twice.
    log_name      TEXT NOT NULL UNIQUE,
    dice          TEXT NOT NULL CHECK (dice IN ('casual', 'chain', 'beacon')),
    life          TEXT NOT NULL CHECK (life IN ('inviting', 'running', 'locked', 'finished')),
    deadline      TEXT NOT NULL,
    grace         TEXT NOT NULL,
    reminders     TEXT NOT NULL,
    created_at    INTEGER NOT NULL,
    started_at    INTEGER,
    finished_at   INTEGER,
    -- How many entries of the dice log are known to be in the log file.
    logged        INTEGER NOT NULL DEFAULT 0,
    needs_recover INTEGER NOT NULL DEFAULT 0 CHECK (needs_recover IN (0, 1))
) STRICT;
CREATE INDEX matches_life ON matches (life, id);

CREATE TABLE match_options (
    match TEXT NOT NULL REFERENCES matches,
    name  TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (match, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE seats (
    match          TEXT NOT NULL REFERENCES matches,
    number         INTEGER NOT NULL CHECK (number BETWEEN 0 AND 255),
    role           TEXT NOT NULL CHECK (role IN ('player', 'gm', 'observer')),
    side           TEXT,
    name           TEXT NOT NULL,
    player         INTEGER REFERENCES players,
    host_plays     INTEGER NOT NULL CHECK (host_plays IN (0, 1)),
    accepted_at    INTEGER,
    accepted_host  INTEGER NOT NULL DEFAULT 0 CHECK (accepted_host IN (0, 1)),
    -- The last line of the record that was mailed to this seat or passed over as not its own.
    record_mailed  INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (match, number),
    UNIQUE (match, name),
    CHECK ((role = 'player') = (number BETWEEN 1 AND 99)),
    CHECK ((role = 'gm') = (number = 0)),
    CHECK ((role = 'player') = (side IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX seats_player ON seats (player);
