package citus

// place is where the rows of a table are: on the shard that a column leads to, or, without a
// column, on every node.
type place struct {
	table  string
	column string
	// with is the table whose shards these rows share a node with; "": its own.
	with string
}

// places lists every table of the schema. What a create writes is distributed; what everyone reads
// and is rarely written is on every node. A table whose rows belong to a record is distributed by
// the partition, so that a version, its count and its entry in the outbox are on one node.
//
// Light rows of the lot graph (lot_mention) are read together with their versions, so they are
// colocated with them.
var places = []place{
	{"journal", "part", ""},
	{"log_outbox", "part", "journal"},
	{"log_leaf", "part", "journal"},
	{"log_state", "one", "journal"},
	{"harvest_part", "part", "journal"},
	{"lot_mention", "part", "journal"},
	{"plot_cell", "part", "journal"},
	{"tally", "shard", "journal"},

	{"lot_entry", "lot", ""},
	{"code_owner", "code", "lot_entry"},
	{"code_holder", "code", "lot_entry"},
	{"trade_item", "gtin", "lot_entry"},
	{"attachment", "sha256", "lot_entry"},
	{"reply", "name", "lot_entry"},
	{"search_harvest", "safra_id", "lot_entry"},

	{"cover", "id", ""},
	{"report", "id", "cover"},
	{"search_term", "id", "cover"},
	{"imported", "mark", "cover"},
	{"tax_document", "mark", "cover"},

	{"blob", "sha256", ""},
	{"blob_chunk", "sha256", "blob"},
	{"log_tile", "num", ""},

	{table: gate}, {table: pass},
	{table: "api_key"}, {table: "code"}, {table: "credential"}, {table: "cursor_key"}, {table: "factor"}, {table: "file_mark"}, {table: "harvest_reach"},
	{table: "import_seed"}, {table: "land_layer"}, {table: "land_piece"}, {table: "log_checkpoint"}, {table: "log_predecessor"}, {table: "logo"}, {table: "lot_erased"},
	{table: "lot_state"}, {table: "meta"}, {table: "note_entry"}, {table: "organization"}, {table: "organization_name"}, {table: "own_role"},
	{table: "person_tail"}, {table: "phase"}, {table: "plot_state"}, {table: "recall_harvest"}, {table: "regular"}, {table: "regular_key"},
	{table: "session"}, {table: "ticket"}, {table: "webhook_failure"}, {table: "webhook_state"},
}

// changes are differences from a single server's schema that are needed before its tables can be
// distributed: a key must contain the column by which a table is distributed.
var changes = []string{
	// A version that has no place in the log yet. It is written with the version, on the same
	// node, and removed when the version gets its place: see log.go.
	`CREATE TABLE IF NOT EXISTS log_outbox (
		part    smallint NOT NULL,
		id      uuid     NOT NULL,
		version bigint   NOT NULL,
		at      bigint   NOT NULL, -- microseconds, by the clock of the node that wrote it
		PRIMARY KEY (id, version, part)
	) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`,
	// The names of harvests and where each is: one server finds them in the index of the journal.
	`CREATE TABLE IF NOT EXISTS harvest_part (
		safra_id text     NOT NULL COLLATE "C",
		part     smallint NOT NULL,
		PRIMARY KEY (safra_id, part)
	)`,
	`INSERT INTO harvest_part (safra_id, part) SELECT DISTINCT safra_id, part FROM journal ON CONFLICT DO NOTHING`,
	// Where transactions of all nodes meet to lock something: on the coordinator.
	`CREATE TABLE IF NOT EXISTS cluster_gate (one smallint NOT NULL PRIMARY KEY CHECK (one = 1))`,
	`INSERT INTO cluster_gate (one) VALUES (1) ON CONFLICT DO NOTHING`,
	// What those who share a lock write there: see lock.go.
	`CREATE TABLE IF NOT EXISTS cluster_pass (seat smallint NOT NULL PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50)`,
	`INSERT INTO cluster_pass (seat, n) SELECT seat, 0 FROM generate_series(0, 255) seat ON CONFLICT DO NOTHING`,
	// The number of places assigned. It is in the locked row, so that the lock's holder sees the
	// last number.
	`ALTER TABLE log_state ADD COLUMN IF NOT EXISTS placed bigint NOT NULL DEFAULT 0`,
	`ALTER TABLE log_leaf ADD COLUMN IF NOT EXISTS part smallint NOT NULL DEFAULT -1`,
	`UPDATE log_leaf l SET part = j.part FROM journal j WHERE l.part = -1 AND j.id = l.id AND j.version = l.version`,
	`ALTER TABLE log_leaf ALTER COLUMN part DROP DEFAULT`,
	`ALTER TABLE log_leaf DROP CONSTRAINT log_leaf_pkey, ADD PRIMARY KEY (id, version, part)`,
	`ALTER TABLE log_leaf DROP CONSTRAINT IF EXISTS log_leaf_num_key`,
	`CREATE INDEX IF NOT EXISTS log_leaf_num ON log_leaf (num)`,
	// Versions without a place get one in the order in which a single server would assign them,
	// because a server may have promised that order.
	`INSERT INTO log_leaf (id, version, part, num) SELECT j.id, j.version, j.part, s.size + row_number() OVER (ORDER BY j.xid, j.id, j.version) - 1
		FROM journal j, log_state s WHERE NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = j.id AND l.version = j.version)`,
	`UPDATE log_state SET placed = greatest(size, (SELECT coalesce(max(num) + 1, 0) FROM log_leaf))`,
	// Without a log, they get one when there is a log.
	`INSERT INTO log_outbox (part, id, version, at) SELECT j.part, j.id, j.version, j.xid::text::bigint FROM journal j
		WHERE NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = j.id AND l.version = j.version) ON CONFLICT DO NOTHING`,
	// The number of a transaction means nothing to another node. Whoever writes versions must write
	// 0: a server that has not noticed that the tables are spread writes no outbox, and is refused.
	`DROP INDEX IF EXISTS journal_xid`,
	`ALTER TABLE journal ALTER COLUMN xid DROP DEFAULT`,
}
