package geo

import "slices"

// Code is the stable id of a remark.
type Code string

// The remarks. The caller decides how severe each is.
const (
	Empty           Code = "GEO_VAZIA"               // no numbers at all
	OddCount        Code = "GEO_QUANTIDADE_IMPAR"    // a flat list with an odd count of numbers
	NoExtent        Code = "GEO_SEM_EXTENSAO"        // two corners on one line
	NotCorners      Code = "GEO_SEM_LEITURA"         // four numbers that do not form a rectangle
	OutsideWorld    Code = "GEO_FORA_DO_MUNDO"       // beyond 180 or 90 degrees
	OutsideBrazil   Code = "GEO_FORA_DO_BRASIL"      // some vertex, or all, though Brazil is claimed
	OutsideCountry  Code = "GEO_FORA_DO_PAIS"        // the same of another country
	AtZero          Code = "GEO_NO_ZERO"             // 0, 0: the position that a device without a signal writes
	Antimeridian    Code = "GEO_ANTIMERIDIANO"       // wider than half the world
	OrderSwapped    Code = "GEO_ORDEM_TROCADA"       // lat, lon: read in that order
	CornersUnsorted Code = "GEO_CANTOS_TROCADOS"     // not west, south, east, north: sorted
	CoarseDecimals  Code = "GEO_CASAS_INSUFICIENTES" // most under four: more than ten metres
	FewDecimals     Code = "GEO_CASAS_POUCAS"        // mostly under six, which the EU requires
	Unclosed        Code = "GEO_ANEL_ABERTO"         // closed by us
	Crossing        Code = "GEO_LADOS_CRUZADOS"      // the two sides are named
	Touching        Code = "GEO_LADOS_ENCOSTADOS"    // the ring touches itself
	Folded          Code = "GEO_LADOS_SOBREPOSTOS"   // a side overlaps another, or turns back along it
	Collapsed       Code = "GEO_SEM_AREA"            // on one line, or under three different vertices
	EqualPoints     Code = "GEO_PONTOS_IGUAIS"       // equal once cut to six decimals
	Hole            Code = "GEO_COM_FURO"            // the EU does not take holes into account
	NeedsPolygon    Code = "GEO_EXIGE_POLIGONO"      // over four hectares, and no outline
	PartsOverlap    Code = "GEO_PARTES_SOBREPOSTAS"  // two parts of one plot share land
	PartsAdjoin     Code = "GEO_PARTES_ENCOSTADAS"   // two parts share a stretch of their edges
)

// Remark is one remark on a plot. Indexes count from 0 and are -1 if they do not apply.
type Remark struct {
	Code    Code
	Pointer string // RFC 6901, from the value that was read, of the place meant
	Part    int    // shape of the plot
	Ring    int    // of the part, 0 the exterior
	Vertex  int    // of the ring; the first of Count
	Sides   [2]int // side n runs from vertex n to the next
	Count   int    // the number of places, if they are counted; else 1
	// Decimals are those that most numbers do not exceed (CoarseDecimals, FewDecimals),
	// Ha the hectares (NeedsPolygon, PartsOverlap), Country the one claimed
	// (OutsideCountry), and Parts the two parts of the plot, from 1 (PartsOverlap,
	// PartsAdjoin).
	Decimals int
	Ha       float64
	Country  string
	Parts    [2]int
}

// maxRemarks limits how much a plot of many shapes adds to a response.
const maxRemarks = 100

// Remarks returns the remarks on the plot, first on the whole plot and then shape by shape: at
// most one of each code for a ring, with the first place and the number of places. country is
// the country claimed for the plot, by its two letters; a Feature may claim another.
func (p *Plot) Remarks(country string) []Remark {
	c := critic{p: p, country: country}
	if p.Interpretation == Undetermined {
		c.undetermined()
		return c.all
	}
	c.numbers()
	for i, of := range p.parts {
		switch of.kind {
		case cornersPart:
			c.corners()
		case pointsPart:
			c.points(i, of)
		case areaPart:
			c.area(i, of)
		}
		if len(c.all) >= maxRemarks {
			return c.all[:maxRemarks]
		}
	}
	c.neighbours()
	return c.all
}

