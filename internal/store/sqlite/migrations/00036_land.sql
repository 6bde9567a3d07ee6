-- +goose Up

-- Public layers that an operator imported: where land was deforested, protected areas and the
-- like. Plots are held against those of state 1; 0 is an import that is under way or broke
-- off, 2 a layer that is being removed.
CREATE TABLE land_layer (
  num         INTEGER NOT NULL PRIMARY KEY,
  name        TEXT    NOT NULL,
  kind        TEXT    NOT NULL,
  date        TEXT    NOT NULL,
  source      TEXT    NOT NULL,
  sha256      TEXT    NOT NULL, -- of the file
  bytes       INTEGER NOT NULL,
  polygons    INTEGER NOT NULL,
  broken      INTEGER NOT NULL,
  elsewhere   INTEGER NOT NULL,
  earlier     INTEGER NOT NULL,
  imported_at INTEGER NOT NULL,
  state       INTEGER NOT NULL,
  how         TEXT    NOT NULL  -- how the file was read
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX land_layer_current ON land_layer (name) WHERE state = 1;

-- The areas of layers, cut so that none is wider than a plot may be: a row for each cell of the
-- grid of plots that a piece reaches into, four at most.
CREATE TABLE land_piece (
  layer   INTEGER NOT NULL,
  num     INTEGER NOT NULL,
  cell    INTEGER NOT NULL,
  polygon INTEGER NOT NULL, -- in the file
  name    TEXT    NOT NULL,
  day     TEXT    NOT NULL,
  west    INTEGER NOT NULL, -- billionths of a degree
  south   INTEGER NOT NULL,
  east    INTEGER NOT NULL,
  north   INTEGER NOT NULL,
  shape   BLOB    NOT NULL,
  PRIMARY KEY (layer, num, cell)
) STRICT;

CREATE INDEX land_piece_cell ON land_piece (cell, layer);
