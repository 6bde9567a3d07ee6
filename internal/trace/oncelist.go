package trace

import "slices"

// onceList is a list without repeats that stays quick when it grows long.
type onceList struct {
	list []string
	seen map[string]bool // once it is long
}

// longList is from what length on a list is searched by a set.
const longList = 16

// add appends a text and reports whether it is new.
func (o *onceList) add(text string) bool {
	if o.seen == nil {
		if slices.Contains(o.list, text) {
			return false
		}
		if o.list = append(o.list, text); len(o.list) > longList {
			o.seen = make(map[string]bool, 4*longList)
			for _, have := range o.list {
				o.seen[have] = true
			}
		}
		return true
	}
	if o.seen[text] {
		return false
	}
	o.seen[text] = true
	o.list = append(o.list, text)
	return true
}
