package audit

import (
	"bytes"
	"encoding/binary"
	"slices"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lang"
)

// What grading gave is kept beside each record, so that reading one grades
// nothing. Most of it stands in the payload already: an identifier's value and
// its field's name are kept as the place where they stand there. An invoice's key
// takes seven bytes in this form, and a hundred and ten as JSON.
//
// The form is packedMark, the findings' JSON behind its length, and each
// identifier as its type (with validBit), its field and its value. Text is a
// length doubled: where odd the text follows, where even its place in the payload.

const (
	packedMark = 1
	validBit   = 0x80
)

// Pack appends what grading a payload gave in its short form, the findings in
// Portuguese. It appends nothing where grading gave nothing.
func (g Graded) Pack(dst, dados []byte) []byte {
	if len(g.Findings)+len(g.IDs) == 0 {
		return dst
	}
	var findings []byte
	if len(g.Findings) > 0 {
		findings = AppendJSON(nil, g.Findings, lang.PT)
	}
	dst = slices.Grow(dst, len(findings)+8+12*len(g.IDs))
	dst = append(dst, packedMark)
	dst = binary.AppendUvarint(dst, uint64(len(findings)))
	dst = append(dst, findings...)
	for _, id := range g.IDs {
		kind := byte(id.Type)
		if id.Valid {
			kind |= validBit
		}
		dst = append(dst, kind)
		dst = packText(dst, id.Field, dados)
		dst = packText(dst, id.Shown(), dados)
	}
	return dst
}

func packText(dst []byte, text string, dados []byte) []byte {
	var room [96]byte
	quoted := canon.AppendString(room[:0], text)
	inner := quoted[1 : len(quoted)-1]
	if at := bytes.Index(dados, inner); at >= 0 && len(inner) > 0 {
		dst = binary.AppendUvarint(dst, uint64(len(inner))<<1)
		return binary.AppendUvarint(dst, uint64(at))
	}
	dst = binary.AppendUvarint(dst, uint64(len(inner))<<1|1)
	return append(dst, inner...)
}

// PackedFindings tells whether a short form has findings, not identifiers alone.
func PackedFindings(packed []byte) bool {
	return len(packed) > 1 && packed[0] == packedMark && packed[1] != 0
}

// AppendPacked appends a short form as the members of a record that show it, as
// AppendMembers does in Portuguese. It tells whether the form could be read: one
// from elsewhere, or whose payload changed under it, may not be.
func AppendPacked(dst, packed, dados []byte) ([]byte, bool) {
	start := len(dst)
	if len(packed) == 0 {
		return append(dst, `"avisos":[],"identificadores":[]`...), true
	}
	if packed[0] != packedMark {
		return dst, false
	}
	u := unpacker{rest: packed[1:], dados: dados}
	dst = append(dst, `"avisos":`...)
	if findings := u.take(u.number()); len(findings) > 0 {
		dst = append(dst, findings...)
	} else {
		dst = append(dst, `[]`...)
	}
	dst = append(dst, `,"identificadores":[`...)
	for first := true; len(u.rest) > 0 && !u.bad; first = false {
		if !first {
			dst = append(dst, ',')
		}
		kind := u.take(1)[0]
		field, value := u.text(), u.text()
		dst = append(dst, `{"tipo":"`...)
		dst = append(dst, brdoc.Type(kind&^validBit).String()...)
		dst = append(dst, `","valor":"`...)
		dst = append(dst, value...)
		if kind&validBit != 0 {
			dst = append(dst, `","valido":true,"campo":"`...)
		} else {
			dst = append(dst, `","valido":false,"campo":"`...)
		}
		dst = append(dst, field...)
		dst = append(dst, `"}`...)
	}
	if u.bad {
		return dst[:start], false
	}
	return append(dst, ']'), true
}

// unpacker reads a short form from its start; after something that cannot be
// right it is bad and gives nothing more.
type unpacker struct {
	rest, dados []byte
	bad         bool
}

func (u *unpacker) number() uint64 {
	n, size := binary.Uvarint(u.rest)
	if size <= 0 {
		u.bad = true
		return 0
	}
	u.rest = u.rest[size:]
	return n
}

func (u *unpacker) take(n uint64) []byte {
	if n > uint64(len(u.rest)) {
		u.bad, n = true, 0
	}
	taken := u.rest[:n]
	u.rest = u.rest[n:]
	return taken
}

func (u *unpacker) text() []byte {
	n := u.number()
	length := n >> 1
	if n&1 == 1 {
		return u.take(length)
	}
	at, size := u.number(), uint64(len(u.dados))
	if at > size || length > size-at {
		u.bad = true
		return nil
	}
	return u.dados[at : at+length]
}
