package reviewed_test

import (
	"context"
	"testing"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/check/harvest"
	"rastro/internal/kind"
	"rastro/internal/review"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/reviewed"
)

// counted counts the reviews that a service makes.
type counted struct {
	*app.App
	reviews int
}

func (c *counted) Review(ctx context.Context, by *trace.Key, harvestID string, target harvest.Target) (review.Result, error) {
	c.reviews++
	return c.App.Review(ctx, by, harvestID, target)
}

// A review is kept while nothing is written, for readers who see the same.
func TestFindingsAreOfWhatIsStored(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create(kind.Harvesting, "S", `{"dataColheita":"2025-02-20","loteColheita":"L-1"}`)
	early := s.Create(kind.Receiving, "S", `{"dataHoraRecebimento":"2025-02-10T10:00:00-03:00","loteOrigem":"L-1","volume":"1 t"}`)
	one := s.Key(access.Request{Name: "Uma safra", Harvests: []string{"S"}})
	service := &counted{App: s.Service}
	book, err := reviewed.New(service)
	if err != nil {
		t.Fatal(err)
	}
	on := func(by *trace.Key, most int64) (found int, whole bool) {
		t.Helper()
		made, err := book.Of(t.Context(), by, "S", most)
		if err != nil {
			t.Fatal(err)
		}
		if made == nil {
			return -1, false
		}
		return len(made.On(early.ID)), made.Whole()
	}
	const all = 500
	before, _ := on(&s.Root.Key, all)
	for _, step := range []struct {
		name    string
		by      *trace.Key
		most    int64
		reviews int
		none    bool
	}{
		{"again", &s.Root.Key, all, 1, false},
		{"a reader who sees less", &one.Key, all, 2, false},
		{"again", &one.Key, all, 2, false},
		{"more versions than are reviewed", &s.Root.Key, 1, 2, true},
	} {
		found, whole := on(step.by, step.most)
		if service.reviews != step.reviews || step.none != (found < 0) || !step.none && (found != before || before == 0 || !whole) {
			t.Errorf("%s: %d findings (whole: %v) after %d reviews; before %d", step.name, found, whole, service.reviews, before)
		}
	}
	if _, err := s.Service.Delete(t.Context(), &s.Root.Key, early.Kind, early.ID.String(), nil); err != nil {
		t.Fatal(err)
	}
	if found, _ := on(&s.Root.Key, all); found != 0 || service.reviews != 3 {
		t.Errorf("after the record was deleted: %d findings on it, %d reviews", found, service.reviews)
	}
}
