package certificate

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/ledger"
	"rastro/internal/organization"
	"rastro/internal/print/page"
	"rastro/internal/print/printtest"
	"rastro/internal/public"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// certificate returns one with all that it can say; its state's words are its name.
func certificate(state trace.State) Sheet {
	p := printtest.Soy()
	p.State = state
	p.Hash, p.Root = strings.Repeat("9bff692ae367d85c", 4), strings.Repeat("07c1f4d2b6a8e935", 4)
	p.Verdict = verdict.Verdict{State: state, Summary: finding.Summary{Errors: 3, Alerts: 12}, Present: 9, Total: 10}
	p.Completeness = trace.PublicComplete{Present: 9, Total: 10, Percent: 90}
	p.Log = public.LogAddress{Origin: "rastro/8CAP-31TT-6ZEG-E9WA", Key: "rastro/8CAP-31TT-6ZEG-E9WA+1f2e3d4c+AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/AbCdEf"}
	p.Log.Predecessors = []ledger.Predecessor{{Origin: "first.example/log", Key: "first.example/log+0000+First", Size: 3}, {Origin: "rastro/older", Key: "rastro/older+1a2b3c4d+Older", Size: 17}, {Origin: "rastro/old", Key: "rastro/old+5e6f7a8b+Old", Size: 28}}
	for i, phase := range kind.Phases {
		p.Phases = append(p.Phases, public.Phase{Phase: phase.Code, Records: 1 + i*i})
	}
	p.Statements = []string{"26BRABC1234567"}
	name := "Estado " + string(state)
	return Sheet{
		Origin: "Sorriso (MT)", Story: lang.Same("A colheita foi em fevereiro. Depois vieram: secagem. O destino é Rotterdam (NL)."), Quantity: lang.Same("cerca de 434 t"),
		Public: p, PublicURL: printtest.PublicURL, Log: ledger.Tree{Size: 45, Root: [32]byte{1, 2, 3}},
		State: lang.Text{PT: name, EN: name, ES: name}, Meaning: lang.Text{PT: "Os registros estão como foram validados.", EN: "The records are as validated.", ES: "Los registros están como fueron validados."},
	}
}

var states = []trace.State{trace.Valid, trace.Altered, trace.Tampered, trace.Refused, trace.Expired, trace.Revoked}

