package api_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rastro/internal/eudr/dossierproof"
	"rastro/internal/print/printtest"
)

// unzip reads the files of an archive, in their order.
func unzip(t *testing.T, archive []byte) (names []string, files map[string][]byte) {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for _, f := range in.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
		names = append(names, f.Name)
	}
	return names, files
}

// rezipped returns an archive of files, in an order.
func rezipped(t *testing.T, names []string, files map[string][]byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, name := range names {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// A dossier begins with pages for people, in seven languages; the rest is unchanged. The check
// detects any replaced page. Without the pages, the dossier is the one of earlier builds.
func TestDossierThatPeopleRead(t *testing.T) {
	onEngines(t, func(t *testing.T, c client) {
		c.sow("A-1", 3, 4, 40)
		archive := c.dossier("A-1").ok(200).body
		names, files := unzip(t, archive)
		want := []string{}
		for _, code := range []string{"pt", "en", "es", "de", "nl", "fr", "it"} {
			want = append(want, "leia-read/dossie-"+code+".pdf")
		}
		want = append(want, "leia-read/dossie.html", "leia-read/dossie.xlsx", "LEIAME-README-LEAME.txt")
		if !slices.Equal(names[:len(want)], want) {
			t.Fatalf("it begins with %q", names[:len(want)])
		}
		if folder := os.Getenv("RASTRO_KEEP_DOSSIER"); folder != "" {
			for _, name := range want {
				if err := os.WriteFile(filepath.Join(folder, filepath.Base(name)), files[name], 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}
		html := string(files["leia-read/dossie.html"])
		for _, text := range []string{"A-1", "Dossier zur Partie", "Fascicolo del lotto", "<svg", "Produtor 1", "A-1-S00002"} {
			if !strings.Contains(html, text) {
				t.Errorf("the page does not say %q", text)
			}
		}
		for _, text := range []string{"<script", "http://", "https://", "src=\"/"} {
			if strings.Contains(html, text) {
				t.Errorf("the page has %q", text)
			}
		}
		told := printtest.Run(t, printtest.Tool(t, "pdftotext", "poppler-utils"), "-layout", printtest.Keep(t, "dossie-de.pdf", files["leia-read/dossie-de.pdf"]), "-")
		for _, text := range []string{"Dossier zur Partie A-1", "Massenbilanz", "Entwaldungsfrei"} {
			if !strings.Contains(told, text) {
				t.Errorf("the German PDF does not say %q: %s", text, told)
			}
		}
		said, err := dossierproof.Verify(bytes.NewReader(archive), int64(len(archive)), "")
		if err != nil || said.Plots != 12 || !slices.Contains(said.Unsigned, "leia-read/") {
			t.Fatalf("%+v, %v", said, err)
		}
		for _, name := range want {
			changed := map[string][]byte{}
			for other, text := range files {
				changed[other] = text
			}
			changed[name] = append([]byte("x"), files[name]...)
			fake := rezipped(t, names, changed)
			if _, err := dossierproof.Verify(bytes.NewReader(fake), int64(len(fake)), ""); err == nil || !strings.Contains(fmt.Sprint(err), name) {
				t.Errorf("%s was replaced: %v", name, err)
			}
			without := rezipped(t, slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == name }), files)
			if _, err := dossierproof.Verify(bytes.NewReader(without), int64(len(without)), ""); err == nil {
				t.Errorf("%s was taken out unnoticed", name)
			}
		}
	})
}
