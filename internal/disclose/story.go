package disclose

import (
	"cmp"
	"math"
	"slices"
	"time"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
)

// Story is what may be shown about a harvest.
type Story struct {
	// Kinds are those that have records, in the order of the phases.
	Kinds []Kind
	// Municipalities are those of the profile and of the named properties, the most frequent first.
	Municipalities []brazil.Municipality
	// State and Season come from the profile, "" for none: two capitals, and years as in
	// 2024/25.
	State, Season string
	// Targets are the markets that the profile names.
	Targets []string
	// Plots are the middles of the plots, rounded, none twice.
	Plots []Position
	Lots  []Lot
}

// Kind is what may be shown about the records of a kind.
type Kind struct {
	Kind  *kind.Kind
	Count int
	// From and To are the first and the last month that they mention, zero if they mention none.
	From, To time.Time
	Facts    []Fact
}

// Fact is something disclosed on one topic: terms, a range of percentages, or a mass.
type Fact struct {
	Topic     Topic
	Terms     []string
	Low, High float64
	// Tonnes is the mass, of Quantity, to three digits: a document's number in the wrong field does
	// not get out. AtLeast: some records state none.
	Tonnes  float64
	AtLeast bool
}

// Position is a place in degrees, rounded to two decimals: about a kilometre.
type Position struct{ Lat, Lon float64 }

// Lot is a lot by its folded code, where it was seen, and its source lots.
type Lot struct {
	Code string
	// Phases are the phases whose records mention it, in order.
	Phases []string
	From   []string // its source lots
	// Destinations are the ports of the shipments that name it.
	Destinations []string
}

// Limits on what is disclosed. A page is for people.
const (
	maxMunicipalities = 5
	maxPlots          = 20
	maxLots           = 50
	maxParents        = 20
	maxTerms          = 12
	maxText           = 3_000 // bytes of a text that are read; a longer one is prose
	maxPlot           = 64 << 10
	maxKg             = 1e8 // of one record; more is another number in the wrong field
)

// Builder collects a story out of records. It is not safe for concurrent use.
type Builder struct {
	year  int
	shown func(code string) bool
	kinds map[*kind.Kind]*tally
	towns map[string]int
	stated
	plots [2][]Position // of plans, and of plantings
	lots  map[string]*Lot
	order []*Lot
}

type tally struct {
	count    int
	from, to time.Time
	terms    map[Topic][]string
	shares   map[Topic][2]float64
	kg       float64
	weighed  int        // records that state the mass
	public   *kind.Kind // see publicLots; nil until the first record
}

// New starts a story. The year is the current one; shown says which lot codes may be shown.
func New(year int, shown func(code string) bool) *Builder {
	return &Builder{year: year, shown: shown, kinds: map[*kind.Kind]*tally{}, towns: map[string]int{}, lots: map[string]*Lot{}}
}

// Count counts a record of which nothing else is disclosed.
func (o *Builder) Count(k *kind.Kind) { o.tally(k).count++ }

func (o *Builder) tally(k *kind.Kind) *tally {
	t := o.kinds[k]
	if t == nil {
		t = &tally{terms: map[Topic][]string{}, shares: map[Topic][2]float64{}}
		o.kinds[k] = t
	}
	return t
}

// Add adds one record. What cannot be read is not disclosed.
func (o *Builder) Add(k *kind.Kind, payload []byte) {
	if k == kind.Profile {
		o.addProfile(payload)
		return
	}
	o.Count(k)
	rows := table[k.Prefix]
	t := o.tally(k)
	var ports []string
	var mass lot.Mass
	_ = canon.Members(payload, func(name string, value canon.Value) error { // what precedes a fault is disclosed
		i := slices.IndexFunc(rows, func(r row) bool { return r.field == name })
		if i < 0 {
			return nil
		}
		r := &rows[i]
		if r.plot {
			o.plot(k, value)
			return nil
		}
		if len(value) > maxText {
			return nil
		}
		if r.mass {
			if told := texts(value); len(told) == 1 {
				mass = lot.ReadMass(told[0]).InKg()
			}
			return nil
		}
		for _, text := range texts(value) {
			t.read(r, text, o.year)
			if r.place {
				o.place(text)
			}
		}
		for _, f := range r.reads {
			if f.topic == Destination {
				for _, text := range texts(value) {
					ports = append(ports, f.words(text)...)
				}
			}
		}
		return nil
	})
	if mass.Known() && mass.Value > 0 && mass.Value <= maxKg {
		t.kg += mass.Value
		t.weighed++
	}
	o.addLots(k, payload, ports)
}

// texts returns a text, the text of a number, or the texts of a list.
func texts(value canon.Value) []string {
	switch value.Kind() {
	case '"':
		if s, ok := canon.String(value); ok {
			return []string{s}
		}
	case '0':
		return []string{string(value)}
	case '[':
		var list []canon.Value
		if canon.UnmarshalLenient(value, &list) != nil {
			return nil
		}
		var all []string
		for _, v := range list {
			if v.Kind() != '[' {
				all = append(all, texts(v)...)
			}
		}
		return all
	}
	return nil
}

