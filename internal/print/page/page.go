// Package page contains what the printed documents of a validation share: lines of text that fit
// their place, PDF files, the address of the public page, and lists of lots. The same input always
// gives the same bytes.
package page

import (
	"net/url"
	"strconv"
	"strings"

	"rastro/internal/lang"
)

// Memory is the memory for drawing a document: its embedded typefaces, and the file.
const Memory = 4 << 20

// Inch is an inch in millimetres, the unit of every length here.
const Inch = 25.4

// Link returns the address of a validation's public page.
func Link(publicURL, code string) string { return publicURL + "/v/" + url.PathEscape(code) }

var more = lang.Text{PT: "{lotes} e mais {n}", EN: "{lotes} and {n} more", ES: "{lotes} y {n} más", More: &lang.More{DE: "{lotes} und {n} weitere", NL: "{lotes} en nog {n}", FR: "{lotes} et {n} de plus", IT: "{lotes} e altri {n}"}}

// LotLists returns the ways to list lots, from the list of all of them down to the first one with
// the number of others.
func LotLists(all []string, l lang.Lang) []string {
	var ways []string
	for n := len(all); n > 0; n-- {
		list := strings.Join(all[:n], ", ")
		if left := len(all) - n; left > 0 {
			list = more.Fill(l, lang.Args{"lotes": list, "n": strconv.Itoa(left)})
		}
		ways = append(ways, list)
	}
	return ways
}
