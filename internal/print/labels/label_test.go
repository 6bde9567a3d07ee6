package labels

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"os"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/organization"
	"rastro/internal/print/font"
	"rastro/internal/print/page"
	"rastro/internal/print/printtest"
	"rastro/internal/public"
	"rastro/internal/trace"
)

func bare() public.Page { return public.Page{Code: "X1"} }

var samples = map[string]func() public.Page{"soja": printtest.Soy, "cheia": printtest.Full, "nua": bare, "assinada": func() public.Page { return printtest.Signed(printtest.Full()) }}

func label(t testing.TB, p public.Page, format string, size Size, dpi int) []byte {
	t.Helper()
	f, ok := FindFormat(format)
	if !ok {
		t.Fatalf("no format %s", format)
	}
	file, err := Draw(p, printtest.PublicURL, lang.PT, f, size, dpi)
	if err != nil {
		t.Fatalf("%s %s at %d dpi: %v", format, size.Name, dpi, err)
	}
	return file
}

// Every form of every size is read by a program that is not ours.
func TestLabelsAreRead(t *testing.T) {
	for _, size := range Sizes {
		for _, f := range Formats {
			for name, sample := range samples {
				t.Run(size.Name+" "+f.Name+" "+name, func(t *testing.T) {
					t.Parallel()
					p := sample()
					file := label(t, p, f.Name, size, f.DPI)
					if again := label(t, p, f.Name, size, f.DPI); !bytes.Equal(file, again) {
						t.Error("another file the second time")
					}
					drawn := rasterise(t, f.Name, "etiqueta-"+size.Name+"-"+name, file)
					if got, want := printtest.Scan(t, drawn), page.Link(printtest.PublicURL, p.Code); got != want {
						t.Errorf("read %q, want %q", got, want)
					}
					bounds := decodePNG(t, drawn).Bounds()
					if ratio, want := float64(bounds.Dx())/float64(bounds.Dy()), size.W/size.H; ratio < want*.99 || ratio > want*1.01 {
						t.Errorf("%v is not of the size %s", bounds, size.Name)
					}
				})
			}
		}
	}
}

// No two parts of a label touch, and none leaves the paper or the margin that a
// code needs, whatever the words are.
func TestNothingOverlaps(t *testing.T) {
	long := printtest.Full()
	long.Code = strings.Repeat("W", 100)
	wide := printtest.Full()
	wide.Lots = []string{strings.Repeat("W", 50), "B"}
	for name, p := range map[string]public.Page{"soja": printtest.Soy(), "cheia": printtest.Full(), "nua": bare(), "longa": long, "larga": wide, "assinada": printtest.Signed(long), "assinada e larga": printtest.Signed(wide)} {
		for _, size := range Sizes {
			for _, dpi := range Resolutions {
				for _, l := range lang.OfBuyers {
					for _, address := range []string{printtest.PublicURL, "http://127.0.0.1:8080", "https://" + strings.Repeat("rastreabilidade.", 8) + "cooperativa.example"} {
						if !l.Own() && address != printtest.PublicURL {
							continue // the words do not depend on the address
						}
						what := fmt.Sprintf("%s %s %d %s %.30s", name, size.Name, dpi, l.Tag(), address)
						s, err := size.lay(labelTexts(p, address, l), page.Link(address, p.Code), dpi)
						if errors.Is(err, ErrTooDense) && len(page.Link(address, p.Code)) > 90 {
							continue
						}
						if err != nil {
							t.Fatalf("%s: %v", what, err)
						}
						checkSheet(t, what, s)
					}
				}
			}
		}
	}
}

