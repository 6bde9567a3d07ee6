package storetest

import (
	"context"
	"fmt"
	"testing"

	"rastro/internal/find/term"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// searches adds records to the search index and returns searches that use it.
func searches(tb testing.TB, s trace.Store, records []trace.Record, org reach.ID) []Read {
	tb.Helper()
	ctx := context.Background()
	var entries []term.Entry
	for i := range records {
		plate := fmt.Sprintf("ABC%04d", i%97)
		entries = append(entries, term.Entry{ID: records[i].ID, HarvestID: records[i].HarvestID, First: true, Terms: []term.Term{{Realm: term.Plate, Text: plate, Shown: plate}}})
	}
	err := s.Update(ctx, func(w trace.Writer) error {
		return w.(term.Writer).PutTerms(ctx, term.Mark{}, term.Mark{Place: int64(len(records)), Reader: term.Version}, entries)
	})
	if err != nil {
		tb.Fatal(err)
	}
	var all []Read
	for name, within := range map[string]trace.Reach{
		"all":                  {},
		"some harvests":        trace.Only("S-001", "S-002", "S-003"),
		"an organisation":      {Organization: org},
		"an organisation, two": {Organization: org, HarvestIDs: []string{"S-005", "S-006"}},
	} {
		for _, prefix := range []bool{false, true} {
			q := term.Query{Realm: term.Plate, Text: "ABC0005", Prefix: prefix, Reach: within, Limit: 7}
			all = append(all, Read{fmt.Sprintf("terms of %s, prefix %v", name, prefix), func(r trace.Reader) error {
				found, err := r.(term.Reader).Terms(ctx, q)
				if err == nil && within.All() && len(found) == 0 {
					err = fmt.Errorf("%+v finds nothing", q)
				}
				return err
			}})
		}
		all = append(all, Read{"names of harvests of " + name, func(r trace.Reader) error {
			found, err := r.(term.Reader).HarvestsNamed(ctx, "S00", within, 7)
			if err == nil && len(found) == 0 {
				err = fmt.Errorf("no harvest of %s", name)
			}
			return err
		}})
	}
	return append(all,
		Read{"organisations by the beginning of a name", func(r trace.Reader) error {
			found, err := r.(term.Reader).OrganizationsNamed(ctx, "org 0", 5)
			if err == nil && len(found) != 5 {
				err = fmt.Errorf("%d organisations", len(found))
			}
			return err
		}},
		Read{"how far the search is", func(r trace.Reader) error { _, err := r.(term.Reader).TermsIndexed(ctx); return err }})
}
