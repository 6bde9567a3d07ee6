package dossierproof

import (
	"bytes"
	"testing"
)

// Anything given as a dossier is refused, and nothing panics.
func FuzzVerify(f *testing.F) {
	f.Add([]byte("PK\x03\x04"), "")
	f.Add([]byte("PK\x05\x06"+string(make([]byte, 18))), "")
	f.Fuzz(func(t *testing.T, archive []byte, key string) {
		if v, err := Verify(bytes.NewReader(archive), int64(len(archive)), key); err == nil {
			t.Errorf("it holds: %+v", v)
		}
	})
}
