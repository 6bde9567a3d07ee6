-- +goose Up

-- The lot graph: what each version says of each lot it names, one row for each
-- role, written with the version. The entries of a lot lie together in the key,
-- what a trace follows first. body is package lot's. part is as in the journal.
CREATE TABLE lot_entry (
  lot     text     NOT NULL COLLATE "C",
  role    smallint NOT NULL,
  id      uuid     NOT NULL,
  version bigint   NOT NULL,
  part    smallint NOT NULL,
  kind    smallint NOT NULL,
  since   bigint   NOT NULL, -- when the version was written
  until   bigint   NOT NULL, -- when the next took its place; 0: it is live
  body    bytea    NOT NULL,
  PRIMARY KEY (lot, role, id, version, part)
);

-- How far versions from before the graph have been taken into it.
CREATE TABLE lot_state (
  one     smallint NOT NULL PRIMARY KEY CHECK (one = 1),
  id      uuid     NOT NULL, -- the last version taken in
  version bigint   NOT NULL,
  done    smallint NOT NULL
);

INSERT INTO lot_state (one, id, version, done)
SELECT 1, '00000000-0000-0000-0000-000000000000', 0, CASE WHEN EXISTS (SELECT 1 FROM journal) THEN 0 ELSE 1 END;
