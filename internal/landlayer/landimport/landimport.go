// Package landimport imports public layers into the store, and removes them. An interrupted import
// leaves nothing visible, and may be repeated: a layer becomes current in one transaction, which
// replaces the previous one of that name.
package landimport

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"rastro/internal/geo"
	"rastro/internal/geo/layerfile"
	"rastro/internal/landlayer"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Port is the store as the package sees it.
type Port = trace.Port[landlayer.Reader, landlayer.Writer]

// Narrow makes the port of a store.
func Narrow(store trace.Store) Port {
	return trace.Narrow(store, func(r trace.Reader) landlayer.Reader {
		if reads, ok := r.(landlayer.Reads); ok { // a store outside a snapshot is not queried
			return reads.LandReader()
		}
		return nil
	}, func(w trace.Writer) landlayer.Writer { return w.(landlayer.Writes).LandWriter() })
}

// Importer imports layers.
type Importer struct {
	store Port
	now   func() time.Time
}

// New returns an importer.
func New(store Port, now func() time.Time) *Importer { return &Importer{store, now} }

// Limits of an import. A piece has few vertices, so that comparing a plot with it reads little of a
// large area; a transaction is short, so that other writers get their turn.
const (
	pieceVertices = 256
	batchPieces   = 500
	batchBytes    = 1 << 20
	dropStep      = 2_000
	maxLayers     = 200
	maxFaults     = 20 // that a report names
	maxText       = 120
)

// Options say what is read of each area in addition to its shape.
type Options struct {
	NameField, DayField string // "" for the usual names
}

// names and days are publishers' names for the fields with an area's name and day: PRODES and DETER
// (INPE), MapBiomas Alerta, FUNAI, ICMBio, MMA, IBAMA.
var (
	names = []string{"terrai_nom", "nome_uc", "nomeuc", "nome", "name", "num_tad", "codealerta", "alertcode"}
	days  = []string{"image_date", "view_date", "datadetec", "detectedat", "data_detec", "dat_embarg"}
)

// Fault is an area that could not be read.
type Fault struct {
	Number int64 // in the file
	Code   geo.LandFault
}

// Report is the result of an import.
type Report struct {
	Layer landlayer.Layer
	// Known: the same file was imported before, and nothing was done.
	Known  bool
	Faults []Fault // the first of those that are counted
	Pieces int64
}

var (
	errTaken  = errors.New("another import of a layer of this name was started; this one ends here")
	errMany   = fmt.Errorf("there are %d layers already: remove those that are no longer needed", maxLayers)
	errNoArea = errors.New("the file has no area")
)

// Layers lists the layers, also those that are not complete.
func (im *Importer) Layers(ctx context.Context) (all []landlayer.Layer, err error) {
	err = im.store.View(ctx, func(r landlayer.Reader) error {
		all, err = r.Layers(ctx, true)
		return err
	})
	return all, err
}

// Import imports a layer; the layer's counts, state and time are filled in.
func (im *Importer) Import(ctx context.Context, l landlayer.Layer, o Options, from layerfile.Source) (Report, error) {
	l.Read = strings.ToLower(o.NameField + "|" + o.DayField)
	all, err := im.Layers(ctx)
	if err != nil {
		return Report{}, err
	}
	if len(all) >= maxLayers {
		return Report{}, errMany
	}
	for i := range all {
		if all[i].State == landlayer.Current && all[i].Same(&l) {
			return Report{Layer: all[i], Known: true}, im.sweep(ctx, l.Name)
		}
	}
	if err := im.sweep(ctx, l.Name); err != nil {
		return Report{}, err
	}
	run := &run{im: im, o: o, report: Report{Layer: l}}
	if err := run.begin(ctx); err != nil {
		return Report{}, err
	}
	if err := run.all(ctx, from); err != nil {
		// Nobody sees what was written. If it cannot be removed now, the next import of this name
		// does it.
		return run.report, errors.Join(err, im.drop(context.WithoutCancel(ctx), run.report.Layer.Num))
	}
	return run.report, im.sweep(ctx, l.Name)
}

// Remove removes the layer with a name, including leftovers of its imports; false if there is none.
func (im *Importer) Remove(ctx context.Context, name string) (found bool, err error) {
	err = im.store.Update(ctx, func(w landlayer.Writer) error {
		all, err := w.Layers(ctx, true)
		found = false
		for i := range all {
			if l := &all[i]; l.Name == name {
				found = true
				if before := l.State; err == nil && before != landlayer.Leaving {
					l.State = landlayer.Leaving
					err = w.MoveLayer(ctx, l, before)
				}
			}
		}
		return err
	})
	if err != nil {
		return false, err
	}
	return found, im.sweep(ctx, name)
}

// sweep deletes leftovers of layers with a name that are not current.
func (im *Importer) sweep(ctx context.Context, name string) error {
	all, err := im.Layers(ctx)
	for i := range all {
		if l := &all[i]; err == nil && l.State != landlayer.Current && l.Name == name {
			err = im.drop(ctx, l.Num)
		}
	}
	return err
}

// drop deletes a layer that is not current, in steps between which others write.
func (im *Importer) drop(ctx context.Context, num int64) error {
	last := int64(0)
	err := im.store.View(ctx, func(r landlayer.Reader) (err error) {
		last, err = r.LastPiece(ctx, num)
		return err
	})
	for upTo := int64(dropStep); err == nil && upTo < last+dropStep; upTo += dropStep {
		err = im.store.Update(ctx, func(w landlayer.Writer) error { return w.DropPieces(ctx, num, upTo) })
	}
	if err != nil {
		return err
	}
	return im.store.Update(ctx, func(w landlayer.Writer) error {
		l, err := layerNumbered(ctx, w, num)
		if err != nil || l == nil || l.State == landlayer.Current {
			return err // another has dropped it
		}
		// An import that is still running may have added some.
		if err := w.DropPieces(ctx, num, 1<<62); err != nil {
			return err
		}
		return w.DropLayer(ctx, num)
	})
}

func layerNumbered(ctx context.Context, r landlayer.Reader, num int64) (*landlayer.Layer, error) {
	all, err := r.Layers(ctx, true)
	for i := range all {
		if all[i].Num == num {
			return &all[i], err
		}
	}
	return nil, err
}

// clip returns a text of a file, short and in one line.
func clip(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "?"))
	return lang.Clip(strings.TrimSpace(s), maxText)
}

// Check is landlayer.Check in a snapshot.
func (im *Importer) Check(ctx context.Context, plots int, plot func(int) *geo.Plot) (out landlayer.Checked, err error) {
	err = im.store.View(ctx, func(r landlayer.Reader) error {
		out, err = landlayer.Check(ctx, r, plots, plot)
		return err
	})
	return out, err
}
