package taxdocs

import (
	"rastro/internal/crop"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/propose"
)

// proposals are the records that an invoice may become besides the papers of its load. Plates are
// those that other documents name, for an invoice that names none.
func proposals(d *fiscal.Document, of crop.Crop, lots, plates []string) (list []Proposal) {
	if own := propose.Plates(d); len(own) > 0 {
		plates = own
	}
	if record, missing, ok := propose.Arrival(d, of, lots, plates); ok {
		list = append(list, Proposal{Record: record, Missing: missing, Outcome: Proposed})
	}
	for i, record := range propose.Applications(d) {
		list = append(list, Proposal{Record: record, Outcome: Proposed, number: i})
	}
	return list
}
