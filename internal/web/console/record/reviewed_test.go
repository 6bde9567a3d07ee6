package record_test

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// A list shows a record's findings as its own page does, including those that only the review of
// the harvest finds. For harvests that it does not review it says that only the fields were
// checked.
func TestListsSayWhatPagesSay(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	receipts := kind.ByPrefix(kind.Receiving)
	for i := range 7 { // more harvests than a list reviews; the newest come first
		s.Create(kind.Receiving, fmt.Sprintf("OUTRA-%d", i), `{"dataHoraRecebimento":"2025-02-10T10:00:00-03:00","volume":"1 t"}`)
	}
	s.Create(kind.Harvesting, "S", `{"dataColheita":"2025-02-20","loteColheita":"L-1"}`)
	early := s.Create(kind.Receiving, "S", `{"dataHoraRecebimento":"2025-02-10T10:00:00-03:00","loteOrigem":"L-1","volume":"1 t"}`)
	page := b.Get(pagekit.RecordPath(receipts, early.ID.String())).Has(200).Lacks("Sem achados", "Campos sem achados")
	said := badgeIn(page.Body)
	list := b.Get(pagekit.RecordsPath(receipts)).Has(200, "Campos sem achados")
	row := list.Body[strings.Index(list.Body, early.ID.String()):]
	if got := badgeIn(row); got != said || said == "" {
		t.Errorf("the list says %q, the page %q", got, said)
	}
	if got := strings.Count(list.Body, ">Campos sem achados<"); got != 3 { // of eight harvests five are reviewed
		t.Errorf("%d records are said to be judged by their fields", got)
	}
	b.Get(pagekit.RecordsPath(receipts) + "?safra=OUTRA-0").Lacks("Campos sem achados")
}

// badgeIn returns the first badge in some text of a page.
func badgeIn(page string) string {
	_, after, _ := strings.Cut(page, `<span class="badge `)
	badge, _, _ := strings.Cut(after, "</span>")
	return badge
}
