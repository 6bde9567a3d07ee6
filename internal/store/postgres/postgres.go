// Package postgres is the store on PostgreSQL, for deployments that need more than
// one server. Servers share one database and hold no state that another could
// contradict. It needs no superuser, extension or trigger.
package postgres

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"maps"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"rastro/internal/onestate"
	"rastro/internal/replica"
	"rastro/internal/store/schema"
	"rastro/internal/store/sqlstore"
	"rastro/internal/trace"
	"rastro/internal/vital"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Defaults that an address may override (pool_max_conns, connect_timeout).
const (
	poolSize       = 24
	connectTimeout = 5 * time.Second
)

// readTimeout bounds one read; a write has the committer's.
const readTimeout = 15 * time.Second

// lanes returns how many group commits run at once: one being sent, one being written, one
// forming. More make smaller groups of the same writers, and each
// group costs the database a transaction: with eight, a quarter less was written.
func lanes(connections int32) int { return int(max(1, connections/8)) }

// tallyShards spreads each kind's count so that writers rarely meet.
const tallyShards = 64

var dialect = &sqlstore.Dialect{
	Harvest:     `safra_id`,
	Named:       `journal`,
	HarvestIs:   func(marks []string) string { return `safra_id IN (` + strings.Join(marks, ", ") + `)` },
	HarvestPage: harvestPage,
	HarvestsAfter: `WITH RECURSIVE h (safra_id) AS (SELECT ` + nextHarvest(`$1::text`) + `
		UNION ALL SELECT ` + nextHarvest(`h.safra_id`) + ` FROM h WHERE h.safra_id IS NOT NULL) SELECT safra_id FROM h WHERE safra_id IS NOT NULL LIMIT $2`,
	OfPage: `journal.safra_id = page.safra_id`,
	Append: `INSERT INTO journal (` + sqlstore.AppendColumns + `, safra_id, part)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
	AppendArgs: func(_ context.Context, _ sqlstore.Tx, r *trace.Record, args []any) ([]any, error) {
		return append(args, r.HarvestID, int16(r.ID.Partition())), nil
	},
	ID:          func(id trace.ID) any { return [16]byte(id) },
	Part:        func(mark string) string { return ` AND part = ` + mark },
	TallyShards: tallyShards,
	// Two transactions that want each other's locks conflict, and one runs again.
	HoldFiles:     `SELECT pg_advisory_xact_lock_shared` + fileLock,
	ClearFiles:    `SELECT pg_advisory_xact_lock` + fileLock,
	LockReports:   `SELECT pg_advisory_xact_lock_shared(` + reportLocks + `, hashtext($1) % 512)`,
	ClaimReports:  `SELECT pg_advisory_xact_lock(` + reportLocks + `, hashtext($1) % 512)`,
	BlockErasures: ` FOR SHARE`,
	ErasuresHeld:  erasuresHeld,
	Log: sqlstore.LogDialect{
		Lock:    ` FOR UPDATE SKIP LOCKED`,
		IndexOf: `SELECT num FROM log_leaf WHERE id = $1 AND version = $2`,
		InOrder: `FROM journal JOIN log_leaf USING (id, version) WHERE num >= $1 ORDER BY num LIMIT $2`,
		Entries: `SELECT num, hash FROM journal JOIN log_leaf USING (id, version) WHERE num >= $1 AND num < $2 ORDER BY num`,
		// A mark beyond the newest transaction is another server's: see unlogged.
		Behind: `SELECT CASE WHEN mark::xid8 > pg_snapshot_xmin(pg_current_snapshot()) THEN 1 ELSE (SELECT count(*) FROM (SELECT 1 FROM journal j
			WHERE xid >= (SELECT mark::xid8 FROM log_state) AND xid < pg_snapshot_xmin(pg_current_snapshot())
			AND NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = j.id AND l.version = j.version) LIMIT 1) behind) END FROM log_state`,
		Unplaced: `NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = journal.id AND l.version = journal.version)`,
		Recent: `xid >= (SELECT CASE WHEN mark::xid8 > pg_snapshot_xmin(pg_current_snapshot()) THEN '0'::xid8 ELSE mark::xid8 END FROM log_state)
			AND NOT EXISTS (SELECT 1 FROM log_leaf l WHERE l.id = journal.id AND l.version = journal.version)`,
		Page:     5000,
		Unlogged: unlogged,
		Waiting: func(ctx context.Context, conn sqlstore.Conn, _ int64, mark string, limit int) ([]trace.Commitment, error) {
			found, _, _, err := waiting(ctx, conn, mark, limit)
			return found, err
		},
		PutPlaces: putPlaces,
	},
	Lots: sqlstore.LotDialect{
		Append:       `INSERT INTO lot_entry (` + sqlstore.LotColumns + `, part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		Fill:         `INSERT INTO lot_entry (` + sqlstore.LotColumns + `, part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
		Mention:      `INSERT INTO lot_mention (lot, role, id, version, part) VALUES ($1, $2, $3, $4, $5)`,
		FillMention:  `INSERT INTO lot_mention (lot, role, id, version, part) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
		Unmention:    `DELETE FROM lot_mention WHERE lot = $1 AND role = $2 AND id = $3`,
		Mentions:     `lot_mention JOIN journal USING (id, version, part)`,
		MentionOrder: `role, lot_mention.id, lot_mention.version`,
		MentionAfter: func(role, id, version string) string {
			return `(role, lot_mention.id, lot_mention.version) > (` + role + `, ` + id + `, ` + version + `)`
		},
		// Concatenated with an empty text, the name is not a key of an index: before the first
		// ANALYZE the planner would go through all of a harvest for each row of the lot.
		OfHarvest:  func(list string) string { return `(safra_id || '') = ANY(` + list + `::text[])` },
		IsOf:       `lot = ANY($1::text[])`,
		List:       func(texts []string) any { return texts },
		IsErased:   `mark = ANY($1::text[])`,
		PutErased:  `INSERT INTO lot_erased (mark, id) SELECT unnest($1::text[]), $2::uuid ON CONFLICT DO NOTHING`,
		OfHarvests: `FROM journal WHERE safra_id = ANY($1::text[])`,
	},
	ReachedInOrder: func(organization string) string {
		return sqlstore.Reached(organization, `journal.safra_id`)
	},
	// The offset keeps the planner from turning the look at each harvest into a walk of the whole
	// kind in the order of the page.
	LiveReached: func(conditions, organization string) string {
		return `(SELECT j.* FROM harvest_reach hr CROSS JOIN LATERAL (SELECT * FROM journal WHERE safra_id = hr.safra_id AND ` + conditions + ` OFFSET 0) j
			WHERE ` + sqlstore.Reaches(organization) + `) journal`
	},
	Reached: func(organization string) string {
		return `journal.safra_id IN (SELECT hr.safra_id FROM harvest_reach hr WHERE ` + sqlstore.Reaches(organization) + `)`
	},
	Search: sqlstore.SearchDialect{
		Names: func(list string) string { return `(SELECT unnest(` + list + `::text[]) COLLATE "C" AS safra_id)` },
		// The limit inside keeps the planner to one look per harvest.
		Of: func(harvests, table, _, where, order, limit string) string {
			return `SELECT f.* FROM ` + harvests + ` h CROSS JOIN LATERAL (SELECT * FROM ` + table + ` t WHERE t.safra_id = h.safra_id AND ` + where + ` ORDER BY ` + order + ` LIMIT ` + limit + `) f LIMIT ` + limit
		},
	},
	Derived: derived,
	Owners: sqlstore.OwnerDialect{
		IsOf:      `code = ANY($1::text[])`,
		IsAny:     func(column, list string) string { return column + ` = ANY(` + list + `::text[])` },
		Own:       ownOne,
		Hold:      holdOne,
		Take:      takeOne,
		Pipelined: true,
	},
	Imports: sqlstore.ImportDialect{
		IsOf:    `mark = ANY($1::uuid[])`,
		List:    func(marks []trace.Mark) any { return uuids(marks) },
		Many:    `INSERT INTO imported (mark, id) SELECT * FROM unnest($1::uuid[], $2::uuid[])`,
		Columns: markColumns,
		Of:      `id = ANY($1::uuid[])`,
		Lock:    `SELECT pg_advisory_xact_lock` + documentLock,
	},
	Plots: sqlstore.PlotDialect{
		Append: `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, safra_id, part) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
		Fill: `INSERT INTO plot_cell (` + sqlstore.PlotColumns + `, safra_id, part)
			SELECT $1, $2::bigint, $3::uuid, $4::smallint, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9, $10::smallint
			FROM journal WHERE id = $3 AND version = $11 AND part = $10 AND until IS NULL FOR UPDATE ON CONFLICT DO NOTHING`,
		Args: func(_ context.Context, _ sqlstore.Tx, c *trace.Claim) ([]any, error) {
			return []any{c.HarvestID, int16(c.ID.Partition())}, nil
		},
		Harvest: `safra_id`,
		NotOf:   func(mark string) string { return `safra_id <> ` + mark },
	},
}

// reportLocks is the class of the advisory locks on harvests' reports; the number has no meaning.
// Harvests share about a thousand locks: a transaction may need those of many harvests, and the
// server has room for a few thousand in all.
const reportLocks = `7265`

// documentLock is the advisory lock for writers of tax documents; the numbers have no meaning.
const documentLock = `(7271, hashtext(current_schema()))`

// Store implements trace.Store.
type Store struct {
	trace.Reader // over the pool: each read its own snapshot

	pool      *pgxpool.Pool
	lookups   *pgxpool.Pool // see openLookups
	committer *sqlstore.Committer
	timeout   time.Duration // of a read
	replicas  *replicas     // nil: the leader answers everything
	engine    *Engine
	homes     homes // none on one server

	moving      *moving
	unconfirmed atomic.Bool // a commit would wait for replicas: see keepConfirming
}

// Open connects to the database at a postgres:// address and updates its schema. It refuses a
// database of a newer Rastro and leaves it unchanged.
func Open(ctx context.Context, address string) (*Store, error) {
	config, err := readAddress(address)
	if err != nil {
		return nil, err
	}
	lead(config.ConnConfig)
	if err := migrate(ctx, config.ConnConfig); err != nil {
		return nil, err
	}
	return OpenEngine(ctx, address, oneServer)
}

// OpenEngine is Open with an engine's differences, on a database whose schema is up to date.
func OpenEngine(ctx context.Context, address string, engine *Engine) (*Store, error) {
	config, err := readAddress(address)
	if err != nil {
		return nil, err
	}
	if !strings.Contains(address, "pool_max_conns") {
		config.MaxConns = poolSize
	}
	maps.Copy(config.ConnConfig.RuntimeParams, engine.Settings)
	lead(config.ConnConfig)
	watchCommits(engine, config.ConnConfig)
	config.PrepareConn = usable
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, explain(err)
	}
	s := newStore(pool, readTimeout, engine)
	if s.lookups, err = openLookups(ctx, config); err != nil {
		pool.Close()
		return nil, explain(err)
	}
	s.committer = sqlstore.NewCommitter(lanes(config.MaxConns), engine.Dialect, s.begin)
	return s, nil
}

// lead makes connections go to the host that leads, of several, and never to a standby, which
// would answer reads from the past and refuse every write.
func lead(config *pgx.ConnConfig) {
	if config.ValidateConnect == nil {
		config.ValidateConnect = pgconn.ValidateConnectTargetSessionAttrsPrimary
	}
}

// Current refuses a database that Open would change: an empty one, or one with the
// schema of an earlier version. It changes nothing itself.
func Current(ctx context.Context, address string) error {
	config, err := readAddress(address)
	if err != nil {
		return err
	}
	return CurrentAt(ctx, config.ConnConfig)
}

// CurrentAt is Current for a database with a given connection configuration.
func CurrentAt(ctx context.Context, config *pgx.ConnConfig) error {
	db := stdlib.OpenDB(*config)
	defer db.Close()
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	return schema.CheckCurrent(migrations, version)
}

func readAddress(address string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// The driver's message repeats the address, and with it the password.
		return nil, errors.New("cannot read the database address: use --db postgres://USER:PASSWORD@HOST:PORT/DATABASE")
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	return config, nil
}

func newStore(pool *pgxpool.Pool, timeout time.Duration, engine *Engine) *Store {
	s := &Store{pool: pool, lookups: pool, timeout: timeout, engine: engine, moving: newMoving(pool, engine)}
	s.Reader = sqlstore.NewReader(s.querier(pool), engine.Dialect)
	return s
}

func migrate(ctx context.Context, config *pgx.ConnConfig) error {
	db := stdlib.OpenDB(*config)
	defer db.Close()
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	if err := schema.CheckVersion(migrations, version); err != nil {
		return err
	}
	if err := schema.Migrate(ctx, goose.DialectPostgres, db, migrations); err != nil {
		return fmt.Errorf("bringing the database up to date: %w", err)
	}
	return sqlstore.MarkReader(ctx, db)
}

// schemaVersion reads the version of the schema; 0 if there are no tables.
func schemaVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	var exists bool
	if err := db.QueryRowContext(ctx, `SELECT to_regclass($1) IS NOT NULL`, schema.VersionTable).Scan(&exists); err != nil {
		return 0, explain(err)
	}
	if !exists {
		return 0, nil
	}
	if err := db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM `+schema.VersionTable).Scan(&version); err != nil {
		return 0, explain(err)
	}
	return version, nil
}

