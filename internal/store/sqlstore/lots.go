package sqlstore

import (
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// LotDialect is what differs between the engines in keeping the lot graph.
type LotDialect struct {
	// Append is the statement that inserts a row: LotColumns in order, then the partition if the
	// engine has one. Fill inserts it only if it is missing.
	Append, Fill string
	// Mention is the statement that inserts a light row of the last appended version: lot, role,
	// id, version, then the partition if the engine has one. FillMention does so for any
	// version, only if the row is missing.
	Mention, FillMention string
	// Unmention deletes the light rows of a lot and a role, $1 and $2, that versions
	// of a record have, $3.
	Unmention string
	// Mentions are the light rows with their versions, as a table expression, and MentionOrder
	// is the order of one lot's rows. MentionAfter is the condition that a row comes after
	// another, given the placeholders of its role, id and version.
	Mentions, MentionOrder string
	MentionAfter           func(role, id, version string) string
	// OfHarvest returns the condition that a light row's version belongs to one of the harvests in
	// an argument made by List, given its placeholder. The query MUST look up the lot first: it has
	// few rows compared with a harvest, or they are read anyway.
	OfHarvest func(list string) string
	// IsOf is the condition that a row belongs to one of the lots in an argument made by List.
	IsOf string
	List func(lots []string) any
	// IsErased is the condition that an erased record named one of the lots whose marks are in an
	// argument made by List. PutErased writes such marks of a record.
	IsErased, PutErased string
	// OfHarvests is the journal, and the condition that a version belongs to one of the harvests in
	// an argument made by List, so that they are looked up first.
	OfHarvests string
	// Filled tells the engine that a transaction only indexed older versions; it may be nil.
	Filled func()
}

// LotColumns are the columns of the lot graph that both engines have.
const LotColumns = `lot, role, id, version, kind, since, until, body`

// lotArgs returns the values of a row.
func (d *Dialect) lotArgs(row *lot.Row) []any {
	id := trace.ID(row.ID)
	args := []any{
		row.Lot, int16(row.Role), d.ID(id), row.Version, row.Kind, row.Since, row.Until, row.Fact.Append(make([]byte, 0, 96)),
	}
	if d.Part("") != "" {
		args = append(args, int16(id.Partition()))
	}
	return args
}

// mentionArgs returns the values of a light row.
func (d *Dialect) mentionArgs(row *lot.Row) []any {
	id := trace.ID(row.ID)
	args := []any{row.Lot, int16(row.Role), d.ID(id), row.Version}
	if d.Part("") != "" {
		args = append(args, int16(id.Partition()))
	}
	return args
}

// appendLots adds a version to the lot graph.
func (w *writer) appendLots(r *trace.Record) error {
	if r.Kind.IsChange() || !r.Kind.NamesLots() {
		return nil
	}
	if r.Version > 1 {
		if err := w.endLots(r); err != nil {
			return err
		}
	}
	return w.insertLots(r.GraphRows(), w.dialect.Lots.Append, w.dialect.Lots.Mention)
}

// insertLots writes complete rows with one statement, light ones with the other.
func (w *writer) insertLots(rows []lot.Row, whole, light string) error {
	for i := range rows {
		statement, args := whole, w.dialect.lotArgs
		if rows[i].Role.Light() {
			statement, args = light, w.dialect.mentionArgs
		}
		if err := w.later(anyRows, statement, args(&rows[i])...); err != nil {
			return err
		}
	}
	return nil
}

// endLots ends the rows of the version before. If that is not filled in yet, it has none, and
// gets its end when it is. A light row ends with its version.
func (w *writer) endLots(r *trace.Record) error {
	rows, known := r.Replaces()
	if !known {
		old, err := w.version(r.ID, r.Version-1)
		if err != nil {
			return err
		}
		rows = old.LotRows()
	}
	for i := range rows {
		if rows[i].Role.Light() {
			continue
		}
		args := []any{r.UpdatedAt.UnixMilli(), rows[i].Lot, int16(rows[i].Role), w.dialect.ID(r.ID), r.Version - 1}
		part := w.dialect.Part("$6")
		if part != "" {
			args = append(args, int16(r.ID.Partition()))
		}
		if err := w.later(anyRows, `UPDATE lot_entry SET until = $1 WHERE lot = $2 AND role = $3 AND id = $4 AND version = $5`+part, args...); err != nil {
			return err
		}
	}
	return nil
}

// version reads a version of a record; a zero Record if there is none.
func (w *writer) version(id trace.ID, version int64) (trace.Record, error) {
	versions, err := w.Versions(w.ctx, id)
	for i := range versions {
		if versions[i].Version == version {
			return versions[i], err
		}
	}
	return trace.Record{Kind: kind.All[0]}, err
}

// eraseLots destroys the facts about lots from all versions of a record.
func (w *writer) eraseLots(id trace.ID, versions []trace.Record) error {
	if err := w.eraseOwnership(versions); err != nil {
		return err
	}
	type place struct {
		lot  string
		role lot.Role
	}
	done := map[place]bool{}
	for i := range versions {
		for _, row := range versions[i].GraphRows() {
			if done[place{row.Lot, row.Role}] {
				continue
			}
			done[place{row.Lot, row.Role}] = true
			statement := `DELETE FROM lot_entry WHERE lot = $1 AND role = $2 AND id = $3`
			if row.Role.Light() {
				statement = w.dialect.Lots.Unmention
			}
			if err := w.later(anyRows, statement, row.Lot, int16(row.Role), w.dialect.ID(id)); err != nil {
				return err
			}
		}
	}
	return nil
}
