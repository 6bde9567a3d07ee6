-- +goose Up

-- The public log over the journal. A version's place in it is its seq less one,
-- since the journal is only ever appended to.
CREATE TABLE log_state (
  one        INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  secret     TEXT    NOT NULL, -- the key that signs checkpoints
  verifier   TEXT    NOT NULL, -- the key that verifies them
  size       INTEGER NOT NULL,
  root       BLOB    NOT NULL,
  checkpoint BLOB    NOT NULL,
  signed_at  INTEGER NOT NULL,
  mark       TEXT    NOT NULL  -- where the next look at the journal begins
) STRICT;

-- Tiles by their place; a partial one grows in its row. Level -1 holds entries.
CREATE TABLE log_tile (
  level INTEGER NOT NULL,
  num   INTEGER NOT NULL,
  width INTEGER NOT NULL,
  data  BLOB    NOT NULL,
  PRIMARY KEY (level, num)
) STRICT;

-- Some of the checkpoints that were served, to hold newer ones against.
CREATE TABLE log_checkpoint (
  size      INTEGER NOT NULL PRIMARY KEY,
  signed_at INTEGER NOT NULL,
  body      BLOB    NOT NULL
) STRICT;

-- Versions that are no longer live, for reads as of an instant. A create does
-- not touch it.
CREATE INDEX journal_past ON journal (harvest, kind, id) WHERE until IS NOT NULL;
CREATE INDEX journal_past_kind ON journal (kind, id) WHERE until IS NOT NULL;
