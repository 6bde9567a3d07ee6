package review

import (
	"rastro/internal/kind"
	"rastro/internal/personal"
	"rastro/internal/trace"
)

// hide masks personal data in a result for readers who may not see it.
func (r *Result) hide(by *trace.Key) {
	if !personal.Hidden(by) {
		return
	}
	r.Findings = personal.Findings(r.Findings)
	r.Land.Overlaps, r.Land.More = nil, false // the name and the size of an area say where a plot is
	r.Profile = r.Profile.Masked(personal.Mask, func(field string) bool { return personal.Field(kind.Profile, field) })
	for name, value := range r.Derived {
		if personal.Field(kind.Profile, name) {
			value.Text = personal.Mask
			r.Derived[name] = value
		}
	}
}
