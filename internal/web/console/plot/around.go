package plot

import (
	"math"
	"net/url"
	"strconv"

	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/lang"
	"rastro/internal/profile"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// neighbour is another plot of the harvest, as the map draws it: rings of longitude and
// latitude, thinned.
type neighbour struct {
	Name  string         `json:"nome"`
	Rings [][][2]float64 `json:"aneis"`
}

// maxVertices limits the vertices sent of a ring.
const maxVertices = 200

// Neighbours lists the plots of a harvest, without those of the record that is changed, and the
// plots of other harvests near them.
func (c *Controller) Neighbours(on *pagekit.Call) (pagekit.Reply, error) {
	plots, _, err := c.plots.HarvestPlots(on.Ctx, on.Key, on.Path("id"))
	if err != nil && trace.AsError(err).Class() != trace.Forbidden { // the typed name is of a harvest that the caller may not read: no plots
		return pagekit.Reply{}, err
	}
	if err == nil {
		others, err := c.plots.PlotsNear(on.Ctx, on.Key, on.Path("id"), plots)
		if err != nil {
			return pagekit.Reply{}, err
		}
		plots = append(plots, others...)
	}
	except := on.Request.URL.Query().Get("sem")
	all := []neighbour{}
	for _, p := range plots {
		if p.Record.ID.String() == except {
			continue
		}
		one := neighbour{Name: lang.Clip(p.Producer.Place, 60), Rings: [][][2]float64{}}
		for _, f := range p.Shape.Figures() {
			if f.Points {
				continue
			}
			for _, ring := range f.Rings {
				one.Rings = append(one.Rings, thinned(ring))
			}
		}
		if len(one.Rings) > 0 {
			all = append(all, one)
		}
	}
	return answer(all), nil
}

func thinned(ring []geo.Position) [][2]float64 {
	step := (len(ring) + maxVertices - 1) / maxVertices
	out := make([][2]float64, 0, maxVertices)
	for i := 0; i < len(ring); i += step {
		out = append(out, [2]float64{rounded(ring[i].Lon), rounded(ring[i].Lat)})
	}
	return out
}

// rounded is to a decimetre: more than a background needs.
func rounded(degrees float64) float64 { return math.Round(degrees*1e6) / 1e6 }

// around is what is known about a stretch of land.
type around struct {
	Towns   []town          `json:"cidades"`
	Borders []brazil.Border `json:"divisas"`
}

type town struct {
	Name string  `json:"nome"`
	Lon  float64 `json:"lon"`
	Lat  float64 `json:"lat"`
}

const (
	// townsAcross is the widest stretch, in degrees, whose towns are listed, and maxTowns their
	// number.
	townsAcross, maxTowns = 6, 60
	// bordersAcross is the narrowest stretch whose borders are drawn: they are accurate to ten
	// kilometres.
	bordersAcross = 1
)

// Around lists the towns and borders of a stretch of land, or finds the municipalities of a name.
func (*Controller) Around(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	found := around{Towns: []town{}, Borders: []brazil.Border{}}
	if name := query.Get("municipio"); name != "" {
		for _, m := range profile.Towns(name) {
			found.Towns = append(found.Towns, town{m.Name + "/" + m.UF, m.Lon, m.Lat})
		}
		return answer(found), nil
	}
	west, south, east, north, err := stretch(query)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if east-west <= townsAcross {
		for _, m := range brazil.SeatsWithin(west, south, east, north, maxTowns) {
			found.Towns = append(found.Towns, town{m.Name, m.Lon, m.Lat})
		}
	}
	if east-west >= bordersAcross {
		found.Borders = brazil.Borders()
	}
	return answer(found), nil
}

// stretch reads the bounds of a stretch of land.
func stretch(query url.Values) (west, south, east, north float64, err error) {
	var sides [4]float64
	for i, name := range []string{"oeste", "sul", "leste", "norte"} {
		n, err := strconv.ParseFloat(query.Get(name), 64)
		if err != nil || math.IsNaN(n) || math.Abs(n) > 1000 {
			return 0, 0, 0, 0, trace.Fail(trace.CodeFormUnreadable)
		}
		sides[i] = n
	}
	return sides[0], sides[1], sides[2], sides[3], nil
}
