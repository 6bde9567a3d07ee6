-- +goose Up

-- The goods, by GTIN and lot, that validations name; no lot is any of them. What
-- the validation itself says decides: this only finds it.
CREATE TABLE trade_item (
  gtin text NOT NULL COLLATE "C", -- fourteen digits
  lot  text NOT NULL COLLATE "C",
  id   uuid NOT NULL,
  PRIMARY KEY (gtin, lot, id)
);

CREATE INDEX trade_item_id ON trade_item (id);
