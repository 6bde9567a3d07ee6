-- +goose Up

-- When somebody showed who they are, which may be before their session began.
ALTER TABLE ticket ADD COLUMN shown_at INTEGER NOT NULL DEFAULT 0;
UPDATE ticket SET shown_at = created_at;

-- With its order, so that the newest are found without sorting all.
DROP INDEX ticket_person;
CREATE INDEX ticket_person ON ticket (person, created_at, digest);
DROP INDEX factor_person;
CREATE INDEX factor_person ON factor (person, created_at, digest);

-- The role of each person, '' until it is filled in: one that somebody has is not removed.
ALTER TABLE credential ADD COLUMN role TEXT NOT NULL DEFAULT '';
CREATE INDEX credential_role ON credential (role, person);

-- By what people are searched: the log-in, and the name from each of its words on.
CREATE TABLE person_tail (
  organization TEXT NOT NULL,
  tail         TEXT NOT NULL,
  person       BLOB NOT NULL,
  PRIMARY KEY (organization, tail, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_tail_all    ON person_tail (tail, person);
CREATE INDEX person_tail_person ON person_tail (person);

-- The roles that organisations made, by folded names. What they allow is in the journal.
CREATE TABLE own_role (
  organization TEXT NOT NULL,
  name         TEXT NOT NULL,
  id           BLOB NOT NULL UNIQUE,
  PRIMARY KEY (organization, name)
) STRICT, WITHOUT ROWID;
