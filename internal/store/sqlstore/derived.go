package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// DerivedTable is how an engine keeps a derived table.
type DerivedTable struct {
	// From is the table expression, "" for the table itself.
	From string
	// Read are the expressions of columns that are not read by their names.
	Read map[string]string
	// Order are the columns that rows are paged by, nil for the key.
	Order []derive.Column
	// Put and Drop are the statements that write and delete a row, "" for those
	// that follow from the columns. They take the key, then the value.
	Put, Drop string
}

// DerivedDialect is what differs between the engines in providing derived tables.
type DerivedDialect struct {
	// Place is the expression of a version's place in the log, the largest number if it
	// has none.
	Place  string
	Tables map[string]DerivedTable
	// Hold are the statements that lock the source of a record's rows; none if there is only one
	// writer. HoldTally locks the counts.
	Hold      []string
	HoldTally string
	// HoldCodes locks owners and claims of codes.
	HoldCodes string
	// PutArgs converts the values of a row for storage; nil stores them unchanged.
	PutArgs func(ctx context.Context, tx Tx, t *derive.Table, args []any) ([]any, error)
}

// DerivedPredecessors keeps the logs that this one continues: a row that is put
// comes last.
var DerivedPredecessors = DerivedTable{
	Put: `INSERT INTO log_predecessor (num, statement, origin, verifier, size, root, seen_size, seen_root)
		SELECT coalesce(max(num), 0) + 1, $1, $2, $3, $4, $5, $6, $7 FROM log_predecessor`,
}

// part is a column that only the partitioned engine has.
const part = "part"

// derivedPage is how many rows are read at once: few enough to finish in time.
const derivedPage = 2000

// hasColumn reports whether the engine stores a column.
func (d *Dialect) hasColumn(c derive.Column) bool { return c.Name != part || d.Part("") != "" }

// stored returns those columns of a table that the engine has.
func (d *Dialect) stored(columns []derive.Column) []derive.Column {
	var there []derive.Column
	for _, c := range columns {
		if d.hasColumn(c) {
			there = append(there, c)
		}
	}
	return there
}

func names(columns []derive.Column) []string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.Name
	}
	return list
}

func marks(from, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = "$" + strconv.Itoa(from+i)
	}
	return strings.Join(list, ", ")
}

// selectRows begins the query of a table's rows.
func (d *Dialect) selectRows(t *derive.Table, more []derive.Column) string {
	kept := d.Derived.Tables[t.Name]
	var list []string
	for _, c := range append(append(d.stored(t.Key), d.stored(t.Value)...), more...) {
		if read, ok := kept.Read[c.Name]; ok {
			list = append(list, read)
		} else {
			list = append(list, c.Name)
		}
	}
	from := kept.From
	if from == "" {
		from = t.Name
	}
	return `SELECT ` + strings.Join(list, ", ") + ` FROM ` + from
}

// cells are places to scan columns into.
type cells struct {
	columns []derive.Column
	dest    []any
}

func newCells(columns []derive.Column) *cells {
	c := &cells{columns: columns}
	for _, column := range columns {
		switch column.Type {
		case derive.Text:
			c.dest = append(c.dest, new(string))
		case derive.Int:
			c.dest = append(c.dest, new(int64))
		case derive.ID:
			c.dest = append(c.dest, new([16]byte))
		default:
			c.dest = append(c.dest, new([]byte))
		}
	}
	return c
}

// values returns the scanned values.
func (c *cells) values() []any {
	values := make([]any, len(c.dest))
	for i, d := range c.dest {
		switch d := d.(type) {
		case *string:
			values[i] = *d
		case *int64:
			values[i] = *d
		case *[16]byte:
			values[i] = trace.ID(*d)
		case *[]byte:
			values[i] = *d
		}
	}
	return values
}

// row puts scanned values into a row; the partition is computed if it is not stored.
func (d *Dialect) row(t *derive.Table, values []any) derive.Row {
	next := func(columns []derive.Column) []any {
		out := make([]any, len(columns))
		for i, c := range columns {
			if d.hasColumn(c) {
				out[i], values = values[0], values[1:]
				continue
			}
			for k, of := range columns {
				if of.Type == derive.ID {
					out[i] = int64(out[k].(trace.ID).Partition())
				}
			}
		}
		return out
	}
	key := next(t.Key)
	if len(t.Value) == 0 {
		return derive.Row{Key: key}
	}
	return derive.Row{Key: key, Value: next(t.Value)}
}

func (r reader) EachRow(ctx context.Context, t *derive.Table, fn func(derive.Row) error) error {
	return r.RowsOf(ctx, t, nil, fn)
}

func (r reader) RowsOf(ctx context.Context, t *derive.Table, prefix []any, fn func(derive.Row) error) error {
	d := r.dialect
	var within []string
	for i := range prefix {
		within = append(within, t.Key[i].Name+` = $`+strconv.Itoa(i+1))
	}
	order := d.Derived.Tables[t.Name].Order
	if order == nil {
		order = d.stored(t.Key)
	}
	var after []any
	for {
		sql, conds, args := d.selectRows(t, order), within, d.driverArgs(prefix)
		if after != nil {
			conds = append(slices.Clip(conds), `(`+strings.Join(names(order), ", ")+`) > (`+marks(len(args)+1, len(order))+`)`)
			args = append(args, after...)
		}
		if len(conds) > 0 {
			sql += ` WHERE ` + strings.Join(conds, " AND ")
		}
		sql += ` ORDER BY ` + strings.Join(names(order), ", ") + ` LIMIT ` + strconv.Itoa(derivedPage)
		n, last, err := r.rowsPage(ctx, t, order, fn, sql, args)
		if err != nil || n < derivedPage {
			return err
		}
		after = d.driverArgs(last)
	}
}

