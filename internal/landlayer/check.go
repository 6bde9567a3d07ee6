package landlayer

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"rastro/internal/geo"
)

// Limits of a check. A plot that reaches them is reported as unchecked.
const (
	maxPieces   = 20_000   // around one plot
	maxShapes   = 32 << 20 // in bytes
	maxCells    = 64       // of one plot: it has twelve at most
	MaxPlots    = 10_000   // of one check
	maxNamed    = 5        // areas that an overlap names
	maxCounted  = 500      // pieces around a plot that are compared individually
	maxOverlaps = 1_000    // kept by one check
)

// Overlap is what a plot shares with the areas of a layer.
type Overlap struct {
	Plot     int // its index among the requested plots
	Layer    int // its place among the layers
	Ha       float64
	Polygons int // areas that it overlaps, among the first that are counted
	// First and Last are the days of those areas; "" if the file has none.
	First, Last string
	Names       []string // of some of them
}

// Checked is the result of comparing plots with the layers.
type Checked struct {
	Layers []Layer
	Plots  int // that were checked
	// Unchecked are plots that could not be: without an outline, in a place where plots are not
	// looked up, or where too many areas are.
	Unchecked int
	Overlaps  []Overlap // by plot, then by layer
	More      bool      // there are more than that
}

// Over returns the overlaps with areas of a kind that exceed what is tolerated.
func (c *Checked) Over(k *Kind) (found []*Overlap) {
	for i := range c.Overlaps {
		o := &c.Overlaps[i]
		if of := c.Layers[o.Layer].Kind; of == k && o.Ha > k.Tolerated {
			found = append(found, o)
		}
	}
	return found
}

// Check compares plots with the current layers. plot returns a plot, nil if it has no outline; it
// is not called if there are no layers.
func Check(ctx context.Context, r Reader, plots int, plot func(int) *geo.Plot) (Checked, error) {
	var out Checked
	var err error
	if out.Layers, err = r.Layers(ctx, false); err != nil || len(out.Layers) == 0 {
		return out, err
	}
	nums := make([]int64, len(out.Layers))
	for i := range out.Layers {
		nums[i] = out.Layers[i].Num
	}
	for i := range plots {
		if i == MaxPlots {
			out.Unchecked += plots - i
			break
		}
		found, ok, err := checkPlot(ctx, r, nums, plot(i))
		if err != nil {
			return Checked{}, err
		}
		if !ok {
			out.Unchecked++
			continue
		}
		out.Plots++
		for _, o := range found {
			if len(out.Overlaps) == maxOverlaps {
				out.More = true
				break
			}
			o.Plot = i
			out.Overlaps = append(out.Overlaps, o)
		}
	}
	return out, nil
}

// near is what lies around a plot in a layer.
type near struct {
	lands  []*geo.Land
	pieces []Piece
}

// checkPlot compares a plot with the layers; ok is false if that is not possible.
func checkPlot(ctx context.Context, r Reader, layers []int64, plot *geo.Plot) (found []Overlap, ok bool, err error) {
	if plot == nil {
		return nil, false, nil
	}
	extent := plot.Extent()
	cells, complete := geo.AllAround([]geo.Extent{extent}, maxCells)
	if len(cells) == 0 || !complete {
		return nil, false, nil
	}
	around := map[int64]*near{}
	seen, bytes := map[[2]int64]bool{}, 0
	err = r.EachPiece(ctx, Query{layers, cells, extent, maxPieces + 1}, func(p *Piece) error {
		at := [2]int64{p.Layer, p.Num}
		if seen[at] || bytes > maxShapes {
			return nil
		}
		seen[at] = true
		bytes += len(p.Shape)
		land, err := geo.ReadLand(p.Shape)
		if err != nil {
			return err
		}
		of := around[p.Layer]
		if of == nil {
			of = &near{}
			around[p.Layer] = of
		}
		of.lands, of.pieces = append(of.lands, land), append(of.pieces, *p)
		of.pieces[len(of.pieces)-1].Shape = nil
		return nil
	})
	if err != nil || len(seen) > maxPieces || bytes > maxShapes {
		return nil, false, err
	}
	for _, num := range slices.Sorted(maps.Keys(around)) {
		o, ok := around[num].overlap(plot)
		if !ok {
			return nil, false, nil
		}
		if o.Ha > 0 {
			o.Layer = slices.Index(layers, num)
			found = append(found, o)
		}
	}
	slices.SortFunc(found, func(a, b Overlap) int { return cmp.Compare(a.Layer, b.Layer) })
	return found, true, nil
}

// overlap returns what the plot shares with the areas around it.
func (n *near) overlap(plot *geo.Plot) (o Overlap, ok bool) {
	if o.Ha, ok = plot.SharedWith(n.lands); !ok || o.Ha <= 0 {
		return o, ok
	}
	polygons := map[int64]bool{}
	for i := range n.pieces[:min(len(n.pieces), maxCounted)] {
		p := &n.pieces[i]
		if ha, ok := plot.SharedWith(n.lands[i : i+1]); polygons[p.Polygon] || !ok || ha <= 0 {
			continue
		}
		polygons[p.Polygon] = true
		if p.Name != "" && len(o.Names) < maxNamed && !slices.Contains(o.Names, p.Name) {
			o.Names = append(o.Names, p.Name)
		}
		if p.Day != "" && (o.First == "" || p.Day < o.First) {
			o.First = p.Day
		}
		o.Last = max(o.Last, p.Day)
	}
	slices.Sort(o.Names)
	o.Polygons = len(polygons)
	return o, true
}