// read reads from a text what its row allows.
func (t *tally) read(r *row, text string, year int) {
	if r.date {
		t.month(text, year)
	}
	for _, f := range r.reads {
		if f.percent != nil {
			if v, how := f.percent(text); (how == ptbr.Read || how == ptbr.Bare) && v >= 0 && v <= 100 {
				t.share(f.topic, math.Round(v*10)/10)
			}
			continue
		}
		for _, term := range f.words(text) {
			if all := t.terms[f.topic]; !slices.Contains(all, term) && len(all) < maxTerms {
				t.terms[f.topic] = append(all, term)
			}
		}
	}
}

func (t *tally) share(topic Topic, v float64) {
	if known, ok := t.shares[topic]; ok {
		t.shares[topic] = [2]float64{min(known[0], v), max(known[1], v)}
		return
	}
	t.shares[topic] = [2]float64{v, v}
}

// firstYear, and the next year, limit the plausible dates.
const firstYear = 1900

func (t *tally) month(text string, year int) {
	at, how := ptbr.Date(text)
	if how != ptbr.Read || at.Year() < firstYear || at.Year() > year+1 {
		return
	}
	month := time.Date(at.Year(), at.Month(), 1, 0, 0, 0, 0, time.UTC)
	if t.from.IsZero() || month.Before(t.from) {
		t.from = month
	}
	if month.After(t.to) {
		t.to = month
	}
}

// place notes the municipalities of the properties named in a text.
func (o *Builder) place(text string) {
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.CAR), o.year) {
		if property, ok := brdoc.ParseCAR(id.Value); ok && id.Valid {
			o.towns[property.Municipality]++
		}
	}
}

// plot notes the middle of a plot, rounded. One beyond Brazil is not shown: it
// is probably a mistake.
func (o *Builder) plot(k *kind.Kind, value canon.Value) {
	of := 0
	if k.Phase != "01" {
		of = 1
	}
	if len(value) > maxPlot || len(o.plots[of]) == maxPlots {
		return
	}
	shape, err := geo.Read(value)
	if err != nil || shape.Interpretation == geo.Undetermined {
		return
	}
	at := Position{Lat: middle(shape.BBox.South, shape.BBox.North), Lon: middle(shape.BBox.West, shape.BBox.East)}
	if _, _, ok := brazil.OnMap(at.Lat, at.Lon); ok && !slices.Contains(o.plots[of], at) {
		o.plots[of] = append(o.plots[of], at)
	}
}

// rounded returns a positive number to three significant digits.
func rounded(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	if unit < 1 {
		return math.Round(v/unit) / math.Round(1/unit) // so that no digits follow the third
	}
	return math.Round(v/unit) * unit
}

func middle(a, b float64) float64 { return math.Round((a+b)/2*100) / 100 }

// Tell returns the story of the added records. Their order does not matter: kinds, topics and
// months have their own.
func (o *Builder) Tell() Story {
	var s Story
	for _, k := range kind.All {
		t := o.kinds[k]
		if t == nil {
			continue
		}
		told := Kind{Kind: k, Count: t.count, From: t.from, To: t.to}
		if t.weighed > 0 {
			told.Facts = append(told.Facts, Fact{Topic: Quantity, Tonnes: rounded(t.kg / 1000), AtLeast: t.weighed < t.count})
		}
		for _, topic := range Topics {
			if terms := t.terms[topic]; len(terms) > 0 {
				slices.Sort(terms)
				told.Facts = append(told.Facts, Fact{Topic: topic, Terms: terms})
			}
			if v, ok := t.shares[topic]; ok {
				told.Facts = append(told.Facts, Fact{Topic: topic, Low: v[0], High: v[1]})
			}
		}
		s.Kinds = append(s.Kinds, told)
	}
	if o.town != "" {
		o.towns[o.town] = math.MaxInt // before those that records name
	}
	s.State, s.Season, s.Targets = o.state, o.season, o.targets
	for code := range o.towns {
		if m, ok := brazil.MunicipalityByCode(code); ok {
			s.Municipalities = append(s.Municipalities, m)
		}
	}
	slices.SortFunc(s.Municipalities, func(a, b brazil.Municipality) int {
		return cmp.Or(cmp.Compare(o.towns[b.Code], o.towns[a.Code]), cmp.Compare(a.Code, b.Code))
	})
	s.Municipalities = s.Municipalities[:min(len(s.Municipalities), maxMunicipalities)]
	if s.Plots = o.plots[0]; len(s.Plots) == 0 {
		s.Plots = o.plots[1]
	}
	s.Lots = o.tellLots()
	return s
}
