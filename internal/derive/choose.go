package derive

import (
	"fmt"
	"slices"
	"strings"
)

// choice is what to compare or restore.
type choice struct {
	tables         []*Table
	versions, keys bool
}

// lots reports whether the choice has the lot graph.
func (c *choice) lots() bool {
	return slices.ContainsFunc(c.tables, func(t *Table) bool { return t.Group == groupLots })
}

// choose reads the names of groups; no names mean all groups.
func choose(only []string) (choice, error) {
	if len(only) == 0 {
		return choice{Tables, true, true}, nil
	}
	var c choice
	for _, name := range only {
		if !slices.Contains(Groups(), name) {
			return c, fmt.Errorf("there is nothing named %q to rebuild: choose among %s", name, strings.Join(Groups(), ", "))
		}
	}
	if slices.Contains(only, groupOwners) || slices.Contains(only, groupLots) {
		only = append(slices.Clone(only), groupLots, groupItems, groupOwners)
	}
	for _, t := range Tables {
		if slices.Contains(only, t.Group) {
			c.tables = append(c.tables, t)
		}
	}
	c.versions, c.keys = slices.Contains(only, groupVersions), slices.Contains(only, groupKeys)
	return c, nil
}
