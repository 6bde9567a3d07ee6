package trace

import (
	"bytes"
	"slices"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
)

// Regraded is a copy of the version with the findings that this build's rules give.
func (r *Record) Regraded() *Record {
	return r.regraded(func(*finding.Rule) bool { return true })
}

// RegradedEarlier is Regraded without the rules that no version knew which does not
// commit to its findings.
func (r *Record) RegradedEarlier() *Record {
	return r.regraded(func(rule *finding.Rule) bool { return !rule.Later })
}

func (r *Record) regraded(by func(*finding.Rule) bool) *Record {
	again := *r
	again.Findings, again.graves, again.lots, again.wire = nil, nil, nil, nil
	if !r.Gone() && (r.Operation == Created || r.Operation == Updated) && !r.Kind.IsChange() {
		graded := again.Graded()
		graded.Findings = slices.DeleteFunc(graded.Findings, func(f finding.Finding) bool { return !by(f.Rule) })
		again.Findings = graded.Pack(nil, r.Dados)
	}
	return &again
}

// gradeNow grades the record and keeps what that finds. It reads the plot now, not while
// others wait for the writer.
func (r *Record) gradeNow() record.Graded {
	graded := r.Graded()
	r.Findings, r.graves = graded.Pack(nil, r.Dados), gravesOf(graded.Findings)
	if r.Kind.PlotField() != "" {
		r.claim(graded.Plot)
	}
	return graded
}

// storedGraves counts the grave findings from what was found when the version was
// written: what the lot graph says of a record must not change with the rules of
// a later build. ok is false where the stored form cannot be read.
func (r *Record) storedGraves() (g *graves, ok bool) {
	var list []struct {
		Severidade string `json:"severidade"`
	}
	stored := record.PackedList(r.Findings)
	if len(r.Findings) > 0 {
		switch r.Findings[0] {
		case '[':
			stored = r.Findings
		case '"':
			var members struct {
				Avisos canon.Value `json:"avisos"`
			}
			if canon.UnmarshalLenient(bytes.Join([][]byte{{'{'}, r.Findings, {'}'}}, nil), &members) != nil {
				return nil, false
			}
			stored = members.Avisos
		}
	}
	if len(stored) > 0 && canon.UnmarshalLenient(stored, &list) != nil {
		return nil, false
	}
	g = &graves{}
	for i := range list {
		switch {
		case list[i].Severidade == string(finding.Error) && g.errors < 255:
			g.errors++
		case list[i].Severidade == string(finding.Alert) && g.alerts < 255:
			g.alerts++
		}
	}
	return g, true
}
