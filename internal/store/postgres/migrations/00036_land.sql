-- +goose Up

-- Public layers that an operator imported: where land was deforested, protected areas and the
-- like. Plots are held against those of state 1; 0 is an import that is under way or broke
-- off, 2 a layer that is being removed.
CREATE TABLE land_layer (
  num         bigint  NOT NULL PRIMARY KEY,
  name        text    NOT NULL,
  kind        text    NOT NULL,
  date        text    NOT NULL,
  source      text    NOT NULL,
  sha256      text    NOT NULL, -- of the file
  bytes       bigint  NOT NULL,
  polygons    bigint  NOT NULL,
  broken      bigint  NOT NULL,
  elsewhere   bigint  NOT NULL,
  earlier     bigint  NOT NULL,
  imported_at bigint  NOT NULL,
  state       bigint  NOT NULL,
  how         text    NOT NULL  -- how the file was read
);

CREATE UNIQUE INDEX land_layer_current ON land_layer (name) WHERE state = 1;

-- The areas of layers, cut so that none is wider than a plot may be: a row for each cell of the
-- grid of plots that a piece reaches into, four at most.
CREATE TABLE land_piece (
  layer   bigint  NOT NULL,
  num     bigint  NOT NULL,
  cell    bigint  NOT NULL,
  polygon bigint  NOT NULL, -- in the file
  name    text    NOT NULL,
  day     text    NOT NULL,
  west    bigint  NOT NULL, -- billionths of a degree
  south   bigint  NOT NULL,
  east    bigint  NOT NULL,
  north   bigint  NOT NULL,
  shape   bytea   NOT NULL,
  PRIMARY KEY (layer, num, cell)
);

CREATE INDEX land_piece_cell ON land_piece (cell, layer);
