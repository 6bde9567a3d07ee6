package attachment

import (
	"strings"
	"testing"

	"rastro/internal/canon"
)

const salt = "000102030405060708090a0b0c0d0e0f"

// A commitment contains the details of a personal file as a digest, and everything else unchanged.
func TestCommitted(t *testing.T) {
	const open = `{"bytes":1,"nome":"laudo.pdf","pessoal":false,"sha256":"a"}`
	const old = `{"bytes":1,"exif":{"lat":-12.5},"nome":"foto.jpg","pessoal":true,"sha256":"b"}` // of an earlier build
	const kept = `{"sha256":"c","nome":"foto.jpg","exif":{"lat":-12.5},"largura":3,"altura":4,"bytes":1,"pessoal":true,"sal":"` + salt + `"}`
	for _, seal := range []string{`{}`, `{"justificativa":"x"}`, `{"anexos":[` + open + `,` + old + `]}`, `{"anexos":[` + open + `],"sal":"x"}`} {
		if got, err := Committed([]byte(seal)); err != nil || string(got) != seal {
			t.Errorf("%s: %s, %v", seal, got, err)
		}
	}
	seal := `"justificativa":"x","anexos":[` + open + `,` + kept + `,` + old + `]`
	got, err := Committed(object([]byte(seal)))
	if err != nil || strings.Contains(string(got), salt) || strings.Count(string(got), "foto.jpg") != 1 || !strings.Contains(string(got), open) || !strings.Contains(string(got), old) {
		t.Fatalf("%s, %v", got, err)
	}
	hidden, err := Hidden([]byte(seal))
	if err != nil || len(hidden) != 1 || !hidden[0].Within(got) {
		t.Fatalf("%+v, %v", hidden, err)
	}
	files, err := Read(got)
	if err != nil || len(files) != 3 || files[1].Name != "" || files[1].Exif != nil || files[1].Details == "" || files[1].Sum != "c" {
		t.Fatalf("%+v, %v", files, err)
	}
	if err := Open(files, hidden); err != nil || files[1].Name != "foto.jpg" || *files[1].Exif.Lat != -12.5 || files[1].Sum != "c" || files[1].Height != 4 || files[0].Name != "laudo.pdf" {
		t.Errorf("%+v, %v", files, err)
	}
	forged := Details{salt, canon.Value(`{"nome":"outra.jpg","sha256":"d"}`)}
	if forged.Within(got) {
		t.Error("other details are taken for those of the document")
	}
	for _, wrong := range []string{"", "00", "xx", strings.Repeat("0", 64)} {
		if bad := (Details{wrong, hidden[0].Text}); bad.Within(got) || Open(files, []Details{bad}) == nil {
			t.Errorf("a salt of %q", wrong)
		}
	}
	if _, err := Committed([]byte(`{"anexos":[{"nome":"x","sal":"zz"}]}`)); err == nil {
		t.Error("a salt that is none")
	}
}
