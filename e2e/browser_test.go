package e2e

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"
)

// chromiumPaths are where Debian's packages install the browser. The headless shell is
// the same engine without a desktop's windows, and takes half the time.
var chromiumPaths = []string{"/usr/bin/chromium-headless-shell", "/usr/bin/chromium"}

// scriptLimit bounds one script. A run takes some forty seconds; a machine busy
// with the race detector takes several times that.
const scriptLimit = 15 * time.Minute

// runScript runs a script in this folder in node with one argument: the server's address, or a file
// with more. Its output goes to the test's log; a failing script fails the test. It returns the
// folder with the script's files.
func runScript(t *testing.T, script, about string) (artifacts string) {
	t.Helper()
	node, chromium := needBrowser(t)
	// Reading the scripts' files makes go test run again after they changed: it cannot see what
	// node reads.
	for _, file := range []string{script, "browser.mjs", "console.mjs", "package-lock.json"} {
		if _, err := os.Stat(file); err != nil {
			t.Fatal(err)
		}
	}

	artifacts = os.Getenv("E2E_ARTIFACTS")
	pictures := artifacts != "" // for people; nobody looks into a folder that is removed
	if !pictures {
		artifacts = t.TempDir()
	}
	ctx, cancel := context.WithTimeout(t.Context(), scriptLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, node, script, about)
	cmd.Env = append(os.Environ(),
		"E2E_ARTIFACTS="+artifacts,
		"E2E_PICTURES="+strconv.FormatBool(pictures),
		"E2E_CHROMIUM="+chromium,
		// Playwright makes the browser's profile here, new for every run.
		"TMPDIR="+t.TempDir(),
	)
	// The script stops its browser when asked to; a kill would leave it running.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	if len(out) > 0 {
		t.Logf("%s:\n%s", script, out)
	}
	if err != nil {
		t.Errorf("node %s %s: %v", script, about, err)
	}
	return artifacts
}

// needBrowser returns the paths of node and of the browser, or ends the test if they are missing:
// skipped on a workstation, failed in CI.
func needBrowser(t *testing.T) (node, chromium string) {
	t.Helper()
	missing := t.Skip
	if os.Getenv("CI") == "true" {
		missing = t.Fatal
	}
	node, err := exec.LookPath("node")
	if err != nil {
		missing("node is missing: run apt-get install nodejs npm")
	}
	installed := slices.IndexFunc(chromiumPaths, func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	})
	if installed < 0 {
		missing("chromium is missing: run apt-get install chromium-headless-shell")
	}
	for _, name := range []string{"node_modules/playwright-core", "node_modules/axe-core", "clients/ts/node_modules/typescript"} {
		if _, err := os.Stat(name); errors.Is(err, fs.ErrNotExist) {
			missing("e2e/" + name + " is missing: run make deps")
		}
	}
	return node, chromiumPaths[installed]
}

// sceneFile writes a script's input.
func sceneFile(t *testing.T, about any) string {
	t.Helper()
	text, err := json.Marshal(about)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "scene.json")
	if err := os.WriteFile(name, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}
