-- +goose Up

-- Which versions name a lot in a role that no trace follows: the light rows of the
-- lot graph. What they say of it, and until when, the versions say themselves.
-- part is as in the journal.
CREATE TABLE lot_mention (
  lot     text     NOT NULL COLLATE "C",
  role    smallint NOT NULL,
  id      uuid     NOT NULL,
  version integer  NOT NULL,
  part    smallint NOT NULL,
  PRIMARY KEY (lot, role, id, version, part)
);

INSERT INTO lot_mention (lot, role, id, version, part)
SELECT lot, role, id, version, part FROM lot_entry WHERE role >= 7;

DELETE FROM lot_entry WHERE role >= 7;

-- The log's entries are the journal's hashes, and are read from there.
DELETE FROM log_tile WHERE level = -1;

-- Versions of one transaction share an entry, which takes a fifth of the room; the
-- few of them are put in order when they enter the log.
DROP INDEX journal_xid;
CREATE INDEX journal_xid ON journal (xid);
