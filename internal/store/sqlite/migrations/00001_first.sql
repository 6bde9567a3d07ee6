-- +goose Up

-- Harvest names, interned: a record carries the number, which keeps its row
-- and its index entries short.
CREATE TABLE harvest (
  num      INTEGER PRIMARY KEY,
  safra_id TEXT NOT NULL UNIQUE
) STRICT;

-- The journal is the store: every version of every record is one row, in the
-- order of writing. A row is live while its end is open.
CREATE TABLE journal (
  seq          INTEGER PRIMARY KEY,
  id           BLOB    NOT NULL,
  version      INTEGER NOT NULL,
  kind         INTEGER NOT NULL,
  harvest      INTEGER NOT NULL REFERENCES harvest (num),
  operation    INTEGER NOT NULL,
  created_at   INTEGER NOT NULL, -- milliseconds; also the first 48 bits of id
  updated_at   INTEGER NOT NULL,
  until        INTEGER,          -- when the next version took its place
  created_by   TEXT    NOT NULL,
  updated_by   TEXT    NOT NULL,
  safra_codigo TEXT    NOT NULL,
  codigo       TEXT    NOT NULL,
  salt         BLOB    NOT NULL,
  hash         BLOB    NOT NULL,
  dados        BLOB    NOT NULL,
  findings     BLOB,
  seal         BLOB
) STRICT;

CREATE UNIQUE INDEX journal_version ON journal (id, version);
CREATE INDEX journal_kind    ON journal (kind, id)          WHERE until IS NULL;
CREATE INDEX journal_harvest ON journal (harvest, kind, id) WHERE until IS NULL;

-- How many live records a kind has, so that nobody has to count them.
CREATE TABLE tally (
  kind  INTEGER NOT NULL,
  shard INTEGER NOT NULL,
  n     INTEGER NOT NULL,
  PRIMARY KEY (kind, shard)
) STRICT, WITHOUT ROWID;

-- Validation codes, each given to one validation for ever.
CREATE TABLE code (
  code TEXT NOT NULL PRIMARY KEY,
  id   BLOB NOT NULL
) STRICT, WITHOUT ROWID;

-- What a validation covered when it was made.
CREATE TABLE cover (
  id   BLOB NOT NULL PRIMARY KEY,
  body BLOB NOT NULL
) STRICT;

CREATE TABLE api_key (
  access_key     TEXT    NOT NULL PRIMARY KEY,
  secret_hash    BLOB    NOT NULL,
  name           TEXT    NOT NULL,
  organization   TEXT    NOT NULL,
  scopes         TEXT    NOT NULL, -- JSON list, as are phases and harvests
  phases         TEXT    NOT NULL,
  harvests       TEXT    NOT NULL,
  created_at     INTEGER NOT NULL,
  expires_at     INTEGER NOT NULL, -- 0: never, as below
  deactivated_at INTEGER NOT NULL,
  last_used_at   INTEGER NOT NULL
) STRICT;

CREATE TABLE phase (
  id            BLOB    NOT NULL PRIMARY KEY,
  version       INTEGER NOT NULL,
  crop          TEXT    NOT NULL,
  stage         TEXT    NOT NULL,
  stage_name    TEXT    NOT NULL,
  name          TEXT    NOT NULL,
  folded_name   TEXT    NOT NULL,
  description   TEXT    NOT NULL,
  ordinal       INTEGER NOT NULL,
  record_kind   TEXT    NOT NULL,
  record_number TEXT    NOT NULL,
  mandatory     INTEGER NOT NULL,
  active        INTEGER NOT NULL,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  deleted       INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX phase_name ON phase (crop, stage, folded_name) WHERE deleted = 0;

-- Answers kept for repeated requests.
CREATE TABLE reply (
  access_key TEXT    NOT NULL,
  name       TEXT    NOT NULL,
  request    BLOB    NOT NULL,
  location   TEXT    NOT NULL,
  data       BLOB    NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (access_key, name)
) STRICT;

CREATE INDEX reply_expiry ON reply (expires_at);

-- Single numbers. key_revision moves with every change of a key.
CREATE TABLE meta (
  name  TEXT    NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO meta (name, value) VALUES ('key_revision', 0);
