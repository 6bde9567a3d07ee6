package console_test

import (
	"strings"
	"testing"
	"time"

	"rastro/internal/web/console/consoletest"
)

// Pages show times in the deployment's zone and name the zone once; a day in a record stays that
// day.
func TestPagesSayTimesInTheZone(t *testing.T) {
	s := consoletest.NewSite(t)
	made := s.Create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"L-1","dataHoraRecebimento":"2026-02-03"}`)
	place, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	at := made.CreatedAt().In(place)
	b := s.As(s.Root)
	page := b.Get("/registros/armazenamento.recebimento/"+made.ID.String()).Has(200, at.Format("02/01/2006, 15:04"), "Horários: horário de Brasília (UTC−3)", "03/02/2026")
	if n := strings.Count(page.Body, "UTC"); n != 1 {
		t.Errorf("the zone is named %d times", n)
	}
	b.Get("/registros/armazenamento.recebimento/"+made.ID.String()+"/historico").Has(200, at.Format("02/01/2006, 15:04"))
	b.Get("/safras/S-1").Has(200, "03/02/2026")
}
