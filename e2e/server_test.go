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

var (
	listening = regexp.MustCompile(`listening on (http://\S+)`)
	invited   = regexp.MustCompile(`http://\S+/console/convite/\S+`)
)

// The first key of the servers here.
const rootAccess, rootSecret = "rk_e2e", "rs_e2e-0123456789abcdef0123456789"

// running is a server, the file it keeps everything in, and the link to its
// console that it printed.
type running struct{ url, file, invitation string }

// startServer starts the whole program, with the demonstration harvests, on a
// free port and returns its address. It stops with the test.
func startServer(t *testing.T) string {
	t.Helper()
	return startWith(t, "--demo").url
}

func startWith(t *testing.T, options ...string) *running {
	t.Helper()
	return startAs(t, rootAccess, rootSecret, options...)
}

// startAs starts a server with a first key.
func startAs(t *testing.T, access, secret string, options ...string) *running {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	out, in := io.Pipe()
	errs, errIn := io.Pipe()
	ended := make(chan int, 1)
	file := filepath.Join(t.TempDir(), "rastro.db")
	go func() {
		args := append([]string{"serve", "--addr", "127.0.0.1:0", "--db", "sqlite:" + file}, options...)
		environ := []string{"RASTRO_ROOT_ACCESS_KEY=" + access, "RASTRO_ROOT_SECRET_KEY=" + secret}
		ended <- cli.Run(ctx, args, environ, in, errIn)
		in.Close()
		errIn.Close()
	}()
	t.Cleanup(func() {
		stop()
		if code := <-ended; code != 0 {
			t.Errorf("serve ended with %d", code)
		}
	})
	link := make(chan string, 1)
	go func() {
		lines := bufio.NewScanner(errs)
		for lines.Scan() {
			if found := invited.FindString(lines.Text()); found != "" {
				link <- found
			}
		}
		close(link)
		_, _ = io.Copy(io.Discard, errs) // what is left after a line too long
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("serve printed no address: %v", err)
	}
	go io.Copy(io.Discard, out)
	match := listening.FindStringSubmatch(line)
	if match == nil {
		t.Fatalf("no address in %q", line)
	}
	return &running{match[1], file, <-link}
}