// NumberRemarks returns the Remarks about the numbers alone: their order, their decimals, and
// whether they are in the country. They cost no search.
func (p *Plot) NumberRemarks(country string) []Remark {
	c := critic{p: p, country: country}
	if p.Interpretation != Undetermined {
		c.numbers()
	}
	return c.all
}

// NeighbourRemarks returns the Remarks about the parts of the plot together.
func (p *Plot) NeighbourRemarks() []Remark {
	c := critic{p: p}
	if p.Interpretation == MultiPolygon {
		c.neighbours()
	}
	return c.all
}

func (c *critic) numbers() {
	if c.p.swapped {
		c.whole(OrderSwapped)
	}
	c.claims()
	c.decimals()
}

type critic struct {
	p       *Plot
	country string // claimed for the plot
	all     []Remark
	mended  []int // indexes in all: see Refusal
	in      inspector
}

func (c *critic) add(r Remark) { c.all = append(c.all, r) }

// whole remarks on the plot as a whole.
func (c *critic) whole(code Code) {
	c.add(Remark{Code: code, Part: -1, Ring: -1, Vertex: -1, Sides: [2]int{-1, -1}, Count: 1})
}

// at remarks on one vertex.
func (c *critic) at(code Code, part, ring, vertex, count int) {
	c.add(Remark{Code: code, Pointer: c.p.parts[part].pointer(ring, vertex), Part: part, Ring: ring, Vertex: vertex, Sides: [2]int{-1, -1}, Count: count})
}

func (c *critic) flaw(part, ring int, f flaw) {
	c.at(f.code, part, ring, f.vertex, f.count)
	if f.code == Crossing || f.code == Touching || f.code == Folded {
		c.all[len(c.all)-1].Sides = f.sides
	}
}

// undetermined says why a plot has no shape.
func (c *critic) undetermined() {
	p := c.p
	switch {
	case len(p.at) == 0:
		c.whole(Empty)
	case len(p.at)%2 != 0:
		c.whole(OddCount)
	case p.Order == UnknownOrder:
		c.outside(OutsideWorld, inWorld)
	case p.notCorners():
		c.whole(NotCorners)
	case p.box == (box{}):
		c.at(AtZero, 0, 0, 0, len(p.at)/2)
	case p.parts[0].kind == cornersPart:
		c.whole(NoExtent)
	default:
		for i := range min(len(p.parts), maxRemarks) {
			c.at(Collapsed, i, 0, 0, 1)
		}
	}
}

// outside reports the first vertex that is in the wrong place.
func (c *critic) outside(code Code, in func(x, y int64) bool) {
	count, first := 0, 0
	for i := 0; i+1 < len(c.p.at); i += 2 {
		if !in(c.p.at[i], c.p.at[i+1]) {
			if count == 0 {
				first = i / 2
			}
			count++
		}
	}
	if count > 0 {
		part, ring, vertex := c.p.find(first)
		c.at(code, part, ring, vertex, count)
	}
}

// find returns which vertex a position is.
func (p *Plot) find(position int) (part, ring, vertex int) {
	at, _ := slices.BinarySearchFunc(p.spans, int32(position), func(s span, i int32) int {
		switch {
		case s.to <= i:
			return -1
		case s.from > i:
			return 1
		}
		return 0
	})
	part, _ = slices.BinarySearchFunc(p.parts, int32(at), func(of shape, i int32) int {
		switch {
		case of.to <= i:
			return -1
		case of.from > i:
			return 1
		}
		return 0
	})
	return part, at - int(p.parts[part].from), position - int(p.spans[at].from)
}
