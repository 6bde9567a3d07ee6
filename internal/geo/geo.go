// Package geo reads plots of land in every form that people send, and reports their shape and
// their problems: coordinate order, area, crossing sides, overlap with another plot, and what
// the EU's system would reject. It is pure, keeps every digit as sent, and lists every
// assumption in Remarks.
//
// Positions are integers in billionths of a degree (a tenth of a millimetre), so every test of
// side and order is exact and needs no tolerance.
package geo

// Limits on one plot. They bound the cost of one record for everybody else.
const (
	MaxNumbers  = 200_000 // 100 000 vertices
	MaxFeatures = 10_000  // the most producers in one statement to the EU
	MaxDepth    = 32      // nesting of the JSON; real files reach 8
)

// Interpretation is how a plot was read, as in the API.
type Interpretation string

// The interpretations.
const (
	Point        Interpretation = "PONTO"
	Points       Interpretation = "PONTOS"
	Rectangle    Interpretation = "BBOX"          // two opposite corners
	Ring         Interpretation = "ANEL"          // a list of vertices
	Polygon      Interpretation = "POLIGONO"      // one exterior ring, perhaps with holes
	MultiPolygon Interpretation = "MULTIPOLIGONO" // several shapes, at least one of them a polygon
	Undetermined Interpretation = "INDETERMINADA" // kept as sent: no shape, no area
)

// Order is the order in which the numbers of a position were sent.
type Order string

// The orders. Within Brazil they cannot be mistaken for each other: no longitude
// of the country is a latitude of it.
const (
	UnknownOrder Order = ""
	LonLat       Order = "LON_LAT"
	LatLon       Order = "LAT_LON"
)

// Position is a place in decimal degrees.
type Position struct{ Lon, Lat float64 }

// BBox is the smallest rectangle around a plot, in decimal degrees.
type BBox struct{ West, South, East, North float64 }

// Plot is a plot of land as read. It is immutable and safe for concurrent use.
type Plot struct {
	Interpretation Interpretation
	Order          Order
	AreaHa         float64 // without its holes; 0 without a meaningful area
	BBox           BBox    // zero for Undetermined
	Decimals       int     // fewest decimal places of any number
	Closed         bool    // every submitted ring is closed
	CCW            bool    // the first exterior ring runs counter-clockwise, as sent

	form  form
	at    []int64  // two for each position: lon, lat, in billionths of a degree
	text  []byte   // every number as sent: [a,b,c,…]
	ends  []uint32 // where each number ends in text
	spans []span
	parts []shape
	box   box

	few few

	swapped   bool       // text is in the order lat, lon
	precision [16]uint32 // how many numbers have 0, 1, … 15 or more decimals
	coarsest  int        // the first number with the fewest decimals
}

// few has room for the content of nearly every plot, a list of four numbers, so that reading one
// allocates twice instead of six times.
type few struct {
	at    [4]int64
	ends  [4]uint32
	spans [1]span
	parts [1]shape
}

// form is the outermost shape of the input.
type form uint8

const (
	flatForm       form = iota // [a,b,c,d]
	pairsForm                  // [[a,b],[c,d]]
	ringsForm                  // [[[a,b],…],…]
	polygonsForm               // [[[[a,b],…],…],…]
	geometryForm               // {"type":"Polygon",…}
	featureForm                // {"type":"Feature",…}
	collectionForm             // {"type":"FeatureCollection",…}
)

// span is a run of positions: from, up to but without to.
type span struct {
	from, to int32
	turn     int8 // when measured: 1 for counter-clockwise, -1 for clockwise, else 0
}

// partKind says how the positions of a part make a shape.
type partKind uint8

const (
	pointsPart  partKind = iota // each position is a point
	cornersPart                 // two opposite corners of a rectangle
	areaPart                    // rings: the exterior, then holes
	woundPart                   // rings whose direction says what they enclose: see Land
)

// shape is a part of a plot: spans from up to, but not including, to.
type shape struct {
	kind     partKind
	many     bool // sent as MultiPoint or MultiPolygon
	lone     bool // and holding only one
	from, to int32
	place    place
	statedHa float64 // the property Area of its Feature, 0 if none
	country  string  // the property ProducerCountry of its Feature, "" if none
}

// Listed reports whether the plot was sent as the flat list of numbers that the
// interface shows.
func (p *Plot) Listed() bool { return p.form == flatForm }

func (p *Plot) rings(of shape) []span { return p.spans[of.from:of.to] }

// pt is a position on a grid of whole numbers, x east and y north.
type pt struct{ x, y int64 }

func (p *Plot) pt(i int32) pt { return pt{p.at[2*i], p.at[2*i+1]} }

// box is the smallest rectangle around positions, corners included.
type box struct{ min, max pt }

const (
	degree = 1_000_000_000 // steps of the grid
	micro  = 1_000         // steps of the grid to the sixth decimal
)

func degrees(steps int64) float64 { return float64(steps) / degree }

// Figure is a part of a plot for drawing: points, or an area with its exterior ring followed by its
// holes, as sent but without the closing vertex.
type Figure struct {
	Points bool
	Rings  [][]Position
}

// Figures returns the parts of a plot, none for Undetermined.
func (p *Plot) Figures() []Figure {
	if p.Interpretation == Undetermined {
		return nil
	}
	var all []Figure
	for _, of := range p.parts {
		f := Figure{Points: of.kind == pointsPart}
		for ring := range p.rings(of) {
			var at []Position
			for _, here := range p.outline(of, ring, nil) {
				at = append(at, here.position())
			}
			if len(at) > 0 {
				f.Rings = append(f.Rings, at)
			}
		}
		if f.Rings != nil {
			all = append(all, f)
		}
	}
	return all
}
