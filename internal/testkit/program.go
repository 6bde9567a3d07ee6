package testkit

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Build builds the program in a folder, as released but without debug information, which takes
// nearly half the time, and returns its path. go run caches the linked program, so only the
// first of several packages waits for that: it is told to copy the program instead of running
// it.
func Build(folder string) (string, error) {
	binary := filepath.Join(folder, "rastro")
	build := exec.Command("go", "run", "-ldflags", "-s -w", "-exec", "cp", "rastro/cmd/rastro", binary)
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the program: %w\n%s", err, out)
	}
	return binary, nil
}

// Without leaves out the variables of an environment whose names have a prefix: only its test
// configures a program under test.
func Without(environ []string, prefixes ...string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(v, p) })
	})
}
