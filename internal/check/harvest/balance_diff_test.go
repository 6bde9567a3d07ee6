package harvest_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"sort"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/check/harvest/facts"
	"rastro/internal/kind"
	"rastro/internal/lot"
)

// The balance of a lot and the review of a harvest are compared with a reference over
// random worlds. The reference knows what each record means, not how it is written, and has
// only the definition in docs/api.md ("Balance").

// deed is a record of a world.
type deed struct {
	what     string // recebe, guarda, seca, mistura, processa, embarca
	in, out  []int  // lots
	inKg     float64
	outKg    float64 // NaN: not stated in a way that can be counted
	shares   []float64
	day      int // 0: none
	mode     string
	silentIn string // how an unknown mass is written
}

const slack = 0.005 * (1 + 1e-9)

func stated(kg float64) bool { return !math.IsNaN(kg) }

// drawWorld draws the deeds of some lots.
func drawWorld(r *rand.Rand, lots, deeds int) []deed {
	pick := func(n int) []int {
		all := map[int]bool{}
		for len(all) < min(n, lots) {
			all[r.IntN(lots)] = true
		}
		var list []int
		for one := range all {
			list = append(list, one)
		}
		sort.Ints(list)
		return list
	}
	several := func() int { // mostly one
		if r.IntN(8) == 0 {
			return 2
		}
		return 1
	}
	mass := func() float64 {
		if r.IntN(12) == 0 {
			return math.NaN()
		}
		return float64(1+r.IntN(40)) * 1000
	}
	day := func() int { return min(max(0, r.IntN(35)-5), 28) }
	var all []deed
	for range deeds {
		d := deed{inKg: mass(), outKg: mass(), day: day(), silentIn: []string{"", "uma carreta", "cerca de 30 t"}[r.IntN(3)]}
		switch r.IntN(10) {
		case 0, 1, 2:
			d.what, d.in = "recebe", pick(several())
		case 3, 4:
			d.what, d.in = "guarda", pick(several())
			if len(all) > 0 && r.IntN(2) == 0 { // repeat a record, as clerks do
				if last := all[r.IntN(len(all))]; last.what == "recebe" {
					d.in, d.inKg = last.in, last.inKg
				}
			}
		case 5:
			d.what, d.in, d.out = "seca", pick(several()), pick(several())
			if r.IntN(3) == 0 {
				d.out = d.in
			}
		case 6:
			d.what, d.in = "mistura", pick(2)
			d.shares = []float64{60, 40}
			for whole := r.IntN(lots); ; whole = r.IntN(lots) {
				if d.out = []int{whole}; !slices.Contains(d.in, whole) {
					break
				}
			}
		case 7:
			d.what, d.in = "processa", pick(several())
			if stated(d.inKg) && stated(d.outKg) {
				d.outKg = min(d.outKg, d.inKg)
			}
		default:
			d.what, d.in, d.mode = "embarca", pick(several()), []string{"ABC1C34", "IMO 9321483", "via aérea"}[r.IntN(3)]
		}
		all = append(all, d)
	}
	return all
}

// written returns a deed as a clerk writes it.
func (d *deed) written() (prefix, payload string) {
	names := func(lots []int) string {
		var list []string
		for _, l := range lots {
			list = append(list, fmt.Sprintf("L-%d", l))
		}
		return strings.Join(list, ", ")
	}
	var fields []string
	add := func(name, value string) { fields = append(fields, `"`+name+`":"`+value+`"`) }
	text := func(name string, kg float64) {
		switch {
		case !stated(kg) && d.silentIn != "":
			add(name, d.silentIn)
		case stated(kg) && int(kg)%2000 == 0:
			add(name, fmt.Sprintf("%d t", int(kg)/1000))
		case stated(kg):
			add(name, strings.Replace(fmt.Sprintf("%d.000 kg", int(kg)/1000), ".000.", ".", 1))
		}
	}
	number := func(name string, kg float64) {
		if stated(kg) {
			fields = append(fields, fmt.Sprintf(`"%s":%g`, name, kg))
		}
	}
	date := func(name string) {
		if d.day > 0 {
			add(name, fmt.Sprintf("2025-02-%02d", d.day))
		}
	}
	switch d.what {
	case "recebe", "guarda":
		prefix = kind.Receiving
		if d.what == "guarda" {
			prefix = kind.Storage
		}
		add("loteOrigem", names(d.in))
		text("volume", d.inKg)
		date("dataHoraRecebimento")
	case "seca":
		prefix = kind.PostHarvest
		add("loteEntrada", names(d.in))
		add("loteSaida", names(d.out))
		number("pesoEntrada", d.inKg)
		number("pesoSaida", d.outKg)
		date("dataFim")
	case "mistura":
		prefix = kind.Processing
		add("lote", names(d.out))
		add("blendagem", fmt.Sprintf("L-%d %g%%; L-%d %g%%", d.in[0], d.shares[0], d.in[1], d.shares[1]))
		text("volume", d.inKg)
		text("volumeFinal", d.outKg)
	case "processa":
		prefix = kind.Processing
		add("lote", names(d.in))
		text("volume", d.inKg)
		text("volumeFinal", d.outKg)
	case "embarca":
		prefix = kind.Shipment
		add("loteOrigem", names(d.in))
		number("volumeTransportado", d.inKg)
		add("identificacaoTransporte", d.mode)
	}
	return prefix, "{" + strings.Join(fields, ",") + "}"
}