func checkSheet(t *testing.T, what string, s *sheet) {
	t.Helper()
	quiet := quietModules * s.module()
	side := s.module() * float64(s.code.Size())
	taken := []box{{s.x - quiet, s.y - quiet, side + 2*quiet, side + 2*quiet}}
	for _, l := range s.lines {
		if l.Text == "" {
			t.Errorf("%s: an empty line", what)
		}
		taken = append(taken, box{l.X, l.Y - l.Em*page.Ascent, l.Width(), l.Em * 1.17}) // including what extends below the line
	}
	for i, a := range taken {
		const hair = .13 // half a dot, of rounding
		if a.x < -hair || a.y < -hair || a.x+a.w > s.size.W+hair || a.y+a.h > s.size.H+hair {
			t.Errorf("%s: part %d leaves the paper: %+v", what, i, a)
		}
		for j, b := range taken[:i] {
			if a.x < b.x+b.w-hair && b.x < a.x+a.w-hair && a.y < b.y+b.h-hair && b.y < a.y+a.h-hair {
				t.Errorf("%s: parts %d and %d overlap: %+v %+v", what, j, i, a, b)
			}
		}
	}
	if s.module() < leastModule {
		t.Errorf("%s: modules of %f mm", what, s.module())
	}
}

// What a label says, and that it says nothing that can become untrue.
func TestLabelWords(t *testing.T) {
	for _, tc := range []struct {
		l    lang.Lang
		want string
	}{
		{lang.PT, "Soja|Safra 2024/25|Lote MT25-S-001|Verifique em|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.EN, "Soybeans|Harvest 2024/25|Lot MT25-S-001|Verify at|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.ES, "Soja|Cosecha 2024/25|Lote MT25-S-001|Verifique en|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.DE, "Sojabohnen|Ernte 2024/25|Partie MT25-S-001|Prüfen unter|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.NL, "Sojabonen|Oogst 2024/25|Partij MT25-S-001|Controleer op|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.FR, "Soja|Récolte 2024/25|Lot MT25-S-001|Vérifier sur|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
		{lang.IT, "Soia|Raccolto 2024/25|Lotto MT25-S-001|Verificare su|rastro.example/v/|7K3M-9QXT-|4B2N-VH8R"},
	} {
		if got := words(t, Sizes[0], printtest.Soy(), tc.l); got != tc.want {
			t.Errorf("%s: %s\nwant %s", tc.l.Tag(), got, tc.want)
		}
	}
	for state := range map[trace.State]bool{trace.Valid: true, trace.Revoked: true, trace.Tampered: true, trace.Expired: true} {
		p := printtest.Soy()
		p.State = state
		if got := words(t, Sizes[1], p, lang.PT); got != words(t, Sizes[1], printtest.Soy(), lang.PT) {
			t.Errorf("the state %s changes the label: %s", state, got)
		}
	}
	if got := words(t, Sizes[1], printtest.Full(), lang.PT); !strings.Contains(got, " e mais 4") || strings.Contains(got, "…") {
		t.Errorf("a long list of lots: %s", got)
	}
	if got := words(t, Sizes[0], bare(), lang.EN); got != "Verify at|rastro.example/v/|X1" {
		t.Errorf("a bare label: %s", got)
	}
	other := bare()
	other.Crop = trace.Other
	if got := words(t, Sizes[0], other, lang.EN); got != words(t, Sizes[0], bare(), lang.EN) {
		t.Errorf("a crop that is not known: %s", got)
	}
	signed := printtest.Soy()
	signed.By = &organization.Identity{Name: "Cooperativa X"}
	if got := words(t, Sizes[0], signed, lang.EN); got != "Cooperativa X|"+words(t, Sizes[0], printtest.Soy(), lang.EN) {
		t.Errorf("a label of an organisation: %s", got)
	}
	signed.By.CNPJ, signed.By.On = "11.222.333/0001-81", "2026-02-10"
	if got := words(t, Sizes[2], signed, lang.PT); !strings.HasPrefix(got, "Validada por Cooperativa X (CNPJ 11.222.333/0001-81) em 10/02/2026|") {
		t.Errorf("a large label of an organisation: %s", got)
	}
	for name, text := range labelWords {
		if !text.Complete() {
			t.Errorf("%s lacks a language", name)
		}
	}
}

func words(t *testing.T, size Size, p public.Page, l lang.Lang) string {
	t.Helper()
	s, err := size.lay(labelTexts(p, printtest.PublicURL, l), page.Link(printtest.PublicURL, p.Code), 203)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, line := range s.lines {
		all = append(all, line.Text)
	}
	return strings.Join(all, "|")
}

func TestHostileTexts(t *testing.T) {
	for _, evil := range printtest.Hostile {
		p := printtest.Soy()
		p.Code = evil
		for _, size := range Sizes {
			var drawing struct {
				XMLName xml.Name
				Title   string `xml:"title"`
				Any     []struct {
					XMLName xml.Name
					Inner   string `xml:",innerxml"`
				} `xml:",any"`
			}
			svg := label(t, p, "svg", size, 203)
			if err := xml.Unmarshal(svg, &drawing); err != nil {
				t.Fatalf("%q: %v", evil, err)
			}
			for _, element := range drawing.Any {
				if name := element.XMLName.Local; name != "rect" && name != "path" || element.Inner != "" {
					t.Errorf("%q: an element %s in the drawing", evil, name)
				}
			}
			if !strings.HasPrefix(drawing.Title, "Soja Safra 2024/25 Lote MT25-S-001 Verifique em rastro.example/v/ ") {
				t.Errorf("%q: title %q", evil, drawing.Title)
			}
			for _, dpi := range Resolutions {
				read := readZPL(t, string(label(t, p, "zpl", size, dpi)))
				checkZPL(t, evil, read, page.Link(printtest.PublicURL, evil), len(words7(t, size, p, dpi))+1)
			}
		}
	}
}

// rasterise turns a label of any form into a PNG file.
func rasterise(t *testing.T, format, name string, file []byte) string {
	t.Helper()
	if format != "zpl" {
		return printtest.Rasterise(t, format, name, file)
	}
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, readZPL(t, string(file)).draw(t)); err != nil {
		t.Fatal(err)
	}
	return printtest.Keep(t, name+"-zpl.png", drawn.Bytes())
}

