package api_test

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// oracle probes for someone else's land: it moves its own plot around and reads what the review
// says.
type oracle struct {
	client
	harvestID string
	probes    int
	placed    bool
}

// ask places the plot and returns what the review says about other harvests' land.
func (o *oracle) ask(west, south, width float64) string {
	o.t.Helper()
	o.probes++
	payload := fmt.Sprintf(`{"cultura":"SOJA","poligono":[%.7f,%.7f,%.7f,%.7f]}`, west, south, west+width, south+width)
	if body := coded(o.harvestID, "2024/25", payload); o.placed {
		o.put(planning, body).ok(200)
	} else {
		o.post(planning, body).ok(201)
		o.placed = true
	}
	var said []string
	for _, f := range o.review(o.harvestID, "").Avisos {
		if strings.HasPrefix(f.Regra, elsewhere) {
			said = append(said, f.Regra+": "+f.Mensagem)
		}
	}
	return strings.Join(said, "\n")
}

// locate replays the attack: it halves a square of 44 km down to a plot of 11 m that
// is said to overlap, then finds how far that plot can be moved in each direction,
// to 5 m. The middle of these four is its guess.
func (o *oracle) locate(west, south float64) (x, y float64, ok bool) {
	const tiny, near = 0.0001, 0.00005
	width := 0.4
	for width > tiny {
		half := width / 2
		found := false
		for _, corner := range [][2]float64{{west, south}, {west + half, south}, {west, south + half}, {west + half, south + half}} {
			if o.ask(corner[0], corner[1], half) != "" {
				west, south, found = corner[0], corner[1], true
				break
			}
		}
		if width = half; !found {
			return 0, 0, false
		}
	}
	edge := func(dx, dy float64) float64 {
		in, out := 0.0, 0.4
		for out-in > near {
			if middle := (in + out) / 2; o.ask(west+dx*middle, south+dy*middle, tiny) != "" {
				in = middle
			} else {
				out = middle
			}
		}
		return in
	}
	return west + tiny/2 + (edge(1, 0)-edge(-1, 0))/2, south + tiny/2 + (edge(0, 1)-edge(0, -1))/2, true
}

// Someone who may read only their own harvest tries to locate another's land, with more plots than
// the 179 that once found it to within 5 m.
func TestAttackPlotOracle(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(engine, func(t *testing.T) {
			c := c.in(t)
			const x, y, width = -55.7431, -12.5887, 0.01
			victim := c.post(planning, coded("VITIMA", "2024/25", fmt.Sprintf(`{"cultura":"SOJA","poligono":[%f,%f,%f,%f]}`, x, y, x+width, y+width))).ok(201).record()
			o := &oracle{client: c.newKey(`{"safras":["MINHA"]}`), harvestID: "MINHA"}
			o.t = t

			// What must be said is said: that there is something, its maximum share, and whom to
			// ask.
			said := o.ask(x+width/2, y+width/2, width)
			for _, want := range []string{"pode chegar", "%", "Peça a quem administra"} {
				if !strings.Contains(said, want) {
					t.Errorf("it is not told %q: %q", want, said)
				}
			}
			for _, hidden := range []string{"VITIMA", victim.ID, " ha"} {
				if strings.Contains(said, hidden) {
					t.Errorf("it is told %q: %q", hidden, said)
				}
			}

			gx, gy, found := o.locate(x-0.21, y-0.17)
			km := 111.32 * math.Hypot((gx-x-width/2)*math.Cos(y*math.Pi/180), gy-y-width/2)
			t.Logf("%d probes, guess off by %.3f km", o.probes, km)
			if found && km < 1 {
				t.Errorf("%d probes find the plot to %.3f km", o.probes, km)
			}

			// No other attack can do better: wherever in its region of 5.5 km the land is,
			// every probe is answered with the same bytes.
			ask := func() (said []string) {
				for i := range 40 {
					step := float64(i)
					said = append(said, o.ask(x-0.05+0.0023*step, y-0.04+0.0019*step, 0.0003*(1+step)))
				}
				return said
			}
			before := ask()
			c.put(planning, coded("VITIMA", "2024/25", fmt.Sprintf(`{"cultura":"SOJA","poligono":[%f,%f,%f,%f]}`, x+0.024, y+0.024, x+0.024+width, y+0.024+width))).ok(200)
			same(t, "answers after the land moved by 3.7 km", ask(), before)
		})
	}
}

// Someone who may write in their own harvest next to another's land fills the list of claims there,
// so that reading it stops before or after that land, depending on where it lies.
func TestAttackPlotOracleByFlood(t *testing.T) {
	t.Parallel()
	for engine, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(engine, func(t *testing.T) {
			c := c.in(t)
			victim := func(x, y float64) string {
				return coded("VITIMA", "2024/25", fmt.Sprintf(`{"cultura":"SOJA","poligono":[%f,%f,%f,%f]}`, x, y, x+0.0045, y+0.0045))
			}
			c.post(planning, victim(-55.752, -12.602)).ok(201) // reaches into the cells to the west and to the south
			o := &oracle{client: c.newKey(`{"safras":["MINHA","OESTE"]}`), harvestID: "MINHA"}
			o.t = t
			for year := range 15 { // each season has its own limit on what is read
				o.post("/colheitaIdentificacaoProducao/colheita", coded("MINHA", fmt.Sprintf("%d/%02d", 2000+year, 1+year), `{"talhao":"x"}`)).ok(201)
			}
			var flood []string
			for i := range 1300 {
				flood = append(flood, coded("OESTE", "2024/25", fmt.Sprintf(`{"cultura":"SOJA","poligono":[-55.79,-12.59,%.6f,-12.5899]}`, -55.7899+float64(i)*1e-6)))
			}
			o.post(planning+"/all", "["+strings.Join(flood, ",")+"]").ok(201)
			on := o.ask(-55.74, -12.59, 0.005)
			c.put(planning, victim(-55.73, -12.58)).ok(200) // within its region
			if within := o.ask(-55.74, -12.59, 0.005); within != on || on == "" {
				t.Errorf("land on the edge of its region: %q\nwithin it: %q", on, within)
			}
		})
	}
}
