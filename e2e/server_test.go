package e2e

import (
	"context"
	"path/filepath"
	"regexp"
	"testing"

	"rastro/internal/cli"
	"rastro/internal/testkit"
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
	return startWhole(t, []string{"RASTRO_ROOT_ACCESS_KEY=" + access, "RASTRO_ROOT_SECRET_KEY=" + secret}, options...)
}

// startEnv starts a server with some more variables.
func startEnv(t *testing.T, environ []string, options ...string) *running {
	t.Helper()
	return startWhole(t, append([]string{"RASTRO_ROOT_ACCESS_KEY=" + rootAccess, "RASTRO_ROOT_SECRET_KEY=" + rootSecret}, environ...), options...)
}

func startWhole(t *testing.T, environ []string, options ...string) *running {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var stdout, stderr testkit.Transcript
	var code int
	ended := make(chan struct{})
	file := filepath.Join(t.TempDir(), "rastro.db")
	go func() {
		args := append([]string{"serve", "--addr", "127.0.0.1:0", "--db", "sqlite:" + file}, options...)
		code = cli.Run(ctx, args, environ, &stdout, &stderr)
		close(ended)
	}()
	t.Cleanup(func() {
		stop()
		if <-ended; code != 0 {
			t.Errorf("serve ended with %d: %s", code, &stderr)
		}
	})
	s := &running{file: file}
	stdout.Await(t, "the server listens", ended, func(said string) bool {
		match := listening.FindStringSubmatch(said)
		if match != nil {
			s.url = match[1]
		}
		return match != nil
	})
	stderr.Await(t, "the server prints the link to its console", ended, func(said string) bool {
		s.invitation = invited.FindString(said)
		return s.invitation != ""
	})
	return s
}
