package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"rastro/internal/attach/photo/phototest"
)

// TestConsoleFiles attaches photos to a record in a window of a phone's size.
func TestConsoleFiles(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t)
	id := s.post(t, "/armazenamento/recebimento", `{"safraId":"SOJA-25","dados":{"loteOrigem":"MT25-S-001"}}`)
	photo := func(name string, shot phototest.Shot) string {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, shot.JPEG(t), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	runScript(t, "console_files.mjs", sceneFile(t, map[string]string{
		"server": s.url, "access": rootAccess, "secret": rootSecret, "record": id,
		"photo": photo("placa.jpg", phototest.Shot{Width: 1200, Height: 900, Orientation: 6, TakenAt: "2025:02:10 09:30:00", Lat: -12.5, Lon: -55.7}),
		"other": photo("outra.jpg", phototest.Shot{Width: 640, Height: 480, Orientation: 1}),
	}))
}
