package reach

import "strings"

// This file has the entries, besides names of harvests, under which the report of a recall is listed.
// Names of harvests do not begin with a space.

// MarkedHarvest returns the entry for a report that covers no harvest.
func MarkedHarvest(mark string) string { return " " + mark }

const told = " !"

// ToldHarvest returns the entry, in addition to the harvest itself, for a report that covers a harvest
// in which its maker could not write: its owner is told, and nothing is marked.
func ToldHarvest(harvestID string) string { return told + harvestID }

// Told returns the harvest of such an entry; ok is false, and the entry unchanged, for any other.
func Told(listed string) (harvestID string, ok bool) { return strings.CutPrefix(listed, told) }
