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

// The same through the pages, which make no version either.
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

// Forms for plans and plantings include the fields that the EU's file reads from them, once each,
// and keep what is stored under another name.
func TestFormsAskForTheProducer(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, slug := range []string{"cadastroPlanejamento.planoCultivo", "producaoAgricola.plantioManejo"} {
		path := "/registros/" + slug + "/novo"
		form := b.Get(path).Has(200, `name="d.produtor"`, `name="d.municipio"`, `name="d.uf"`, `name="d.fazenda"`, `name="d.pais"`, `name="d.localProducao"`).Lacks(`name="d.nomeProdutor"`)
		b.Post(path, "uma", form.Hidden("uma"), "safraId", "S", "d.produtor", "Ana Lima").Has(200)
	}
	made := s.All("/producaoAgricola/plantioManejo")
	if len(made) != 1 || string(made[0].Payload) != `{"produtor":"Ana Lima"}` {
		t.Fatalf("written: %+v", made)
	}
	b.Get("/registros/producaoAgricola.plantioManejo/"+made[0].ID.String()+"/editar").Has(200, `name="d.produtor" value="Ana Lima"`).Lacks("Outros campos")
	named := s.Create("/producaoAgricola/plantioManejo", "T", `{"nomeProdutor":"Bia"}`)
	b.Get("/registros/producaoAgricola.plantioManejo/"+named.ID.String()+"/editar").Has(200, "Outros campos", "Bia")
	b.Get("/registros/colheitaIdentificacaoProducao.colheita/novo").Lacks(`name="d.produtor"`)
}
