package reading_test

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/print/printtest"
	"rastro/internal/print/reading"
)

func TestTextsAreComplete(t *testing.T) {
	for name, text := range reading.Texts {
		if !text.CompleteForBuyers() {
			t.Errorf("%s lacks a language", name)
		}
		for _, in := range lang.OfBuyers {
			if strings.Count(text.In(in), "{") != strings.Count(text.EN, "{") {
				t.Errorf("%s has other placeholders in %s", name, in.Code())
			}
		}
	}
}

func sample() *reading.Dossier {
	d := &reading.Dossier{Lot: "A<b>-1", Verdict: "ready", Masses: "FECHA", Plots: 5000, Producers: 1, Harvests: 2, Lots: 3, AreaHa: 1234.5, ShippedKg: math.NaN(), Log: "x.example/log", Entries: 7, References: []string{"26FRYUI34JTQKB"}}
	for range 130 {
		d.Parties = append(d.Parties, reading.Party{Name: "Fazenda São João", Country: "BR", Plots: 2, Ha: 3.25})
		d.Route = append(d.Route, reading.Step{Code: "L-1", Depth: 1, Harvests: strings.Repeat("SAFRA ", 20)})
	}
	d.Documents = []reading.Document{{Name: "laudo.pdf", Bytes: 2048}, {Name: "0123456789abcdef…", Because: "pessoal"}}
	d.Accounts = []reading.Account{{Lot: "L-1", Came: 1000, Used: math.NaN(), Sent: 10, Left: 990}}
	d.Checks = []reading.Check{{Item: "PRODUTO", Article: "9(1)(a)", Situation: "PRESENTE", Detail: lang.Same("SOJA <script>")}}
	return d
}

// Every language fits its pages and is deterministic, and nothing in the records becomes markup of
// a page.
func TestPages(t *testing.T) {
	d := sample()
	for _, in := range lang.OfBuyers {
		file, err := d.PDF(in)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := d.PDF(in); err != nil || !bytes.Equal(file, again) {
			t.Errorf("%s: the same dossier is another file, %v", in.Code(), err)
		}
		told := printtest.Run(t, printtest.Tool(t, "pdftotext", "poppler-utils"), "-layout", printtest.Keep(t, "reading-"+in.Code()+".pdf", file), "-")
		pages := strings.Split(strings.TrimSuffix(told, "\f"), "\f")
		step, country := reading.Texts["step"], reading.Texts["country"]
		for i, page := range pages {
			if strings.Contains(page, "Fazenda São João") && !strings.Contains(page, country.In(in)) || strings.Contains(page, "SAFRA SAFRA") && !strings.Contains(page, step.In(in)) {
				t.Errorf("%s: page %d has rows without titles above them", in.Code(), i+1)
			}
		}
		texts := reading.Texts["proof"]
		for _, want := range []string{"26FRYUI34JTQKB", "Fazenda São João", strings.Fields(texts.In(in))[0]} {
			if !strings.Contains(told, want) {
				t.Errorf("%s: the PDF does not say %q", in.Code(), want)
			}
		}
	}
	page, err := d.HTML()
	if err != nil || bytes.Contains(page, []byte("<b>")) || bytes.Contains(page, []byte("<script")) {
		t.Errorf("the page has what a record says as markup, %v", err)
	}
	if !bytes.Contains(page, []byte("1.234,5")) || !bytes.Contains(page, []byte("1,234.5")) {
		t.Error("numbers are not written as readers write them")
	}
}
