package harvests

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lot"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
)

// Measure is a measured quantity.
type Measure uint8

// The measures: percentages, and kilograms that went in, came out or were lost.
const (
	Moisture Measure = iota + 1
	Impurity
	KgIn
	KgOut
	KgLost
)

// Measurement is a number from a field of a record.
type Measurement struct {
	Kind  *kind.Kind
	ID    trace.ID
	Field string
	// On is the day it mentions, zero if it names none.
	On    time.Time
	Lot   string // the first that the record names, "" for none
	Of    Measure
	Value float64
}

// measured says which fields give which measures. A field may give two.
var measured = map[string][]struct {
	field string
	of    Measure
}{
	kind.Harvesting: {{"umidade", Moisture}, {"quantidadeColhida", KgOut}},
	kind.PostHarvest: {
		{"umidadeEntrada", Moisture}, {"umidadeSaida", Moisture}, {"impurezaEntrada", Impurity}, {"impurezaSaida", Impurity},
		{"pesoEntrada", KgIn}, {"pesoSaida", KgOut}, {"perdaTecnica", KgLost},
	},
	kind.Receiving:         {{"umidade", Moisture}, {"impureza", Impurity}, {"volume", KgIn}},
	kind.Storage:           {{"umidade", Moisture}, {"impureza", Impurity}, {"volume", KgIn}},
	kind.StorageQuality:    {{"analiseQualidade", Moisture}, {"analiseQualidade", Impurity}},
	kind.Processing:        {{"parametros", Moisture}, {"parametros", Impurity}, {"volume", KgIn}, {"volumeFinal", KgOut}},
	kind.ProcessingQuality: {{"analiseQualidade", Moisture}, {"analiseQualidade", Impurity}},
	kind.Shipment:          {{"volumeTransportado", KgOut}},
}

// maxDrawn bounds the records of a kind whose measurements are kept one by one.
const maxDrawn = 300

// Series are the measurements of a harvest.
type Series struct {
	// Points are the measurements in the newest records of each kind, by phase, kind and
	// day. Drawn is how many records these are, of Records in all.
	Points         []Measurement
	Drawn, Records int
	// Masses are the sums over all records, in the order of the phases.
	Masses []KindMass
}

// KindMass is what all records of a kind together state as input, output and loss.
type KindMass struct {
	Kind *kind.Kind
	// Records is how many give a mass.
	Records int
	kg      [KgLost + 1]float64
	said    [KgLost + 1]bool
}

// Of returns the sum of a measure; ok is false if no record states it.
func (m *KindMass) Of(measure Measure) (kg float64, ok bool) {
	return m.kg[measure], m.said[measure]
}

// add adds the masses of one record.
func (m *KindMass) add(all []Measurement) {
	weighed := false
	for i := range all {
		if of := all[i].Of; of == KgIn || of == KgOut || of == KgLost {
			m.kg[of] += all[i].Value
			m.said[of], weighed = true, true
		}
	}
	if weighed {
		m.Records++
	}
}

// HarvestSeries returns the measurements of a harvest. Sums include all records, which are read
// a page at a time; only the newest of each kind are kept.
func (s *Lister) HarvestSeries(ctx context.Context, by *trace.Key, harvestID string) (*Series, error) {
	if err := by.MayRead(harvestID); err != nil {
		return nil, err
	}
	out := &Series{}
	err := s.store.View(ctx, func(r Readers) error {
		*out = Series{}
		for _, k := range kind.All {
			if measured[k.Prefix] == nil {
				continue
			}
			if err := out.read(ctx, r, k, harvestID); err != nil {
				return err
			}
		}
		return nil
	})
	return out, err
}

