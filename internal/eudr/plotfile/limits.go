package plotfile

// Limits are the limits of the EU's system for a single file. A part is one file: the plots of one
// commodity of one statement.
type Limits struct {
	Bytes              int // of geometry, in all the files of a statement
	Producers          int // of one commodity
	StatementProducers int // of all its commodities
	StatementParts     int // commodities
}

// EU are the limits in the EU's file description of 29 May 2026. It says 25 MB; we use the smaller
// of the two possible meanings.
var EU = Limits{Bytes: 25_000_000, Producers: 1_000, StatementProducers: 10_000, StatementParts: 100}

// Part is a file.
type Part struct {
	Number    int // from 1
	Statement int // from 1: the statement that the file goes into
	Plots     int
	Producers int
	Bytes     int
	SHA256    [32]byte
}

// The point and its hectares: a plot of up to four hectares may be a single position.
const (
	maxPointHa = 4
	minPointHa = 0.0001
)
