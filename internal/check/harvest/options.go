package harvest

import (
	"rastro/internal/finding"
	"rastro/internal/geo"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Options has the requirements and facts from outside that a harvest is compared with. The zero
// value only requires that its records agree.
type Options struct {
	Target Target
	// Mandatory are the kinds that the phase catalogue asks of each crop, by the
	// crop's canonical name. A crop without an entry has the requirements of OUTRA.
	Mandatory map[string][]*kind.Kind
	// OtherLots are the lots of other harvests that this one may name.
	OtherLots []string
	// LotsLeft is how many lots were not looked for in other harvests, since there are
	// more than a review looks for.
	LotsLeft int
	// OtherPlots are the plots of other harvests. OtherPlotsMore: not all were read, so there may
	// be more.
	OtherPlots     []OtherPlot
	OtherPlotsMore bool
	// OtherFiles are the files of this harvest that records of others list too.
	OtherFiles []OtherFile
	// Claims are the lots and GTINs that this harvest and another party claim.
	Claims []RivalClaim
	// Hidden is the land of other harvests, of the same years and crop, that the
	// review's reader may not read.
	Hidden []HiddenLand
	// Land is the overlap of the plots with public layers.
	Land Land
	// Windows are the sowing windows, nil for SowingWindows.
	Windows []SowingWindow
	// Intervals are the intervals before harvest for records that state none, nil for
	// TypicalIntervals.
	Intervals []Interval
}

// RivalClaim is a lot or a GTIN that the harvest claims and others too.
type RivalClaim struct {
	Code string
	GTIN bool // a GTIN, not a lot
	// Owned: the code belongs to this harvest, and the other one claims it; otherwise
	// the other way round.
	Owned bool
	// Cited: the party that does not own the lot only names it in a validation.
	Cited bool
	// Settled: an administrator decided who owns the code; Decision is the part that all parties
	// may read.
	Settled  bool
	Decision lang.Text
	// Decides: the finding's reader may settle the dispute.
	Decides bool
	// Harvests are the other harvests that the finding may name; if empty, it only says that there
	// are others. More: there are more of them.
	Harvests []string
	More     bool
	// Alike is how many further codes have the same conflict. They are only counted.
	Alike int
}

// OtherPlot is a plot of another harvest.
type OtherPlot struct {
	Harvest     string // its safraId
	Named       bool   // the finding may name it; otherwise it only says that there is one
	HarvestCode string // without its years the plot is skipped
	Crop        string // also one whose crop is unknown
	Plot        *geo.Plot
}

// OtherFile is a file that a record of another harvest lists.
type OtherFile struct {
	Sum     string
	Record  finding.Ref
	Harvest string // its safraId
}

// HiddenLand is land of another harvest of which only the region and the approximate size may be
// shown.
type HiddenLand struct {
	Region geo.Region
	Ha     float64
}
