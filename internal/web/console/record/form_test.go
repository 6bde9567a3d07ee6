package record_test

import (
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/record"
)

// The same by way of the pages, where no version is made either.
func TestFormLeavesRecordsAlone(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	rapid.Check(t, func(rt *rapid.T) {
		k := rapid.SampledFrom(kind.All[:len(kind.All)-1]).Draw(rt, "kind") // the last is the validation
		payload := record.GenPayload(rt, k)
		env, err := trace.ReadEnvelope(k, []byte(`{"safraId":"S","safraCodigo":"2025/26","dados":`+payload+`}`))
		if err != nil {
			rt.Fatalf("%s: %v", payload, err)
		}
		made, err := s.Service.Create(t.Context(), &s.Root.Key, k, env, nil)
		if err != nil {
			rt.Fatal(err)
		}
		id := made.Record.ID.String()
		path := pagekit.RecordPath(k, id) + "/editar"
		page := b.Get(path)
		if page.Status != 200 {
			rt.Fatalf("%s: %d\n%s", payload, page.Status, page.Body)
		}
		got := b.Send(path, page.Filled())
		after, err := s.Service.Get(t.Context(), &s.Root.Key, k, id)
		if err != nil || got.Status != 200 || after.Version != 1 || string(after.Payload) != string(env.Payload) {
			rt.Fatalf("%s\nbecame %s, version %d; %d at %s, %v\nsent %v", payload, after.Payload, after.Version, got.Status, got.Path, err, page.Filled())
		}
	})
}
