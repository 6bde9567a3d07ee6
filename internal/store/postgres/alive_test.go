package postgres

import (
	"net"
	"testing"

	"rastro/internal/testkit"
)

// Looking at a connection does not wait for someone who reads from it, as the driver does after a
// slow write.
func TestPeekBesideAReader(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ours, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	theirs, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan error, 1)
	go func() {
		_, err := ours.Read(make([]byte, 1))
		read <- err
	}()
	if got := peek(ours); got != nothing {
		t.Errorf("peek = %d, want nothing", got)
	}
	if _, err := theirs.Write([]byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := <-read; err != nil {
		t.Fatal(err)
	}
	if _, err := theirs.Write([]byte("y")); err != nil {
		t.Fatal(err)
	}
	testkit.Eventually(t, "something arrived", func() bool { return peek(ours) == something })
	if _, err := ours.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	theirs.Close()
	testkit.Eventually(t, "the other side closed it", func() bool { return peek(ours) == closed })
}
