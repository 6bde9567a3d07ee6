-- +goose Up

-- Where the land lies that live records claim, for finding those that lie on each
-- other: a row for each cell of a grid that the plot reaches into, four at most.
-- Only records with a plot and the years of a harvest have rows. part is as in
-- the journal.
CREATE TABLE plot_cell (
  season   text     NOT NULL COLLATE "C",
  cell     bigint   NOT NULL,
  id       uuid     NOT NULL,
  part     smallint NOT NULL,
  kind     smallint NOT NULL,
  safra_id text     NOT NULL COLLATE "C",
  west     bigint   NOT NULL, -- billionths of a degree
  south    bigint   NOT NULL,
  east     bigint   NOT NULL,
  north    bigint   NOT NULL,
  PRIMARY KEY (season, cell, id, part)
);

CREATE INDEX plot_cell_record ON plot_cell (id);

-- How far records from before this index have been taken into it.
CREATE TABLE plot_state (
  one  smallint NOT NULL PRIMARY KEY CHECK (one = 1),
  kind smallint NOT NULL,
  id   uuid     NOT NULL, -- the last record taken in
  done smallint NOT NULL
);

INSERT INTO plot_state (one, kind, id, done)
SELECT 1, 0, '00000000-0000-0000-0000-000000000000', CASE WHEN EXISTS (SELECT 1 FROM journal) THEN 0 ELSE 1 END;
