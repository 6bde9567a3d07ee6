package eudr

import (
	"maps"

	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// SuggestDerived suggests a producer or a place for plots that state none: the values derived from
// the records of the harvest, as on the harvest's own page. They are not in the file, which
// contains only stated values, so that a dossier can prove it record by record.
func (r *Report) SuggestDerived(harvests []Reviewed) {
	byID := make(map[string]*Reviewed, len(harvests))
	for i := range harvests {
		byID[harvests[i].HarvestID] = &harvests[i]
	}
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Record == nil || byID[f.Record.HarvestID] == nil {
			continue
		}
		of := &byID[f.Record.HarvestID].Review
		value := func(field string) profile.Value { return profile.Inherit(field, "", of.Profile, of.Derived) }
		switch f.Rule {
		case assumedProducer:
			f.replace(derivedProducer, "produtor", value(profile.Producer).Text)
		case noPlace:
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
