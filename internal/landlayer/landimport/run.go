package landimport

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"rastro/internal/geo"
	"rastro/internal/geo/layerfile"
	"rastro/internal/landlayer"
)

// run is a running import.
type run struct {
	im     *Importer
	o      Options
	report Report

	batch []landlayer.Piece
	bytes int
}

// begin notes the layer, which is not visible yet.
func (r *run) begin(ctx context.Context) error {
	l := &r.report.Layer
	l.State = landlayer.Loading
	return r.im.store.Update(ctx, func(w landlayer.Writer) error {
		all, err := w.Layers(ctx, true)
		if err != nil {
			return err
		}
		l.Num, l.ImportedAt = 1, r.im.now()
		for i := range all {
			l.Num = max(l.Num, all[i].Num+1)
		}
		return w.AddLayer(ctx, l)
	})
}

// all stores every area of the file, and makes the layer current.
func (r *run) all(ctx context.Context, from layerfile.Source) error {
	if err := from.Each(ctx, func(a *layerfile.Area) error { return r.take(ctx, a) }); err != nil {
		return err
	}
	if err := r.flush(ctx); err != nil {
		return err
	}
	l := &r.report.Layer
	if l.Polygons+l.Elsewhere+l.Earlier == 0 {
		return r.nothing()
	}
	return r.im.store.Update(ctx, func(w landlayer.Writer) error {
		all, err := w.Layers(ctx, true)
		if err != nil {
			return err
		}
		for i := range all {
			if old := &all[i]; old.Name == l.Name && old.State == landlayer.Current {
				old.State = landlayer.Leaving
				if err := w.MoveLayer(ctx, old, landlayer.Current); err != nil {
					return err
				}
			}
		}
		l.State, l.ImportedAt = landlayer.Current, r.im.now()
		return w.MoveLayer(ctx, l, landlayer.Loading)
	})
}

// nothing returns the error for a file without areas.
func (r *run) nothing() error {
	if r.report.Layer.Broken == 0 {
		return fmt.Errorf("%w: check that the right layer was exported", errNoArea)
	}
	first := r.report.Faults[0]
	return fmt.Errorf("%w that can be read, of %d features; the first, number %d: %s", errNoArea, r.report.Layer.Broken, first.Number, Said(first.Code))
}

// Said explains a fault.
func Said(code geo.LandFault) string {
	if text, ok := faults[code]; ok {
		return text
	}
	return string(code)
}

var faults = map[geo.LandFault]string{
	geo.LandNumber:        "a position is no number",
	geo.LandOutside:       "a position is beyond 180 degrees of longitude or 90 of latitude: are these metres?",
	geo.LandAcross:        "it crosses the 180th meridian: cut it there into two polygons",
	geo.LandWithout:       "it has no area: fewer than three places, or all on one line",
	geo.LandTooLarge:      fmt.Sprintf("it has more than %d vertices: simplify or divide it", geo.MaxLandVertices),
	layerfile.NoGeometry:  "it has no geometry",
	layerfile.IsPoint:     "it is a point, which has no area",
	layerfile.IsLine:      "it is a line, which has no area",
	layerfile.BadGeometry: "its geometry cannot be read",
}

// take adds an area.
func (r *run) take(ctx context.Context, a *layerfile.Area) error {
	l := &r.report.Layer
	land, fault := a.Land()
	if fault != "" {
		l.Broken++
		if len(r.report.Faults) < maxFaults {
			r.report.Faults = append(r.report.Faults, Fault{a.Number, fault})
		}
		return nil
	}
	day := Day(first(a, r.o.DayField, days))
	if l.Kind == landlayer.Deforestation && day != "" && day <= landlayer.CutOff {
		l.Earlier++
		return nil
	}
	pieces := land.Divide(pieceVertices)
	if len(pieces) == 0 {
		l.Elsewhere++
		return nil
	}
	l.Polygons++
	name := clip(first(a, r.o.NameField, names))
	for _, piece := range pieces {
		r.report.Pieces++
		p := landlayer.Piece{Layer: l.Num, Num: r.report.Pieces, Polygon: a.Number, Name: name, Day: day, Extent: piece.Extent(), Shape: piece.AppendBinary(nil)}
		r.batch = append(r.batch, p)
		if r.bytes += len(p.Shape); len(r.batch) >= batchPieces || r.bytes >= batchBytes {
			if err := r.flush(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// first returns the property that was named or, if none was, the first of the usual ones.
func first(a *layerfile.Area, field string, usual []string) string {
	if field != "" {
		return a.Property(field)
	}
	for _, name := range usual {
		if text := a.Property(name); text != "" {
			return text
		}
	}
	return ""
}

// flush writes what was collected, as long as the layer still belongs to this import.
func (r *run) flush(ctx context.Context) error {
	if len(r.batch) == 0 {
		return nil
	}
	err := r.im.store.Update(ctx, func(w landlayer.Writer) error {
		l, err := layerNumbered(ctx, w, r.report.Layer.Num)
		if err != nil {
			return err
		}
		if l == nil || l.State != landlayer.Loading || l.SHA256 != r.report.Layer.SHA256 {
			return errTaken
		}
		for i := range r.batch {
			for _, cell := range r.batch[i].Extent.Cells() {
				if err := w.AddPiece(ctx, &r.batch[i], cell); err != nil {
					return err
				}
			}
		}
		return nil
	})
	clear(r.batch)
	r.batch, r.bytes = r.batch[:0], 0
	return err
}

// Day reads an area's day, as publishers write it; "" if there is none. A bare year gives its last
// day, so that an area of 2021 counts as after 2020.
func Day(text string) string {
	for _, form := range []string{"2006-01-02", "2006/01/02", "02/01/2006", "20060102"} {
		if len(text) >= len(form) {
			if at, err := time.Parse(form, text[:len(form)]); err == nil {
				return at.Format(time.DateOnly)
			}
		}
	}
	if year, err := strconv.Atoi(text); err == nil && year > 1900 && year < 2200 {
		return text + "-12-31"
	}
	return ""
}
