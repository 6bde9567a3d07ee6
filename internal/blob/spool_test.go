package blob

import (
	"io"
	"os"
	"path/filepath"
	"testing"
)

// A draft is stored where the operator says, or where large files belong, and has no name there: a
// killed process leaves nothing behind.
func TestSpoolHasNoName(t *testing.T) {
	given := t.TempDir()
	for _, tc := range []struct{ tmpdir, want string }{{given, given}, {"", "/var/tmp"}} {
		t.Setenv("TMPDIR", tc.tmpdir)
		s, err := NewSpool(nil)
		if err != nil {
			t.Fatal(err)
		}
		defer s.Drop()
		if _, err := io.WriteString(s, "abc"); err != nil {
			t.Fatal(err)
		}
		name := s.file.Name()
		if _, err := os.Lstat(name); filepath.Dir(name) != tc.want || !os.IsNotExist(err) {
			t.Errorf("with TMPDIR=%q it is %s: %v", tc.tmpdir, name, err)
		}
		back := make([]byte, 3)
		if _, err := s.ReadAt(back, 0); err != nil || string(back) != "abc" {
			t.Errorf("%q, %v", back, err)
		}
	}
}
