// Package sqlstore is the part of the store that SQLite and PostgreSQL share: the
// statements and the group commit. Differences between the engines are values of
// Dialect, and drivers are reached through the small interfaces here.
package sqlstore

import (
	"context"
	"sync"

	"rastro/internal/store/sqlconn"
	"rastro/internal/trace"
)

// Conn runs statements, and Rows is the cursor of a query.
type (
	Conn = sqlconn.Conn
	Rows = sqlconn.Rows
)

// Tx is an open write transaction of an engine. It is used by one goroutine.
type Tx interface {
	Conn
	// Later runs a statement at any time up to the commit, so that an engine can send
	// several at once. Its effect cannot be read before the next Query or Exec. It MUST
	// change exactly want rows; otherwise the transaction fails with ErrConflict. With
	// want < 0 the number does not matter.
	Later(ctx context.Context, want int64, sql string, args ...any) error
	// Commit returns once everything is durable. It fails with ErrUncertain if that is unknown.
	// After any other error nothing is written.
	Commit(ctx context.Context) error
	// Rollback undoes the transaction. A failure does not matter, because nothing was committed.
	Rollback(ctx context.Context)
}

// Dialect is what differs between the engines.
type Dialect struct {
	// Harvest is the column that a version's harvest is read from. It may be a
	// number: then the engine's Rows turn it into the name when it is scanned into a
	// text, which saves every read a join.
	Harvest string
	// Named is a table expression for the journal with a safra_id column, for sorting by it.
	Named string
	// HarvestIs returns the condition that a row belongs to one of some harvests, given their
	// placeholders.
	HarvestIs func(placeholders []string) string
	// HarvestPage is the query that begins with a select list over "page": the
	// names, in order, of the harvests in a range that have a live record. It
	// MUST NOT read more than a step of an index for each.
	HarvestPage func(r HarvestRange, selecting string) string
	// HarvestsAfter is the query of the names after $1 of at most $2 harvests, in order, also
	// those without a live record.
	HarvestsAfter string
	// OfPage is the condition that a version belongs to a harvest of the page.
	OfPage string
	// Append is the statement that inserts a version: the columns of
	// AppendColumns in order, then what AppendArgs adds.
	Append string
	// AppendArgs returns a version's values plus those of the engine's own columns.
	AppendArgs func(ctx context.Context, tx Tx, r *trace.Record, args []any) ([]any, error)
	// ID converts an id for the driver.
	ID func(trace.ID) any
	// Part adds the partition to a condition on an id, for the engine that
	// spreads by it; "" for the other.
	Part func(placeholder string) string
	// TallyShards is over how many rows a kind's count is spread.
	TallyShards int
	// ByPart: counts are kept by the partition of the records instead, where those are.
	ByPart bool
	// Log is what differs in keeping the log.
	Log LogDialect
	// Lots is what differs in keeping the lot graph.
	Lots LotDialect
	// Reached are the conditions that a row of the journal is in a harvest that an
	// organisation reaches, given its placeholder. ReachedInOrder looks each row up, so
	// that rows can be read in the order of another index; Reached begins with the
	// organisation's harvests.
	ReachedInOrder, Reached func(organization string) string
	// LiveReached returns the text after FROM that selects the journal's live rows in the harvests
	// an organisation reaches, if they meet some conditions. It reads harvest by harvest, whatever
	// the planner prefers. It is nil for an engine that cannot do that.
	LiveReached func(conditions, organization string) string
	// Owners has the engine's statements for owners of codes.
	Owners OwnerDialect
	// Plots is what differs in keeping the index of plots.
	Plots PlotDialect
	// Imports is what differs in keeping the marks of imported rows.
	Imports ImportDialect
	// Search is what differs in looking terms up.
	Search SearchDialect
	// Derived is what differs in providing derived tables.
	Derived DerivedDialect
	// Erased tells the engine that a transaction destroys payloads, so that it keeps no copy; nil
	// if it has nothing to do.
	Erased func()

	// LockReports and ClaimReports lock the reports of a harvest, $1, against
	// each other until the transaction ends; "" if there is only one writer.
	LockReports, ClaimReports string

	// HoldFiles and ClearFiles lock the stored files against each other until the transaction
	// ends; "" if there is only one writer.
	HoldFiles, ClearFiles string

	// BlockErasures ends the query that locks the count of erasures; "" if there is only
	// one writer.
	BlockErasures string
	// ErasuresHeld reports whether another transaction defers erasures. If not, none can until
	// this transaction ends.
	ErasuresHeld func(ctx context.Context, tx Tx) (bool, error)

	newest    sync.Once
	newestSQL string
}
