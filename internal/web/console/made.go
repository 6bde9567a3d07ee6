package console

import (
	"io"

	"rastro/internal/admit"
)

// made is a page under construction. It is kept in pieces, so that a large page is neither copied
// nor in memory twice while it grows.
type made struct {
	claim  *admit.Claim
	pieces [][]byte
	size   int
}

// pieceSize is the size of all pieces but the first, which most pages fit into.
const (
	firstPiece = 16 << 10
	pieceSize  = 64 << 10
)

// Write implements io.Writer. A page that is more than one piece claims its memory.
func (m *made) Write(p []byte) (int, error) {
	written := len(p)
	for len(p) > 0 {
		last := len(m.pieces) - 1
		if last < 0 || len(m.pieces[last]) == cap(m.pieces[last]) {
			size := firstPiece
			if last >= 0 {
				size = pieceSize
				if err := m.claim.Grow(pieceSize); err != nil {
					return 0, err
				}
			}
			m.pieces = append(m.pieces, make([]byte, 0, size))
			last++
		}
		piece := m.pieces[last]
		n := copy(piece[len(piece):cap(piece)], p)
		m.pieces[last] = piece[:len(piece)+n]
		m.size += n
		p = p[n:]
	}
	return written, nil
}

// send writes the page.
func (m *made) send(w io.Writer) {
	for _, piece := range m.pieces {
		if _, err := w.Write(piece); err != nil {
			return // a caller who hung up needs no answer
		}
	}
}
