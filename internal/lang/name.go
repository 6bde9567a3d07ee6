package lang

import (
	"strings"
	"unicode"
)

// Pieces are the words and numbers of a name, folded: "Soja-25" and "SOJA 25" have the same.
func Pieces(name string) []string {
	var all []string
	var last rune
	for _, r := range Fold(name) {
		digit, letter := unicode.IsDigit(r), unicode.IsLetter(r)
		switch {
		case !digit && !letter:
		case digit && unicode.IsDigit(last), letter && unicode.IsLetter(last):
			all[len(all)-1] += string(r)
		default:
			all = append(all, string(r))
		}
		last = r
	}
	return all
}

// Alike reports whether two names that differ are so similar that one may be a slip for the other:
// they have the same words and numbers, whatever their case, accents, marks and leading zeros. A
// name without words or numbers is like none.
func Alike(a, b string) bool {
	x := essence(a)
	return a != b && x != "" && x == essence(b)
}

func essence(name string) string {
	pieces := Pieces(name)
	for i, piece := range pieces {
		if short := strings.TrimLeft(piece, "0"); short != "" {
			pieces[i] = short
		}
	}
	return strings.Join(pieces, " ")
}
