-- +goose Up

-- The keys that places in lists (cursors) are sealed with. The first is made here,
-- so that there always is one; a server replaces it within the hour, and then once
-- a month.
CREATE TABLE cursor_key (
  number     bigint NOT NULL PRIMARY KEY,
  secret     bytea  NOT NULL, -- 32 bytes
  created_at bigint NOT NULL
);

-- Of two random UUIDs, which have 244 random bits: more needs an extension.
INSERT INTO cursor_key (number, secret, created_at) VALUES (1, sha256((gen_random_uuid()::text || gen_random_uuid()::text)::bytea), 0);
