package eventhash

import (
	"rastro/internal/epcis"
	"rastro/internal/finding"
)

// Twice finds events that say the same as an earlier one of their document, under another
// id or none. The reader finds those that have the same id. The hashes are those of the events, in
// their order. An error declaration is not the event that it is about.
func Twice(events []*epcis.Event, hashes []string) (all []finding.Finding) {
	type content struct {
		hash     string
		declares bool
	}
	first := make(map[content]*epcis.Event, len(events))
	for i, e := range events {
		key := content{hashes[i], e.Declaration() != nil}
		other := first[key]
		if other == nil {
			first[key] = e
			continue
		}
		if e.ID != "" && e.ID == other.ID {
			continue
		}
		f := finding.Finding{Rule: epcis.EventTwice, Pointer: e.Pointer}
		f.Say("valor", other.Pointer)
		all = append(all, f)
	}
	return all
}
