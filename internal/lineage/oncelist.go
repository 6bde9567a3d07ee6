package lineage

import "slices"

// OnceList is a list without repeats that stays quick when it grows long.
type OnceList struct {
	List []string
	seen map[string]bool // when the list is long
}

// longList is the length from which a list is searched with a set.
const longList = 16

// Add appends a text and reports whether it is new.
func (o *OnceList) Add(text string) bool {
	if o.seen == nil {
		if slices.Contains(o.List, text) {
			return false
		}
		if o.List = append(o.List, text); len(o.List) > longList {
			o.seen = make(map[string]bool, 4*longList)
			for _, have := range o.List {
				o.seen[have] = true
			}
		}
		return true
	}
	if o.seen[text] {
		return false
	}
	o.seen[text] = true
	o.List = append(o.List, text)
	return true
}
