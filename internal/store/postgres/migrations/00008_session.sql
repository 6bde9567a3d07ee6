-- +goose Up

-- Who is signed in, by a digest of the token that says so.
CREATE TABLE session (
  digest     bytea    NOT NULL PRIMARY KEY,
  access_key text     NOT NULL COLLATE "C",
  once       smallint NOT NULL, -- 1: good for one session, and nothing else
  expires_at bigint   NOT NULL
);

CREATE INDEX session_expiry ON session (expires_at);
