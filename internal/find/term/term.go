// Package term says by which short texts a record is found: plates, invoices, tickets and other
// numbers that it names, the lots that it makes, its product, and the files attached to it. It also has the port of the index
// of these terms, which the engines implement.
//
// The index follows the journal later (find.Finder.Run), so that a write pays nothing for it; a
// search reads what it lacks from the log. The index only finds records: whoever shows one reads
// it, and calls Of to see whether the term still applies.
package term

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"rastro/internal/lot"
)

// Version is the version of the term reader. Raise it when Of returns other terms for the same
// version of a record, for example because lots are read differently.
const Version = 4<<16 | int64(lot.Version)

// Realm is the type of a term. The numbers are stored.
type Realm int16

// The realms.
const (
	Plate   Realm = 1 // of a vehicle
	Invoice Realm = 2 // the key of a tax document, and its number
	Number  Realm = 3 // any other number or code of a document, a property or a company
	Lot     Realm = 4 // a lot that the record identifies or makes
	File    Realm = 5 // the name of an attached file, and its SHA-256
	Product Realm = 6 // what the record is about: soy, green coffee
)

// Term is a text that leads to a record.
type Term struct {
	Realm Realm
	Text  string // folded: see Fold
	Shown string // as the record has it
}

// MaxText bounds a folded term, in bytes: longer ones are cut, in the index and in a search.
const MaxText = 64

// Fold brings a text to the form in which terms are compared: capital letters and digits
// without accents, spaces and punctuation, so that "abc-1d23" finds ABC1D23.
func Fold(text string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(text) {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			continue
		}
		r = unicode.ToUpper(r)
		if b.Len()+len(string(r)) > MaxText {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// maxNames bounds the texts by which a harvest is found.
const maxNames = 8

// Names returns the folded texts by which a harvest is found: its name from each word on, so that
// "soja" finds DEMO-SOJA-2025.
func Names(harvestID string) []string {
	names := []string{Fold(harvestID)}
	between := false
	for i, r := range harvestID {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) {
			between = true
			continue
		}
		if between && len(names) < maxNames {
			names = append(names, Fold(harvestID[i:]))
		}
		between = false
	}
	return names
}
