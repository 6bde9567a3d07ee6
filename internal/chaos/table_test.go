//go:build linux

package chaos

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// faults are all faults but kills, which end the server.
var faults = []fault{
	{name: "full disk", engine: onSQLite, effect: stops, where: onSmallDisk, lacks: needsRoot, inject: fillDisk, during: fullPaths, after: emptyPaths},
	{name: "read-only file", engine: onSQLite, effect: stops, lacks: immutable, inject: writeProtect},
	{name: "removed file", engine: onSQLite, effect: stops, inject: rename("rastro.db")},
	{name: "removed write-ahead log", engine: onSQLite, effect: stops, inject: rename("rastro.db-wal")},
	{name: "fsync that fails", engine: onSQLite, effect: stops, lacks: traces, inject: failSyncs},
	{name: "clock an hour back", engine: onSQLite, lacks: clockMoves, inject: setClock(-time.Hour)},
	{name: "clock a day forward", engine: onSQLite, lacks: clockMoves, inject: setClock(24 * time.Hour)},
	{name: "idle connections", engine: onSQLite, inject: idle},
	{name: "slowloris", engine: onSQLite, inject: slowloris},
	{name: "memory limit", engine: onSQLite, where: onLittleMemory, inject: largeImports},
	{name: "slow network", engine: onSQLite, where: onNetwork, lacks: needsNetwork, inject: slowDown},
	{name: "full disk", engine: onPostgres, effect: stops, where: onSmallDatabaseDisk, lacks: needsRoot, inject: fillDatabaseDisk},
	{name: "database stopped", engine: onPostgres, effect: stops, inject: stopDatabase},
	{name: "database paused", engine: onPostgres, effect: hangs, inject: pauseDatabase},
	{name: "database out of connections", engine: onPostgres, effect: stops, inject: takeConnections},
	{name: "clock an hour back", engine: onPostgres, lacks: clockMoves, inject: setClock(-time.Hour)},
	{name: "clock a day forward", engine: onPostgres, lacks: clockMoves, inject: setClock(24 * time.Hour)},
}

func needsRoot() error {
	if os.Geteuid() != 0 {
		return fmt.Errorf("needs root")
	}
	return nil
}

// rename moves a file of the store away, and back.
func rename(name string) func(*testing.T, *site, *drive.Round) func() {
	return func(t *testing.T, s *site, _ *drive.Round) func() {
		path := filepath.Join(s.folder, name)
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		return func() {
			if err := os.Rename(path+".away", path); err != nil {
				t.Error(err)
			}
		}
	}
}

// immutable reports whether files can be made immutable, so that even an open one cannot be
// written.
func immutable() error {
	if err := needsRoot(); err != nil {
		return err
	}
	f, err := os.CreateTemp("", "rastro-immutable-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := exec.Command("chattr", "+i", f.Name()).Run(); err != nil {
		return fmt.Errorf("the file system of %s has no immutable files", os.TempDir())
	}
	_, written := f.WriteString("x")
	if err := exec.Command("chattr", "-i", f.Name()).Run(); err != nil {
		return err
	}
	if written == nil {
		return fmt.Errorf("the file system of %s lets open files be written that are immutable", os.TempDir())
	}
	return nil
}

// writeProtect makes the database and its log read-only, even for processes that have them open.
func writeProtect(t *testing.T, s *site, _ *drive.Round) func() {
	chattr := func(flag string) {
		for _, name := range []string{"rastro.db", "rastro.db-wal"} {
			if said, err := exec.Command("chattr", flag, filepath.Join(s.folder, name)).CombinedOutput(); err != nil {
				t.Errorf("chattr: %v: %s", err, said)
			}
		}
	}
	chattr("+i")
	return func() { chattr("-i") }
}

// traces reports whether system calls of another process can be made to fail.
func traces() error {
	if _, err := exec.LookPath("strace"); err != nil {
		return fmt.Errorf("needs strace")
	}
	cmd := exec.Command("strace", "-o", os.DevNull, "true")
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("processes cannot be traced")
	}
	return nil
}

// failSyncs makes every sync of the server fail. The program is static, so that no library
// can come in between; a tracer can, and leaves when the fault is over.
func failSyncs(t *testing.T, s *site, _ *drive.Round) func() {
	var said testkit.Transcript
	tracer := exec.Command("strace", "-f", "-p", fmt.Sprint(s.server.PID), "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:error=EIO", "-o", os.DevNull)
	tracer.Stderr = &said
	if err := tracer.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = tracer.Wait() // by our signal
		close(ended)
	}()
	said.Await(t, "the tracer is attached", ended, func(text string) bool { return strings.Contains(text, "attached") })
	return func() {
		if err := tracer.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		<-ended
	}
}

// setClock moves the clock of the server, and back again.
func setClock(by time.Duration) func(*testing.T, *site, *drive.Round) func() {
	return func(t *testing.T, s *site, r *drive.Round) func() {
		jumps := strings.Count(s.server.Output.String(), "clock jumped")
		noticed := func() {
			jumps++
			s.server.Await(t, "the server notices", func(said string) bool { return strings.Count(said, "clock jumped") >= jumps })
		}
		if err := moveClock(s.server.PID, by); err != nil {
			t.Fatal(err)
		}
		noticed()
		return func() {
			if err := moveClock(s.server.PID, 0); err != nil {
				t.Error(err)
			}
			noticed()
		}
	}
}
