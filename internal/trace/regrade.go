package trace

import (
	"bytes"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
)

// Regraded is a copy of the version with the findings that this build's rules give.
func (r *Record) Regraded() *Record {
	return r.regraded(func(*finding.Finding) bool { return true })
}

// RegradedEarlier is Regraded without the rules that no version knew which does not
// commit to its findings, and in the words of that time.
func (r *Record) RegradedEarlier() *Record {
	return r.regraded(func(f *finding.Finding) bool {
		if f.Rule.Before != "" {
			before := *f.Rule
			before.Message.PT, f.Rule = before.Before, &before
		}
		return !f.Rule.Later
	})
}

// regraded keeps the findings that keep accepts, as it leaves them.
func (r *Record) regraded(keep func(*finding.Finding) bool) *Record {
	again := *r
	again.Findings, again.graves, again.lots, again.wire = nil, nil, nil, nil
	if !r.Gone() && (r.Operation == Created || r.Operation == Updated) && !r.Kind.IsChange() {
		graded := again.Graded()
		kept := graded.Findings[:0]
		for _, f := range graded.Findings {
			if keep(&f) {
				kept = append(kept, f)
			}
		}
		graded.Findings = kept
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
