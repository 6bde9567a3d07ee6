// Package printtest has what the tests of printed documents share: third-party programs that read
// what we print, and validations to print.
package printtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Tool finds a program that reads what we print. Without it the test is skipped, and
// fails in CI.
func Tool(t testing.TB, name, debian string) string {
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

// Run runs a program and returns its output.
func Run(t testing.TB, program string, args ...string) string {
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

// Keep writes a file for programs to read, in the folder that RASTRO_DRAWINGS names
// if people want to look at it too.
func Keep(t testing.TB, name string, data []byte) string {
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

// Scan reads the QR codes of a picture.
func Scan(t testing.TB, picture string) string {
	t.Helper()
	zbarimg := Tool(t, "zbarimg", "zbar-tools")
	return strings.TrimSuffix(Run(t, zbarimg, "-q", "--raw", "-Sdisable", "-Sqrcode.enable", picture), "\n")
}

// Rasterise turns a PNG, an SVG or a PDF into a PNG file.
func Rasterise(t testing.TB, format, name string, file []byte) string {
	t.Helper()
	path := Keep(t, name+"."+format, file)
	out := strings.TrimSuffix(path, "."+format) + "-" + format
	switch format {
	case "png":
		return path
	case "svg":
		Run(t, Tool(t, "rsvg-convert", "librsvg2-bin"), "-d", "203", "-p", "203", "-o", out+".png", path)
	case "pdf":
		Run(t, Tool(t, "pdftoppm", "poppler-utils"), "-r", "203", "-png", "-singlefile", path, out)
	}
	return out + ".png"
}
