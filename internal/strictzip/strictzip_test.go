package strictzip

import (
	"archive/zip"
	"bytes"
	"testing"
)

func packed(t *testing.T, names ...string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range names {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write([]byte("content of " + name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func check(archive []byte) error { return Check(bytes.NewReader(archive), int64(len(archive))) }

func TestCheck(t *testing.T) {
	whole := packed(t, "manifesto.json", "log/checkpoint.txt", "anexos/0001 Laudo ção.pdf")
	if err := check(whole); err != nil {
		t.Fatal(err)
	}
	for at := range whole {
		if err := check(whole[:at]); err == nil {
			t.Errorf("cut at %d of %d it is taken", at, len(whole))
		}
	}
	for name, archive := range map[string][]byte{
		"something before": append([]byte("x"), whole...), "something behind": append(bytes.Clone(whole), 'x'),
		"the same twice": packed(t, "a", "a"), "another case": packed(t, "a", "A"), "out of the folder": packed(t, "../a"),
		"an absolute name": packed(t, "/a"), "a backslash": packed(t, `anexos\a`), "a dot at the end": packed(t, "a."),
		"a name that turns": packed(t, "anexos/a\u202efdp"), "two archives": append(bytes.Clone(whole), whole...),
	} {
		if err := check(archive); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

// For any input, nothing panics, and what is accepted can be opened.
func FuzzCheck(f *testing.F) {
	f.Add([]byte("PK\x05\x06" + string(make([]byte, 18))))
	f.Fuzz(func(t *testing.T, archive []byte) {
		if check(archive) == nil {
			if _, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive))); err != nil {
				t.Errorf("taken, and not opened: %v", err)
			}
		}
	})
}
