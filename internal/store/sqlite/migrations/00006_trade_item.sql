-- +goose Up

-- The goods, by GTIN and lot, that validations name; no lot is any of them. What
-- the validation itself says decides: this only finds it.
CREATE TABLE trade_item (
  gtin TEXT NOT NULL, -- fourteen digits
  lot  TEXT NOT NULL,
  id   BLOB NOT NULL,
  PRIMARY KEY (gtin, lot, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX trade_item_id ON trade_item (id);
