-- +goose Up

-- Who is signed in, by a digest of the token that says so.
CREATE TABLE session (
  digest     BLOB    NOT NULL PRIMARY KEY,
  access_key TEXT    NOT NULL,
  once       INTEGER NOT NULL, -- 1: good for one session, and nothing else
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX session_expiry ON session (expires_at);
