package record

import (
	"bytes"
	"encoding/binary"
	"slices"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lang"
)

// Findings are kept with each record, so that reading a record does not grade it. Most of their
// data is in the payload already: for an identifier's value and its field's name, only the position
// in the payload is kept. In this form an invoice's key takes seven bytes, compared with 110 as
// JSON.
//
// The form consists of a byte of flags, the findings' JSON preceded by its length, that of the
// plot's measures if the flags say so, and for each identifier its type (with validBit), its field
// and its value. A text begins with a number: twice its length plus one if the text itself follows,
// twice its length if its position in the payload follows.

// The bits of the head.
const (
	packedMark   = 1 << iota // always
	reshapedMark             // the payload's plot is not a flat list of numbers
	plotMark                 // the plot's measures follow the findings
	headBits     = packedMark | reshapedMark | plotMark
)

const validBit = 0x80

// Pack appends the result of grading in compact form, with the findings in Portuguese. It appends
// nothing if there is no result.
func (g Graded) Pack(dst, payload []byte) []byte {
	if len(g.Findings)+len(g.IDs) == 0 && g.Plot == nil {
		return dst
	}
	var findings, measures []byte
	if len(g.Findings) > 0 {
		findings = AppendFindings(nil, g.Findings, lang.PT)
	}
	head := byte(packedMark)
	if g.Reshaped {
		head |= reshapedMark
	}
	if g.Plot != nil {
		head |= plotMark
		measures = g.Plot.AppendGeometry(nil)
	}
	dst = slices.Grow(dst, len(findings)+len(measures)+8+12*len(g.IDs))
	dst = append(dst, head)
	dst = binary.AppendUvarint(dst, uint64(len(findings)))
	dst = append(dst, findings...)
	if g.Plot != nil {
		dst = binary.AppendUvarint(dst, uint64(len(measures)))
		dst = append(dst, measures...)
	}
	for _, id := range g.IDs {
		kind := byte(id.Type)
		if id.Valid {
			kind |= validBit
		}
		dst = append(dst, kind)
		dst = packText(dst, id.Field, payload)
		dst = packText(dst, id.Shown(), payload)
	}
	return dst
}

func packText(dst []byte, text string, payload []byte) []byte {
	var room [96]byte
	quoted := canon.AppendString(room[:0], text)
	inner := quoted[1 : len(quoted)-1]
	if at := bytes.Index(payload, inner); at >= 0 && len(inner) > 0 {
		dst = binary.AppendUvarint(dst, uint64(len(inner))<<1)
		return binary.AppendUvarint(dst, uint64(at))
	}
	dst = binary.AppendUvarint(dst, uint64(len(inner))<<1|1)
	return append(dst, inner...)
}

// PackedFindings reports whether a short form has findings, not identifiers alone.
func PackedFindings(packed []byte) bool { return isPacked(packed) && packed[1] != 0 }

// PackedList returns the list of findings in a short form, as JSON; nil if it has none.
func PackedList(packed []byte) []byte {
	if !PackedFindings(packed) {
		return nil
	}
	u := unpacker{rest: packed[1:]}
	return u.take(u.number())
}

// PackedReshaped reports whether the payload's plot was sent as pairs or as
// GeoJSON. The interface shows a flat list of numbers in that field; noting it here saves
// every other record a look at its payload.
func PackedReshaped(packed []byte) bool { return isPacked(packed) && packed[0]&reshapedMark != 0 }

// PackedPlot reports whether a short form has the measures of a plot.
func PackedPlot(packed []byte) bool { return isPacked(packed) && packed[0]&plotMark != 0 }

func isPacked(packed []byte) bool {
	return len(packed) > 1 && packed[0]&packedMark != 0 && packed[0]&^headBits == 0
}

// AppendPacked appends a short form as the members of a record that show it, as AppendMembers does
// in Portuguese. It reports whether the form could be read: one from elsewhere, or one whose
// payload has changed since, may be unreadable.
func AppendPacked(dst, packed, payload []byte) ([]byte, bool) {
	start := len(dst)
	if len(packed) == 0 {
		return append(dst, `"avisos":[],"identificadores":[]`...), true
	}
	if !isPacked(packed) {
		return dst, false
	}
	u := unpacker{rest: packed[1:], payload: payload}
	dst = append(dst, `"avisos":`...)
	if findings := u.take(u.number()); len(findings) > 0 {
		dst = append(dst, findings...)
	} else {
		dst = append(dst, `[]`...)
	}
	var measures []byte
	if packed[0]&plotMark != 0 {
		measures = u.take(u.number())
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
	dst = append(dst, ']')
	if measures != nil {
		dst = append(dst, `,"geometria":`...)
		dst = append(dst, measures...)
	}
	return dst, true
}

// unpacker reads a short form from its start; after something invalid it is bad and returns
// nothing more.
type unpacker struct {
	rest, payload []byte
	bad           bool
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
	at, size := u.number(), uint64(len(u.payload))
	if at > size || length > size-at {
		u.bad = true
		return nil
	}
	return u.payload[at : at+length]
}

// PackedIDs returns the identifiers of a short form, those of people masked as they are shown. Like
// AppendPacked, it reports whether the form could be read.
func PackedIDs(packed, payload []byte) ([]Identifier, bool) {
	if len(packed) == 0 {
		return nil, true
	}
	if !isPacked(packed) {
		return nil, false
	}
	u := unpacker{rest: packed[1:], payload: payload}
	u.take(u.number()) // the findings
	if packed[0]&plotMark != 0 {
		u.take(u.number())
	}
	var ids []Identifier
	for len(u.rest) > 0 && !u.bad {
		kind := u.take(1)[0]
		field, value := u.text(), u.text()
		ids = append(ids, Identifier{brdoc.ID{Type: brdoc.Type(kind &^ validBit), Value: string(value), Valid: kind&validBit != 0}, string(field)})
	}
	if u.bad {
		return nil, false
	}
	return ids, true
}
