package plotfile

import (
	"maps"

	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// SuggestDerived suggests a producer or a place for plots that state none: the values derived from
// the records of the harvest, as on the harvest's own page. They are not in the file, which
// contains only stated values, so that a dossier can prove it record by record. of returns the
// values of a harvest by field; nil where the harvest was not reviewed.
func (r *Report) SuggestDerived(of func(harvestID string) func(field string) profile.Value) {
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Rule != assumedProducer && f.Rule != noPlace || f.Record == nil {
			continue
		}
		value := of(f.Record.HarvestID)
		switch {
		case value == nil:
		case f.Rule == assumedProducer:
			f.replace(derivedProducer, "produtor", value(profile.Producer).Text)
		default:
			f.replace(derivedPlace, "local", profile.ProductionPlace(value))
		}
	}
}

// replace turns the finding into one of another rule that includes a value, if there is one.
func (f *Finding) replace(rule *finding.Rule, name, value string) {
	if value == "" {
		return
	}
	args := lang.Args{name: lang.Clip(value, finding.MaxQuoted)}
	maps.Copy(args, f.Args)
	f.Rule, f.Args = rule, args
}
