package dossierproof

import (
	"fmt"
	"slices"

	"rastro/internal/eudr/dossierzip"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/trace"
)

// A dossier's trace is not signed. What it says about lots, harvests and plots is derived again
// from the proven records, and must be exactly the same.

// toldTrace is the content of the trace.
type toldTrace struct {
	Lot  string `json:"lote"`
	Lots []struct {
		Code     string   `json:"codigo"`
		Depth    int      `json:"nivel"`
		Harvests []string `json:"safras"`
		Facts    []struct {
			Role    string `json:"papel"`
			ID      string `json:"id"`
			Version int64  `json:"versao"`
		} `json:"fatos"`
	} `json:"lotes"`
	Harvests []struct {
		HarvestID string   `json:"safraId"`
		Lots      []string `json:"lotes"`
	} `json:"safras"`
	Plots []struct {
		ID      string  `json:"id"`
		Part    int     `json:"parte"`
		Repeats *string `json:"repete"`
	} `json:"talhoes"`
	Records []listed `json:"registros"`
	// Rivals are claims that do not count; nil in a dossier from before it had them.
	Rivals []rival `json:"disputados"`
}

// rival is a claim on a lot by a harvest that does not own it.
type rival struct {
	Lot       string `json:"lote"`
	HarvestID string `json:"safraId"`
}

// claim is a proven record's statement about where a lot comes from.
type claim struct {
	file, harvest string
	out           bool // it came out of the harvest itself
	from          []string
}

// fact is a proven record's statement about a lot in a role.
type fact struct {
	lot, role, id string
	version       int64
}

// derived is what follows from the proven records.
type derived struct {
	claims map[string][]claim
	facts  map[fact]bool
	plots  map[string]string // the file of a record with a plot, by harvest
	ways   map[string]bool   // the files of the way, and whether they were needed
}

func newDerived() *derived {
	return &derived{map[string][]claim{}, map[fact]bool{}, map[string]string{}, map[string]bool{}}
}

// add adds a proven record.
func (d *derived) add(r *listed, record *trace.Record, rivals []rival) {
	if r.Role == dossierzip.RolePlot {
		d.plots[record.HarvestID] = r.File
	}
	if r.Role == dossierzip.RoleWay {
		d.ways[r.File] = false
	}
	counts := r.Role == dossierzip.RoleWay || r.Role == dossierzip.RolePlot
	for _, row := range record.LotRows() {
		d.facts[fact{row.Lot, row.Role.String(), r.ID, r.Version}] = true
		if row.Role != lot.Identified && row.Role != lot.Produced {
			continue
		}
		// The path contains every claim that counts. Another record may be here for its other
		// facts, if its claim is a rival's; if there are many rivals, not all are listed.
		if !counts && (rivals == nil || len(rivals) == lineage.MaxRivalsTold || slices.Contains(rivals, rival{row.Lot, record.HarvestID})) {
			continue
		}
		c := claim{file: r.File, harvest: record.HarvestID, out: row.Role == lot.Identified || len(row.Others) == 0}
		for i := range row.Others {
			if row.Role == lot.Produced {
				c.from = append(c.from, row.Others[i].Lot)
			}
		}
		d.claims[row.Lot] = append(d.claims[row.Lot], c)
	}
}

// reached is a lot that the records lead to.
type reached struct {
	depth    int
	by       string            // the file that leads to it
	harvests map[string]string // the harvests it came from, and the file that says so
}

// walk follows the claims back from a lot.
func (d *derived) walk(code string) map[string]*reached {
	met := map[string]*reached{code: {harvests: map[string]string{}}}
	for next := []string{code}; len(next) > 0; {
		at := next
		next = nil
		for _, code := range at {
			here := met[code]
			for _, c := range d.claims[code] {
				if _, way := d.ways[c.file]; way {
					d.ways[c.file] = true
				}
				if c.out {
					here.harvests[c.harvest] = c.file
				}
				for _, from := range c.from {
					if met[from] == nil {
						met[from] = &reached{here.depth + 1, c.file, map[string]string{}}
						next = append(next, from)
					}
				}
			}
		}
	}
	return met
}

// checkEdges compares the trace with the records.
func (v *verification) checkEdges() error {
	met := v.derived.walk(v.Lot)
	if err := v.checkLots(met); err != nil {
		return err
	}
	if err := v.checkHarvests(met); err != nil {
		return err
	}
	for _, r := range v.records {
		if needed, way := v.derived.ways[r.File]; way && !needed {
			return fmt.Errorf("%s lists %s as part of the way, and it says nothing of where a lot of it comes from", dossierzip.TraceFile, r.File)
		}
	}
	return nil
}