// read adds the records of a kind.
func (s *Series) read(ctx context.Context, r trace.PageReader, k *kind.Kind, harvestID string) error {
	mass := KindMass{Kind: k}
	first, drawn := len(s.Points), 0
	q := trace.Query{Kind: k, Reach: trace.Only(harvestID), Order: trace.NewestFirst, Limit: trace.RecordChunk}
	for {
		page, err := trace.RecordsOf(ctx, r, q)
		if err != nil {
			return err
		}
		s.Records += len(page)
		for i := range page {
			found := measure(&page[i], nil)
			mass.add(found)
			if drawn < maxDrawn {
				drawn++
				s.Points = append(s.Points, found...)
			}
		}
		if len(page) < q.Limit {
			break
		}
		q.After = q.Order.Position(&page[len(page)-1])
	}
	slices.SortStableFunc(s.Points[first:], func(a, b Measurement) int { return a.On.Compare(b.On) })
	s.Drawn += drawn
	if mass.Records > 0 {
		s.Masses = append(s.Masses, mass)
	}
	return nil
}

// measure adds a record's measures. What cannot be read exactly is left out.
func measure(r *trace.Record, all []Measurement) []Measurement {
	first, last := days(r)
	code, rows := "", r.LotRows()
	if len(rows) > 0 {
		code = rows[0].Lot
	}
	said := map[string]string{}
	canon.Each(string(r.Payload), func(name, value string) bool {
		said[name] = value
		return true
	})
	for _, m := range measured[r.Kind.Prefix] {
		field, known := r.Kind.Field(m.field)
		value, there := said[m.field]
		if !known || !there {
			continue
		}
		got := m.of.read(&field, value)
		for i := range rows { // several fields may state parts of a loss
			if m.of == KgLost && rows[i].Lost.Known() {
				got = rows[i].Lost.Value
			}
		}
		if math.IsNaN(got) {
			continue
		}
		on := first
		if m.of == KgOut || field.Says == kind.MoistureOut || field.Says == kind.ImpurityOut {
			on = last
		}
		all = append(all, Measurement{r.Kind, r.ID, m.field, on, code, m.of, got})
	}
	return all
}

// days returns the first and the last day that a record mentions.
func days(r *trace.Record) (first, last time.Time) {
	for i := range r.Kind.Fields {
		f := &r.Kind.Fields[i]
		if f.Shape != kind.Date && f.Shape != kind.DateTime {
			continue
		}
		text, _ := trace.PayloadText(r.Payload, f.Name)
		if len(text) > trace.MaxName {
			continue
		}
		if on := lot.ReadDays(text); on.Known() {
			if first.IsZero() {
				first = on.From.Time()
			}
			last = on.To.Time()
		}
	}
	return first, last
}

// read reads a field's value; NaN if it contains no number.
func (m Measure) read(f *kind.Field, value string) float64 {
	if m != Moisture && m != Impurity {
		if mass := lot.FieldMasses(f, value); mass.Known() {
			return mass.Value
		}
		return math.NaN()
	}
	if canon.KindOf(value) == '0' {
		got, err := strconv.ParseFloat(value, 64)
		return shareOr(got, err == nil)
	}
	text := canon.Unquote(value)
	if canon.KindOf(value) != '"' || len(text) > lot.MaxMassText {
		return math.NaN()
	}
	return m.readShare(f, text)
}

// readShare reads a percentage. In a text about anything, the percentage must say what it refers
// to.
func (m Measure) readShare(f *kind.Field, text string) float64 {
	label := ptbr.Moisture
	if m == Impurity {
		label = ptbr.Impurity
	}
	if story := f.Name == "analiseQualidade" || f.Name == "parametros"; story {
		for _, q := range ptbr.Quantities(text) {
			if q.Label == label {
				got, reading := ptbr.PercentOf(text, label)
				return shareOr(got, reading == ptbr.Read)
			}
		}
		return math.NaN()
	}
	got, reading := ptbr.PercentOf(text, label)
	return shareOr(got, reading == ptbr.Read || reading == ptbr.Bare)
}

func shareOr(v float64, ok bool) float64 {
	if !ok || v < 0 || v > 100 {
		return math.NaN()
	}
	return v
}
