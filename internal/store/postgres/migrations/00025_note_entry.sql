-- +goose Up

-- What organisations keep in the journal besides records, as its newest entries say: how they
-- read spreadsheets (215), and which imports they made (216). owner is the organisation's id, ''
-- for the server itself.
CREATE TABLE note_entry (
  id      uuid     NOT NULL PRIMARY KEY,
  owner   text     NOT NULL COLLATE "C",
  kind    smallint NOT NULL,
  name    text     NOT NULL COLLATE "C",
  version bigint   NOT NULL,
  body    bytea    NOT NULL
);

CREATE UNIQUE INDEX note_entry_name ON note_entry (owner, kind, name);
