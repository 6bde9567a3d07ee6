package report

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tool finds a program that is not ours, to read what we print.
func tool(t testing.TB, name, debian string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("%s is needed in CI (Debian: apt-get install %s): %v", name, debian, err)
		}
		t.Skipf("no %s, nothing read back (Debian: apt-get install %s): %v", name, debian, err)
	}
	return path
}

// run gives a program a file and returns what it prints.
func run(t testing.TB, program string, args ...string) string {
	t.Helper()
	var errors bytes.Buffer
	cmd := exec.CommandContext(t.Context(), program, args...)
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, errors.Bytes())
	}
	return string(out)
}

// keep writes a file where programs find it, and where RASTRO_DRAWINGS says
// also where people do.
func keep(t testing.TB, name string, data []byte) string {
	t.Helper()
	dir := os.Getenv("RASTRO_DRAWINGS")
	if dir == "" {
		dir = t.TempDir()
	}
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// scan reads the QR codes of a picture.
func scan(t testing.TB, picture string) string {
	t.Helper()
	zbarimg := tool(t, "zbarimg", "zbar-tools")
	return strings.TrimSuffix(run(t, zbarimg, "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture), "\n")
}

// rasterise turns a printed form into a PNG file.
func rasterise(t testing.TB, format, name string, file []byte) string {
	t.Helper()
	path := keep(t, name+"."+format, file)
	out := strings.TrimSuffix(path, "."+format) + "-" + format
	switch format {
	case "png":
		return path
	case "svg":
		run(t, tool(t, "rsvg-convert", "librsvg2-bin"), "-d", "203", "-p", "203", "-o", out+".png", path)
	case "pdf":
		run(t, tool(t, "pdftoppm", "poppler-utils"), "-r", "203", "-png", "-singlefile", path, out)
	case "zpl":
		var drawn bytes.Buffer
		if err := png.Encode(&drawn, readZPL(t, string(file)).draw(t)); err != nil {
			t.Fatal(err)
		}
		return keep(t, filepath.Base(out)+".png", drawn.Bytes())
	}
	return out + ".png"
}

func decodePNG(t testing.TB, path string) image.Image {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}
