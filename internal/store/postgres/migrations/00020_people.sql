-- +goose Up

-- How people sign in. Who they are is in the journal; names here are folded, for search.
CREATE TABLE credential (
  person       uuid     NOT NULL PRIMARY KEY,
  login        text     NOT NULL UNIQUE COLLATE "C",
  password     text     NOT NULL, -- its hash, '' for none
  name         text     NOT NULL COLLATE "C",
  organization text     NOT NULL COLLATE "C",
  active       smallint NOT NULL
);

CREATE INDEX credential_name         ON credential (name, person);
CREATE INDEX credential_organization ON credential (organization, name, person);

-- Sessions and one-time links of people, by a digest of their token.
CREATE TABLE ticket (
  digest     bytea    NOT NULL PRIMARY KEY,
  person     uuid     NOT NULL,
  purpose    smallint NOT NULL,
  device     text     NOT NULL,
  created_at bigint   NOT NULL,
  last_use   bigint   NOT NULL,
  expires_at bigint   NOT NULL
);

CREATE INDEX ticket_person ON ticket (person, created_at);
CREATE INDEX ticket_expiry ON ticket (expires_at);
