-- +goose Up

-- The logs that this one continues, oldest first. log_state.secret is empty from
-- now on: the signing key lies outside the database, and a server moves it there
-- when it starts.
CREATE TABLE log_predecessor (
  num       INTEGER NOT NULL PRIMARY KEY,
  origin    TEXT NOT NULL,
  verifier  TEXT NOT NULL,
  size      INTEGER NOT NULL, -- how many entries both logs share
  root      TEXT NOT NULL, -- the hash over these, base64
  seen_size INTEGER NOT NULL, -- the predecessor's last known checkpoint; 0: none
  seen_root TEXT NOT NULL,
  statement TEXT NOT NULL  -- all of this, signed by the successor
) STRICT;
