//go:build linux

package chaos

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit/drive"
)

// diskBytes is the size of the small disk.
const diskBytes = 64 << 20

// onSmallDisk has everything that the server writes on a file system of its own: records,
// the log's tiles and checkpoint, attachments, and bodies of requests that wait on disk.
func onSmallDisk(t *testing.T) *site {
	t.Helper()
	return newSite(t, smallDisk(t, diskBytes), nil, drive.How{})
}

// onSmallDatabaseDisk puts the database server's data on a file system of its own.
func onSmallDatabaseDisk(t *testing.T) *site {
	t.Helper()
	folder := smallDisk(t, 4*diskBytes)
	s := newSite(t, t.TempDir(), pgtest.NewIn(t, folder), drive.How{})
	s.folder = folder
	return s
}

// smallDisk mounts a file system in a folder.
func smallDisk(t *testing.T, size int) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "rastro-disk-") // which others may enter, unlike the test's own
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.Remove(folder); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("rastro-chaos", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=755", size)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(folder, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return folder
}

// fillDatabaseDisk fills the disk of the database server. If the server stops because it cannot
// write its own log, it is started again when there is room.
func fillDatabaseDisk(t *testing.T, s *site, r *drive.Round) func() {
	empty := fillDisk(t, s, r)
	return func() {
		empty()
		s.cluster.Revive(t)
	}
}

// fillDisk fills the disk to the last byte.
func fillDisk(t *testing.T, s *site, _ *drive.Round) func() {
	path := filepath.Join(s.folder, "ballast")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := f.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			t.Fatal(err)
		}
	}
	return func() {
		if err := os.Remove(path); err != nil {
			t.Error(err)
		}
	}
}

// pathsOfWrites are requests that write to disk, each in another way.
var pathsOfWrites = []struct{ name, method, path, body, media string }{
	{"a record", "POST", "/armazenamento/recebimento", `{"safraId":"F","safraCodigo":"2025","dados":{` + manyFields(200) + `}}`, "application/json"},
	{"an attachment", "POST", "/armazenamento/recebimento/{id}/anexos", "<notas>" + strings.Repeat("<nota>12345678</nota>", 60_000) + "</notas>", "application/xml"},
	{"an import", "POST", "/armazenamento/recebimento/all", strings.Repeat(`{"safraId":"F","safraCodigo":"2025","dados":{"observacao":"`+strings.Repeat("x", 900)+`"}}`+"\n", 4000), "application/x-ndjson"},
	{"tax documents", "POST", "/documentos/importar", strings.Repeat("x", 3<<20), "application/zip"},
}

// manyFields returns a large payload.
func manyFields(n int) string {
	var fields []string
	for i := range n {
		fields = append(fields, fmt.Sprintf(`"campo%d":"%s"`, i, strings.Repeat("x", 4000)))
	}
	return strings.Join(fields, ",")
}

// anyID finds a record.
var anyID = regexp.MustCompile(`"id":"([-0-9a-f]{36})"`)

// fullPaths checks that each way to write reports that it cannot, and when to try again.
func fullPaths(t *testing.T, s *site) {
	t.Helper()
	list, err := s.server.Do("GET", "/armazenamento/recebimento?size=1", "")
	found := anyID.FindSubmatch(list.Body)
	if err != nil || found == nil {
		t.Fatalf("reading on a full disk: %d %s, %v", list.Status, list.Body, err)
	}
	for _, w := range pathsOfWrites {
		a, err := s.server.Do(w.method, strings.ReplaceAll(w.path, "{id}", string(found[1])), w.body, "Content-Type", w.media)
		if err != nil || a.Status != http.StatusServiceUnavailable || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s on a full disk: %d %.300s, Retry-After %q, %v; want 503", w.name, a.Status, a.Body, a.Header.Get("Retry-After"), err)
		}
	}
}

// emptyPaths checks that nothing is left of what was refused. The journal shows that no record is.
func emptyPaths(t *testing.T, s *site) {
	t.Helper()
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), "rastro.db") {
			t.Errorf("%s was left on the disk", e.Name())
		}
	}
}
