-- +goose Up

-- The transaction that wrote a version. Of versions whose transactions are all
-- over, none can appear any more: that is the order in which they enter the log.
ALTER TABLE journal ADD COLUMN xid xid8 NOT NULL DEFAULT pg_current_xact_id();
CREATE INDEX journal_xid ON journal (xid, id, version);

-- The public log over the journal.
CREATE TABLE log_state (
  one        smallint NOT NULL PRIMARY KEY CHECK (one = 1),
  secret     text     NOT NULL, -- the key that signs checkpoints
  verifier   text     NOT NULL, -- the key that verifies them
  size       bigint   NOT NULL,
  root       bytea    NOT NULL,
  checkpoint bytea    NOT NULL,
  signed_at  bigint   NOT NULL,
  mark       text     NOT NULL  -- where the next look at the journal begins
);

-- A version's place in the log.
CREATE TABLE log_leaf (
  id      uuid   NOT NULL,
  version bigint NOT NULL,
  num     bigint NOT NULL UNIQUE,
  PRIMARY KEY (id, version)
);

-- Tiles by their place; a partial one grows in its row. Level -1 holds entries.
CREATE TABLE log_tile (
  level smallint NOT NULL,
  num   bigint   NOT NULL,
  width integer  NOT NULL,
  data  bytea    NOT NULL,
  PRIMARY KEY (level, num)
);

-- Some of the checkpoints that were served, to hold newer ones against.
CREATE TABLE log_checkpoint (
  size      bigint NOT NULL PRIMARY KEY,
  signed_at bigint NOT NULL,
  body      bytea  NOT NULL
);

-- Versions that are no longer live, for reads as of an instant.
CREATE INDEX journal_past ON journal (safra_id, kind, id) WHERE until IS NOT NULL;
CREATE INDEX journal_past_kind ON journal (kind, id) WHERE until IS NOT NULL;
