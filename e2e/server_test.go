package e2e

import (
	"bufio"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"testing"

	"rastro/internal/cli"
)

var listening = regexp.MustCompile(`listening on (http://\S+)`)

// startServer starts the whole program, with the demonstration harvests, on a
// free port and returns its address. It stops with the test.
func startServer(t *testing.T) string {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		db := "sqlite:" + filepath.Join(t.TempDir(), "rastro.db")
		ended <- cli.Run(ctx, []string{"serve", "--demo", "--addr", "127.0.0.1:0", "--db", db}, nil, in, io.Discard)
		in.Close()
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("serve ended with %d", code)
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("serve printed no address: %v", err)
	}
	go io.Copy(io.Discard, out)
	match := listening.FindStringSubmatch(line)
	if match == nil {
		t.Fatalf("no address in %q", line)
	}
	return match[1]
}
