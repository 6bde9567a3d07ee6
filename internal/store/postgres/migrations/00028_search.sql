-- +goose Up

-- By which texts live records are found: plates, invoices, other numbers, lots that they make.
-- term is folded. The rows follow the journal a moment later, up to search_place.
CREATE TABLE search_term (
  realm    smallint NOT NULL,
  term     text     NOT NULL COLLATE "C",
  id       uuid     NOT NULL,
  safra_id text     NOT NULL COLLATE "C"
);

CREATE UNIQUE INDEX search_term_key ON search_term (realm, term, id DESC);
-- Those of one harvest: a caller that reaches some harvests reads nothing of the others.
CREATE INDEX search_term_of ON search_term (safra_id, realm, term, id DESC);
CREATE INDEX search_term_id ON search_term (id);

-- The names of harvests, folded.
CREATE TABLE search_harvest (
  folded   text NOT NULL COLLATE "C",
  safra_id text NOT NULL COLLATE "C",
  PRIMARY KEY (folded, safra_id)
);

CREATE INDEX search_harvest_of ON search_harvest (safra_id, folded);

INSERT INTO meta (name, value) VALUES ('search_place', 0), ('search_reader', 0), ('search_renewed', 0);
