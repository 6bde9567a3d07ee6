package dossierzip

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"testing"
)

type opened struct{ *strings.Reader }

func (opened) Close() error { return nil }

// Files that may hold personal data are in a dossier only if it was requested with them. A file
// that one record marks as personal is personal, whatever others say.
func TestPersonalFiles(t *testing.T) {
	digest := sha256.Sum256([]byte("x"))
	sum := hex.EncodeToString(digest[:])
	open := func(string) (io.ReadSeekCloser, error) { return opened{strings.NewReader("x")}, nil }
	for _, asked := range []bool{false, true} {
		var out bytes.Buffer
		z := NewArchive(&out, "L")
		a := Attachments{Personal: asked}
		for _, personal := range []string{"false", "true", "false"} {
			if err := a.AddSealed([]byte(`"anexos":[{"sha256":"` + sum + `","nome":"x","bytes":1,"pessoal":` + personal + `}]`)); err != nil {
				t.Fatal(err)
			}
		}
		if a.Write(z, 20, open); z.Err() != nil || len(a.Files) != 1 || (a.Files[0].File != "") != asked || (a.Files[0].Because == Private) == asked {
			t.Errorf("asked for: %t: %+v, %v", asked, a.Files, z.Err())
		}
	}
}
