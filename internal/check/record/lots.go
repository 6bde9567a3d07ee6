package record

import (
	"fmt"
	"strconv"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/lot"
)

// maxLotDoubts bounds how many parts of one field are remarked on: the first are
// enough to correct it.
const maxLotDoubts = 5

// lotFields are the fields of each kind that should contain only lots.
var lotFields = func() map[string][]string {
	all := map[string][]string{}
	for _, k := range kind.All {
		for _, f := range k.Fields {
			switch f.Says {
			case kind.LotIdentified, kind.LotConsumed, kind.LotProduced, kind.LotProcessed, kind.LotReceived, kind.LotShipped, kind.LotInspected, kind.LotValidated:
				all[k.Prefix] = append(all[k.Prefix], f.Name)
			}
		}
	}
	return all
}()

// kindsWithLots returns the prefixes of the kinds with such a field.
func kindsWithLots() []string {
	var list []string
	for _, k := range kind.All {
		if len(lotFields[k.Prefix]) > 0 {
			list = append(list, k.Prefix)
		}
	}
	return list
}

// gradeLots reports what the reader of lots could not read with certainty.
func gradeLots(g *grader) {
	for _, name := range lotFields[g.form.kind.Prefix] {
		f := g.get(name)
		left := maxLotDoubts
		doubt := func(pointer, text string) {
			lot.EachDoubt(text, func(part string) {
				if left--; left >= 0 {
					g.addAt(LotUnread, f, pointer, "valor", clip(part)+strangeLetter(part))
				}
			})
		}
		if f.text != "" {
			doubt(f.field.pointer, f.text)
		}
		for i, text := range f.texts {
			doubt(f.field.pointer+"/"+strconv.Itoa(i), text)
		}
	}
}

// strangeLetter names the character of another script in a code, because the problem would
// otherwise be invisible.
func strangeLetter(part string) string {
	if r := lot.Strange(part); r != 0 {
		return fmt.Sprintf(" [%c = %U]", r, r)
	}
	return ""
}

// gradeAddresses reports the lots of a validation that get no address under its GTIN.
func gradeAddresses(g *grader) {
	if gtin := g.get("gtin"); gtin.text == "" || gtin.absent() {
		return
	}
	f := g.get("lotes")
	left := maxLotDoubts
	for i, text := range f.texts {
		if text = strings.TrimSpace(text); text == "" || lot.Addressed(text) {
			continue
		}
		if left--; left >= 0 {
			g.addAt(lotWithoutAddress, f, f.field.pointer+"/"+strconv.Itoa(i), "valor", clip(text))
		}
	}
}
