package lot

import (
	"math"

	"rastro/internal/finding"
)

// Tolerances of a balance. The first three are shares: by how much scales differ, how much may be
// lost uncounted, by how much measurements of moisture differ. The last is in percentage points of
// a blend.
const (
	massSlack  = 0.005
	closeSlack = 0.01
	drySlack   = 0.01
	blendSlack = 0.5
)

// Violation is a contradiction between masses.
type Violation struct {
	Rule *finding.Rule
	// Lot is the lot of the account; "" if it is about the record of a step.
	Lot  string
	Args map[string]float64
	// Custody is set if the rule is about it: the claimed model and its source.
	Claimed, Derived string
}

// Account is the mass account of one lot. Masses are kg, NaN if unknown.
type Account struct {
	Lot   string
	Depth int
	// Produced, Received and Stored are the incoming masses in records: made from other lots,
	// received, put in store.
	Produced, Received, Stored float64
	// Available is the mass that there was; see Stock. Weighed reports whether every such record
	// states its mass, so that outgoing masses can be judged.
	Available float64
	Weighed   bool
	// made is the total that was made of it; largest is its heaviest load that was received or
	// stored.
	made, largest float64
	// Lost is what processing removed, Consumed what went into other lots, and Shipped what left.
	// The legs of one journey count once.
	Lost, Consumed, Shipped float64
	Left                    float64
	// Entered: some record says how the lot came in, with or without a mass: made from other
	// lots, received or stored.
	Entered bool
	// Complete: every record of it has a mass. Shared: some mass is for several lots together,
	// and this lot's share is unknown.
	Complete, Shared bool
	// Partial says which of the masses above leave out a record.
	Partial Partial
	// Custody is the model it was made under, Derived the loosest among it and its sources; -1
	// if none is stated. Traced: all its sources have one.
	Custody, Derived int8
	Traced           bool
	Violations       []Violation
}

// Partial says which masses of an account are incomplete, because a record gives no mass, or gives
// one for several lots together.
type Partial struct{ Produced, Received, Stored, Available, Lost, Consumed, Shipped bool }

// Taken reports whether more may have left the lot than the account shows.
func (p Partial) Taken() bool { return p.Lost || p.Consumed || p.Shipped }

// StepBalance is the balance of one record that made lots or processed them.
type StepBalance struct {
	Row           Row // of one of its lots
	From, To      []string
	In, Out, Lost float64
	Shrink        float64 // by the formulas of moisture and impurity
	Expected      float64 // what should have come out
	Shares        float64 // the sum of a blend's shares; NaN if it has none
	Violations    []Violation
}

// Balance is the balance of a lot and its sources.
type Balance struct {
	Accounts []Account // nearest first
	Steps    []StepBalance
	// Harvests are the harvests whose records identify or make its lots.
	Harvests []string
}

// Violations returns the number of violations.
func (b *Balance) Violations() int {
	n := 0
	for i := range b.Accounts {
		n += len(b.Accounts[i].Violations)
	}
	for i := range b.Steps {
		n += len(b.Steps[i].Violations)
	}
	return n
}

// Draft computes a balance lot by lot, without keeping their rows.
type Draft struct {
	storage int16
	year    int
	most    int // bytes
	held    int

	lots  []drafted
	steps []StepBalance
	place map[[16]byte]int // index of a record's step
	edges *Seen            // from lot to lot
	from  *Seen            // the harvests
	list  []string         // of the harvests
}

// drafted is a lot of a draft: its account, how often it was shipped, and what it was made from.
type drafted struct {
	Account
	shipments int
	silent    bool
	from      []string
}

// NewDraft begins a balance. The kind of storage separates stored from received grain, the year
// is the current one, and most bounds the bytes it may hold.
func NewDraft(storage int16, year, most int) *Draft {
	return &Draft{storage: storage, year: year, most: most, place: map[[16]byte]int{}, edges: NewSeen(), from: NewSeen()}
}

