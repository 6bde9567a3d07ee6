-- +goose Up

-- What opens an account without a password, by a digest of what names it. The journal commits to it.
CREATE TABLE factor (
  digest     BLOB    NOT NULL PRIMARY KEY,
  person     BLOB    NOT NULL,
  kind       INTEGER NOT NULL,
  name       TEXT    NOT NULL,
  data       TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  last_use   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX factor_person ON factor (person, created_at);

-- What a sign-in that goes on elsewhere must remember until it comes back.
ALTER TABLE ticket ADD COLUMN kept TEXT NOT NULL DEFAULT '';
