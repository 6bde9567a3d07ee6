package citus

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"testing"
)

// prepareTransaction is the command for a node that takes part in a distributed transaction.
var prepareTransaction = []byte("PREPARE TRANSACTION")

// commitPrepared is the coordinator's command to a worker after the transaction was decided.
var commitPrepared = []byte("COMMIT PREPARED")

// proxy sits between a worker and the other nodes. It can hold back the end of a transaction that
// the worker has prepared.
type proxy struct {
	port   int
	worker int

	prepares atomic.Int64 // transactions that the worker was told to prepare

	armed   atomic.Bool
	held    chan struct{} // a message for each that is held back
	release chan bool     // whether to pass it on; if not, the connection breaks
}

func startProxy(t *testing.T, worker int) *proxy {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{port: listener.Addr().(*net.TCPAddr).Port, worker: worker, held: make(chan struct{}, 16), release: make(chan bool)}
	var lines sync.WaitGroup
	lines.Go(func() {
		for {
			node, err := listener.Accept()
			if err != nil {
				return
			}
			lines.Go(func() { p.relay(t, node) })
		}
	})
	t.Cleanup(func() {
		listener.Close()
		lines.Wait()
	})
	return p
}

func (p *proxy) relay(t *testing.T, node net.Conn) {
	defer node.Close()
	worker, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", p.worker))
	if err != nil {
		t.Log(err)
		return
	}
	defer worker.Close()
	var back sync.WaitGroup
	defer back.Wait()
	defer worker.Close() // ends the answers
	back.Go(func() {
		_, _ = io.Copy(node, worker)
		node.Close()
	})
	buffer := make([]byte, 1<<16)
	for {
		n, err := node.Read(buffer)
		p.prepares.Add(int64(bytes.Count(buffer[:n], prepareTransaction)))
		if n > 0 && bytes.Contains(buffer[:n], commitPrepared) && p.armed.CompareAndSwap(true, false) {
			p.held <- struct{}{}
			if !<-p.release {
				return
			}
		}
		if n > 0 {
			if _, err := worker.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
