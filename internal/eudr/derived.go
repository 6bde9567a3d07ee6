package eudr

import (
	"maps"

	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/profile"
)

// SuggestDerived says, where a plot states no producer or no place, what the records of its
// harvest come to: the same values that the harvest's own page shows as derived. They are not
// in the file: it holds what someone stated, which a dossier proves record by record.
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

// replace makes the finding one of another rule that tells a value, if there is one.
func (f *Finding) replace(rule *finding.Rule, name, value string) {
	if value == "" {
		return
	}
	args := lang.Args{name: lang.Clip(value, finding.MaxQuoted)}
	maps.Copy(args, f.Args)
	f.Rule, f.Args = rule, args
}
