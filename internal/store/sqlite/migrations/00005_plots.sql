-- +goose Up

-- Where the land lies that live records claim, for finding those that lie on each
-- other: a row for each cell of a grid that the plot reaches into, four at most.
-- Only records with a plot and the years of a harvest have rows.
CREATE TABLE plot_cell (
  season  TEXT    NOT NULL,
  cell    INTEGER NOT NULL,
  id      BLOB    NOT NULL,
  kind    INTEGER NOT NULL,
  harvest INTEGER NOT NULL,
  west    INTEGER NOT NULL, -- billionths of a degree
  south   INTEGER NOT NULL,
  east    INTEGER NOT NULL,
  north   INTEGER NOT NULL,
  PRIMARY KEY (season, cell, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX plot_cell_record ON plot_cell (id);

-- How far records from before this index have been taken into it.
CREATE TABLE plot_state (
  one  INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  kind INTEGER NOT NULL,
  id   BLOB    NOT NULL, -- the last record taken in
  done INTEGER NOT NULL
) STRICT;

INSERT INTO plot_state (one, kind, id, done)
SELECT 1, 0, x'00000000000000000000000000000000', NOT EXISTS (SELECT 1 FROM journal);
