package find_test

import (
	"context"
	"log/slog"
	"testing"

	"rastro/internal/find"
	"rastro/internal/find/term"
	"rastro/internal/kind"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

// betweenStore lets something happen before the first transaction.
type betweenStore struct {
	trace.Store
	first func()
}

func (b *betweenStore) Update(ctx context.Context, fn func(trace.Writer) error) error {
	if first := b.first; first != nil {
		b.first = nil
		first()
	}
	return b.Store.Update(ctx, fn)
}

// A record that is erased after the index read it, and before the index wrote its terms, does not
// get its terms back: verifying would report them as damage, and anyone who reads the table would
// find them.
func TestErasedWhileIndexed(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		root := &s.root.Key
		s.follow() // what the store began with
		erased := s.create(root, kind.Receiving, "S-1", `{"veiculo":"AAA1111"}`)
		s.create(root, kind.Receiving, "S-1", `{"veiculo":"BBB2222"}`)
		stores.Integrate(t, s.app)
		index := find.New(find.NewPort(&betweenStore{s.store, func() {
			if _, err := s.app.Erase(t.Context(), root, erased.Kind, erased.ID.String(), "pedido"); err != nil {
				t.Error(err)
			}
		}}), nil, nil, slog.New(slog.DiscardHandler))
		if _, err := index.Follow(t.Context()); err != nil {
			t.Fatal(err)
		}
		err := s.store.View(t.Context(), func(r trace.Reader) error {
			hits, err := r.(term.Reader).Terms(t.Context(), term.Query{Realm: term.Plate, Text: "AAA1111", Limit: 1})
			if len(hits) > 0 {
				t.Errorf("the index has %+v of the erased record", hits)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		s.follow()
		if got := s.found(root, "BBB2222"); got != "placa: BBB2222*" {
			t.Errorf("the other record is found as %q", got)
		}
	})
}
