package cli

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rastro/internal/backup"
	"rastro/internal/testkit"
)

// backedUp has a server with a record and a file, and a copy of both.
func backedUp(t *testing.T) (s *serving, path, copied string) {
	t.Helper()
	folder := t.TempDir()
	path, copied = filepath.Join(folder, "rastro.db"), filepath.Join(folder, "copies", "rastro.db")
	if err := os.Mkdir(filepath.Dir(copied), 0o700); err != nil {
		t.Fatal(err)
	}
	s = serve(t, "sqlite:"+path)
	id := s.create("S")
	if a := s.call("POST", planting+"/"+id+"/anexos", `{"type":"Feature","properties":{"talhao":"Norte"},"geometry":null}`); a.status != http.StatusCreated {
		t.Fatalf("attaching: %d %s", a.status, a.body)
	}
	command(t, "backup", "--db", "sqlite:"+path, "--out", copied)
	return s, path, copied
}

// restore runs the command and returns its exit code and output.
func restore(t *testing.T, path, copied string, args ...string) (int, string) {
	t.Helper()
	var out, complaints testkit.Transcript
	code := Run(t.Context(), append([]string{"restore", "--db", "sqlite:" + path, copied}, args...), nil, &out, &complaints)
	return code, out.String() + complaints.String()
}

func TestRestore(t *testing.T) {
	t.Parallel()
	s, path, copied := backedUp(t)
	key := s.keyPair
	if code, said := restore(t, path, copied); code == 0 || !strings.Contains(said, "a server of this database is running") {
		t.Errorf("beside a server: exit code %d: %s", code, said)
	}
	s.stop()
	// The disk was lost: only the files of the log's key, kept elsewhere, came back.
	for _, name := range []string{path, path + "-anexos"} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	if code, said := restore(t, path, copied); code != 0 {
		t.Fatalf("exit code %d: %s", code, said)
	}
	command(t, "verify", "--db", "sqlite:"+path)
	again := serve(t, "sqlite:"+path).as(key)
	if got := again.total(planting); got != 1 {
		t.Errorf("%d records, want 1", got)
	}
	again.create("S")
	again.stop()

	// The existing file is kept under another name; the copy is older than what was published.
	if code, said := restore(t, path, copied); code == 0 || !strings.Contains(said, "older than what the server has published") {
		t.Errorf("an older copy: exit code %d: %s", code, said)
	}
	if left, _ := filepath.Glob(path + ".replaced-*"); len(left) != 0 {
		t.Errorf("a copy that was refused left %q", left)
	}
	if code, said := restore(t, path, copied, "--older"); code != 0 || !strings.Contains(said, "rastro log adopt") {
		t.Errorf("an older copy with --older: exit code %d: %s", code, said)
	}
	left, err := filepath.Glob(path + ".replaced-*")
	if err != nil || len(left) != 1 {
		t.Fatalf("what was there is in %q, %v", left, err)
	}
	command(t, "verify", "--db", "sqlite:"+left[0], "--blobs", path+"-anexos")
}

func TestRestoreRefuses(t *testing.T) {
	t.Parallel()
	s, path, copied := backedUp(t)
	s.stop()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := os.ReadFile(backup.Beside(copied))
	if err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(copied + "-anexos/*/*/*")
	if err != nil || len(files) != 1 {
		t.Fatalf("the attached file is copied as %q, %v", files, err)
	}
	paper, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	newer := bytes.Replace(manifest, []byte(`"formato": 1`), []byte(`"formato": 2`), 1)
	put := func(path string, content []byte) {
		t.Helper()
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	turned := bytes.Clone(whole)
	turned[len(turned)/2] ^= 1
	for _, c := range []struct {
		name, want string
		change     func()
	}{
		{"one byte", "it was changed", func() { put(copied, turned) }},
		{"half of it", "it is incomplete", func() { put(copied, whole[:len(whole)/2]) }},
		{"half of it, without a manifest", "copy", func() { put(copied, whole[:len(whole)/2]); _ = os.Remove(backup.Beside(copied)) }},
		{"a newer version", "made by a newer version", func() { put(backup.Beside(copied), newer) }},
		{"half a manifest", "is not a manifest", func() { put(backup.Beside(copied), manifest[:20]) }},
		{"another attached file", "nothing was replaced", func() { put(files[0], []byte("x")) }},
		{"no attached file", "nothing was replaced", func() { _ = os.Remove(files[0]) }},
		{"no database at all", "copy", func() { put(copied, []byte("not a database")); _ = os.Remove(backup.Beside(copied)) }},
		{"no copy", "cannot read the copy", func() { _ = os.Remove(copied) }},
	} {
		c.change()
		if code, said := restore(t, path, copied); code == 0 || !strings.Contains(said, c.want) {
			t.Errorf("%s: exit code %d: %s; want %q", c.name, code, said, c.want)
		}
		put(copied, whole)
		put(backup.Beside(copied), manifest)
		put(files[0], paper)
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(before, after) {
		t.Errorf("a copy that was refused changed the database, %v", err)
	}
	if code, said := restore(t, path, path); code == 0 || !strings.Contains(said, "is the database itself") {
		t.Errorf("the database as its own copy: exit code %d: %s", code, said)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range left {
		if strings.HasPrefix(file.Name(), ".") {
			t.Errorf("%s was left behind", file.Name())
		}
	}
	if code, said := restore(t, path, copied); code != 0 {
		t.Errorf("the copy as it was: exit code %d: %s", code, said)
	}
	var m backup.Manifest
	if err := json.Unmarshal(manifest, &m); err != nil || m.Size != int64(len(whole)) || m.Checkpoint == "" {
		t.Errorf("manifest %+v, %v", m, err)
	}
}
