package storetest

import (
	"context"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/trace"
)

// pageCounter is a store that counts the pages of records read in snapshots.
type pageCounter struct {
	trace.Store
	pages int
}

func (p *pageCounter) View(ctx context.Context, fn func(trace.Reader) error) error {
	return p.Store.View(ctx, func(r trace.Reader) error { return fn(pageReader{r, p}) })
}

type pageReader struct {
	trace.Reader
	counter *pageCounter
}

func (c pageReader) Records(ctx context.Context, q trace.Query) ([]trace.Record, error) {
	c.counter.pages++
	return c.Reader.Records(ctx, q)
}

var lostLotCases = []namedCase{
	{"a lot that nobody names is searched for once while nothing is written", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		counter := &pageCounter{Store: s}
		svc, err := newService(counter)
		if err != nil {
			t.Fatal(err)
		}
		create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"A-1"}`)
		create(t, svc, kind.Shipment, "S-1", `{"loteOrigem":"A-1","destino":"NLRTM"}`)
		asks := map[string]func(*app.App, string) error{
			"a file for the EU": func(svc *app.App, lot string) error {
				_, err := svc.PlotsBehind(ctx, everybody, lot, time.Time{}, ignorePlots)
				return err
			},
			"a recall": func(svc *app.App, lot string) error {
				_, err := svc.Recall(ctx, everybody, recall.Request{Lots: []string{"A-1", lot}})
				return err
			},
			"a preview": func(svc *app.App, lot string) error {
				_, err := svc.PreviewRecall(ctx, everybody, recall.Request{Lots: []string{lot}})
				return err
			},
		}
		read := func(name, lot string) int {
			t.Helper()
			counter.pages = 0
			wantCode(t, name, asks[name](svc, lot), trace.CodeLotNotFound)
			return counter.pages
		}
		for name := range asks {
			lot := "NOBODY " + name
			if first := read(name, lot); first == 0 {
				t.Errorf("%s of a lot that the graph lacks read no records", name)
			}
			for other := range asks {
				if other == "a recall" && name != other {
					continue // which asks about another lot too
				}
				if again := read(other, lot); again != 0 {
					t.Errorf("%s, then %s of the same lot read %d pages of records", name, other, again)
				}
			}
			create(t, svc, identification.Prefix, "S-1", `{"codigoLote":"MORE"}`)
			if later := read(name, lot); later == 0 {
				t.Errorf("%s after something was written read no records", name)
			}
		}
	}},
}
