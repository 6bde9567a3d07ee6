-- +goose Up

-- Which records name a file, by its SHA-256, and the version that first lists it. What the
-- versions themselves say decides: this finds them.
CREATE TABLE attachment (
  sha256   TEXT NOT NULL,
  id       BLOB NOT NULL,
  version  INTEGER NOT NULL,
  safra_id TEXT NOT NULL,
  personal INTEGER NOT NULL, -- 1: hidden from those who may not see personal data
  PRIMARY KEY (sha256, id, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX attachment_id ON attachment (id);
