package cli_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// documentedTool reports which way of making a backup a documented command is, ""
// for other commands.
func documentedTool(command string) string {
	for _, tool := range []string{"rastro backup", ".backup", "VACUUM INTO", "pg_dump"} {
		if strings.Contains(command, tool) && !strings.HasPrefix(command, "rastro backup --help") {
			return tool
		}
	}
	return ""
}

// runDocumented runs a documented command in a shell with the usual umask. If its program is not
// installed, the command is skipped, except in CI.
func runDocumented(t *testing.T, tool, command string) {
	t.Helper()
	if tool == "rastro backup" {
		said(t, command, strings.Fields(strings.TrimPrefix(command, "rastro ")), 0, "is copied to", "")
		return
	}
	program := "sqlite3"
	if tool == "pg_dump" {
		program = tool
	}
	if _, err := exec.LookPath(program); err != nil && os.Getenv("CI") != "true" {
		t.Logf("no %s: run scripts/install-test-deps", program)
		return
	}
	if out, err := exec.Command("sh", "-c", "umask 022; "+command).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
}
