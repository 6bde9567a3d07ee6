package record_test

import (
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/sheet"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// An export names the author of each record: as in the journal, and by name. For an erased person
// it has only the pseudonym. An import reads neither.
func TestExportNamesAuthors(t *testing.T) {
	s := consoletest.NewSite(t)
	b, p := s.Person("Ana Prado", "ana@norte.br", "GERENTE", "Norte")
	k := kind.ByPrefix(kind.Planting)
	form := b.Get(pagekit.RecordsPath(k) + "/novo").Filled()
	form.Set("safraId", "S-1")
	form.Set("d.cultivacaoUtilizada", "BRS 7580")
	b.Send(pagekit.RecordsPath(k)+"/novo", form).Has(200, "BRS 7580")
	root := s.As(s.Root)
	id := "pessoa:" + p.ID.String() + "@Norte"
	for _, format := range []string{"csv", "xlsx"} {
		file := root.Get(pagekit.RecordsPath(k) + "?formato=" + format).Has(200)
		rows, err := sheet.Open(strings.NewReader(file.Body), int64(len(file.Body)), k, sheet.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		row, err := rows.Next()
		if err != nil || len(row.Problems) > 0 || strings.Contains(string(row.Payload), "gravado") || row.HarvestID != "S-1" {
			t.Errorf("%s is read as %+v, %v", format, row, err)
		}
		if err := rows.Close(); err != nil {
			t.Error(err)
		}
		if format == "csv" {
			file.Has(200, "gravadoPorId;gravadoPor", id+";Ana Prado (Norte)")
		}
	}
	if err := s.Service.People.Erase(t.Context(), &s.Root.Key, p.ID.String(), "pedido"); err != nil {
		t.Fatal(err)
	}
	root.Get(pagekit.RecordsPath(k)+"?formato=csv").Has(200, id+";pessoa "+p.ID.String()[:12]).Lacks("Ana Prado")
}
