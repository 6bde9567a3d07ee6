package console_test

import (
	"bytes"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// A form with files that is too large is refused at once if the request declares its size,
// otherwise as soon as it exceeds the limit: nobody waits until all of it has arrived.
func TestAttackUploadsRefusedEarly(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	record := pagekit.RecordPath(kind.ByPrefix(kind.Receiving), s.Create(kind.Receiving, "S-1", `{"volume":"1 t"}`).ID.String())
	over := bytes.Repeat([]byte("x"), 32<<20+1)
	for _, tc := range []struct {
		name, path string
		length     int64 // that the request announces
		first      []byte
		status     int
		says       string
	}{
		{"a spreadsheet, announced", "/importar", 40 << 20, nil, 413, "passa de 32 MiB"},
		{"a spreadsheet, as it comes", "/importar", 0, over, 413, "passa de 32 MiB"},
		{"tax documents, announced", "/notas", 40 << 20, nil, 413, "passam de 32 MiB"},
		{"tax documents, as they come", "/notas", 0, over, 413, "passam de 32 MiB"},
		{"attachments, announced", record + "/anexos", 300 << 20, nil, 422, "200 MiB"},
	} {
		t.Run(tc.name, func(t *testing.T) { b.Announce(tc.path, tc.length, tc.first).Has(tc.status, tc.says) })
	}
}
