-- +goose Up

-- What opens an account without a password, by a digest of what names it. The journal commits to it.
CREATE TABLE factor (
  digest     bytea    NOT NULL PRIMARY KEY,
  person     uuid     NOT NULL,
  kind       smallint NOT NULL,
  name       text     NOT NULL,
  data       text     NOT NULL,
  created_at bigint   NOT NULL,
  last_use   bigint   NOT NULL
);

CREATE INDEX factor_person ON factor (person, created_at);

-- What a sign-in that goes on elsewhere must remember until it comes back.
ALTER TABLE ticket ADD COLUMN kept text NOT NULL DEFAULT '';
