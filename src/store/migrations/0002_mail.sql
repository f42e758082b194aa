-- Mail in and mail out.

CREATE TABLE raw_mails (
    id          INTEGER PRIMARY KEY,
    source      TEXT NOT NULL,
    -- Names one delivery within its source, so that a source read again after a crash brings nothing twice.
    delivery    TEXT,
    sha256      BLOB NOT NULL CHECK (length(sha256) = 32),
    arrived_at  INTEGER NOT NULL,
    stored_at   INTEGER NOT NULL,
    disposition TEXT NOT NULL CHECK (disposition IN
        ('new', 'orders', 'empty', 'autoreply', 'bounce', 'protocol', 'quarantine', 'duplicate')),
    reason      TEXT,
    sender      TEXT,
    match       TEXT REFERENCES matches,
    seat        INTEGER,
    stop        INTEGER,
    bytes       BLOB NOT NULL
) STRICT;
CREATE UNIQUE INDEX raw_mails_delivery ON raw_mails (source, delivery) WHERE delivery IS NOT NULL;
CREATE INDEX raw_mails_new ON raw_mails (id) WHERE disposition = 'new';
CREATE INDEX raw_mails_sender ON raw_mails (sender, arrived_at);
CREATE INDEX raw_mails_match ON raw_mails (match, id);

CREATE TABLE seen_mails (
    message_id  TEXT NOT NULL,
    body_sha256 BLOB NOT NULL CHECK (length(body_sha256) = 32),
    raw         INTEGER NOT NULL REFERENCES raw_mails,
    PRIMARY KEY (message_id, body_sha256)
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantine (
    raw        INTEGER PRIMARY KEY REFERENCES raw_mails,
    match      TEXT REFERENCES matches,
    seat       INTEGER,
    reason     TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('held', 'released', 'dropped')),
    held_at    INTEGER NOT NULL,
    decided_at INTEGER,
    decided_by TEXT
) STRICT;
CREATE INDEX quarantine_held ON quarantine (raw) WHERE state = 'held';

CREATE TABLE sources (
    name     TEXT PRIMARY KEY,
    -- When the last reading that came to its end had begun.
    began_at INTEGER NOT NULL,
    -- Where the next reading goes on, in the source's own words.
    position TEXT
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY,
    kind          TEXT NOT NULL CHECK (kind IN
        ('invitation', 'receipt', 'report', 'reminder', 'notice', 'forward', 'operator')),
    match         TEXT REFERENCES matches,
    seat          INTEGER,
    recipient     TEXT NOT NULL,
    -- No sender: failures of this mail are nobody's to hear.
    envelope_from TEXT,
    message_id    TEXT NOT NULL UNIQUE,
    -- The entry of the dice log that must be on disk before this mail may leave.
    entry         INTEGER,
    state         TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
    attempts      INTEGER NOT NULL DEFAULT 0,
    queued_at     INTEGER NOT NULL,
    next_try_at   INTEGER NOT NULL,
    done_at       INTEGER,
    last_error    TEXT,
    bytes         BLOB NOT NULL,
    CHECK (entry IS NULL OR match IS NOT NULL)
) STRICT;
CREATE INDEX outbox_due ON outbox (next_try_at, id) WHERE state = 'queued';
CREATE INDEX outbox_carries ON outbox (match, entry) WHERE state = 'queued' AND entry IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (id) WHERE state = 'failed';
CREATE INDEX outbox_recipient ON outbox (recipient, kind, queued_at);
