// Package marks makes the marks of tax documents and of what was accepted from them.
package marks

import (
	"crypto/hmac"
	"crypto/sha256"
	"strconv"
	"strings"

	"rastro/internal/fiscal/propose"
	"rastro/internal/kind"
	"rastro/internal/taxdocs/kept"
)

// Marker makes marks under the store's seed.
type Marker []byte

// Of returns the mark of a document or, with more, of a part of it. The digest is keyed, because an
// invoice's key may be guessed, and that of a natural person contains a CPF.
func (m Marker) Of(key string, more ...string) (mark kept.Mark) {
	mac := hmac.New(sha256.New, m)
	mac.Write([]byte("tax document\x00" + strings.ToUpper(key) + "\x00" + strings.Join(more, "\x00")))
	copy(mark[:], mac.Sum(nil))
	return mark
}

// most is how many proposals of each kind a document has at most.
var most = []struct {
	prefix string
	n      int
}{{kind.Receiving, 1}, {kind.InputApplication, propose.MaxApplications}}

// Proposal returns the mark of a proposal that became a record, or was linked to one: from its
// kind, and its number among those of its kind.
func (m Marker) Proposal(key, prefix string, number int) kept.Mark {
	return m.Of(key, prefix, strconv.Itoa(number))
}

// Proposals returns the marks of all proposals that a document may have had.
func (m Marker) Proposals(key string) (list []kept.Mark) {
	for _, each := range most {
		for n := range each.n {
			list = append(list, m.Proposal(key, each.prefix, n))
		}
	}
	return list
}
