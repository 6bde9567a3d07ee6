package storetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/check/harvest"
	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lineage"
	"rastro/internal/lineage/recall"
	"rastro/internal/logkey"
	"rastro/internal/ownership"
	"rastro/internal/proof"
	"rastro/internal/records"
	"rastro/internal/review"
	"rastro/internal/trace"
)

// oneAtATime is a store that nobody may use while a View of it is open, except through the View's
// reader. A View holds one of a few connections. If code waits for a second one while all others do
// the same, all wait forever.
//
// It is for a single goroutine: a forbidden call finds no store and panics.
type oneAtATime struct{ trace.Store }

func (o *oneAtATime) View(ctx context.Context, fn func(trace.Reader) error) error {
	store := o.Store
	o.Store = nil
	defer func() { o.Store = store }()
	return store.View(ctx, fn)
}

func (o *oneAtATime) Update(ctx context.Context, fn func(trace.Writer) error) error {
	store := o.Store
	o.Store = nil
	defer func() { o.Store = store }()
	return store.Update(ctx, fn)
}

// lateView is a store in which something is written after a snapshot was taken, and
// before it is used.
type lateView struct {
	oneAtATime
	meanwhile func()
}

func (l *lateView) View(ctx context.Context, fn func(trace.Reader) error) error {
	write := l.meanwhile
	if l.meanwhile = nil; write == nil {
		return l.oneAtATime.View(ctx, fn)
	}
	store := l.Store
	return store.View(ctx, func(r trace.Reader) error {
		if _, err := r.Log(ctx); err != nil {
			return err
		}
		write()
		l.Store = nil
		defer func() { l.Store = store }()
		return fn(r)
	})
}

