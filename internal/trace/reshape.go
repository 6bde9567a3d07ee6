package trace

import (
	"bytes"

	"rastro/internal/canon"
	"rastro/internal/check/record"
	"rastro/internal/geo"
)

// reshaped tells that the plot was sent as pairs or as GeoJSON. The interface
// shows a flat list of numbers in that field, and whoever reads the record must
// find one; what is stored and committed to is what was sent.
func (r *Record) reshaped() bool { return record.PackedReshaped(r.Findings) }

// appendReshaped appends the payload with the plot as a flat list, and beside it
// in "geojson" the whole shape: as it was sent where it was sent as GeoJSON, and
// unless the caller sent something there himself. All else is copied.
func (r *Record) appendReshaped(dst []byte) []byte {
	data := string(r.Dados)
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
	plot, err := geo.Read(r.Dados[field.from:field.to])
	if err != nil { // it was read when it was written
		return appendOrNull(dst, r.Dados)
	}
	whole := plot.GeoJSON()
	if data[field.from] == '{' {
		whole = r.Dados[field.from:field.to]
	}
	end := bytes.LastIndexByte(r.Dados, '}')
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
