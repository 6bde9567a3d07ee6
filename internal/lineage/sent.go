package lineage

import (
	"cmp"
	"context"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/profile"
	"rastro/internal/trace"
)

// PlotsBehind is OriginOf for callers that must not miss a plot. It also returns submitted values
// that are not plots (Shape is always nil, and geo.Read may fail on the Geometry), and keeps only a
// page of records in memory. begin returns the function that receives the plots. If a write
// interferes, begin is called again, and the previous function must discard its plots.
//
// A result for now was compared with the journal, and fails with CodeLotsDiffer if they differ. A
// result as of an instant was not, which the caller must take into account.
func (s *Tracer) PlotsBehind(ctx context.Context, by *trace.Key, code string, at time.Time, begin func() func(*OriginPlot) error) (*Origin, error) {
	if err := by.Need(trace.Read); err != nil {
		return nil, err
	}
	if at.IsZero() {
		return s.checkedOrigin(ctx, by, code, begin)
	}
	return s.origin(ctx, by, code, at, s.eachSentPlot, begin(), nil)
}

// Stated is what a harvest's profile states, and the version that states it; nil if nothing is
// stated.
type Stated struct {
	Ref     trace.RecordRef
	Profile profile.Profile
}

// StatedIn reads the version of a profile.
func StatedIn(v *trace.Record) *Stated { return &Stated{v.Ref(), profile.Read(v.Payload)} }

// SentPlot returns a record's submitted plot: its geojson, or else its list of numbers. Missing facts
// about the producer come from the profile of its harvest. It does not keep the record's
// payload.
func SentPlot(r *trace.Record, stated *Stated) (*OriginPlot, bool) {
	p := &OriginPlot{Record: r}
	said := map[string]string{}
	canon.Each(string(r.Payload), func(name, value string) bool {
		switch name {
		case "geojson", "poligono", "areaPlantada":
			if !isNone(value) {
				said[name] = value
			}
		case producerName, profile.Producer, profile.Country, profile.Place, profile.Town, profile.State, profile.Farm:
			said[name] = strings.TrimSpace(canon.Unquote(value))
		}
		return true
	})
	// The members need no particular order, since the canonical form sorts them.
	for _, name := range []string{"areaPlantada", "poligono", "geojson"} {
		if value, ok := said[name]; ok {
			p.besideField, p.beside = p.Field, p.Geometry
			p.Field, p.Geometry = name, []byte(value)
		}
	}
	if p.Field == "" {
		return nil, false
	}
	said[profile.Producer] = cmp.Or(said[profile.Producer], said[producerName])
	p.inherit(said, stated)
	return p, true
}

// producerName is an alternative name of the field for the producer.
const producerName = "nomeProdutor"

// inherit fills in the grower of the plot from its record, or else from the profile. If the record
// states any part of a place, nothing of the profile's place is added to it.
func (p *OriginPlot) inherit(said map[string]string, stated *Stated) {
	var of profile.Profile
	if stated != nil {
		of, p.Profile = stated.Profile, &stated.Ref
	}
	derived := of.Derive()
	own := func(field string) profile.Value { return profile.Inherit(field, said[field], profile.Profile{}, nil) }
	inherited := func(field string) profile.Value { return profile.Inherit(field, said[field], of, derived) }
	name := inherited(profile.Producer)
	p.Producer.Name, p.Producer.Stated = cmp.Or(name.Text, p.Record.CreatedBy), name.Text != ""
	p.Producer.Country = cmp.Or(strings.ToUpper(inherited(profile.Country).Text), "BR")
	p.Producer.Place = cmp.Or(profile.ProductionPlace(own), profile.ProductionPlace(inherited))
}

// isNone reports whether a value means none.
func isNone(value string) bool {
	return value == "null" || value == `""` || value == "{}" || value[0] == '[' && strings.TrimSpace(value[1:len(value)-1]) == ""
}

// eachSentPlot calls fn with the values that were sent as plots of some harvests, by harvest and
// record: in its plans or, if these have none, in its plantings. It reads one harvest at a time
// from its part of an index; reading a list of harvests could scan all records of the kind.
func (s *Tracer) eachSentPlot(ctx context.Context, r Reader, harvests []string, at time.Time, fn func(*OriginPlot) error) error {
	for _, harvest := range harvests {
		planned := false
		var stated *Stated
		err := trace.StreamSent(ctx, r, kind.Profile, harvest, at, func(v *trace.Record) error {
			stated = StatedIn(v)
			return nil
		})
		if err != nil {
			return err
		}
		take := func(v *trace.Record) error {
			p, ok := SentPlot(v, stated)
			if !ok {
				return nil
			}
			planned = true
			return fn(p)
		}
		if err := trace.StreamSent(ctx, r, trace.PlanKind, harvest, at, take); err != nil {
			return err
		}
		if planned {
			continue
		}
		if err := trace.StreamSent(ctx, r, trace.PlantingKind, harvest, at, take); err != nil {
			return err
		}
	}
	return nil
}
