package console_test

import (
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

// Live lists: the page says where it receives changes, and receives only those that its reader may
// read.
func TestLiveLists(t *testing.T) {
	t.Parallel()
	consoletest.Each(t, func(s *consoletest.Site) {
		reader := s.As(s.Key(access.Request{Name: "leitora", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"S-1"}}))
		s.Create(kind.Plan, "S-1", `{}`)
		reader.Get("").Has(200, `data-live="./console/mudancas"`, "rastro.registro.criado")
		reader.Get("/importar/feitas").Has(200, `data-live="../../console/mudancas"`)
		writer := s.As(s.Key(access.Request{Name: "escritora", Scopes: []trace.Scope{trace.Write}}))
		writer.Get("/importar/feitas").Has(200).Lacks("data-live")
		writer.Get("/mudancas").Has(403)
		s.Visitor().Get("/mudancas").Lacks("event:")

		told := make(chan consoletest.Seen, 1)
		go func() { told <- reader.Get("/mudancas") }()
		for s.Service.Changes.Waiting() == 0 {
			s.Integrate()
		}
		look := func() {
			s.Integrate()
			if err := s.Service.Changes.Look(t.Context()); err != nil {
				t.Error(err)
			}
		}
		look()
		own := s.Create(kind.Plan, "S-1", `{}`)
		other := s.Create(kind.Plan, "S-2", `{}`)
		look()
		s.Service.Changes.Close()
		got := <-told
		if got.Status != 200 || got.Header.Get("Content-Type") != "text/event-stream" || !strings.Contains(got.Body, own.ID.String()) || strings.Contains(got.Body, other.ID.String()) || !strings.Contains(got.Body, "event: fim") {
			t.Errorf("%d %v %s", got.Status, got.Header, got.Body)
		}
	})
}