// rowsPage reads a page of rows and returns where it ended.
func (r reader) rowsPage(ctx context.Context, t *derive.Table, order []derive.Column, fn func(derive.Row) error, sql string, args []any) (n int, last []any, err error) {
	d := r.dialect
	into := newCells(append(append(d.stored(t.Key), d.stored(t.Value)...), order...))
	found, err := r.conn.Query(r.context(ctx), sql, args...)
	if err != nil {
		return 0, nil, err
	}
	defer found.Close()
	for ; found.Next(); n++ {
		if err := found.Scan(into.dest...); err != nil {
			return n, nil, fmt.Errorf("scanning a row of %s: %w", t.Name, err)
		}
		values := into.values()
		at := len(values) - len(order)
		last = values[at:]
		if err := fn(d.row(t, values[:at])); err != nil {
			return n, nil, err
		}
	}
	return n, last, found.Err()
}

// driverArgs converts ids for the driver.
func (d *Dialect) driverArgs(values []any) []any {
	args := make([]any, len(values))
	for i, v := range values {
		if id, ok := v.(trace.ID); ok {
			v = d.ID(id)
		}
		args[i] = v
	}
	return args
}

// storedArgs returns the values of columns that the engine stores.
func (d *Dialect) storedArgs(columns []derive.Column, values []any) []any {
	var args []any
	for i, c := range columns {
		if d.hasColumn(c) {
			args = append(args, values[i])
		}
	}
	return d.driverArgs(args)
}

func (r reader) RowAt(ctx context.Context, t *derive.Table, key []any) (derive.Row, bool, error) {
	d := r.dialect
	var conds []string
	kept := d.Derived.Tables[t.Name]
	for i, c := range d.stored(t.Key) {
		name := c.Name
		if read, ok := kept.Read[c.Name]; ok {
			name = read
		}
		conds = append(conds, name+` = $`+strconv.Itoa(i+1))
	}
	into := newCells(append(d.stored(t.Key), d.stored(t.Value)...))
	err := r.one(ctx, trace.CodeRecordNotFound, into.dest, d.selectRows(t, nil)+` WHERE `+strings.Join(conds, " AND "), d.storedArgs(t.Key, key)...)
	if trace.Is(err, trace.CodeRecordNotFound) {
		return derive.Row{}, false, nil
	}
	if err != nil {
		return derive.Row{}, false, err
	}
	return d.row(t, into.values()), true, nil
}

// versionsPage is how many versions are read at once.
const versionsPage = 200

func (r reader) EachVersion(ctx context.Context, fn func(*derive.Version) error) error {
	var id trace.ID
	version := int64(-1 << 62)
	for {
		n := 0
		err := r.eachStored(ctx, func(v *derive.Version) error {
			n, id, version = n+1, v.ID, v.Version
			return fn(v)
		}, `WHERE (id, version) > ($1, $2) ORDER BY id, version LIMIT `+strconv.Itoa(versionsPage), r.dialect.ID(id), version)
		if err != nil || n < versionsPage {
			return err
		}
	}
}

// eachStored reads versions with the columns that no commitment covers.
func (r reader) eachStored(ctx context.Context, fn func(*derive.Version) error, where string, args ...any) error {
	found, err := r.conn.Query(r.context(ctx), `SELECT id, version, kind, operation, `+r.dialect.Harvest+`, safra_codigo, updated_at, created_by, updated_by, codigo, salt, hash,
		dados, findings, seal, created_at, coalesce(until, 0), `+r.dialect.Derived.Place+` FROM journal `+where, args...)
	if err != nil {
		return err
	}
	defer found.Close()
	for found.Next() {
		v := &derive.Version{}
		var code int16
		var operation, updatedAt int64
		var salt, hash []byte
		if err := found.Scan((*[16]byte)(&v.ID), &v.Version, &code, &operation, &v.HarvestID, &v.HarvestCode, &updatedAt, &v.CreatedBy, &v.UpdatedBy,
			&v.ValidationCode, &salt, &hash, &v.Payload, &v.Findings, &v.Seal, &v.Created, &v.Until, &v.Place); err != nil {
			return fmt.Errorf("scanning a version: %w", err)
		}
		if v.Kind = kind.ByCode(code); v.Kind == nil {
			return fmt.Errorf("record %s has kind %d, which this build does not know", v.ID, code)
		}
		if v.CreatedBy == "" {
			v.CreatedBy = v.UpdatedBy
		}
		copy(v.Salt[:], salt)
		copy(v.Hash[:], hash)
		v.Operation, v.UpdatedAt = trace.Operation(operation), time.UnixMilli(updatedAt).UTC()
		if err := fn(v); err != nil {
			return err
		}
	}
	return found.Err()
}
