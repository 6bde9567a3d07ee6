//go:build unix

package postgres

import (
	"errors"
	"net"
	"syscall"
)

// peek looks at what arrived without consuming it.
func peek(on net.Conn) arrived {
	socket, ok := on.(syscall.Conn)
	if !ok {
		return nothing
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return closed
	}
	found := nothing
	// Not raw.Read, which would wait for another reader: after a slow write the driver may still be
	// reading from an idle connection.
	err = raw.Control(func(fd uintptr) {
		var b [1]byte
		n, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
		switch {
		case n > 0:
			found = something
		case errors.Is(err, syscall.EAGAIN) || errors.Is(err, syscall.EINTR):
		default:
			found = closed
		}
	})
	if err != nil {
		return closed
	}
	return found
}