// Close finishes the writers that wait and closes the connections.
func (s *Store) Close() error {
	s.committer.Close()
	s.homes.close()
	if s.replicas != nil {
		s.replicas.close()
	}
	s.lookups.Close()
	s.pool.Close()
	if s.engine.Close != nil {
		s.engine.Close()
	}
	return nil
}

// Work returns the store's counters. It has no cache, because the database has one.
func (s *Store) Work() vital.Work {
	work := s.committer.Work()
	work.Waiting += s.homes.waiting()
	return work
}

// Health implements trace.Store. The database server keeps its own files.
func (s *Store) Health() trace.Health {
	s.forgetGone()
	return trace.Health{WritesFail: s.unconfirmed.Load() || s.committer.WritesFail()}
}

// Update implements trace.Store.
func (s *Store) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if s.replicas != nil {
		if read := replica.Of(ctx); read != nil {
			read.Insist() // it writes newer data than its replica is known to have
		}
	}
	if s.engine.Node != nil {
		return s.committerOf(ctx).Do(ctx, fn)
	}
	return s.committer.Do(ctx, fn)
}

// View implements trace.Store.
func (s *Store) View(ctx context.Context, fn func(trace.Reader) error) error {
	if s.replicas != nil {
		if done, err := s.replicas.view(ctx, s.timeout, fn); done {
			return err
		}
	}
	begin, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	tx, err := s.snapshot(begin)
	if err != nil {
		return classify(err)
	}
	defer func() {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		defer cancel()
		_ = tx.Rollback(end) // nothing was written
	}()
	return fn(sqlstore.NewReader(s.querier(tx), s.engine.Dialect))
}

func (s *Store) snapshot(ctx context.Context) (pgx.Tx, error) {
	open := func(ctx context.Context) (pgx.Tx, error) {
		return s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	}
	if s.engine.Whole != nil && onestate.Needed(ctx) {
		return s.engine.Whole(ctx, open)
	}
	return open(ctx)
}

// Stamp implements trace.Store. A snapshot is the set of ended transactions: two equal ones see
// the same rows.
func (s *Store) Stamp(ctx context.Context) (trace.Stamp, error) {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	var stamp string
	err := s.pool.QueryRow(ctx, s.engine.Stamp).Scan(&stamp)
	return trace.Stamp(stamp), classify(err)
}
