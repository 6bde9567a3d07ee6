package taxdocs

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"rastro/internal/fiscal/grade"
	"rastro/internal/fiscal/propose"
	"rastro/internal/lot"
	"rastro/internal/ownership"
	"rastro/internal/taxdocs/kept"
	"rastro/internal/trace"
)

// Limits on what is looked up for a document.
const (
	maxCodes      = 64 // of lots
	maxReferences = 20
	maxHarvests   = 10 // that are named to choose from
	// maxDerived is how many harvests of one import are read as a whole to find out their
	// crop. Profiles that state it are not counted.
	maxDerived = 20
)

// place finds out which documents are here already, and to which harvests and lots the others
// belong.
func (r *run) place(ctx context.Context, list []*item) error {
	return r.store.View(ctx, func(s Readers) error {
		rows, err := r.rowsOf(ctx, s.Documents, marksOf(r.marker, list), true)
		if err == nil && !r.o.DryRun && !r.o.Alone {
			err = r.addErased(ctx, s.Documents, list, rows)
		}
		if err != nil {
			return err
		}
		r.readable(rows)
		owners, err := r.owners(ctx, s, list)
		if err != nil {
			return err
		}
		for _, one := range list {
			if own := rows[one.marks]; len(own) > 0 {
				err = r.found(ctx, s, one, own)
			} else {
				r.choose(one, rows, owners)
			}
			if err != nil {
				return err
			}
			one.Lots = linked(one, owners)
		}
		return r.suggest(ctx, s, list)
	})
}

// marksOf returns the marks of documents and of those that they refer to.
func marksOf(m marker, list []*item) (marks []kept.Mark) {
	for _, one := range list {
		marks = append(marks, one.marks)
		for _, key := range references(one) {
			marks = append(marks, m.mark(key))
		}
	}
	return marks
}

// references returns the keys of the documents that an invoice refers to.
func references(one *item) []string {
	list := one.Document.References
	return list[:min(len(list), maxReferences)]
}

// addErased adds the rows of documents whose records were erased. A dry run does not look for them:
// it costs nothing, so it would confirm guesses at what was erased.
func (r *run) addErased(ctx context.Context, s kept.Reader, list []*item, rows map[kept.Mark][]kept.Row) error {
	var missing []kept.Mark
	for _, one := range list {
		if len(rows[one.marks]) == 0 {
			missing = append(missing, one.marks)
		}
	}
	erased, err := r.rowsOf(ctx, s, missing, false)
	maps.Copy(rows, erased)
	return err
}

// readable keeps the rows of harvests that the caller reads. A write-only key must not learn
// whether or where a document exists before it writes the same one.
func (r *run) readable(rows map[kept.Mark][]kept.Row) {
	for mark, list := range rows {
		rows[mark] = slices.DeleteFunc(list, func(row kept.Row) bool { return !r.by.Reads(row.HarvestID) })
	}
}

// rowsOf finds the rows of marks within the caller's reach, by mark; with unerased, without those
// of erased records.
func (r *run) rowsOf(ctx context.Context, s kept.Reader, marks []kept.Mark, unerased bool) (map[kept.Mark][]kept.Row, error) {
	found := map[kept.Mark][]kept.Row{}
	for part := range slices.Chunk(marks, kept.MaxMarks) {
		if err := r.rowsInto(ctx, s, part, unerased, found); err != nil {
			return nil, err
		}
	}
	for _, rows := range found { // the first harvest by name, so that every server names the same
		slices.SortFunc(rows, func(a, b kept.Row) int {
			return cmp.Or(strings.Compare(a.HarvestID, b.HarvestID), bytes.Compare(a.ID[:], b.ID[:]))
		})
	}
	return found, nil
}

// rowsInto adds the rows of up to kept.MaxMarks marks. A full answer may lack some, so then fewer
// marks are queried; a document in kept.MaxRows harvests has enough of them.
func (r *run) rowsInto(ctx context.Context, s kept.Reader, marks []kept.Mark, unerased bool, found map[kept.Mark][]kept.Row) error {
	rows, err := s.TaxDocuments(ctx, marks, r.by.Reach(), unerased)
	if err != nil {
		return err
	}
	if half := len(marks) / 2; len(rows) >= kept.MaxRows && half > 0 {
		if err := r.rowsInto(ctx, s, marks[:half], unerased, found); err != nil {
			return err
		}
		return r.rowsInto(ctx, s, marks[half:], unerased, found)
	}
	for _, row := range rows {
		found[row.Mark] = append(found[row.Mark], row)
	}
	return nil
}

