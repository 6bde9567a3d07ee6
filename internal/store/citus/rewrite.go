package citus

import (
	"regexp"
	"sync"
)

// rewrite is a statement of package sqlstore, or a part of one, that does not work on distributed
// tables, and its equivalent that does.
type rewrite struct {
	from *regexp.Regexp
	to   string
}

var rewrites = []rewrite{
	// Two versions of one record are on the same shard, but only the partition says so.
	{regexp.MustCompile(`FROM journal n WHERE n\.id = journal\.id`), `FROM journal n WHERE n.part = journal.part AND n.id = journal.id`},
	// An index distributed over shards cannot step from one code to the next, so each shard returns
	// its first ones.
	{codesOf("min", ">"), `SELECT DISTINCT lot FROM $1 WHERE lot $2 $$1 ORDER BY lot LIMIT $$2`},
	{codesOf("max", "<"), `SELECT DISTINCT lot FROM $1 WHERE lot $2 $$1 ORDER BY lot DESC LIMIT $$2`},
	// Rows that no shard shares with the versions they name: these few are fetched first, then
	// looked up.
	{erasedOf(`i`), `i.id NOT IN (SELECT j.id FROM journal j JOIN (SELECT d.id FROM imported d WHERE d.mark = ANY($$1::uuid[]) OFFSET 0) d USING (id) WHERE j.operation = $1)`},
	{erasedOf(`tax_document`), `tax_document.id NOT IN (SELECT j.id FROM journal j JOIN (SELECT d.id FROM tax_document d WHERE d.mark = ANY($$1::uuid[]) OFFSET 0) d USING (id) WHERE j.operation = $1)`},
	{regexp.MustCompile(`NOT EXISTS \(\s*SELECT 1 FROM journal WHERE journal\.id = report\.id AND version = 1 AND kind IN (\([^)]*\)) AND journal\.safra_id = report\.safra_id\)`),
		`(id, safra_id) NOT IN (SELECT id, safra_id FROM journal WHERE version = 1 AND kind IN $1)`},
	{regexp.MustCompile(`NOT EXISTS \(\s*SELECT 1 FROM journal WHERE journal\.id = cover\.id AND version = 1 AND kind IN (\([^)]*\))\)`),
		`id NOT IN (SELECT id FROM journal WHERE version = 1 AND kind IN $1)`},
	// Transactions of all nodes meet on the coordinator.
	{regexp.MustCompile(`^SELECT (pg_(?:try_)?advisory_xact_lock\w*\(.*\))$`), `SELECT $1 FROM ` + gate},
}

func codesOf(pick, comparison string) *regexp.Regexp {
	return regexp.MustCompile(`(?s)^WITH RECURSIVE code \(lot\) AS \(\s*SELECT \(SELECT ` + pick + `\(lot\) FROM (\w+) WHERE lot (` + comparison + `=?) \$1\).*$`)
}

func erasedOf(table string) *regexp.Regexp {
	return regexp.MustCompile(`NOT EXISTS \(SELECT 1 FROM journal j WHERE j\.id = ` + table + `\.id AND j\.operation = (\$\d+)\)`)
}

// rewriter returns a function that rewrites statements and caches the result. The number of
// statements is that in the program.
func rewriter() func(string) string {
	var known sync.Map
	return func(sql string) string {
		if text, ok := known.Load(sql); ok {
			return text.(string)
		}
		text := sql
		for _, r := range rewrites {
			text = r.from.ReplaceAllString(text, r.to)
		}
		known.Store(sql, text)
		return text
	}
}
