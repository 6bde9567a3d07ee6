package columns

import (
	"slices"

	"rastro/internal/sheet"
)

// Asks lists the fields that somebody must give a value for each file of the layout: those that had
// one value in all rows of the previous file, and the harvest if no column contains it. A value for
// all rows belongs to one file, so the mapping's value is only a proposal: see
// docs/decisions.md#console-imports.
func (m *Mapping) Asks() (fields []string) {
	for _, c := range m.Constants {
		fields = append(fields, c.Field)
	}
	held := slices.ContainsFunc(m.Columns, func(c Column) bool {
		return c.Use != Ignore && (c.Field == sheet.HarvestID || c.Second == sheet.HarvestID)
	})
	if !held && !slices.Contains(fields, sheet.HarvestID) {
		fields = append([]string{sheet.HarvestID}, fields...)
	}
	return fields
}

// Give replaces the mapping's constants with the values for a file. An empty value means that the
// file has none. It returns the fields that are required and were not given.
func (m *Mapping) Give(given []Constant) (missing []string) {
	for _, field := range m.Asks() {
		if !slices.ContainsFunc(given, func(c Constant) bool { return c.Field == field }) {
			missing = append(missing, field)
		}
	}
	m.Constants = nil
	for _, c := range given {
		if c.Value != "" {
			m.Constants = append(m.Constants, c)
		}
	}
	return missing
}