func decodePNG(t testing.TB, path string) image.Image {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func words7(t *testing.T, size Size, p public.Page, dpi int) []page.Line {
	t.Helper()
	s, err := size.lay(labelTexts(p, printtest.PublicURL, lang.PT), page.Link(printtest.PublicURL, p.Code), dpi)
	if err != nil {
		t.Fatal(err)
	}
	return s.lines
}

// checkZPL compares what was read back with the link, the number of fields and the paper. Texts are
// measured in our font, which is wider than the printer's.
func checkZPL(t *testing.T, what string, read zplLabel, link string, fields int) {
	t.Helper()
	if len(read.fields) != fields {
		t.Fatalf("%q: %d fields, want %d", what, len(read.fields), fields)
	}
	code := read.fields[0]
	if code.picture == nil && code.text != "MA,"+link {
		t.Errorf("%q: the code says %q", what, code.text)
	}
	for _, f := range read.fields[1:] {
		if f.em == 0 || !f.base || f.x < 0 || f.y-f.em < 0 || f.y > read.height ||
			float64(f.x)+font.Regular.Width(f.text)*float64(f.em) > float64(read.width) {
			t.Errorf("%q: the text %q leaves the paper of %d by %d: %+v", what, f.text, read.width, read.height, f)
		}
	}
}

// A code that would be too fine for a small label is refused there, and only
// there.
func TestTooDense(t *testing.T) {
	p := printtest.Soy()
	p.Code = strings.Repeat("🌱", 100)
	for name, want := range map[string]error{"50x30": ErrTooDense, "100x50": ErrTooDense, "a4": nil} {
		size, _ := FindSize(name)
		for _, f := range Formats {
			if _, err := Draw(p, printtest.PublicURL, lang.PT, f, size, 203); !errors.Is(err, want) {
				t.Errorf("%s %s: %v, want %v", name, f.Name, err, want)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for _, name := range []string{"", "gif", "svg ", "50x31", strings.Repeat("9", 10_000)} {
		if _, ok := FindFormat(name); ok {
			t.Errorf("there is a format %q", name)
		}
		if _, ok := FindSize(name); ok {
			t.Errorf("there is a size %q", name)
		}
	}
	if size, ok := FindSize("A4"); !ok || size.Name != "a4" {
		t.Error("no A4")
	}
}

func BenchmarkLabel(b *testing.B) {
	for _, size := range Sizes {
		for _, f := range Formats {
			b.Run(size.Name+"/"+f.Name, func(b *testing.B) {
				for b.Loop() {
					if _, err := Draw(printtest.Soy(), printtest.PublicURL, lang.PT, f, size, f.DPI); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