// owners finds the harvests of the lots that documents may name, among those that the caller
// reads, by folded code.
func (r *run) owners(ctx context.Context, s ownership.OwnerReader, list []*item) (map[string]string, error) {
	var codes []string
	for _, one := range list {
		for i, c := range one.lots {
			if i < maxCodes {
				codes = append(codes, lot.Fold(c.Code))
			}
		}
	}
	slices.Sort(codes)
	known := map[string]string{}
	for part := range slices.Chunk(slices.Compact(codes), ownership.MaxCodes) {
		owners, err := s.Owners(ctx, ownership.Lots, part)
		if err != nil {
			return nil, err
		}
		for _, o := range owners {
			if r.by.Reads(o.HarvestID) {
				known[o.Text] = o.HarvestID
			}
		}
	}
	return known, nil
}

// found reports that a document already exists.
func (r *run) found(ctx context.Context, s trace.LiveReader, one *item, rows []kept.Row) error {
	row := rows[0]
	for _, each := range rows {
		if each.HarvestID == r.harvestSaid(one) {
			row = each
		}
	}
	one.Outcome, one.HarvestID = Existing, row.HarvestID
	one.Place = Link{HarvestID: row.HarvestID, ID: row.ID}
	record, err := s.Record(ctx, row.ID)
	switch {
	case err == nil:
		one.Place.Kind, one.graded, one.there = record.Kind, record.Graded().Findings, record
	case trace.Is(err, trace.CodeErased):
		one.Advice = erasedSince
	case trace.AsError(err).Class() == trace.NotFound, trace.AsError(err).Class() == trace.Gone:
		one.Advice = deletedSince
	default:
		return err
	}
	return nil
}

// harvestSaid returns the harvest that somebody named for a document.
func (r *run) harvestSaid(one *item) string {
	if chosen := r.o.Chosen[one.Document.Key]; chosen != "" {
		return chosen
	}
	return r.o.HarvestID
}

// choose finds the harvest of a document: the one that the caller names, that of its lots, the most
// certain first, or that of a document that it refers to.
func (r *run) choose(one *item, rows map[kept.Mark][]kept.Row, owners map[string]string) {
	if one.HarvestID = r.harvestSaid(one); one.HarvestID != "" {
		if r.o.Chosen[one.Document.Key] == "" { // it was said of all documents
			one.otherHarvests(owners)
		}
		return
	}
	one.Outcome = Homeless
	for source := propose.Traced; source <= propose.Suspected && len(one.Harvests) == 0; source++ {
		for _, c := range one.lots {
			if harvestID := owners[lot.Fold(c.Code)]; c.Source == source && harvestID != "" {
				one.Harvests = trace.AppendOnce(one.Harvests, harvestID)
			}
		}
	}
	if len(one.Harvests) == 0 {
		for _, key := range references(one) {
			if home := r.homes[key]; home != "" {
				one.Harvests = trace.AppendOnce(one.Harvests, home)
			}
			for _, row := range rows[r.mark(key)] {
				one.Harvests = trace.AppendOnce(one.Harvests, row.HarvestID)
			}
		}
	}
	if len(one.Harvests) > 1 {
		one.Harvests = one.Harvests[:min(len(one.Harvests), maxHarvests)]
		one.Advice = severalHarvests
		return
	}
	if len(one.Harvests) == 1 {
		one.HarvestID, one.Harvests, one.Outcome = one.Harvests[0], nil, ""
	}
}

// otherHarvests names the harvests of a document's lots if none of them is of the harvest that the
// caller said.
func (one *item) otherHarvests(owners map[string]string) {
	var others []string
	for _, c := range one.lots {
		switch harvestID := owners[lot.Fold(c.Code)]; harvestID {
		case "":
		case one.HarvestID:
			return
		default:
			others = trace.AppendOnce(others, harvestID)
		}
	}
	if len(others) > 0 {
		one.Elsewhere = others[:min(len(others), maxHarvests)]
		one.Advice = otherHarvest(one.Elsewhere)
	}
}

// linked returns the lots of a document: the known lots of its harvest, and those that it traces
// among the goods of a crop. Lots of inputs are a different thing.
func linked(one *item, owners map[string]string) (codes []string) {
	crops := map[string]bool{}
	for _, each := range one.Document.Items {
		crops[each.Number] = grade.CropOf(each.NCM) != ""
	}
	for i, c := range one.lots {
		known := i < maxCodes && one.HarvestID != "" && owners[lot.Fold(c.Code)] == one.HarvestID
		if known || c.Source == propose.Traced && crops[c.Item] {
			codes = append(codes, c.Code)
		}
	}
	return codes
}

// compare compares documents with the crops of their harvests.
func (r *run) compare(ctx context.Context, list []*item) error {
	for _, one := range list {
		if one.HarvestID == "" {
			continue
		}
		of, known := r.crops[one.HarvestID]
		if !known {
			look := r.profiles.StatedCrop
			if len(r.crops) < maxDerived {
				look = r.profiles.HarvestCrop
			}
			var err error
			if of, err = look(ctx, r.by, one.HarvestID); err != nil {
				return err
			}
			r.crops[one.HarvestID] = of
		}
		one.Report.Against(one.Document, of)
	}
	return nil
}
