-- +goose Up

-- Networks from which keys were used lately: three bytes of a keyed digest, and
-- the day. No address is stored.
CREATE TABLE regular (
  mark INTEGER NOT NULL PRIMARY KEY,
  seen INTEGER NOT NULL -- days since 1970
) STRICT;

-- The key of those digests.
CREATE TABLE regular_key (
  one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  key BLOB    NOT NULL
) STRICT;

INSERT INTO regular_key (one, key) VALUES (1, randomblob(32));