func (v *verification) checkLots(met map[string]*reached) error {
	there := map[string]bool{}
	for i := range v.told.Lots {
		l := &v.told.Lots[i]
		said := met[l.Code]
		switch {
		case said == nil:
			return fmt.Errorf("%s has the lot %q, to which no proven record leads from %q", dossierzip.TraceFile, l.Code, v.Lot)
		case there[l.Code]:
			return fmt.Errorf("%s has the lot %q twice", dossierzip.TraceFile, l.Code)
		case said.depth != l.Depth:
			return fmt.Errorf("%s has the lot %q at step %d, and the records at %d", dossierzip.TraceFile, l.Code, l.Depth, said.depth)
		}
		there[l.Code] = true
		for harvest, file := range said.harvests {
			if !slices.Contains(l.Harvests, harvest) {
				return fmt.Errorf("%s says that the lot %q came out of the harvest %q, and %s leaves that out", file, l.Code, harvest, dossierzip.TraceFile)
			}
		}
		for _, harvest := range l.Harvests {
			if said.harvests[harvest] == "" {
				return fmt.Errorf("%s says that the lot %q came out of the harvest %q, and no proven record does", dossierzip.TraceFile, l.Code, harvest)
			}
		}
		for _, f := range l.Facts {
			if !v.derived.facts[fact{l.Code, f.Role, f.ID, f.Version}] {
				return fmt.Errorf("%s says that the record %s mentions the lot %q (%s), and it does not", dossierzip.TraceFile, f.ID, l.Code, f.Role)
			}
		}
	}
	for code, said := range met {
		if !there[code] {
			return fmt.Errorf("%s leads to the lot %q, and %s leaves it out", said.by, code, dossierzip.TraceFile)
		}
	}
	return nil
}

func (v *verification) checkHarvests(met map[string]*reached) error {
	lots := map[string]map[string]string{} // the lots of a harvest, and the file that says so
	for code, said := range met {
		for harvest, file := range said.harvests {
			if lots[harvest] == nil {
				lots[harvest] = map[string]string{}
			}
			lots[harvest][code] = file
		}
	}
	there := map[string]bool{}
	for _, h := range v.told.Harvests {
		for code, file := range lots[h.HarvestID] {
			if !slices.Contains(h.Lots, code) {
				return fmt.Errorf("%s says that the lot %q came out of the harvest %q, and %s leaves that out", file, code, h.HarvestID, dossierzip.TraceFile)
			}
		}
		if there[h.HarvestID] || len(h.Lots) != len(lots[h.HarvestID]) {
			return fmt.Errorf("%s has more of the harvest %q than the records say", dossierzip.TraceFile, h.HarvestID)
		}
		there[h.HarvestID] = true
	}
	for harvest, codes := range lots {
		for code, file := range codes {
			if !there[harvest] {
				return fmt.Errorf("%s says that the lot %q came out of the harvest %q, and %s leaves that harvest out", file, code, harvest, dossierzip.TraceFile)
			}
		}
		if v.derived.plots[harvest] == "" {
			return fmt.Errorf("the lots came out of the harvest %q, and no record has a plot of it", harvest)
		}
	}
	for harvest, file := range v.derived.plots {
		if !there[harvest] {
			return fmt.Errorf("%s has a plot of the harvest %q, out of which no lot of the trace came", file, harvest)
		}
	}
	return nil
}

// checkPlots compares the plots of the trace with those of the records.
func (v *verification) checkPlots(made *plotfile.Report) error {
	if len(v.told.Plots) != len(made.Placed) {
		return fmt.Errorf("%s has %d plots, the records %d", dossierzip.TraceFile, len(v.told.Plots), len(made.Placed))
	}
	for i := range v.told.Plots {
		told, want := &v.told.Plots[i], &made.Placed[i]
		repeats := ""
		if told.Repeats != nil {
			repeats = *told.Repeats
		}
		if told.ID != want.ID || told.Part != want.Part || repeats != want.Repeats {
			return fmt.Errorf("%s has the plot %q in part %d, the records make %q in part %d", dossierzip.TraceFile, told.ID, told.Part, want.ID, want.Part)
		}
	}
	return nil
}
