package trace

import "rastro/internal/kind"

// Home implements home.Write for a version that is written: without lots and codes, which belong
// to all harvests that name them, everything belongs to its own.
func (r *Record) Home() (partition uint16, ok bool) {
	if r.Version > 1 || r.Kind.IsChange() || r.Kind.IsValidation() {
		return 0, false // see Change
	}
	for _, row := range r.GraphRows() {
		if !row.Role.Light() {
			return 0, false
		}
	}
	return r.ID.Partition(), true
}

// Change is a change of a record that is not read yet. It implements home.Write: a record of a
// kind that names no lots belongs to its harvest with everything that it ever said.
type Change struct {
	Kind *kind.Kind
	// ID is the record, and HarvestID the harvest of which it is if the id is empty.
	ID, HarvestID string
}

// Home implements home.Write.
func (c Change) Home() (partition uint16, ok bool) {
	if c.Kind.NamesLots() || c.Kind.IsValidation() {
		return 0, false
	}
	if c.ID == "" {
		return PartitionOf(c.HarvestID), true
	}
	id, ok := ParseID(c.ID)
	return id.Partition(), ok
}
