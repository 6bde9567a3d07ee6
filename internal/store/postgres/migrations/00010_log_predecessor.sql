-- +goose Up

-- The logs that this one continues, oldest first. log_state.secret is empty from
-- now on: the signing key lies outside the database, and a server moves it there
-- when it starts.
CREATE TABLE log_predecessor (
  num       bigint NOT NULL PRIMARY KEY,
  origin    text NOT NULL,
  verifier  text NOT NULL,
  size      bigint NOT NULL, -- how many entries both logs share
  root      text NOT NULL, -- the hash over these, base64
  seen_size bigint NOT NULL, -- the predecessor's last known checkpoint; 0: none
  seen_root text NOT NULL,
  statement text NOT NULL  -- all of this, signed by the successor
);
