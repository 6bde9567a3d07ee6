package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/trace"
)

// Fill writes n records whose payloads fill pages, and returns the id of the one at a given
// position, which contains a text.
func Fill(tb testing.TB, s trace.Store, n, place int, text string) trace.ID {
	tb.Helper()
	var id trace.ID
	for i := range n {
		r := record(tb, planting, "S", i)
		said := strings.Repeat("-", 400)
		if i == place {
			id, said = r.ID, text+said
		}
		r.Payload = fmt.Appendf(nil, `{"observacoes":%q}`, said)
		write(tb, s, r)
	}
	return id
}

// Scrub checks that a damaged version is found even if nobody reads it, and reported without its
// content.
func Scrub(t *testing.T, e Engine) {
	sc := newScene(t, e)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	undo := flip("old", "dados")(t, sc)
	svc := sc.service(t)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		svc.Run(ctx)
	}()
	within(t, func() (bool, error) { return svc.Damage() == 1, nil })
	cancel()
	<-ended
	undo()
}
