-- +goose Up

-- What was found when a validation was made. It quotes records, so it stands
-- apart from the journal: the erasure of a record of the harvest takes it along.
CREATE TABLE report (
  id       BLOB NOT NULL PRIMARY KEY,
  safra_id TEXT NOT NULL,
  body     BLOB NOT NULL
) STRICT;

CREATE INDEX report_harvest ON report (safra_id);
