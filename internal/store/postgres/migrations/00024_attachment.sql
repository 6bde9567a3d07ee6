-- +goose Up

-- Which records name a file, by its SHA-256, and the version that first lists it. What the
-- versions themselves say decides: this finds them.
CREATE TABLE attachment (
  sha256   text NOT NULL COLLATE "C",
  id       uuid NOT NULL,
  version  bigint NOT NULL,
  safra_id text NOT NULL COLLATE "C",
  personal bigint NOT NULL, -- 1: hidden from those who may not see personal data
  PRIMARY KEY (sha256, id, version)
);

CREATE INDEX attachment_id ON attachment (id);

-- The files, if they are kept here: see --blobs. A file is named by its own SHA-256, so nothing
-- else has to say what it was.
CREATE TABLE blob (
  sha256  bytea       NOT NULL PRIMARY KEY,
  size    bigint      NOT NULL,
  kept_at timestamptz NOT NULL
);

CREATE TABLE blob_chunk (
  sha256 bytea  NOT NULL REFERENCES blob ON DELETE CASCADE,
  num    bigint NOT NULL,
  body   bytea  NOT NULL,
  PRIMARY KEY (sha256, num)
);

-- Photos and documents are compressed already.
ALTER TABLE blob_chunk ALTER COLUMN body SET STORAGE EXTERNAL;
