//go:build !unix

package postgres

import "net"

// peek cannot look without reading here.
func peek(net.Conn) arrived { return nothing }
