-- +goose Up

-- The logos of organisations by their SHA-256, as the journal has them; id is its entry.
CREATE TABLE logo (
  sha256 text  NOT NULL COLLATE "C" PRIMARY KEY,
  media  text  NOT NULL COLLATE "C",
  body   bytea NOT NULL,
  id     uuid  NOT NULL
);
