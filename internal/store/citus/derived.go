package citus

import (
	"maps"

	"rastro/internal/store/sqlstore"
)

// partOf is the partition in an id, so that a statement that has only that finds the shard: its
// bits are three hexadecimal digits.
const partOf = `(('x' || substr($1::uuid::text, 16, 3))::bit(12)::int)::smallint`

// strayLeaf is the condition that a place belongs to no version. One beyond the log is waiting to
// be signed.
const strayLeaf = `(num < 0 OR NOT EXISTS (SELECT 1 FROM journal j WHERE j.part = log_leaf.part AND j.id = log_leaf.id AND j.version = log_leaf.version))`

func derived(one sqlstore.DerivedDialect) sqlstore.DerivedDialect {
	one.Place = `coalesce((SELECT l.num FROM log_leaf l WHERE l.part = journal.part AND l.id = journal.id AND l.version = journal.version), 9223372036854775807)`
	one.Tables = maps.Clone(one.Tables)
	one.Tables["log_leaf"] = sqlstore.DerivedTable{
		From: `(SELECT num FROM log_leaf WHERE ` + strayLeaf + `) log_leaf`,
		Drop: `DELETE FROM log_leaf WHERE num = $1 AND ` + strayLeaf,
	}
	one.Hold = []string{`SELECT 1 FROM journal WHERE id = $1 AND part = ` + partOf + ` FOR UPDATE`, one.Hold[1]}
	return one
}
