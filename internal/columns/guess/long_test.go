package guess_test

import (
	"bytes"
	"strings"
	"testing"

	"rastro/internal/columns/guess"
	"rastro/internal/sheet"
)

// TestExamplesAreShort: an answer that shows a guess does not repeat whole cells.
func TestExamplesAreShort(t *testing.T) {
	text := []byte("Data;Placa;Peso (kg);Romaneio\n" + strings.Repeat("13/02/2025;ABC1C34;36.000;"+strings.Repeat("ã", 30_000)+"\n", 3))
	f, err := sheet.OpenFile(bytes.NewReader(text), int64(len(text)), sheet.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	g, err := guess.File(f, guess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range g.Columns {
		if n := len([]rune(c.Example)); n > 201 || n == 0 {
			t.Errorf("an example of %d characters", n)
		}
	}
}
