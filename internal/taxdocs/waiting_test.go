package taxdocs_test

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"rastro/internal/admit"
	"rastro/internal/taxdocs"
	"rastro/internal/testkit/stores"
)

// longInvoice returns an invoice with many lines, which takes far more memory than its file after
// parsing.
func longInvoice(number int) string {
	const lines = 600
	line := `<det nItem="2"><prod><cProd>1</cProd><xProd>SOJA</xProd><NCM>12019000</NCM><CFOP>5905</CFOP><uCom>KG</uCom><qCom>1.0000</qCom><vUnCom>2.00</vUnCom><vProd>2.00</vProd><uTrib>KG</uTrib><qTrib>1.0000</qTrib></prod></det>`
	return invoice(number, "<total>", strings.Repeat(line, lines)+"<total>")
}

// A page of proposals takes no more memory than its request may: it ends early, says where to
// continue, and the pages together contain every document once.
func TestAPageOfProposalsIsBounded(t *testing.T) {
	const papers = 8
	s := newSite(t, stores.SQLite(t))
	s.knows("SOJA-25", "MT25-S-001")
	texts := make([]string, papers)
	for i := range texts {
		texts[i] = longInvoice(i + 1)
	}
	s.take(s.root, taxdocs.Options{}, texts...)

	budget := admit.New(int64(40*len(texts[0])), time.Second) // three quarters of it are for one key: three documents
	seen, after := map[string]int{}, ""
	pages := 0
	for pages = 1; pages <= papers; pages++ {
		claim := budget.Claim()
		claim.For(s.root.AccessKey)
		before := heap()
		list, next, err := s.app.TaxDocuments.Waiting(admit.Context(t.Context(), claim), s.root, "SOJA-25", after, 20)
		if err != nil {
			t.Fatal(err)
		}
		grown := heap() - before
		for i := range list {
			seen[list[i].Document.Key]++
		}
		held, most := budget.Usage().Held, budget.Share(s.root.AccessKey)
		if held == 0 || held > most {
			t.Errorf("page %d of %d papers claims %d bytes of %d", pages, len(list), held, most)
		}
		const besides = 1 << 20 // of the store and the test, which the heap has too
		if grown > held+besides {
			t.Errorf("page %d of %d papers holds %d bytes and claims %d", pages, len(list), grown, held)
		}
		claim.Done()
		if after = next; after == "" {
			break
		}
	}
	if pages < 2 || len(seen) != papers {
		t.Errorf("%d pages have %d of %d papers", pages, len(seen), papers)
	}
	for key, n := range seen {
		if n != 1 {
			t.Errorf("%s is on %d pages", key, n)
		}
	}
}

// heap returns how much memory is in use once everything that can go is gone.
func heap() int64 {
	runtime.GC()
	runtime.GC() // objects with a finalizer are freed by the second
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
