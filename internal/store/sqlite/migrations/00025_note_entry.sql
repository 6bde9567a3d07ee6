-- +goose Up

-- What organisations keep in the journal besides records, as its newest entries say: how they
-- read spreadsheets (215), and which imports they made (216). owner is the organisation's id, ''
-- for the server itself.
CREATE TABLE note_entry (
  id      BLOB    NOT NULL PRIMARY KEY,
  owner   TEXT    NOT NULL,
  kind    INTEGER NOT NULL,
  name    TEXT    NOT NULL,
  version INTEGER NOT NULL,
  body    BLOB    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX note_entry_name ON note_entry (owner, kind, name);
