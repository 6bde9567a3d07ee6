-- +goose Up

-- Which tax documents were imported into which harvest, and as which record, by a digest of
-- their key under the seed of imports. As in imported, a mark outlives its record.
CREATE TABLE tax_document (
  mark     uuid    NOT NULL, -- 16 bytes
  safra_id text    NOT NULL COLLATE "C",
  id       uuid    NOT NULL,
  waiting  integer NOT NULL, -- proposals that nobody has decided on
  PRIMARY KEY (mark, safra_id)
);

CREATE INDEX tax_document_waiting ON tax_document (safra_id, id) WHERE waiting > 0;
