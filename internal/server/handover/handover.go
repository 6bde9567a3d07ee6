// Package handover lets one server after another use a port. Between them, callers who connect wait
// instead of being refused.
package handover

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// errMoved ends a server that another one follows.
var errMoved = errors.New("another server follows")

// Serve calls serve until the context ends or moved is closed. Then handed is true and the listener
// stays open: whoever connects meanwhile waits for the next server. A nil channel, or a listener that
// is not TCP's own, is served once.
func Serve(ctx context.Context, moved <-chan struct{}, listener net.Listener, serve func(context.Context, net.Listener) error) (handed bool, err error) {
	waiting, kept := listener.(*net.TCPListener)
	if moved == nil || !kept {
		return false, serve(ctx, listener)
	}
	serving, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var watch sync.WaitGroup
	defer watch.Wait()
	defer stop(nil)
	watch.Go(func() {
		select {
		case <-moved:
			stop(errMoved)
		case <-serving.Done():
		}
	})
	if err := waiting.SetDeadline(time.Time{}); err != nil {
		return false, err
	}
	ended := func() bool { return errors.Is(context.Cause(serving), errMoved) }
	if err := serve(serving, &keptOpen{TCPListener: waiting, keep: ended}); err != nil {
		return false, err
	}
	return ctx.Err() == nil && ended(), nil
}

// keptOpen is a listener that stays open when a server closes it, if another server will use it.
type keptOpen struct {
	*net.TCPListener
	keep   func() bool
	closed atomic.Bool
}

// Close makes Accept return.
func (l *keptOpen) Close() error {
	l.closed.Store(true)
	if l.keep() {
		return l.SetDeadline(time.Unix(1, 0))
	}
	return l.TCPListener.Close()
}

// Accept implements net.Listener.
func (l *keptOpen) Accept() (net.Conn, error) {
	conn, err := l.TCPListener.Accept()
	if err != nil && l.closed.Load() {
		return nil, net.ErrClosed
	}
	return conn, err
}
