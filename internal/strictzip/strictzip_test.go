package strictzip

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"slices"
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

// withLocalExtra puts an extra field into the header of the only file, not into the directory.
func withLocalExtra(archive, extra []byte) []byte {
	nameEnd := headerLength + int(u16(archive[26:]))
	out := slices.Concat(archive[:nameEnd], extra, archive[nameEnd:])
	binary.LittleEndian.PutUint16(out[28:], uint16(len(extra)))
	end := out[len(out)-endLength:]
	binary.LittleEndian.PutUint32(end[16:], u32(end[16:])+uint32(len(extra)))
	return out
}

// A header has the same kinds of extra fields as the directory: Info-ZIP, for one, takes a name from
// field 0x7075.
func TestLocalExtras(t *testing.T) {
	for name, tc := range map[string]struct {
		extra []byte
		taken bool
	}{
		"none": {nil, true}, "times": {[]byte("UT\x05\x00\x01\x00\x00\x00\x00"), true}, "sizes": {append([]byte{1, 0, 16, 0}, make([]byte, 16)...), true},
		"another name": {[]byte("up\x06\x00\x01\x00\x00\x00\x00b"), false}, "a field that was cut": {[]byte("UT\x05\x00\x01"), false}, "half a field": {[]byte("UT"), false},
	} {
		if err := check(withLocalExtra(packed(t, "a"), tc.extra)); (err == nil) != tc.taken {
			t.Errorf("%s: %v", name, err)
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
