package assets

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"strings"
	"testing"
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
	if lines != 5 {
		t.Errorf("SHA256SUMS has %d lines, want 5", lines)
	}
}

func TestOpenErrors(t *testing.T) {
	for _, file := range []string{"", "nothing.js", "update", "../docs.css"} {
		if a, err := Open(file); err == nil {
			t.Errorf("Open(%q) = %s, want an error", file, a.Name)
		}
	}
}
