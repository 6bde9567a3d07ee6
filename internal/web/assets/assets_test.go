package assets

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

// TestVendored compares the vendored files with the checksums that the update
// script wrote.
func TestVendored(t *testing.T) {
	sums, err := os.Open("SHA256SUMS")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sums.Close() })
	lines := 0
	for scan := bufio.NewScanner(sums); scan.Scan(); lines++ {
		want, file, _ := strings.Cut(scan.Text(), "  ")
		a, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		content, err := a.plain()
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		sum := sha256.Sum256(content)
		if got := hex.EncodeToString(sum[:]); got != want {
			t.Errorf("%s: SHA-256 %s, want %s", file, got, want)
		}
	}
	if lines != 6 {
		t.Errorf("SHA256SUMS has %d lines, want 6", lines)
	}
}

func TestOpenErrors(t *testing.T) {
	for _, file := range []string{"", "nothing.js", "update", "../docs.css"} {
		if a, err := Open(file); err == nil {
			t.Errorf("Open(%q) = %s, want an error", file, a.Name)
		}
	}
}

// Our own files are sent compressed to clients that accept it, with the same content.
func TestOwnFilesAreCompressed(t *testing.T) {
	for file, most := range map[string]int{"plotmap.js": 13 << 10, "console.css": 9 << 10, "console.js": 4 << 10} {
		a, err := Open(file)
		if err != nil {
			t.Fatal(err)
		}
		plain := httptest.NewRecorder()
		a.ServeHTTP(plain, httptest.NewRequest("GET", "/"+file, nil))
		ask := httptest.NewRequest("GET", "/"+file, nil)
		ask.Header.Set("Accept-Encoding", "gzip, br")
		packed := httptest.NewRecorder()
		a.ServeHTTP(packed, ask)
		if packed.Header().Get("Content-Encoding") != "br" || packed.Header().Get("Vary") != "Accept-Encoding" || packed.Header().Get("ETag") == plain.Header().Get("ETag") {
			t.Errorf("%s: %v", file, packed.Header())
		}
		if packed.Body.Len() > most {
			t.Errorf("%s has %d bytes on the wire, more than %d", file, packed.Body.Len(), most)
		}
		t.Logf("%s: %d bytes, %d on the wire", file, plain.Body.Len(), packed.Body.Len())
		got, err := io.ReadAll(brotli.NewReader(packed.Body))
		if err != nil || !bytes.Equal(got, plain.Body.Bytes()) || plain.Header().Get("Content-Encoding") != "" {
			t.Errorf("%s: %v, %d bytes of %d", file, err, len(got), plain.Body.Len())
		}
	}
}
