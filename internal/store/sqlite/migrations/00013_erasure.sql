-- +goose Up

-- Which harvests the report of a recall tells of: an erasure finds the reports
-- that may quote the record by it.
CREATE TABLE recall_harvest (
  safra_id TEXT NOT NULL,
  id       BLOB NOT NULL,
  PRIMARY KEY (safra_id, id)
) STRICT, WITHOUT ROWID;

INSERT INTO recall_harvest (safra_id, id)
SELECT DISTINCT s.value, j.id
FROM journal j, json_each(CAST(j.dados AS TEXT), '$.lotes') l, json_each(l.value, '$.safras') s
WHERE j.kind = 203 AND j.until IS NOT NULL AND length(j.dados) > 0;

-- How many erasures there were. A recall that was read before the last of them is
-- read again before it is written.
INSERT INTO meta (name, value) VALUES ('erasures', 0);
