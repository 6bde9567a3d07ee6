-- +goose Up

-- The logos of organisations by their SHA-256, as the journal has them; id is its entry. A row
-- is large, so this table keeps its rows apart from its index.
CREATE TABLE logo (
  sha256 TEXT NOT NULL PRIMARY KEY,
  media  TEXT NOT NULL,
  body   BLOB NOT NULL,
  id     BLOB NOT NULL
) STRICT;
