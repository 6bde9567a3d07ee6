-- +goose Up

-- Networks from which keys were used lately: three bytes of a keyed digest, and
-- the day. No address is stored.
CREATE TABLE regular (
  mark bigint NOT NULL PRIMARY KEY,
  seen bigint NOT NULL -- days since 1970
);

-- The key of those digests.
CREATE TABLE regular_key (
  one smallint NOT NULL PRIMARY KEY CHECK (one = 1),
  key bytea    NOT NULL
);

-- As in migration 9: more random bits would need an extension.
INSERT INTO regular_key (one, key) VALUES (1, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea));
