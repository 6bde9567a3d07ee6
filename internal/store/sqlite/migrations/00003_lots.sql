-- +goose Up

-- The lot graph: what each version says of each lot it names, one row for each
-- role, written with the version. The rows of a lot lie together, what a trace
-- follows first, so that a step of it is one stretch. body is package lot's.
CREATE TABLE lot_entry (
  lot     TEXT    NOT NULL,
  role    INTEGER NOT NULL,
  id      BLOB    NOT NULL,
  version INTEGER NOT NULL,
  kind    INTEGER NOT NULL,
  since   INTEGER NOT NULL, -- when the version was written
  until   INTEGER NOT NULL, -- when the next took its place; 0: it is live
  body    BLOB    NOT NULL,
  PRIMARY KEY (lot, role, id, version)
) STRICT, WITHOUT ROWID;

-- How far versions from before the graph have been taken into it.
CREATE TABLE lot_state (
  one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  id      BLOB    NOT NULL, -- the last version taken in
  version INTEGER NOT NULL,
  done    INTEGER NOT NULL
) STRICT;

INSERT INTO lot_state (one, id, version, done)
SELECT 1, x'00000000000000000000000000000000', 0, NOT EXISTS (SELECT 1 FROM journal);