// judged is the reference's verdict on a lot, or on lots that are weighed together.
type judged struct {
	there           float64 // NaN: cannot be judged
	overLoad        bool    // one load is more than all that was made
	consumed, lost  float64
	through         float64 // went through plants
	processedOut    float64
	shipped         float64
	silent, shipsAt bool
}

// reference judges some lots together. In a balance each lot is judged alone.
func reference(all []deed, mine func(int) bool) judged {
	var received, stored []float64
	var made []deed
	j := judged{}
	unsaid, undated, first := false, false, 0
	byMode := map[string]float64{}
	whole := func(lots []int) bool { return !slices.ContainsFunc(lots, func(l int) bool { return !mine(l) }) }
	any := func(lots []int) bool { return slices.ContainsFunc(lots, mine) }
	for _, d := range all {
		switch d.what {
		case "recebe", "guarda":
			if !any(d.in) {
				continue
			}
			if d.day == 0 {
				undated = true
			} else if first == 0 || d.day < first {
				first = d.day
			}
			switch {
			case !whole(d.in) || !stated(d.inKg):
				unsaid = true
			case d.what == "recebe":
				received = append(received, d.inKg)
			default:
				stored = append(stored, d.inKg)
			}
		case "embarca":
			if any(d.in) {
				j.shipsAt = true
				if whole(d.in) && stated(d.inKg) {
					byMode[d.mode] += d.inKg
				}
			}
		}
	}
	for _, d := range all {
		switch {
		case d.what == "seca" && any(d.out) && (!whole(d.in) || slices.ContainsFunc(d.out, func(l int) bool { return mine(l) && !slices.Contains(d.in, l) })):
			made = append(made, d)
		case d.what == "mistura" && any(d.out):
			made = append(made, d)
		}
	}
	if undated {
		first = 0 // it may have arrived on any day
	}
	before, since, sometime := 0.0, 0.0, 0.0
	for _, d := range made {
		kg := d.outKg
		if d.what == "mistura" && !stated(kg) && d.silentIn == "" {
			kg = d.inKg // a blend without an output weighs as much as its inputs
		}
		switch {
		case !stated(kg) || !whole(d.out):
			unsaid = true
		case d.what == "mistura" || d.day == 0 || first == 0 || undated: // blends say no day
			sometime += kg
		case d.day <= first:
			before += kg
		default:
			since += kg
		}
	}
	for _, d := range all {
		dried := before == 0 && d.what == "seca" && d.day > 0 && first > 0 && d.day <= first // before it was received
		j.take(&d, mine, whole, dried)
	}
	for _, kg := range byMode {
		j.shipped = max(j.shipped, kg)
	}
	// Reception and storage describe the same grain, and so does what was made before.
	arrived, load := 0.0, 0.0
	for _, loads := range [][]float64{received, stored} {
		sum := 0.0
		for _, kg := range loads {
			sum += kg
			load = max(load, kg)
		}
		arrived = max(arrived, sum)
	}
	j.there = since
	switch {
	case before > 0:
		j.there += max(before, sometime)
	default:
		j.there += max(arrived, sometime)
	}
	if unsaid || len(received)+len(stored)+len(made) == 0 || j.there <= 0 {
		j.there = math.NaN()
	}
	if all := before + since + sometime; all > 0 && stated(j.there) {
		j.overLoad = load-all > all*slack
	}
	return j
}

