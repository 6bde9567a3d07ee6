-- +goose Up

-- Whose a code is: realm 1 has the codes of lots, 2 has GTINs. What the journal
-- says decides; this only finds it. package ownership has the rule.
CREATE TABLE code_owner (
  realm    INTEGER NOT NULL,
  code     TEXT    NOT NULL,
  safra_id TEXT    NOT NULL,
  id       BLOB    NOT NULL, -- the record whose claim made it so
  since    INTEGER NOT NULL,
  settled  INTEGER NOT NULL, -- when an administrator decided it; 0: nobody had to
  PRIMARY KEY (realm, code)
) STRICT, WITHOUT ROWID;

-- Who claims a code: how many live records of a harvest and an author do.
CREATE TABLE code_holder (
  realm    INTEGER NOT NULL,
  code     TEXT    NOT NULL,
  safra_id TEXT    NOT NULL,
  author   TEXT    NOT NULL,
  id       BLOB    NOT NULL, -- the first record that did
  since    INTEGER NOT NULL,
  live     INTEGER NOT NULL,
  against  TEXT    NOT NULL, -- the harvest that owns the code, '' for its own
  PRIMARY KEY (realm, code, safra_id, author)
) STRICT, WITHOUT ROWID;

CREATE INDEX code_rival         ON code_holder (realm, code, safra_id, author)          WHERE against <> '' AND live > 0;
CREATE INDEX code_rival_of      ON code_holder (safra_id, realm, code, author)          WHERE against <> '' AND live > 0;
CREATE INDEX code_rival_against ON code_holder (against, realm, code, safra_id, author) WHERE against <> '' AND live > 0;

INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
SELECT 1, e.lot, h.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by) AS who, e.id, min(e.since), count(DISTINCT CASE WHEN e.until = 0 THEN e.id END), ''
FROM lot_entry e CROSS JOIN journal j ON j.id = e.id AND j.version = e.version CROSS JOIN harvest h ON h.num = j.harvest
WHERE e.role IN (1, 2) GROUP BY e.lot, h.safra_id, who;

INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
SELECT 2, t.gtin, h.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by) AS who, t.id, min(j.created_at), count(DISTINCT t.id), ''
FROM trade_item t CROSS JOIN journal j ON j.id = t.id AND j.version = 1 CROSS JOIN harvest h ON h.num = j.harvest
WHERE t.lot = '' GROUP BY t.gtin, h.safra_id, who;

INSERT INTO code_owner (realm, code, safra_id, id, since, settled)
SELECT realm, code, safra_id, id, since, 0
FROM (SELECT *, row_number() OVER (PARTITION BY realm, code ORDER BY live = 0, since, id) AS place FROM code_holder) WHERE place = 1;

UPDATE code_holder SET against = (SELECT o.safra_id FROM code_owner o WHERE o.realm = code_holder.realm AND o.code = code_holder.code)
WHERE EXISTS (SELECT 1 FROM code_owner o WHERE o.realm = code_holder.realm AND o.code = code_holder.code AND o.safra_id <> code_holder.safra_id);

-- The harvest of the validation, so that those of the owner are found whatever
-- others name the item.
ALTER TABLE trade_item ADD COLUMN safra_id TEXT NOT NULL DEFAULT '';
UPDATE trade_item SET safra_id = (SELECT h.safra_id FROM journal j JOIN harvest h ON h.num = j.harvest WHERE j.id = trade_item.id AND j.version = 1);
CREATE INDEX trade_item_harvest ON trade_item (gtin, lot, safra_id, id);
