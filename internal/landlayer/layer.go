// Package landlayer compares plots with public layers that an operator imported: deforested land,
// protected areas, indigenous land, embargoed areas. It says what was checked, with which layer of
// which date, and, if nothing was imported, that nothing was checked.
package landlayer

import (
	"slices"
	"time"

	"rastro/internal/lang"
)

// Kind is the type of a layer's areas.
type Kind struct {
	Code string // on the wire, in the store and on the command line
	Name lang.Text
	// Tolerated is how many hectares of a plot may lie in such areas before a rule reports it: less
	// is a difference between two drawn edges. docs/operations.md gives the reasons.
	Tolerated float64
}

// The kinds.
var (
	Deforestation = &Kind{"DESMATAMENTO", lang.Text{PT: "desmatamento depois de 31/12/2020", EN: "deforestation after 2020-12-31", ES: "deforestación después del 31/12/2020"}, 0.1}
	Embargo       = &Kind{"EMBARGO", lang.Text{PT: "área embargada", EN: "embargoed area", ES: "área embargada"}, 0.1}
	Indigenous    = &Kind{"TERRA_INDIGENA", lang.Text{PT: "terra indígena", EN: "indigenous land", ES: "tierra indígena"}, 0.5}
	Protected     = &Kind{"AREA_PROTEGIDA", lang.Text{PT: "área protegida", EN: "protected area", ES: "área protegida"}, 0.5}
)

// Kinds lists them, the most severe first.
var Kinds = []*Kind{Deforestation, Embargo, Indigenous, Protected}

// KindOf returns the kind with a code; nil if there is none.
func KindOf(code string) *Kind {
	if i := slices.IndexFunc(Kinds, func(k *Kind) bool { return k.Code == code }); i >= 0 {
		return Kinds[i]
	}
	return nil
}

// State is the progress of a layer's import.
type State int64

// The states. Plots are compared only with current layers.
const (
	Loading State = iota // its import is under way, or was interrupted
	Current
	Leaving // it is being removed
)

// CutOff is the last day on which land may have been deforested, according to the EU.
const CutOff = "2020-12-31"

// Layer is a file of areas that was imported.
type Layer struct {
	Num  int64
	Name string
	Kind *Kind
	Date string // the date of its data according to the publisher: 2006-01-02
	// Source is where the operator got it.
	Source string
	SHA256 string // of the file
	Bytes  int64  // of the file
	// Polygons are the areas that plots are compared with. Broken are features that are not valid
	// areas, Elsewhere those outside the land where plots are looked up, Earlier those whose own
	// date is not after CutOff.
	Polygons, Broken, Elsewhere, Earlier int64
	ImportedAt                           time.Time
	State                                State
	// Read says how the file was read: the same file read differently is another layer.
	Read string
}

// Same reports whether an import of the other would give this layer.
func (l *Layer) Same(other *Layer) bool {
	return l.Name == other.Name && l.Kind == other.Kind && l.Date == other.Date && l.Source == other.Source && l.SHA256 == other.SHA256 && l.Read == other.Read
}

// Stamp identifies the current layers: it changes when one is imported or removed.
func Stamp(layers []Layer) string {
	var all []byte
	for i := range layers {
		all = append(all, layers[i].SHA256...)
		all = append(all, ' ')
		all = layers[i].ImportedAt.AppendFormat(all, time.RFC3339Nano)
		all = append(all, ' ')
		all = append(all, layers[i].Name...)
		all = append(all, '\n')
	}
	return string(all)
}