// take notes how much a deed took from the lots.
func (j *judged) take(d *deed, mine func(int) bool, whole func([]int) bool, dried bool) {
	switch d.what {
	case "seca":
		self := len(d.in) == 1 && len(d.out) == 1 && d.in[0] == d.out[0] && mine(d.in[0])
		switch {
		case self && dried: // what was received had been dried before
		case self && stated(d.inKg) && stated(d.outKg):
			j.lost += d.inKg - d.outKg
		case !self && len(d.in) == 1 && mine(d.in[0]) && !slices.Contains(d.out, d.in[0]) && stated(d.inKg):
			j.consumed += d.inKg
		}
	case "mistura":
		for i, l := range d.in {
			if mine(l) && stated(d.inKg) {
				j.consumed += d.inKg * d.shares[i] / 100
			}
		}
	case "processa":
		if !slices.ContainsFunc(d.in, mine) {
			return
		}
		if !whole(d.in) || !stated(d.inKg) || !stated(d.outKg) {
			j.silent = true
		}
		if whole(d.in) && stated(d.inKg) {
			j.through += d.inKg
		}
		if whole(d.in) && stated(d.inKg) && stated(d.outKg) {
			j.lost += d.inKg - d.outKg
			j.processedOut += d.outKg
		}
	}
}

// over reports whether more was taken from the lots than there can have been.
func (j *judged) over() bool {
	if !stated(j.there) {
		return false
	}
	rest := max(j.there-j.lost, 0)
	return j.consumed-rest > rest*slack || !j.silent && j.consumed+j.shipped-rest > rest*slack
}

// reviewed reports whether a review agrees, by its own rules: it also counts what went through
// plants. A lot of which too much went through plants may still have been shipped as it came out.
func (j *judged) reviewed() bool {
	if !stated(j.there) {
		return false
	}
	processed := j.consumed+j.through-j.there > j.there*slack
	left := j.there - j.consumed - j.lost
	if processed {
		left = max(left, j.processedOut)
	}
	left = max(left, 0)
	return processed || !j.silent && j.shipsAt && j.shipped-left > left*slack
}

// rowsOf is a graph of lots in memory.
type rowsOf map[string][]lot.Row

func (m rowsOf) Chunk(lots []string, fn func(*lot.Row)) (bool, error) {
	for _, l := range lots {
		for i := range m[l] {
			fn(&m[l][i])
		}
	}
	return true, nil
}

