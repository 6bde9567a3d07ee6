package consoletest

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rastro/internal/admit"
	"rastro/internal/kind"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// Hidden returns the value of a hidden field of a page.
func (s Seen) Hidden(name string) string {
	s.T.Helper()
	found := regexp.MustCompile(`name="` + name + `" value="([^"]*)"`).FindStringSubmatch(s.Body)
	if found == nil {
		s.T.Fatalf("%s has no field %s\n%s", s.Path, name, s.Body)
	}
	return html.UnescapeString(found[1])
}

// Hostile are texts that a careless page would run, or break at.
var Hostile = []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)`, `{{.T}}`, `</textarea><script>alert(1)</script>`, `javascript:alert(1)`}

// Harmless fails if a page contains one of the hostile texts unescaped.
func (s Seen) Harmless() Seen {
	s.T.Helper()
	return s.Lacks(`<script>alert`, `<img src=x`, `' onfocus='alert`, `</textarea><script>`)
}

var (
	inputTag    = regexp.MustCompile(`<input ([^>]*)>`)
	textareaTag = regexp.MustCompile(`(?s)<textarea ([^>]*)>(.*?)</textarea>`)
	selectTag   = regexp.MustCompile(`(?s)<select ([^>]*)>(.*?)</select>`)
	selectedTag = regexp.MustCompile(`<option value="([^"]*)" selected>`)
	nameAttr    = regexp.MustCompile(`(?:^| )name="([^"]*)"`)
	valueAttr   = regexp.MustCompile(`(?:^| )value="([^"]*)"`)
)

// Filled reads the form of a record as a browser does: a line loses its breaks, an
// area the one after its tag, and breaks are sent as CR LF. Boxes are sent if they are ticked.
func (s Seen) Filled() url.Values {
	form := url.Values{}
	_, body, _ := strings.Cut(s.Body, `<form id="registro"`)
	body, _, _ = strings.Cut(body, "</form>")
	for _, m := range inputTag.FindAllStringSubmatch(body, -1) {
		name := nameAttr.FindStringSubmatch(m[1])
		if strings.Contains(m[1], `type="checkbox"`) && !strings.Contains(m[1], " checked") {
			continue
		}
		if name != nil {
			value := ""
			if v := valueAttr.FindStringSubmatch(m[1]); v != nil {
				value = html.UnescapeString(v[1])
			}
			form.Add(html.UnescapeString(name[1]), strings.NewReplacer("\r", "", "\n", "").Replace(value))
		}
	}
	for _, m := range selectTag.FindAllStringSubmatch(body, -1) {
		chosen := selectedTag.FindStringSubmatch(m[2])
		if chosen == nil {
			chosen = []string{"", ""}
		}
		form.Add(html.UnescapeString(nameAttr.FindStringSubmatch(m[1])[1]), html.UnescapeString(chosen[1]))
	}
	for _, m := range textareaTag.FindAllStringSubmatch(body, -1) {
		text := strings.TrimPrefix(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(html.UnescapeString(m[2])), "\n")
		form.Add(html.UnescapeString(nameAttr.FindStringSubmatch(m[1])[1]), strings.ReplaceAll(text, "\n", "\r\n"))
	}
	return form
}

// Send posts a form.
func (b *Browser) Send(path string, form url.Values) Seen {
	b.T.Helper()
	return b.Do("POST", path, strings.NewReader(form.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL})
}

func (s *Site) Integrate() {
	s.T.Helper()
	for {
		more, err := s.Service.Integrate(s.T.Context())
		if err != nil {
			s.T.Fatal(err)
		}
		if !more {
			return
		}
	}
}

// Upload sends a file as a browser's form does.
func (b *Browser) Upload(slug, name string, content []byte) Seen {
	b.T.Helper()
	return b.Settled(b.SendFile("/importar", name, content, "tipo", slug))
}

