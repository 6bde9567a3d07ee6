-- +goose Up

-- Which erased records named a lot, so that a recall can say that something is missing.
-- mark is a digest of the lot's code under the store's seed: the code itself is gone.
CREATE TABLE lot_erased (
  mark TEXT NOT NULL,
  id   BLOB NOT NULL,
  PRIMARY KEY (mark, id)
) STRICT, WITHOUT ROWID;

-- Which harvests one report tells of: a key that is kept to some reads no report that
-- tells of others.
CREATE INDEX recall_harvest_report ON recall_harvest (id, safra_id);
