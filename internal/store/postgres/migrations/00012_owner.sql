-- +goose Up

-- Whose a code is: realm 1 has the codes of lots, 2 has GTINs. What the journal
-- says decides; this only finds it. package ownership has the rule.
CREATE TABLE code_owner (
  realm    smallint NOT NULL,
  code     text     NOT NULL COLLATE "C",
  safra_id text     NOT NULL COLLATE "C",
  id       uuid     NOT NULL, -- the record whose claim made it so
  since    bigint   NOT NULL,
  settled  bigint   NOT NULL, -- when an administrator decided it; 0: nobody had to
  PRIMARY KEY (realm, code)
);

-- Who claims a code: how many live records of a harvest and an author do.
CREATE TABLE code_holder (
  realm    smallint NOT NULL,
  code     text     NOT NULL COLLATE "C",
  safra_id text     NOT NULL COLLATE "C",
  author   text     NOT NULL COLLATE "C",
  id       uuid     NOT NULL, -- the first record that did
  since    bigint   NOT NULL,
  live     bigint   NOT NULL,
  against  text     NOT NULL COLLATE "C", -- the harvest that owns the code, '' for its own
  PRIMARY KEY (realm, code, safra_id, author)
);

CREATE INDEX code_rival         ON code_holder (realm, code, safra_id, author)          WHERE against <> '' AND live > 0;
CREATE INDEX code_rival_of      ON code_holder (safra_id, realm, code, author)          WHERE against <> '' AND live > 0;
CREATE INDEX code_rival_against ON code_holder (against, realm, code, safra_id, author) WHERE against <> '' AND live > 0;

INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
SELECT 1, e.lot, j.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by), (array_agg(e.id ORDER BY e.since, e.id))[1], min(e.since),
  count(DISTINCT CASE WHEN e.until = 0 THEN e.id END), ''
FROM lot_entry e JOIN journal j USING (id, version, part)
WHERE e.role IN (1, 2) GROUP BY e.lot, j.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by);

INSERT INTO code_holder (realm, code, safra_id, author, id, since, live, against)
SELECT 2, t.gtin, j.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by), (array_agg(t.id ORDER BY j.created_at, t.id))[1], min(j.created_at), count(DISTINCT t.id), ''
FROM trade_item t JOIN journal j ON j.id = t.id AND j.version = 1
WHERE t.lot = '' GROUP BY t.gtin, j.safra_id, coalesce(nullif(j.created_by, ''), j.updated_by);

INSERT INTO code_owner (realm, code, safra_id, id, since, settled)
SELECT DISTINCT ON (realm, code) realm, code, safra_id, id, since, 0 FROM code_holder ORDER BY realm, code, live = 0, since, id;

UPDATE code_holder h SET against = o.safra_id FROM code_owner o WHERE o.realm = h.realm AND o.code = h.code AND o.safra_id <> h.safra_id;

-- The harvest of the validation, so that those of the owner are found whatever
-- others name the item.
ALTER TABLE trade_item ADD COLUMN safra_id text NOT NULL COLLATE "C" DEFAULT '';
UPDATE trade_item t SET safra_id = j.safra_id FROM journal j WHERE j.id = t.id AND j.version = 1;
CREATE INDEX trade_item_harvest ON trade_item (gtin, lot, safra_id, id);
