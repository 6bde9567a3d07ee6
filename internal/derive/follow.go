package derive

import (
	"context"
	"fmt"

	"rastro/internal/find/term"
	"rastro/internal/trace"
)

// followed returns how far the indexing of some tables has progressed.
func followed(ctx context.Context, r Reader, tables []*Table) (map[*Table]int64, error) {
	upTo := map[*Table]int64{}
	for _, t := range tables {
		if t.UpTo == nil {
			continue
		}
		place, err := t.UpTo(ctx, r)
		if err != nil {
			return nil, err
		}
		upTo[t] = place
	}
	return upTo, nil
}

// reached returns the versions of a record that a table has indexed.
func reached(ctx context.Context, r Reader, t *Table, versions []trace.Record) ([]trace.Record, error) {
	if t.UpTo == nil {
		return versions, nil
	}
	place, err := t.UpTo(ctx, r)
	if err != nil {
		return nil, err
	}
	for i := range versions {
		at, err := r.LogIndex(ctx, versions[i].ID, versions[i].Version)
		if trace.Is(err, trace.CodeNotLogged) || err == nil && at >= place {
			return versions[:i], nil
		}
		if err != nil {
			return nil, err
		}
	}
	return versions, nil
}

// searchTerms are the terms by which a record is found, from its newest version.
func searchTerms(v, next *trace.Record, emit func(Row)) {
	if next != nil {
		return
	}
	for _, t := range term.Of(v) {
		emit(Row{Key: []any{int64(t.Realm), t.Text, v.ID}, Value: []any{v.HarvestID}})
	}
}

func termsIndexed(ctx context.Context, r trace.Reader) (term.Mark, error) {
	index, ok := r.(term.Reader)
	if !ok {
		return term.Mark{}, fmt.Errorf("%T has no index of terms", r)
	}
	return index.TermsIndexed(ctx)
}

func termsUpTo(ctx context.Context, r trace.Reader) (int64, error) {
	mark, err := termsIndexed(ctx, r)
	return mark.Place, err
}

// termsWhole is false while the terms of an earlier build are read again.
func termsWhole(ctx context.Context, r trace.Reader) (bool, error) {
	mark, err := termsIndexed(ctx, r)
	return mark.Whole() || mark.Place == 0 && mark.Renewed == 0, err
}