func printed(t *testing.T, c Sheet, l lang.Lang) []byte {
	t.Helper()
	file, err := c.PDF(l)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

var spaces = regexp.MustCompile(`\s+`)

// flat returns a text without line breaks and their hyphens.
func flat(text string) string { return spaces.ReplaceAllString(text, "") }

// Every state in every language: one page, all words on it, and a code that leads
// to the page.
func TestCertificate(t *testing.T) {
	for _, state := range states {
		for _, l := range lang.OfBuyers {
			if !l.Own() && state != trace.Valid {
				continue // the caller supplies the state; the other words are the same
			}
			t.Run(string(state)+" "+l.Tag(), func(t *testing.T) {
				t.Parallel()
				c := certificate(state)
				file := printed(t, c, l)
				if !bytes.Equal(file, printed(t, c, l)) {
					t.Error("another file the second time")
				}
				name := "certificado-" + string(state) + "-" + l.Tag()
				path := printtest.Keep(t, name+".pdf", file)
				text := flat(printtest.Run(t, printtest.Tool(t, "pdftotext", "poppler-utils"), "-layout", path, "-"))
				want := []string{
					c.State.In(l), c.Meaning.In(l), c.Public.Code, "2024/25", "MT25-S-001", "03/2025", "03/2026", c.Zone.Minute(time.Date(2026, 11, 15, 2, 0, 0, 0, time.UTC), l) + " UTC", c.Public.Hash, c.Public.Root,
					c.Public.Log.Key, base64.StdEncoding.EncodeToString(c.Log.Root[:]), c.Public.Crop.Name().In(l), "rastro verify prova.json --key '" + c.Public.Log.Key,
					printtest.PublicURL + "/v/" + c.Public.Code, printtest.PublicURL + "/log/checkpoint", "(90 %)",
					words["tree"].Fill(l, lang.Args{"n": "45", "raiz": base64.StdEncoding.EncodeToString(c.Log.Root[:])}),
					words["continued"].Fill(l, lang.Args{"n": "28", "chave": "rastro/old+5e6f7a8b+Old"}), c.Origin, c.Story.In(l), c.Public.Statements[0], c.Public.Verdict.Counts(l),
				}
				for name, word := range words {
					if !strings.Contains(word.In(l), "{") {
						want = append(want, word.In(l))
					}
					if !word.CompleteForBuyers() {
						t.Errorf("%s lacks a language", name)
					}
				}
				for _, phase := range kind.Phases {
					want = append(want, phase.Title.In(l))
				}
				for _, w := range want {
					if !strings.Contains(text, flat(w)) {
						t.Errorf("no %q in\n%s", w, text)
					}
				}
				if l != lang.PT { // the code is the same in all
					return
				}
				if got := printtest.Scan(t, printtest.Rasterise(t, "pdf", name, file)); got != page.Link(printtest.PublicURL, c.Public.Code) {
					t.Errorf("the code says %q", got)
				}
			})
		}
	}
}

// The file's metadata contains nothing about a person or a machine.
func TestCertificateMetadata(t *testing.T) {
	path := printtest.Keep(t, "meta.pdf", printed(t, certificate(trace.Valid), lang.ES))
	info := printtest.Run(t, printtest.Tool(t, "pdfinfo", "poppler-utils"), "-isodates", path)
	for _, want := range []string{
		`(?m)^Title: +Certificado de validación de cosecha$`, `(?m)^Creator: +Rastro$`, `(?m)^Producer: +Rastro$`, `(?m)^CreationDate: +2026-11-15T02:00:00Z$`,
		`(?m)^Pages: +1$`, `(?m)^Page size: +595.28 x 841.89 pts \(A4\)$`,
	} {
		if !regexp.MustCompile(want).MatchString(info) {
			t.Errorf("no %s in\n%s", want, info)
		}
	}
	for _, without := range []string{"Author:", "Keywords:", "Subject:"} {
		if strings.Contains(info, without) {
			t.Errorf("%s in\n%s", without, info)
		}
	}
	fonts := printtest.Run(t, printtest.Tool(t, "pdffonts", "poppler-utils"), path)
	for line := range strings.Lines(fonts) {
		if words := strings.Fields(line); strings.Contains(line, "DejaVu") && (len(words) < 5 || !strings.Contains(line, "yes")) {
			t.Errorf("a font is not embedded: %s", line)
		}
	}
	if n := strings.Count(fonts, "TrueType"); n != 3 {
		t.Errorf("%d fonts, want 3:\n%s", n, fonts)
	}
}

// The fullest certificate still fits on one sheet, and printtest.Hostile codes stay text.
func TestCertificateFits(t *testing.T) {
	for i, code := range append(printtest.Hostile, strings.Repeat("🌱", 100), strings.Repeat("W", 100), "X") {
		l := lang.All[i%len(lang.All)]
		c := certificate(trace.Altered)
		lots := printtest.Full().Lots
		for i := range lots {
			lots[i] = fmt.Sprintf("%02d%s", i, strings.Repeat("W", 48))
		}
		c.Public.Code, c.Public.Lots, c.Public.Crop = code, lots, "CASTANHA_DE_CAJU"
		long := strings.Repeat("uma frase longa sobre o estado ", 8)
		c.Origin, c.Story = strings.Repeat("São João (MT), ", 20), lang.Same(strings.Repeat(long, 4))
		for i := range 20 {
			c.Public.Statements = append(c.Public.Statements, fmt.Sprintf("26BRABC12345%02d", i))
		}
		c.State, c.Meaning = lang.Text{PT: long, EN: long, ES: long}, lang.Text{PT: long, EN: long, ES: long}
		c.PublicURL = "https://" + strings.Repeat("rastreabilidade.", 8) + "cooperativa.example"
		for p := range c.Public.Phases {
			c.Public.Phases[p].Records = 1_000_000_000
		}
		printed(t, c, l)
		c.Public = printtest.Signed(c.Public)
		file := printed(t, c, l)
		if i == len(printtest.Hostile) {
			printtest.Rasterise(t, "pdf", "certificado-cheio-"+l.Tag(), file)
		}
	}
}

// Who validated is shown in full if there is room.
func TestCertificateIsSigned(t *testing.T) {
	for _, state := range states {
		c := certificate(state)
		c.Public.By = &organization.Identity{Name: "Cooperativa X", LegalName: "X Ltda.", CNPJ: "11.222.333/0001-81", Contact: "x.example", Colour: "#14532d", On: "2026-02-10", Sentence: organization.Sentence{PT: "Do campo ao porto."}}
		text := flat(printtest.Run(t, printtest.Tool(t, "pdftotext", "poppler-utils"), "-layout", printtest.Keep(t, "assinado.pdf", printed(t, c, lang.PT)), "-"))
		for _, want := range []string{c.Public.By.Line(lang.PT, state != trace.Refused), "X Ltda. · x.example", "Do campo ao porto."} {
			if !strings.Contains(text, flat(want)) {
				t.Errorf("%s: no %q in %s", state, want, text)
			}
		}
		if strings.Contains(text, flat("Validada em")) {
			t.Errorf("%s: the month is said beside the day: %s", state, text)
		}
	}
}

// A certificate with nothing but its code can be printed too.
func TestBareCertificate(t *testing.T) {
	c := Sheet{Public: public.Page{Code: "X", State: "OUTRO", VerifiedAt: "2026-11-15T02:00:00.123Z"}, PublicURL: printtest.PublicURL}
	printed(t, c, lang.PT)
	c.Public.VerifiedAt = "ontem"
	if _, err := c.PDF(lang.PT); err == nil {
		t.Error("a certificate of no moment")
	}
}

func BenchmarkCertificate(b *testing.B) {
	c := certificate(trace.Valid)
	for b.Loop() {
		if _, err := c.PDF(lang.PT); err != nil {
			b.Fatal(err)
		}
	}
}
