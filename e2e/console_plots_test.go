package e2e

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

// TestConsolePlots draws plots in a browser: by mouse, by touch on a phone, by keyboard alone,
// and by walking with an emulated GPS; with scripts off; and over tiles of a server of the test.
func TestConsolePlots(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	s := startWith(t, "--demo")
	runScript(t, "console_plots.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret}))
}

// TestConsoleTiles shows maps over tiles, which come from the source that is named and from
// nowhere else.
func TestConsoleTiles(t *testing.T) {
	t.Parallel()
	needBrowser(t)
	var asked atomic.Int64
	picture := tilePicture(t)
	tiles := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Header.Get("Referer") != "" || r.Header.Get("Cookie") != "" {
			t.Errorf("the server of the tiles is told %q and %q", r.Header.Get("Referer"), r.Header.Get("Cookie"))
		}
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(picture)
	}))
	t.Cleanup(tiles.Close)
	source := strings.Replace(tiles.URL, "127.0.0.1", "localhost", 1) // another host: browsers send cookies to every port
	s := startWith(t, "--demo", "--tiles", source+"/{z}/{x}/{y}.png", "--tiles-credit", "© Prova & Cia")
	runScript(t, "console_tiles.mjs", sceneFile(t, map[string]string{"server": s.url, "access": rootAccess, "secret": rootSecret, "tiles": source}))
	if asked.Load() == 0 {
		t.Error("nobody asked for a tile")
	}
}

// tilePicture returns a tile with a border, as wide as all are.
func tilePicture(t *testing.T) []byte {
	t.Helper()
	const side = 256
	tile := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			at := color.RGBA{70, 92, 58, 255}
			if x == 0 || y == 0 {
				at = color.RGBA{120, 140, 100, 255}
			}
			tile.Set(x, y, at)
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, tile); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
