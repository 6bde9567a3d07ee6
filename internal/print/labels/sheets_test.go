package labels

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/print/page"
	"rastro/internal/print/printtest"
	"rastro/internal/public"
)

func order(size Size, copies int, weight float64) Order {
	pdf, _ := FindFormat("pdf")
	p := printtest.Signed(printtest.Soy())
	p.By.Name = "Coopervale"
	return Order{Page: p, PublicURL: printtest.PublicURL, Lang: lang.PT, Format: pdf, Size: size, DPI: pdf.DPI, Copies: copies, Weight: weight}
}

// Sheets have the requested number of labels, with the organisation's name and the weight.
func TestSheets(t *testing.T) {
	pdftotext := printtest.Tool(t, "pdftotext", "poppler-utils")
	pdfinfo := printtest.Tool(t, "pdfinfo", "poppler-utils")
	for _, size := range Sizes {
		for _, copies := range []int{1, size.PerSheet(), size.PerSheet() + 1} {
			o := order(size, copies, 60.5)
			file, err := o.Draw()
			if err != nil {
				t.Fatal(err)
			}
			name := printtest.Keep(t, fmt.Sprintf("folha-%s-%d.pdf", size.Name, copies), file)
			pages := (copies + size.PerSheet() - 1) / size.PerSheet()
			if info := printtest.Run(t, pdfinfo, name); !strings.Contains(info, "A4") || !strings.Contains(info, fmt.Sprintf("Pages:           %d\n", pages)) {
				t.Errorf("%d of %s: %s", copies, size.Name, info)
			}
			text := printtest.Run(t, pdftotext, name, "-")
			if n := strings.Count(text, "60,5 kg"); n != copies {
				t.Errorf("%d of %s: the weight is there %d times", copies, size.Name, n)
			}
			if n := strings.Count(text, o.Page.By.Name); n != copies {
				t.Errorf("%d of %s: the organisation is there %d times: %s", copies, size.Name, n, text)
			}
			if again, err := o.Draw(); err != nil || !bytes.Equal(again, file) {
				t.Errorf("another file the second time, %v", err)
			}
		}
	}
}

// The labels on a sheet lie within it and do not overlap.
func TestSheetsFit(t *testing.T) {
	for _, size := range Sizes {
		if w, h := float64(size.across)*size.W, float64(size.down)*size.H; size.PerSheet() < 1 || w > sheetWidth || h > sheetHeight {
			t.Errorf("%d of %s are %v × %v mm", size.PerSheet(), size.Name, w, h)
		}
	}
}

func TestCopiesAreOfPDF(t *testing.T) {
	o := order(Sizes[0], 2, 0)
	o.Format, _ = FindFormat("zpl")
	if _, err := o.Draw(); err == nil {
		t.Error("two copies as ZPL")
	}
}

// A weight overlaps nothing on any label.
func TestWeightOverlapsNothing(t *testing.T) {
	wide := printtest.Full()
	wide.Lots, wide.Harvest = []string{strings.Repeat("W", 50), "B"}, "2024/2025 segunda safra"
	bareOnes := bare()
	for name, p := range map[string]public.Page{"soja": printtest.Soy(), "nua": bareOnes, "larga": printtest.Signed(wide)} {
		for _, size := range Sizes {
			for _, l := range lang.All {
				texts := labelTexts(p, printtest.PublicURL, l)
				addWeight(texts, p.Harvest, "120.000,125 kg")
				s, err := size.lay(texts, page.Link(printtest.PublicURL, p.Code), 203)
				if errors.Is(err, ErrTooDense) {
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				checkSheet(t, name+" "+size.Name, s)
				said := ""
				for _, line := range s.lines {
					said += line.Text + "\n"
				}
				if !strings.Contains(said, "120.000,125 kg") {
					t.Errorf("%s %s does not say the weight: %s", name, size.Name, said)
				}
			}
		}
	}
}
