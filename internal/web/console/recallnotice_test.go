package console_test

import (
	"testing"

	"rastro/internal/reach"
	"rastro/internal/web/console/consoletest"
)

// The owner of a harvest is told who announced a recall of its lots, when and why, and can make its
// own of them in one step. Nobody else is told, and no page says that the harvest is recalled.
func TestOwnerIsToldOfAForeignRecall(t *testing.T) {
	consoletest.Each(t, func(s *consoletest.Site) {
		twoOn(s)
		ana, _ := s.Person("Ana Reis", "ana@alfa.example", "GERENTE", "Alfa")
		bia, _ := s.Person("Bia Sol", "bia@beta.example", "GERENTE", "Beta")
		receive(ana, "ALF-1").Has(200)
		sharing(s, "ALF-1", "Beta", reach.Read)
		bia.Post("/recall", "lotes", "L-ALF-1", "motivo", "salmonela", "acao", "previa").Has(200, "Nestas safras, quem faz o recall só tem leitura: ALF-1")
		bia.Post("/recall", "lotes", "L-ALF-1", "motivo", "salmonela", "acao", "registrar").Has(200, "O recall foi registrado")
		const notice = "Aviso de recall de Bia Sol (Beta), em "
		for _, page := range []string{"/safras/ALF-1", "/safras/ALF-1/conferencia", "/safras"} {
			ana.Get(page).Has(200, notice, "salmonela", "/console/recall?lote=L-ALF-1").Lacks("Em recall desde")
			bia.Get(page).Has(200).Lacks(notice, "Em recall desde")
		}
		ana.Get("/lotes/L-ALF-1").Has(200).Lacks("Em recall desde")
		ana.Get("/recall?lote=L-ALF-1").Has(200, ">L-ALF-1</textarea>")
		ana.Post("/recall", "lotes", "L-ALF-1", "motivo", "confirmado", "acao", "registrar").Has(200, "O recall foi registrado")
		ana.Get("/safras/ALF-1").Has(200, "Em recall desde ", "confirmado", notice)
	})
}
