-- +goose Up

-- Which versions name a lot in a role that no trace follows: the light rows of the
-- lot graph. What they say of it, and until when, the versions say themselves.
CREATE TABLE lot_mention (
  lot  TEXT    NOT NULL,
  role INTEGER NOT NULL,
  seq  INTEGER NOT NULL, -- of the version in the journal
  PRIMARY KEY (lot, role, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO lot_mention (lot, role, seq)
SELECT e.lot, e.role, j.seq FROM lot_entry e CROSS JOIN journal j ON j.id = e.id AND j.version = e.version
WHERE e.role >= 7;

DELETE FROM lot_entry WHERE role >= 7;

-- The log's entries are the journal's hashes, and are read from there.
DELETE FROM log_tile WHERE level = -1;
