package outside

import (
	"context"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"rastro/internal/testkit"
)

// S3 is a running S3 server with one bucket.
type S3 struct {
	Endpoint, AccessKey, SecretKey, Region, Bucket string
	// Transport reaches the server, which listens on a socket of the test's own folder: no other
	// program can take its port, or call it.
	Transport http.RoundTripper
	// Folder is where the bucket's objects are.
	Folder string
}

// StartS3 starts Versity's S3 gateway (bin/versitygw, see scripts/install-test-deps) on an empty bucket.
func StartS3(tb testing.TB) *S3 {
	tb.Helper()
	program := filepath.Join(root(tb), "bin", "versitygw")
	if _, err := os.Stat(program); err != nil {
		missing(tb, "bin/versitygw is missing: run make deps")
	}
	// The path of a socket has 108 bytes at most, and a test's folder may have a long name.
	place, err := os.MkdirTemp("", "s3")
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = os.RemoveAll(place) })
	const bucket = "rastro-anexos"
	socket, data, about := filepath.Join(place, "s"), filepath.Join(place, "data"), filepath.Join(place, "about")
	for _, folder := range []string{filepath.Join(data, bucket), about} {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			tb.Fatal(err)
		}
	}
	s := &S3{Endpoint: "http://s3.test", AccessKey: "rastro", SecretKey: "not-a-secret", Region: "sa-east-1", Bucket: bucket, Folder: filepath.Join(data, bucket)}
	complaints := &testkit.Transcript{}
	cmd := exec.Command(program, "--quiet", "--port", socket, "--region", s.Region, "--access", s.AccessKey, "--secret", s.SecretKey, "posix", "--sidecar", about, data)
	cmd.Env = testkit.Without(os.Environ(), "VGW_", "ROOT_", "AWS_")
	cmd.Dir, cmd.Stdout, cmd.Stderr = place, complaints, complaints
	if err := cmd.Start(); err != nil {
		tb.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // it is killed, so its status means nothing
		close(ended)
	}()
	tb.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if tb.Failed() {
			tb.Logf("%s:\n%s", cmd, complaints)
		}
	})
	dialer := &net.Dialer{}
	calls := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return dialer.DialContext(ctx, "unix", socket)
	}}
	tb.Cleanup(calls.CloseIdleConnections)
	s.Transport = calls
	await(tb, ended, socket)
	return s
}

// await waits until a server listens on a socket.
func await(tb testing.TB, ended <-chan struct{}, socket string) {
	tb.Helper()
	tick, late := time.NewTicker(10*time.Millisecond), time.After(testkit.Patience)
	defer tick.Stop()
	for {
		if call, err := net.Dial("unix", socket); err == nil {
			call.Close()
			return
		}
		select {
		case <-tick.C:
		case <-ended:
			tb.Fatal("the server ended")
		case <-late:
			tb.Fatalf("the server does not listen within %s", testkit.Patience)
		}
	}
}
