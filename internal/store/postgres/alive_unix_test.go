//go:build unix

package postgres

import (
	"net"
	"testing"
)

// Looking at an idle connection does not wait for a reader that the driver left on it.
func TestPeekBesideAReader(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = listener.Close() }()
	on, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	server, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	reading, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		close(reading)
		_, _ = on.Read(make([]byte, 1))
	}()
	<-reading
	for range 1000 { // the reader waits after some of them
		if got := peek(on); got != nothing {
			t.Fatalf("found %d", got)
		}
	}
	_ = server.Close()
	<-ended
	if got := peek(on); got != closed {
		t.Errorf("after the other side closed it: %d", got)
	}
	_ = on.Close()
}
