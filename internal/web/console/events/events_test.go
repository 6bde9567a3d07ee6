package events_test

import (
	"fmt"
	"testing"

	"rastro/internal/epcis/ours"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/events"
)

// The pages show a lot and a harvest as other systems read them, with what was corrected.
func TestEvents(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		b := s.As(s.Root)
		r := s.Create(kind.Receiving, "S-1", `{"loteOrigem":"L-1","volume":"36.000 kg","veiculo":"ABC1C34","dataHoraRecebimento":"2025-02-10"}`)
		s.Create(kind.Shipment, "S-1", `{"loteOrigem":"L-1","destino":"NLRTM, Roterdã","motoristaComandante":"Rui Tavares"}`)
		s.Create(kind.Harvesting, "S-1", `{"quantidadeColhida":434400}`)
		b.Get("/lotes/L-1/eventos").Has(200, "Ainda não há nenhum evento")
		s.Integrate()
		b.Get("/lotes/L-1").Has(200, `href="../../console/lotes/L-1/eventos"`)
		b.Get("/lotes/l-1/eventos").Has(200, "/id/lote/L-1", "36.000 kg", "10/02/2025", "recebimento", "embarque", "NLRTM", "receiving", kind.Receiving[len("/armazenamento/"):]+"/"+r.ID.String(), "o registro não diz o dia").Lacks("ABC1C34", "Tavares", "434.400")
		b.Get("/safras/S-1/eventos").Has(200, "colheita", "434.400 kg", "recebimento", "Linha do tempo", "curl")
		b.Get("/lotes/NADA/eventos").Has(200, "Ainda não há nenhum evento")
		if _, err := s.Service.Delete(t.Context(), &s.Root.Key, r.Kind, r.ID.String(), nil); err != nil {
			t.Fatal(err)
		}
		s.Integrate()
		b.Get("/lotes/L-1/eventos").Has(200, "conta como não ocorrido")
		b.Get("/lotes/L-1/eventos?lang=en").Has(200, "counts as not having occurred", "shipping")
	})
}

// A long list comes in pages.
func TestPages(t *testing.T) {
	s := consoletest.NewSite(t)
	for i := range 31 {
		s.Create(kind.Receiving, "S-1", fmt.Sprintf(`{"loteOrigem":"L-1","volume":"%d kg"}`, 1000+i))
	}
	s.Integrate()
	b := s.As(s.Root)
	b.Get("/safras/S-1/eventos").Has(200, "Próximos eventos").Lacks("1.030 kg")
	b.Get("/safras/S-1/eventos?cursor=x").Has(400)
}

// Every word of our events has a text for people.
func TestWords(t *testing.T) {
	n := &ours.Namer{}
	for _, resource := range []string{"bizSteps", "dispositions"} {
		for _, word := range ours.Words(resource, n) {
			if events.Word(word, lang.PT) == word {
				t.Errorf("%s %s has no text", resource, word)
			}
		}
	}
}
