package trace

import (
	"bytes"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/finding"
	"rastro/internal/geo"
)

// Remarks returns what grading finds in the record.
func (r *Record) Remarks() []finding.Finding {
	if !r.remarked() {
		return nil
	}
	return r.Graded().Findings
}

// serious counts the findings of the two serious severities.
type serious struct{ errors, alerts uint8 }

func countSerious(findings []finding.Finding) *serious {
	var g serious
	for _, f := range findings {
		switch {
		case f.Rule.Severity == finding.Error && g.errors < 255:
			g.errors++
		case f.Rule.Severity == finding.Alert && g.alerts < 255:
			g.alerts++
		}
	}
	return &g
}

// Regraded returns a copy of the version with the findings of this build's rules.
func (r *Record) Regraded() *Record { return r.regraded(func(*finding.Finding) bool { return true }) }

// RegradedEarlier is Regraded with the rules and wording from before versions committed
// to their findings.
func (r *Record) RegradedEarlier() *Record {
	return r.regraded(func(f *finding.Finding) bool {
		if f.Rule.Before != "" {
			before := *f.Rule
			before.Message.PT, f.Rule = before.Before, &before
		}
		return !f.Rule.Later
	})
}

// regraded returns a copy with the findings for which keep returns true. keep may change them.
func (r *Record) regraded(keep func(*finding.Finding) bool) *Record {
	again := *r
	again.Findings, again.serious, again.lots, again.wire = nil, nil, nil, nil
	if !r.Gone() && !r.Operation.Ends() && !r.Kind.IsChange() {
		graded := again.Graded()
		kept := graded.Findings[:0]
		for _, f := range graded.Findings {
			if keep(&f) {
				kept = append(kept, f)
			}
		}
		graded.Findings = kept
		again.Findings = graded.Pack(nil, r.Payload)
	}
	return &again
}

// GradeNow grades the record and keeps the findings. It reads the plot now, not while
// others wait for the writer.
func (r *Record) GradeNow() record.Graded {
	graded := r.Graded()
	r.Findings, r.serious = graded.Pack(nil, r.Payload), countSerious(graded.Findings)
	if r.Kind.PlotField() != "" {
		r.ClaimPlot(graded.Plot)
	}
	return graded
}

// storedSerious counts the serious findings stored with the version. It does not grade again: the
// rules of a later build must not change what the lot graph says of a record. ok is false if the
// stored form cannot be read.
func (r *Record) storedSerious() (g *serious, ok bool) {
	var list []struct {
		Severity string `json:"severidade"`
	}
	stored := record.PackedList(r.Findings)
	if len(r.Findings) > 0 {
		switch r.Findings[0] {
		case '[':
			stored = r.Findings
		case '"':
			var members struct {
				Findings canon.Value `json:"avisos"`
			}
			if canon.UnmarshalLenient(bytes.Join([][]byte{{'{'}, r.Findings, {'}'}}, nil), &members) != nil {
				return nil, false
			}
			stored = members.Findings
		}
	}
	if len(stored) > 0 && canon.UnmarshalLenient(stored, &list) != nil {
		return nil, false
	}
	g = &serious{}
	for i := range list {
		switch {
		case list[i].Severity == string(finding.Error) && g.errors < 255:
			g.errors++
		case list[i].Severity == string(finding.Alert) && g.alerts < 255:
			g.alerts++
		}
	}
	return g, true
}

// Measured reports whether the findings include the measures of a plot.
func (r *Record) Measured() bool { return record.PackedPlot(r.Findings) }

// reshaped reports whether the plot was sent as pairs or as GeoJSON. The store keeps, and the
// commitment covers, what was sent; the interface promises readers a flat list of numbers.
func (r *Record) reshaped() bool { return record.PackedReshaped(r.Findings) }

// appendReshaped appends the payload with the plot as a flat list. A plot sent as GeoJSON also
// appears, as it was sent, in "geojson", unless the caller sent a member of that name. The rest of
// the payload is copied.
func (r *Record) appendReshaped(dst []byte) []byte {
	data := string(r.Payload)
	type place struct{ from, to int }
	var field, beside place
	name := r.Kind.PlotField()
	canon.EachAt(data, func(member string, from, to int) bool {
		switch member {
		case name:
			field = place{from, to}
		case "geojson":
			beside = place{from, to}
		}
		return true
	})
	plot, err := geo.Read(r.Payload[field.from:field.to])
	if err != nil { // it was read when it was written
		return AppendOrNull(dst, r.Payload)
	}
	whole := plot.GeoJSON()
	if data[field.from] == '{' {
		whole = r.Payload[field.from:field.to]
	}
	end := bytes.LastIndexByte(r.Payload, '}')
	put := func(from, to int, value []byte) {
		dst = append(dst, data[:from]...)
		dst = append(dst, value...)
		data, end = data[to:], end-to
		field, beside = place{field.from - to, field.to - to}, place{beside.from - to, beside.to - to}
	}
	absent := beside == place{}
	null := !absent && whole != nil && data[beside.from:beside.to] == "null"
	if null && beside.from < field.from {
		put(beside.from, beside.to, whole)
		null = false
	}
	put(field.from, field.to, plot.Flat())
	switch {
	case null:
		put(beside.from, beside.to, whole)
	case absent && whole != nil:
		dst = append(dst, data[:end]...)
		dst = append(dst, `,"geojson":`...)
		dst = append(dst, whole...)
		data = data[end:]
	}
	return append(dst, data...)
}