// SendFile sends a form with a file and some fields, in pairs of a name and its value.
func (b *Browser) SendFile(path, name string, content []byte, pairs ...string) Seen {
	b.T.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for i := 0; i+1 < len(pairs); i += 2 {
		_ = form.WriteField(pairs[i], pairs[i+1])
	}
	part, err := form.CreateFormFile("arquivo", name)
	if err != nil {
		b.T.Fatal(err)
	}
	_, _ = part.Write(content)
	_ = form.Close()
	return b.Do(http.MethodPost, path, &body, []string{"Content-Type", form.FormDataContentType(), "Origin", b.Server.URL})
}

// Announce begins to send a form with a file, and reads the answer before the rest is sent: the
// first bytes of the file are all that arrives. A length of 0 announces none.
func (b *Browser) Announce(path string, length int64, first []byte) Seen {
	b.T.Helper()
	rest, stop := io.Pipe()
	defer stop.CloseWithError(io.ErrUnexpectedEOF)
	const border = "x"
	begin := "--" + border + "\r\nContent-Disposition: form-data; name=\"arquivo\"; filename=\"a.csv\"\r\n\r\n"
	req, err := http.NewRequestWithContext(b.T.Context(), http.MethodPost, b.Server.URL+"/console"+path, io.MultiReader(strings.NewReader(begin), bytes.NewReader(first), rest))
	if err != nil {
		b.T.Fatal(err)
	}
	req.Header = b.Header.Clone()
	req.Header.Set("Content-Type", "multipart/form-data; boundary="+border)
	req.Header.Set("Origin", b.Server.URL)
	if length > 0 {
		req.ContentLength = length
	}
	return b.answer(req)
}

// Settled waits, as the page does, until an import rests.
func (b *Browser) Settled(s Seen) Seen {
	b.T.Helper()
	for strings.Contains(s.Body, "<progress") {
		s = b.Get(strings.TrimPrefix(s.Path, "/console"))
	}
	return s
}

// Decide presses the button that writes.
func (b *Browser) Decide(s Seen, mode string) Seen {
	b.T.Helper()
	return b.Settled(b.Post(strings.TrimPrefix(s.Path, "/console")+"/gravar", "modo", mode))
}

func (s *Site) Records(prefix, harvest string) int64 {
	s.T.Helper()
	page, err := s.Service.ByHarvest(s.T.Context(), &s.Root.Key, kind.ByPrefix(prefix), harvest, trace.OldestFirst, trace.Paging{Size: 1, Total: true})
	if err != nil {
		s.T.Fatal(err)
	}
	return page.Total
}

const Inputs = "producaoAgricola.aplicacaoInsumo"

const SoyHarvest, CoffeeHarvest = "DEMO-SOJA-MT-2024-25", "DEMO-CAFE-MG-2025"

// DemoSite returns a console with the demonstration harvests, and someone at it.
func DemoSite(t *testing.T) (*Site, *Browser) {
	t.Helper()
	s := NewSite(t)
	b := s.As(s.Root)
	b.Post("/demonstracao", "vez", "uma").Has(200, "As safras de exemplo estão aqui", SoyHarvest, CoffeeHarvest)
	return s, b
}

// All reads the live records of a kind, newest first.
func (s *Site) All(prefix string) []trace.Record {
	s.T.Helper()
	page, err := s.Service.List(s.T.Context(), &s.Root.Key, kind.ByPrefix(prefix), trace.NewestFirst, trace.Paging{Size: 100})
	if err != nil {
		s.T.Fatal(err)
	}
	return page.Records
}

const ReceiptSlug = "armazenamento.recebimento"

const SoyLot = "MT25-S-001"

// TakeAll takes a whole budget in others' names, and returns a function that gives it back.
func TakeAll(t *testing.T, memory *admit.Budget) (release func()) {
	t.Helper()
	var others []*admit.Claim
	for i, bytes := range append([]int64{96 << 20, 15 << 20}, slices.Repeat([]int64{admit.Small}, 17)...) {
		c := memory.Claim()
		c.For(fmt.Sprint(min(i, 2)))
		// A page may be complete before its memory is released.
		testkit.Eventually(t, "there is memory", func() bool { return c.Grow(bytes) == nil })
		others = append(others, c)
	}
	return func() {
		for _, c := range others {
			c.Release()
		}
	}
}
