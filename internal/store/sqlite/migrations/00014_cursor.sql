-- +goose Up

-- The keys that places in lists (cursors) are sealed with. The first is made here,
-- so that there always is one; a server replaces it within the hour, and then once
-- a month.
CREATE TABLE cursor_key (
  number     INTEGER NOT NULL PRIMARY KEY,
  secret     BLOB    NOT NULL, -- 32 bytes
  created_at INTEGER NOT NULL
) STRICT;

INSERT INTO cursor_key (number, secret, created_at) VALUES (1, randomblob(32), 0);
