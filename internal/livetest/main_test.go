//go:build linux

// Package livetest measures the built program as those who follow its changes see it: the feed
// beside a server that has nothing to do, and many live readers beside many writers. Servers,
// readers and the limit are processes of their own.
package livetest

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/drive"
)

// role is the variable that makes the test program one of its helpers.
const role = "LIVETEST_ROLE"

func TestMain(m *testing.M) {
	var err error
	switch os.Getenv(role) {
	case "limit":
		err = limit(os.Args[1])
	case "readers":
		err = readers(os.Args[1:])
	default:
		os.Exit(drive.Main(m))
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// helper starts the test program in a role. It ends with the benchmark.
func helper(b *testing.B, name string, args ...string) (pid int, said *bufio.Reader) {
	b.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), role+"="+name)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		_, err = cmd.StdinPipe() // which a helper waits for to end
	}
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	return cmd.Process.Pid, bufio.NewReader(out)
}

// limit answers every request with the same bytes, as many as size says: it shows what net/http can
// do here.
func limit(size string) error {
	n, err := strconv.Atoi(size)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	body := bytes.Repeat([]byte{'x'}, n)
	fmt.Println("http://" + listener.Addr().String())
	endWith(os.Stdin)
	return http.Serve(listener, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{"application/json"}
		w.Header()["Content-Length"] = []string{size}
		_, _ = w.Write(body)
	}))
}

// endWith ends the program when its input does: a benchmark that is killed leaves nobody behind.
func endWith(in io.Reader) {
	go func() {
		_, _ = io.Copy(io.Discard, in)
		os.Exit(0)
	}()
}

// cpu returns how long a process has kept processors busy, in steps of 10 ms.
func cpu(b *testing.B, pid int) time.Duration {
	b.Helper()
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+2:]))
	sum := 0
	for _, field := range fields[11:13] { // utime, stime
		n, err := strconv.Atoi(field)
		if err != nil {
			b.Fatal(err)
		}
		sum += n
	}
	return time.Duration(sum) * 10 * time.Millisecond
}

// onBoth runs a benchmark on both engines.
func onBoth(b *testing.B, run func(b *testing.B, store *drive.Store)) {
	b.Run("SQLite", func(b *testing.B) { run(b, drive.SQLite(b.TempDir()+"/rastro.db")) })
	b.Run("PostgreSQL", func(b *testing.B) { run(b, drive.Postgres(pgtest.New(b).DSN(b))) })
}

// number returns a number that the environment gives.
func number(b *testing.B, name string, usual int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return testkit.Sized(b, usual)
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		b.Fatal(err)
	}
	return n
}
