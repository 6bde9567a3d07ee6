package qr

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rsc.io/qr/coding"

	"rastro/internal/print/printtest"
)

// TestZbarReads reads our drawings with an independent reader.
func TestZbarReads(t *testing.T) {
	zbarimg := printtest.Tool(t, "zbarimg", "zbar-tools")
	// The time goes into zbar, which looks at every pixel: most links are small.
	t.Run("links as small PNG", func(t *testing.T) {
		t.Parallel()
		read(t, zbarimg, links(1000, 1), func(c *Code) ([]byte, error) { return c.PNG(3) })
	})
	t.Run("links as default PNG", func(t *testing.T) {
		t.Parallel()
		read(t, zbarimg, links(100, 2), func(c *Code) ([]byte, error) { return c.PNG(0) })
	})
	t.Run("edges as PNG", func(t *testing.T) {
		t.Parallel()
		read(t, zbarimg, edges(), func(c *Code) ([]byte, error) { return c.PNG(2) })
	})
	t.Run("SVG", func(t *testing.T) {
		t.Parallel()
		texts := append(links(100, 3), strings.Repeat("x", 300), strings.Repeat("y", 1000))
		read(t, zbarimg, texts, func(c *Code) ([]byte, error) {
			img, err := rasterise(c.SVG(), 4)
			if err != nil {
				return nil, err
			}
			var file bytes.Buffer
			err = png.Encode(&file, img)
			return file.Bytes(), err
		})
	})
}

// read draws each text, reads all the files in one go, and compares.
func read(t *testing.T, zbarimg string, texts []string, draw func(*Code) ([]byte, error)) {
	dir := t.TempDir()
	args := []string{"-q", "--raw", "-Sdisable", "-Sqrcode.enable"}
	for i, text := range texts {
		file, err := draw(encode(t, text))
		if err != nil {
			t.Fatalf("draw %q: %v", text, err)
		}
		name := fmt.Sprintf("%04d.png", i)
		if err := os.WriteFile(filepath.Join(dir, name), file, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, name)
	}
	cmd := exec.CommandContext(t.Context(), zbarimg, args...)
	cmd.Dir = dir
	out, err := cmd.Output() // an error may only mean that a file contained nothing readable
	got := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	for i, text := range texts {
		if i >= len(got) || got[i] != text {
			t.Fatalf("file %d of %d: want %q, read %q (%d lines, %v)", i, len(texts), text, got[min(i, len(got)-1)], len(got), err)
		}
	}
	if err != nil || len(got) != len(texts) {
		t.Fatalf("read %d lines from %d files: %v", len(got), len(texts), err)
	}
}

// links are n of the links we print, with Crockford base32 tickets.
func links(n int, seed uint64) []string {
	const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	r := rand.New(rand.NewPCG(seed, 4))
	texts := make([]string, n)
	for i := range texts {
		ticket := []byte("XXXX-XXXX-XXXX-XXXX")
		for j, c := range ticket {
			if c == 'X' {
				ticket[j] = crockford[r.IntN(len(crockford))]
			}
		}
		texts[i] = "https://rastro.example/v/" + string(ticket)
	}
	return texts
}

// edges are, in every mode, the longest text of a version and the shortest of the next: for the
// small versions, for those around which lengths are written in another way, and for the largest.
// Byte mode, which our links use, visits all versions.
func edges() []string {
	texts := []string{"a", "A", "7", "São João da Boa Vista", "农产品", "Ω", alphanumeric}
	for i, alphabet := range []string{byteMode: "abcdefgh_~", utf8Mode: "ação", alphanumericMode: alphanumeric[10:], numericMode: "1234567890"} {
		m := mode(i)
		for v := coding.Version(coding.MinVersion); v <= coding.MaxVersion; v++ {
			near := v <= 10 || v == 26
			if !near && v != coding.MaxVersion && m != byteMode {
				continue
			}
			text := ""
			for _, c := range strings.Repeat(alphabet, 6000/len(alphabet)) {
				longer := text + string(c)
				if m.size(longer, v) > 8*v.DataBytes(level) {
					if near {
						texts = append(texts, longer)
					}
					break
				}
				text = longer
			}
			texts = append(texts, text)
		}
	}
	return texts
}
