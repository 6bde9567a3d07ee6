package eudr

import (
	"rastro/internal/eudr/plotfile"
	"rastro/internal/lot"
	"rastro/internal/profile"
)

// Report is the pre-flight of a lot: what its file contains, what the EU's system would refuse, and
// what else prevents the lot from being sent.
type Report struct {
	plotfile.Report
	// Masses is the closing of the lot's balance; "" if it was not computed.
	Masses lot.Closing
	// Recalled: the lot is being recalled; false if that was not checked.
	Recalled bool
}

// suggestDerived suggests values that the reviews of the harvests derived.
func (r *Report) suggestDerived(harvests []Reviewed) {
	byID := make(map[string]*Reviewed, len(harvests))
	for i := range harvests {
		byID[harvests[i].HarvestID] = &harvests[i]
	}
	r.SuggestDerived(func(harvestID string) func(string) profile.Value {
		of := byID[harvestID]
		if of == nil {
			return nil
		}
		return func(field string) profile.Value {
			return profile.Inherit(field, "", of.Review.Profile, of.Review.Derived)
		}
	})
}

// Memory is the maximum memory for making a file or a dossier: one part, and its sources.
const Memory = 64 << 20
