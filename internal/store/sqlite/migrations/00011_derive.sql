-- +goose Up

-- The number of the journal's newest note of the key, which commits to the rest of
-- the row but its last use; 0: no note commits to it yet.
ALTER TABLE api_key ADD COLUMN note INTEGER NOT NULL DEFAULT 0;

-- 1 while derived tables are being restored from the journal.
INSERT INTO meta (name, value) VALUES ('rebuilding', 0);
