package reach

import "strings"

// This file has the entries under which the report of a recall is listed, besides names of harvests,
// and what a list of them says. Names of harvests do not begin with a space.

// MarkedHarvest returns the entry for a report that covers no harvest.
func MarkedHarvest(mark string) string { return marked + mark }

const (
	marked = " "
	told   = " !"
)

// ToldHarvest returns the entry, in addition to the harvest itself, for a report that covers a harvest
// in which its maker could not write: its owner is told, and nothing is marked.
func ToldHarvest(harvestID string) string { return told + harvestID }

// Cover is what the entries of a report say.
type Cover struct {
	Marks []string // the harvests whose goods it marks
	Tells []string // those whose owners are only told
	Keys  []string // marks of keys, of a report that covers no harvest
}

// Covered reads the entries of a report; those of a harvest must not be torn apart.
func Covered(listed []string) (c Cover) {
	only := map[string]bool{}
	for _, entry := range listed {
		if harvestID, ok := strings.CutPrefix(entry, told); ok {
			only[harvestID] = true
			c.Tells = append(c.Tells, harvestID)
		}
	}
	for _, entry := range listed {
		if strings.HasPrefix(entry, told) || only[entry] {
			continue
		}
		if mark, ok := strings.CutPrefix(entry, marked); ok {
			c.Keys = append(c.Keys, mark)
		} else {
			c.Marks = append(c.Marks, entry)
		}
	}
	return c
}

// OnlyTells reports whether a report covers harvests and marks nothing.
func (c *Cover) OnlyTells() bool { return len(c.Marks) == 0 && len(c.Tells) > 0 }
