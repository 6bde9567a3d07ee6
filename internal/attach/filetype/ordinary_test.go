package filetype_test

import (
	"strings"
	"testing"

	"rastro/internal/attach/filetype"
	"rastro/internal/print/printtest"
)

// PDFs of programs that people use are accepted, also if they are about programs.
func TestOrdinaryPDF(t *testing.T) {
	const text = `<h1>JavaScript /Launch obj (EmbeddedFile</h1><p><a href="https://example.org/docs/Web/JavaScript/Launch">um objeto e outro obj</a></p><form><input name=a></form>`
	page := printtest.Keep(t, "page.html", []byte("<meta charset=utf-8><title>Project/Launch</title>"+strings.Repeat(text, 50)))
	drawing := printtest.Keep(t, "drawing.svg", []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><text y="20">/Launch obj</text></svg>`))
	for name, file := range map[string]string{
		"chromium": printtest.Run(t, printtest.Tool(t, "chromium-headless-shell", "chromium-headless-shell"), "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--print-to-pdf=/dev/stdout", page),
		"librsvg":  printtest.Run(t, printtest.Tool(t, "rsvg-convert", "librsvg2-bin"), "-f", "pdf", drawing),
	} {
		if media, err := filetype.Detect(strings.NewReader(file), int64(len(file))); media != filetype.PDF || err != nil || len(file) < 1000 {
			t.Errorf("%s: %d bytes, %q, %v", name, len(file), media, err)
		}
	}
}
