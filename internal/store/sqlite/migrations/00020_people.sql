-- +goose Up

-- How people sign in. Who they are is in the journal; names here are folded, for search.
CREATE TABLE credential (
  person       BLOB    NOT NULL PRIMARY KEY,
  login        TEXT    NOT NULL UNIQUE,
  password     TEXT    NOT NULL, -- its hash, '' for none
  name         TEXT    NOT NULL,
  organization TEXT    NOT NULL,
  active       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX credential_name         ON credential (name, person);
CREATE INDEX credential_organization ON credential (organization, name, person);

-- Sessions and one-time links of people, by a digest of their token.
CREATE TABLE ticket (
  digest     BLOB    NOT NULL PRIMARY KEY,
  person     BLOB    NOT NULL,
  purpose    INTEGER NOT NULL,
  device     TEXT    NOT NULL,
  created_at INTEGER NOT NULL,
  last_use   INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX ticket_person ON ticket (person, created_at);
CREATE INDEX ticket_expiry ON ticket (expires_at);
