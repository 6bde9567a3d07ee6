-- +goose Up

-- Which rows of files were imported, and as which record: a digest of what the
-- row says, under the seed below, so that the same file twice changes nothing.
-- The mark outlives the record, also its erasure: what was erased must not come
-- back with an old file.
CREATE TABLE imported (
  mark uuid NOT NULL PRIMARY KEY, -- 16 bytes
  id   uuid NOT NULL
);

-- The key of these digests, made once: without it nobody can try what a row said.
CREATE TABLE import_seed (
  one  smallint NOT NULL PRIMARY KEY CHECK (one = 1),
  seed bytea    NOT NULL
);

-- Of two random UUIDs, which have 244 random bits: more needs an extension.
INSERT INTO import_seed (one, seed) VALUES (1, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
