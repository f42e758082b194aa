-- How the log file of a match looked when it was last compared with the database as a whole.
ALTER TABLE matches ADD COLUMN log_length INTEGER;
ALTER TABLE matches ADD COLUMN log_changed INTEGER;
