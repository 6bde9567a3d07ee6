package dds

import (
	"encoding/base64"
	"io"
)

// piece is how much of a message is collected before it is written, and how much is encoded at
// once. It is a multiple of three, so that pieces of base64 join without padding.
const piece = 48 << 10

// sink collects a message, or passes it on. The first error stays, and ends the writing.
type sink struct {
	dst []byte
	out io.Writer // nil: dst is the message
	err error
}

// encode appends a value as base64.
func (s *sink) encode(value []byte) {
	for len(value) > piece && s.err == nil {
		s.dst = base64.StdEncoding.AppendEncode(s.dst, value[:piece])
		value = value[piece:]
		s.pass()
	}
	s.dst = base64.StdEncoding.AppendEncode(s.dst, value)
	if len(s.dst) > piece {
		s.pass()
	}
}

func (s *sink) pass() {
	if s.out == nil || s.err != nil {
		return
	}
	_, s.err = s.out.Write(s.dst)
	s.dst = s.dst[:0]
}

// end writes the rest.
func (s *sink) end() error {
	s.pass()
	return s.err
}