// Add adds a lot of a backward walk. It fails with ErrTooLarge if the balance would hold more
// than it may.
func (d *Draft) Add(step *Step) error {
	d.lots = append(d.lots, drafted{})
	one := &d.lots[len(d.lots)-1]
	d.held += accountBytes + len(step.Lot)
	a := newAccounting(step, d.storage, d.year)
	err := step.Each(Identified, Received, func(r *Row) error {
		a.add(r)
		d.take(r)
		if r.Role <= Produced && d.from.Add(r.HarvestID) {
			d.list = append(d.list, r.HarvestID)
			d.held += len(r.HarvestID) + codeBytes + SeenBytes
		}
		for _, o := range step.Leads(r) {
			if d.edges.Add(step.Lot + "\x00" + o.Lot) {
				one.from = append(one.from, o.Lot)
				d.held += len(o.Lot) + codeBytes + SeenBytes
			}
		}
		if d.most > 0 && d.held > d.most {
			return ErrTooLarge
		}
		return nil
	})
	one.Account, one.shipments, one.silent = a.finish(), a.shipments, a.silent
	return err
}

// Balance ends the draft.
func (d *Draft) Balance() *Balance {
	b := &Balance{Accounts: make([]Account, len(d.lots)), Steps: d.steps, Harvests: d.list}
	for i := range b.Steps {
		b.Steps[i].check()
	}
	d.derive()
	for i := range d.lots {
		d.lots[i].check(d.lots[i].shipments, d.lots[i].silent)
		b.Accounts[i] = d.lots[i].Account
	}
	return b
}

// accountBytes and stepBytes are roughly what a balance keeps per lot and per record, in addition
// to their texts.
const (
	accountBytes = 512
	stepBytes    = 1024
)

// take adds a row that made a lot to the step of its record.
func (d *Draft) take(r *Row) {
	if r.Role != Produced && r.Role != Processed {
		return
	}
	at, ok := d.place[r.ID]
	if !ok {
		at = len(d.steps)
		d.place[r.ID] = at
		d.steps = append(d.steps, StepBalance{
			Row: *r, In: kg(r.In), Out: kg(r.Out), Lost: kg(r.Lost), Shrink: Unknown, Expected: Unknown, Shares: Unknown,
		})
		d.held += stepBytes
	}
	s := &d.steps[at]
	if r.Role == Processed {
		s.From = append(s.From, r.Lot)
	}
	s.To = append(s.To, r.Lot)
	d.held += len(r.Lot) + codeBytes
	for _, o := range r.Others {
		if !contains(s.From, o.Lot) {
			s.From = append(s.From, o.Lot)
			d.held += len(o.Lot) + codeBytes
			if o.Share > 0 {
				s.Shares = orZero(s.Shares) + o.Share
			}
		}
	}
	if r.Share > 0 { // from a blend to one of its parts
		s.Shares = orZero(s.Shares) + r.Share
	}
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func kg(m Mass) float64 {
	if !m.Known() {
		return Unknown
	}
	return m.Value
}

func over(v, than, slack float64) bool { return v-than > than*slack*(1+1e-9) }

// check compares the inputs and outputs of a step.
func (s *StepBalance) check() {
	r := &s.Row
	if IsKnown(s.In) {
		clean := IsKnown(r.ImpurityIn) && IsKnown(r.ImpurityOut)
		dry := IsKnown(r.MoistureIn) && IsKnown(r.MoistureOut)
		if clean || dry {
			s.Expected = MassAfter(s.In, r.ImpurityIn, r.ImpurityOut, r.MoistureIn, r.MoistureOut)
			s.Shrink = s.In - s.Expected
		}
	}
	add := func(rule *finding.Rule, args map[string]float64) {
		s.Violations = append(s.Violations, Violation{Rule: rule, Args: args})
	}
	if IsKnown(s.In) && IsKnown(s.Out) {
		switch {
		case over(s.Out, s.In, massSlack):
			add(OutputOver, map[string]float64{"entrada": s.In, "saida": s.Out})
		case IsKnown(s.Expected) && over(s.Out, s.Expected, drySlack):
			add(DryMatterOver, map[string]float64{"esperado": s.Expected, "saida": s.Out})
		}
		if IsKnown(s.Lost) && math.Abs(s.In-s.Out-s.Lost) > s.In*closeSlack {
			add(NotClosed, map[string]float64{"entrada": s.In, "saida": s.Out, "perda": s.Lost})
		}
	}
	if IsKnown(s.Shares) && math.Abs(s.Shares-100) > blendSlack {
		add(BlendNotWhole, map[string]float64{"soma": s.Shares})
	}
}