var oneSnapshotCases = []namedCase{
	{"a snapshot that is older than what was served is not a fork, and nothing is read next to it", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		late := &lateView{oneAtATime: oneAtATime{s}}
		svc := startServer(t, late, logkey.In(t.TempDir(), "suite", ""))
		createSome(t, svc, 1)
		grow := func() {
			createSome(t, svc, 1)
			if _, err := svc.Integrate(ctx); err != nil {
				t.Fatal(err)
			}
			if _, err := svc.Checkpoint(ctx); err != nil {
				t.Fatal(err)
			}
		}
		grow()
		late.meanwhile = grow
		before, err := svc.LogReport(ctx, 1)
		if err != nil {
			t.Fatal(err)
		}
		if late.meanwhile != nil {
			t.Fatal("nothing was written meanwhile")
		}
		after, err := svc.LogReport(ctx, 1)
		if err != nil || after.Size <= before.Size {
			t.Errorf("the log has %d entries, then %d, %v", before.Size, after.Size, err)
		}
	}},
	{"what is inside a snapshot reads through it alone", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		fresh := func() *app.App { // it holds no cursor keys yet
			svc, err := newService(&oneAtATime{s})
			if err == nil {
				err = svc.StartLog(ctx, origin)
			}
			if err != nil {
				t.Fatal(err)
			}
			return svc
		}
		svc := fresh()
		goldens(t, svc)
		create(t, svc, kind.LotIdentification, "S-RIVAL", `{"codigoLote":"MT25-S-001"}`)
		const code = "MT25-S-001"
		drying := kind.ByPrefix(kind.PostHarvest)
		limited := &trace.Key{AccessKey: "rk_limited", Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}, Harvests: []string{soyHarvest}}
		no := harvest.Target("")
		for _, by := range []*trace.Key{everybody, limited} {
			check := func(what string, err error) {
				if err != nil {
					t.Errorf("%s: %v", what, err)
				}
			}
			svc = fresh()
			follow(t, svc, by, lineage.Query{Lot: code, Direction: lineage.BothWays, Depth: -1, Limit: 1}, nil)
			_, err := svc.Trace(ctx, by, lineage.Query{Lot: code, Direction: lineage.BothWays, Depth: -1, Limit: 1, Cursor: "AAAA"}, nil)
			wantCode(t, "a cursor of no key", err, trace.CodeBadCursor)
			_, err = svc.Trace(ctx, by, lineage.Query{Lot: "MT25-S-002", Depth: -1, Limit: 1}, nil)
			wantCode(t, "a lot that is not there", err, trace.CodeLotNotFound)
			_, err = svc.BalanceOf(ctx, by, code, time.Time{})
			check("BalanceOf", err)
			_, err = svc.OriginOf(ctx, by, code, time.Time{}, func(*lineage.OriginPlot) error { return nil })
			check("OriginOf", err)
			_, err = svc.PlotsBehind(ctx, by, code, time.Time{}, ignorePlots)
			check("PlotsBehind", err)
			_, err = svc.PreviewRecall(ctx, by, recall.Request{Lots: []string{code}})
			check("PreviewRecall", err)
			made, err := svc.Recall(ctx, by, recall.Request{Lots: []string{code}})
			check("Recall", err)
			_, err = svc.RecallOf(ctx, by, made.ID.String())
			check("RecallOf", err)
			_, _, err = svc.Recalls(ctx, by, "")
			check("Recalls", err)
			ofLot, err := svc.LotNotices(ctx, by, []string{code})
			check("LotNotices", err)
			if len(ofLot) == 0 || ofLot[0].ID != made.ID || !slices.Equal(ofLot[0].Lots, []string{code}) {
				t.Errorf("notices of recalls of a lot: %+v", ofLot)
			}
			told, err := svc.Notices(ctx, by, []string{soyHarvest, "NONE"})
			check("Notices", err)
			if len(told) == 0 || told[0].ID != made.ID || len(told[0].Harvests) != 1 || told[0].Harvests[0] != soyHarvest {
				t.Errorf("notices of recalls: %+v", told)
			}
			_, _, err = svc.FindLots(ctx, by, "MT", "", 1)
			check("FindLots", err)
			found, err := svc.List(ctx, by, drying, trace.OldestFirst, trace.Paging{Size: 1, Total: true})
			check("List", err)
			id := found.Records[0].ID.String()
			_, err = svc.Search(ctx, by, drying, records.Search{Text: code, Order: trace.OldestFirst}, trace.Paging{Size: 1})
			check("Search", err)
			_, _, err = svc.Tally(ctx, by)
			check("Tally", err)
			_, err = svc.Harvests(ctx, by, harvests.Query{Target: no}, trace.Paging{Size: 1}, harvests.NoMemory{})
			check("Harvests", err)
			_, err = svc.HarvestCard(ctx, by, soyHarvest, no, harvests.NoMemory{})
			check("HarvestCard", err)
			_, _, err = svc.HarvestKinds(ctx, by, soyHarvest, 2, 10)
			check("HarvestKinds", err)
			_, _, err = svc.HarvestLots(ctx, by, soyHarvest)
			check("HarvestLots", err)
			_, _, err = svc.HarvestPlots(ctx, by, soyHarvest)
			check("HarvestPlots", err)
			_, err = svc.HarvestSeries(ctx, by, soyHarvest)
			check("HarvestSeries", err)
			_, err = svc.Review(ctx, by, soyHarvest, no)
			check("Review", err)
			check("ReviewEach", svc.ReviewEach(ctx, by, []string{soyHarvest}, no, func(string, review.Result) {}))
			_, _, err = svc.History(ctx, by, drying, id)
			check("History", err)
			_, err = svc.GetAt(ctx, by, drying, id, time.Now())
			check("GetAt", err)
			_, _, _, err = svc.Differences(ctx, by, soyHarvest, time.Now().Add(-time.Hour), time.Now())
			check("Differences", err)
			_, err = svc.Trail(ctx, by, proof.TrailQuery{Size: 5})
			check("Trail", err)
			_, err = svc.LogReport(ctx, 5)
			check("LogReport", err)
			_, err = svc.LogSummary(ctx)
			check("LogSummary", err)
			_, err = svc.NewProver(ctx, by)
			check("NewProver", err)
			_, err = svc.RecordsOf(ctx, by, []*kind.Kind{drying}, []string{soyHarvest}, time.Time{})
			check("RecordsOf", err)
			check("ViewOwnership", svc.ViewOwnership(ctx, func(ownership.Reader) error { return nil }))
			for more := true; more && err == nil; {
				more, err = svc.Integrate(ctx)
			}
			check("Integrate", err)
			_, err = svc.Prove(ctx, by, drying, id, 0)
			check("Prove", err)
			_, err = svc.Keys(ctx, by)
			check("Keys", err)
			check("RefreshKeys", svc.RefreshKeys(ctx))
		}
		validations, err := svc.List(ctx, everybody, kind.ByPrefix(kind.Validation), trace.OldestFirst, trace.Paging{Size: 1})
		if err != nil || len(validations.Records) == 0 {
			t.Fatalf("no validation: %v", err)
		}
		public := validations.Records[0].ValidationCode
		if _, err := svc.PublicValidation(ctx, public); err != nil {
			t.Errorf("PublicValidation: %v", err)
		}
		if _, err := svc.PublicProof(ctx, public); err != nil {
			t.Errorf("PublicProof: %v", err)
		}
		if _, _, err := svc.PublicLog(ctx, public); err != nil {
			t.Errorf("PublicLog: %v", err)
		}
		if _, err := svc.PublicOf(ctx, everybody, public); err != nil {
			t.Errorf("PublicOf: %v", err)
		}
	}},
}
