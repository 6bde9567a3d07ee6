package lot_test

import (
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lineage/recall"
	"rastro/internal/web/console/consoletest"
)

// Every page of a lot says that it is being recalled, even if its harvest only made it and never
// identified it. A lot made from it after the recall says which lot it was made from.
func TestPagesOfALotAgreeOnRecalls(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/posColheita/beneficiamento", "MADE", `{"loteEntrada":"RAW-1","loteSaida":"DRY-1"}`)
	b := s.As(s.Root)
	pages := []string{"", "/balanco", "/eudr"}
	for _, page := range pages {
		b.Get("/lotes/DRY-1" + page).Has(200).Lacks("Em recall desde")
	}
	b.Post("/recall", "lotes", "DRY-1", "motivo", "resíduo", "acao", "registrar").Has(200, "O recall foi registrado")
	for _, page := range pages {
		b.Get("/lotes/DRY-1"+page).Has(200, "Em recall desde ").Lacks("foi feito do lote")
	}
	b.Get("/safras/MADE").Has(200, "Em recall desde ")
	s.Create("/posColheita/beneficiamento", "LATER", `{"loteEntrada":"DRY-1","loteSaida":"CLEAN-1"}`)
	for _, page := range pages {
		b.Get("/lotes/CLEAN-1"+page).Has(200, "Este lote foi feito do lote DRY-1. Em recall desde ")
	}
	b.Get("/lotes/RAW-1").Has(200).Lacks("Em recall desde", "foi feito do lote")
}

// Nobody can hide the recall of a lot behind many recalls of another lot of its harvest: the pages
// say that there are more.
func TestAttackRecallsHideNone(t *testing.T) {
	s := consoletest.NewSite(t)
	for _, code := range []string{"BAD-1", "GOOD-1"} {
		s.Create(kind.LotIdentification, "S", `{"codigoLote":"`+code+`"}`)
	}
	recalled := func(lot, reason string) {
		t.Helper()
		if _, err := s.Service.Recall(t.Context(), &s.Root.Key, recall.Request{Reason: reason, Lots: []string{lot}}); err != nil {
			t.Fatal(err)
		}
	}
	b := s.As(s.Root)
	recalled("BAD-1", "salmonela")
	b.Get("/lotes/BAD-1").Has(200, "salmonela").Lacks("Há mais recalls")
	for i := range 51 {
		recalled("GOOD-1", "pretexto "+strconv.Itoa(i))
	}
	for _, page := range []string{"/lotes/BAD-1", "/lotes/BAD-1/eudr", "/lotes/BAD-1/balanco", "/safras/S"} {
		b.Get(page).Has(200, "Há mais recalls", "/console/recall")
	}
}

// The table of a recall names the person who made it; what was signed has the id alone.
func TestRecallFilesNamePeople(t *testing.T) {
	s, _ := consoletest.DemoSite(t)
	manager, p := s.Person("Gil Paz", "g@x.example", "GERENTE", "Coopervale")
	report := strings.TrimPrefix(manager.Post("/recall", "lotes", consoletest.SoyLot, "motivo", "resíduo", "acao", "registrar").Has(200, "Gil Paz (Coopervale)").Path, "/console")
	author := "pessoa:" + p.ID.String() + "@Coopervale"
	manager.Get(report+"/csv").Has(200, "Gil Paz (Coopervale), "+author)
	manager.Get(report+"/json").Has(200, author).Lacks("Gil Paz")
	manager.Get(report + "/assinado").Has(200).Lacks("Gil Paz")
}
