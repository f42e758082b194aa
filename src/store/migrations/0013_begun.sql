-- How often the reading of a mail was begun and not ended: the program died over it.
ALTER TABLE raw_mails ADD COLUMN begun INTEGER NOT NULL DEFAULT 0 CHECK (begun >= 0);
