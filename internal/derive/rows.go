package derive

import (
	"context"
	"regexp"

	"rastro/internal/attachment"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/lot"
	"rastro/internal/notebook"
	"rastro/internal/organization"
	"rastro/internal/trace"
)

func number(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func lotEntries(v, next *trace.Record, emit func(Row)) {
	eachLot(v, next, func(row *lot.Row) {
		if !row.Role.Light() {
			emit(Row{lotKey(row), []any{int64(row.Kind), row.Since, row.Until, row.Fact.Append(nil)}})
		}
	})
}

func lotMentions(v, next *trace.Record, emit func(Row)) {
	eachLot(v, next, func(row *lot.Row) {
		if row.Role.Light() {
			emit(Row{Key: lotKey(row)})
		}
	})
}

func lotKey(row *lot.Row) []any {
	id := trace.ID(row.ID)
	return []any{row.Lot, int64(row.Role), id, row.Version, int64(id.Partition())}
}

// eachLot calls its function with what a version says about lots, and when it ended.
func eachLot(v, next *trace.Record, fn func(*lot.Row)) {
	if v.Kind.IsChange() {
		return
	}
	rows := v.GraphRows()
	for i := range rows {
		row := rows[i]
		if next != nil {
			row.Until = next.UpdatedAt.UnixMilli()
		}
		fn(&row)
	}
}

func plotCells(v, next *trace.Record, emit func(Row)) {
	if next != nil || v.Kind.IsChange() {
		return
	}
	claim := v.Claim()
	if claim == nil {
		return
	}
	e := claim.Extent
	for _, cell := range claim.Cells() {
		emit(Row{
			Key:   []any{claim.Season, int64(cell), claim.ID, int64(claim.ID.Partition())},
			Value: []any{int64(claim.Kind.Code), claim.HarvestID, e.West, e.South, e.East, e.North},
		})
	}
}

func tradeItems(v, next *trace.Record, emit func(Row)) {
	if next != nil {
		return
	}
	for _, item := range v.TradeItems() {
		emit(Row{[]any{item.GTIN, item.Lot, v.ID}, []any{v.HarvestID}})
	}
}

// attachments are the files that a version is the first to list: those of the first version, and
// those that the next one adds or marks differently.
func attachments(v, next *trace.Record, emit func(Row)) {
	listed := attachment.List(v.Seal)
	if v.Version == 1 {
		emitFiles(v, listed, emit)
	}
	if next != nil {
		files := attachment.List(next.Seal)
		emitFiles(next, attachment.Added(listed, files), emit)
		emitFiles(next, attachment.Marked(listed, files), emit)
	}
}

func emitFiles(v *trace.Record, files []attachment.File, emit func(Row)) {
	for _, f := range files {
		emit(Row{[]any{f.Sum, v.ID, v.Version}, []any{v.HarvestID, number(f.Personal)}})
	}
}

func codes(v, _ *trace.Record, emit func(Row)) {
	if v.Kind.IsValidation() && v.Version == 1 && v.ValidationCode != "" {
		emit(Row{[]any{trace.FoldCode(v.ValidationCode)}, []any{v.ID}})
	}
}

// erasedCode returns what is left of the code of an erased validation: that it had one. The text is
// a keyed digest or, in a store of an earlier build, the code itself.
func erasedCode(id trace.ID, stored *Row) (Row, bool) {
	if stored != nil && !leftOfCode.MatchString(stored.Key[0].(string)) {
		return Row{}, false
	}
	return Row{[]any{"of the erased validation " + id.String()}, []any{id}}, true
}

// leftOfCode matches what an erasure leaves of a code: see trace.FoldCode.
var leftOfCode = regexp.MustCompile(`^(erased:[0-9a-f]{32}|[^a-z]+)$`)

func erasedLots(v, _ *trace.Record, emit func(Row)) {
	for _, mark := range v.ErasedLots() {
		emit(Row{Key: []any{mark, v.ID}})
	}
}

func recallHarvests(v, next *trace.Record, emit func(Row)) {
	if next != nil { // an erasure rewrites a report
		return
	}
	for _, harvestID := range recall.HarvestsOf(v) {
		emit(Row{Key: []any{harvestID, v.ID}})
	}
}

func tallies(v, next *trace.Record, emit func(Row)) {
	if next == nil && !ends(v) {
		emit(Row{[]any{int64(v.Kind.Code)}, []any{int64(1)}})
	}
}

// ends reports whether a version is never live: it ends its record, or is a note.
func ends(v *trace.Record) bool {
	return v.Operation.Ends() || v.Kind.IsChange()
}

func addUp(a, b Row) Row {
	return Row{a.Key, []any{a.Value[0].(int64) + b.Value[0].(int64)}}
}

func phases(v, _ *trace.Record, emit func(Row)) {
	for _, p := range v.NotedPhases() {
		emit(Row{[]any{p.ID}, []any{
			p.Version, string(p.Crop), p.Stage, p.StageName, p.Name, p.FoldedName(), p.Description, int64(p.Order), p.KindName,
			p.KindNumber, number(p.Required), number(p.Active), p.CreatedAt.UnixMilli(), p.UpdatedAt.UnixMilli(), number(p.Deleted),
		}})
	}
}

func organizations(v, next *trace.Record, emit func(Row)) {
	if o, _, ok := organization.Of(v); ok && next == nil {
		emit(Row{[]any{v.ID}, []any{o.Version, o.Name, o.Body}})
	}
}

func logos(v, _ *trace.Record, emit func(Row)) {
	if l, ok := organization.LogoIn(v); ok {
		emit(Row{[]any{l.Sum}, []any{l.Media, l.Body, v.ID}})
	}
}

func organizationNames(v, next *trace.Record, emit func(Row)) {
	if _, folded, ok := organization.Of(v); ok && next == nil {
		for _, name := range folded {
			emit(Row{[]any{name}, []any{v.ID}})
		}
	}
}

func noteEntries(v, next *trace.Record, emit func(Row)) {
	if e, ok := notebook.Of(v); ok && next == nil {
		emit(Row{[]any{e.ID}, []any{e.Owner, int64(e.Kind.Code), e.Name, e.Version, e.Body}})
	}
}

func grants(v, next *trace.Record, emit func(Row)) {
	if g, ok := organization.GrantOf(v); ok && next == nil {
		emit(Row{[]any{trace.ID(g.Organization), g.HarvestID}, []any{int64(g.Level), v.ID}})
	}
}

func newerPhase(a, b Row) Row {
	if a.Value[0].(int64) > b.Value[0].(int64) {
		return a
	}
	return b
}

// mendPhase reads the notes of the catalogue again while the entry is locked: they say what it
// is.
func mendPhase(ctx context.Context, w Writer, table *Table, key []any) error {
	if err := w.Hold(ctx, key[0].(trace.ID)); err != nil {
		return err
	}
	var said *Row
	err := w.EachNote(ctx, kind.PhaseChange, func(v *trace.Record) error {
		phases(v, nil, func(row Row) {
			if row.Key[0] != key[0] {
				return
			}
			if said != nil {
				row = newerPhase(*said, row)
			}
			said = &row
		})
		return nil
	})
	switch {
	case err != nil:
		return err
	case said == nil:
		return w.DropRow(ctx, table, key)
	}
	return w.PutRow(ctx, table, *said)
}
