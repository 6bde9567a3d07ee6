-- +goose Up

-- Which tax documents were imported into which harvest, and as which record, by a digest of
-- their key under the seed of imports. As in imported, a mark outlives its record.
CREATE TABLE tax_document (
  mark     BLOB    NOT NULL, -- 16 bytes
  safra_id TEXT    NOT NULL,
  id       BLOB    NOT NULL,
  waiting  INTEGER NOT NULL, -- proposals that nobody has decided on
  PRIMARY KEY (mark, safra_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX tax_document_waiting ON tax_document (safra_id, id) WHERE waiting > 0;
