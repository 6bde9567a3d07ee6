// Package brdoc finds and checks identifiers in Brazilian free text: invoice keys, taxpayer and
// property registrations, export papers, plates, containers and GS1 codes. Scan searches a text,
// and Check tests one value against one type. The package is pure; callers pass the current
// year.
//
// A false alarm is worse than a miss, so Scan reports a broken identifier only if its mask or a
// label before it ("CNPJ", "IMO") makes the intention certain. Anything else that fails its
// check is just a number.
package brdoc

import "math/bits"

// ID is an identifier found in a text.
type ID struct {
	Type   Type
	Valid  bool
	Reason Reason // why it is not valid
	Value  string // the one way of writing it that this package uses
	Start  int    // byte offsets in the text
	End    int
}

// Certain reports whether the identifier is wrong beyond doubt. Some check digits
// are published nowhere and were worked out from real numbers: those leave doubt.
func (id ID) Certain() bool { return !id.Valid && rows[id.Type].certain.has(id.Reason) }

// Set is a set of types. Sets are joined by |.
type Set uint64

// Types makes a set.
func Types(types ...Type) Set {
	var s Set
	for _, t := range types {
		s |= 1 << t
	}
	return s
}

// Keys are the access keys of electronic tax documents, whatever the model.
const Keys = Set(1<<NFe | 1<<NFCe | 1<<CTe | 1<<CTeOS | 1<<MDFe | 1<<DFe)

// All contains every type.
const All = Set(1<<typeCount - 1<<1)

// Has reports whether a type is in the set.
func (s Set) Has(t Type) bool { return s&(1<<t) != 0 }

// List returns the types of the set in the order of the table.
func (s Set) List() []Type {
	list := make([]Type, 0, bits.OnesCount64(uint64(s)))
	for s != 0 {
		list = append(list, s.pop())
	}
	return list
}

// pop removes the first type from a set that is not empty.
func (s *Set) pop() Type {
	t := Type(bits.TrailingZeros64(uint64(*s)))
	*s &= *s - 1
	return t
}