func (m rowsOf) Each(l string, from, to lot.Role, _ lot.RowKey, _ bool, fn func(*lot.Row) error) error {
	for i := range m[l] {
		if r := &m[l][i]; r.Role >= from && r.Role <= to {
			if err := fn(r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (rowsOf) Judge(r *lot.Row, d lot.Direction) (bool, []lot.Other) { return true, r.Leads(d) }

// balances draws the balances of all lots of a world at once.
func balances(t *testing.T, lots int, all []deed) map[string]lot.Account {
	t.Helper()
	m := rowsOf{}
	for i := range all {
		prefix, payload := all[i].written()
		k := kind.ByPrefix(prefix)
		for _, row := range lot.Read(k, []byte(payload)).Rows() {
			row.ID[14], row.ID[15], row.Version, row.Kind = byte(i>>8), byte(i), 1, k.Code
			m[row.Lot] = append(m[row.Lot], row)
		}
	}
	var start []string
	for l := range lots {
		start = append(start, fmt.Sprintf("L-%d", l))
	}
	sort.Strings(start)
	draft := lot.NewDraft(kind.ByPrefix(kind.Storage).Code, reviewYear, 0)
	w := lot.Walk{Direction: lot.Back, Depth: -1, Source: m}
	if err := w.From(start, draft.Add); err != nil {
		t.Fatal(err)
	}
	found := map[string]lot.Account{}
	for _, a := range draft.Balance().Accounts {
		found[a.Lot] = a
	}
	return found
}

var tooMuch = map[string]bool{"CONSUMO_ACIMA_DO_DISPONIVEL": true, "VENDIDO_DUAS_VEZES": true, "EMBARQUE_ACIMA_DO_DISPONIVEL": true}

func compareBalances(t *testing.T, seed uint64, lots int, all []deed) {
	t.Helper()
	found := balances(t, lots, all)
	for l := range lots {
		name := fmt.Sprintf("L-%d", l)
		a := found[name]
		want := reference(all, func(other int) bool { return other == l })
		got := slices.ContainsFunc(a.Violations, func(v lot.Violation) bool { return tooMuch[v.Rule.ID] })
		if load := slices.ContainsFunc(a.Violations, func(v lot.Violation) bool { return v.Rule == lot.ReceivedOver }); load != want.overLoad {
			t.Fatalf("RASTRO_WORLD_SEED=%d, lot %s: the balance has %+v, the reference %+v:\n%s", seed, name, a, want, tale(all, l))
		}
		if got != want.over() || !stated(want.there) && a.Closing() == lot.Closes || got && a.Closing() != lot.Differs {
			t.Fatalf("RASTRO_WORLD_SEED=%d, lot %s: the balance has %+v (%s), the reference says over %t of %+v:\n%s", seed, name, a, a.Closing(), want.over(), want, tale(all, l))
		}
	}
}

func compareReview(t *testing.T, seed uint64, lots int, all []deed) {
	t.Helper()
	entries := []facts.Entry{harvestEntry(0, kind.Plan, "2025/26", `{"cultura":"SOJA"}`)}
	for l := range lots {
		entries = append(entries, harvestEntry(len(entries), kind.LotIdentification, "2025/26", fmt.Sprintf(`{"codigoLote":"L-%d"}`, l)))
	}
	for i := range all {
		prefix, payload := all[i].written()
		entries = append(entries, harvestEntry(len(entries), prefix, "2025/26", payload))
	}
	got, loads := map[string]bool{}, map[string]bool{}
	for _, f := range reviewOf(entries).Findings {
		switch f.Rule.ID {
		case "PROCESSADO_ACIMA_DO_RECEBIDO", "PROCESSADO_A_CONFERIR", "EMBARCADO_ACIMA_DO_DISPONIVEL", "EMBARCADO_A_CONFERIR":
			for _, name := range strings.Split(fmt.Sprint(f.Args["lote"]), " + ") {
				got[name] = true
			}
		case lot.ReceivedOver.ID:
			for _, name := range strings.Split(fmt.Sprint(f.Args["lote"]), " + ") {
				loads[name] = true
			}
		}
	}
	for _, group := range weighedTogether(lots, all) {
		want := reference(all, func(l int) bool { return slices.Contains(group, l) })
		said := slices.ContainsFunc(group, func(l int) bool { return got[fmt.Sprintf("L-%d", l)] })
		if load := slices.ContainsFunc(group, func(l int) bool { return loads[fmt.Sprintf("L-%d", l)] }); load != want.overLoad {
			t.Fatalf("RASTRO_WORLD_SEED=%d, lots %v: the review says %t of a load, the reference %+v:\n%s", seed, group, load, want, tale(all, group...))
		}
		if said != want.reviewed() {
			t.Fatalf("RASTRO_WORLD_SEED=%d, lots %v: the review says %t, the reference %t of %+v:\n%s", seed, group, said, want.reviewed(), want, tale(all, group...))
		}
	}
}

// weighedTogether returns the lots that records weigh as one.
func weighedTogether(lots int, all []deed) [][]int {
	of := make([]int, lots)
	for l := range of {
		of[l] = l
	}
	join := func(list []int) {
		for _, l := range list {
			from, to := of[l], of[list[0]]
			for i := range of {
				if of[i] == from {
					of[i] = to
				}
			}
		}
	}
	for _, d := range all {
		if d.what != "seca" && d.what != "mistura" {
			join(d.in)
		}
		join(d.out)
	}
	groups := map[int][]int{}
	for l, g := range of {
		groups[g] = append(groups[g], l)
	}
	var list [][]int
	for _, g := range groups {
		list = append(list, g)
	}
	return list
}

// tale describes the deeds that name some lots.
func tale(all []deed, lots ...int) string {
	var b strings.Builder
	for _, d := range all {
		if slices.ContainsFunc(append(slices.Clone(d.in), d.out...), func(l int) bool { return slices.Contains(lots, l) }) {
			prefix, payload := d.written()
			fmt.Fprintln(&b, prefix, payload)
		}
	}
	return b.String()
}

// Balances of whole worlds, and reviews of harvests, agree with the reference. Set
// RASTRO_WORLDS to draw more, and RASTRO_WORLD_SEED to repeat one.
func TestBalancesAndReviewsAgreeWithAReference(t *testing.T) {
	t.Parallel()
	worlds, first := 60, uint64(1)
	if n, err := strconv.Atoi(os.Getenv("RASTRO_WORLDS")); err == nil {
		worlds = n
	}
	if n, err := strconv.ParseUint(os.Getenv("RASTRO_WORLD_SEED"), 10, 64); err == nil {
		worlds, first = 1, n
	}
	for seed := first; seed < first+uint64(worlds); seed++ {
		r := rand.New(rand.NewPCG(seed, 4))
		lots := 3 + r.IntN(30)
		if seed%30 == 0 {
			lots = 2000
		}
		all := drawWorld(r, lots, lots*(1+r.IntN(4)))
		compareBalances(t, seed, lots, all)
		if lots < 100 { // a review returns at most 500 findings
			compareReview(t, seed, lots, all)
		}
	}
}
