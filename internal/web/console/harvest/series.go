package harvest

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/harvests"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// seriesView is what was measured in a harvest: percentages over time, and masses
// step by step.
type seriesView struct {
	harvestView
	Charts []chartView
	Steps  []massStep
	More   bool
	None   bool
}

// chartView is one percentage over time: a table, which a script also draws.
type chartView struct {
	ID, Title string
	Rows      []seriesRow
	Drawn     bool // there are two days at least
}

type seriesRow struct {
	X, Y string // as a script reads them, "" without a day
	Day  string
	Step string
	Href string
	What string
	Lot  string
	Link string // of the lot
	Text string
}

// massStep is what went into the records of a kind, and came out. The bars are in
// thousandths of the longest.
type massStep struct {
	Name, Records string
	Cells         []massCell
}

type massCell struct {
	Class, Text string
	Bar         int
}

func (c *Controller) Series(on *pagekit.Call) (pagekit.Reply, error) {
	head, err := headHarvest(on, "/medidas")
	if err != nil {
		return pagekit.Reply{}, err
	}
	all, more, err := c.service.HarvestSeries(on.Ctx, on.Key, head.HarvestID)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &seriesView{harvestView: head, More: more, None: len(all) == 0}
	v.Curl = on.Curl("GET", "/rastreio/safra/"+url.PathEscape(head.HarvestID), "")
	for _, of := range []struct {
		measure harvests.Measure
		key     string
	}{{harvests.Moisture, "moisture"}, {harvests.Impurity, "impurity"}} {
		if chart := chartOf(on, all, of.measure, of.key); len(chart.Rows) > 0 {
			v.Charts = append(v.Charts, chart)
		}
	}
	v.Steps = massSteps(all, on.Lang)
	return pagekit.Reply{Page: "harvest_series", View: v}, nil
}

func chartOf(on *pagekit.Call, all []harvests.Measurement, of harvests.Measure, key string) chartView {
	chart := chartView{ID: key, Title: seriesTexts[key].In(on.Lang)}
	var mine []harvests.Measurement
	for _, m := range all {
		if m.Of == of {
			mine = append(mine, m)
		}
	}
	slices.SortStableFunc(mine, func(a, b harvests.Measurement) int { // those without a day last
		if a.On.IsZero() != b.On.IsZero() {
			return cmp.Compare(b.On.Unix(), a.On.Unix())
		}
		return a.On.Compare(b.On)
	})
	days := map[int64]bool{}
	for _, m := range mine {
		row := seriesRow{
			Step: m.Kind.Title.In(on.Lang), Href: pagekit.RecordHref(on, m.Kind.Prefix, m.ID.String()), Lot: m.Lot, Text: pagekit.NumberText(m.Value, 2, on.Lang) + " %",
			Day: seriesTexts["undated"].In(on.Lang),
		}
		if f, ok := m.Kind.Field(m.Field); ok {
			row.What = f.Label.In(on.Lang)
		}
		if m.Lot != "" {
			row.Link = pagekit.LotHref(on, m.Lot, "")
		}
		if !m.On.IsZero() {
			row.Day = pagekit.DayText(m.On, on.Lang)
			row.X, row.Y = strconv.FormatInt(m.On.Unix(), 10), strconv.FormatFloat(m.Value, 'f', -1, 64)
			days[m.On.Unix()] = true
		}
		chart.Rows = append(chart.Rows, row)
	}
	chart.Drawn = len(days) > 1
	return chart
}

// massSteps sums up masses kind by kind, in the order of the phases.
func massSteps(all []harvests.Measurement, l lang.Lang) []massStep {
	type sum struct {
		kg, n map[harvests.Measure]float64
		ids   map[trace.ID]bool
	}
	sums := map[*kind.Kind]*sum{}
	most := 0.0
	for _, m := range all {
		if m.Of != harvests.KgIn && m.Of != harvests.KgOut && m.Of != harvests.KgLost {
			continue
		}
		s := sums[m.Kind]
		if s == nil {
			s = &sum{map[harvests.Measure]float64{}, map[harvests.Measure]float64{}, map[trace.ID]bool{}}
			sums[m.Kind] = s
		}
		s.kg[m.Of] += m.Value
		s.n[m.Of]++
		s.ids[m.ID] = true
		most = max(most, s.kg[m.Of])
	}
	var steps []massStep
	for _, k := range kind.All {
		s := sums[k]
		if s == nil {
			continue
		}
		step := massStep{Name: k.Title.In(l), Records: pagekit.Counted(harvestTexts, "records", l, int64(len(s.ids)))}
		for _, of := range []struct {
			measure harvests.Measure
			class   string
		}{{harvests.KgIn, "in"}, {harvests.KgOut, "out"}, {harvests.KgLost, "lost"}} {
			cell := massCell{Class: of.class, Text: "—"}
			if s.n[of.measure] > 0 {
				cell.Text = pagekit.NumberText(s.kg[of.measure], 1, l) + " kg"
				if most > 0 {
					cell.Bar = int(1000 * s.kg[of.measure] / most)
				}
			}
			step.Cells = append(step.Cells, cell)
		}
		steps = append(steps, step)
	}
	return steps
}

// seriesTexts are the words of a harvest's measurements.
var seriesTexts = pagekit.Words{
	"moisture":  {PT: "Umidade", EN: "Moisture", ES: "Humedad"},
	"impurity":  {PT: "Impurezas", EN: "Impurities", ES: "Impurezas"},
	"mass":      {PT: "Massas, etapa por etapa", EN: "Masses, step by step", ES: "Masas, etapa por etapa"},
	"masshelp":  {PT: "Somas do que os registros dizem. A massa colhida não tem de ser toda recebida ou embarcada; o balanço de cada lote está na página do lote.", EN: "Sums of what the records say. Not all that was harvested has to be received or shipped; the balance of each lot is on the lot's page.", ES: "Sumas de lo que dicen los registros. No todo lo cosechado tiene que recibirse o embarcarse; el balance de cada lote está en la página del lote."},
	"day":       {PT: "Dia", EN: "Day", ES: "Día"},
	"step":      {PT: "Registro", EN: "Record", ES: "Registro"},
	"what":      {PT: "Campo", EN: "Field", ES: "Campo"},
	"lot":       {PT: "Lote", EN: "Lot", ES: "Lote"},
	"value":     {PT: "Valor", EN: "Value", ES: "Valor"},
	"undated":   {PT: "sem data", EN: "no date", ES: "sin fecha"},
	"in":        {PT: "Entrada", EN: "In", ES: "Entrada"},
	"out":       {PT: "Saída", EN: "Out", ES: "Salida"},
	"lost":      {PT: "Perda", EN: "Loss", ES: "Pérdida"},
	"none":      {PT: "Nenhum registro desta safra traz umidade, impurezas ou massa que se possa ler.", EN: "No record of this harvest gives a moisture, impurity or mass that can be read.", ES: "Ningún registro de esta cosecha trae humedad, impurezas o masa que se pueda leer."},
	"moreread":  {PT: "Foram lidos os 300 registros mais novos de cada tipo.", EN: "The newest 300 records of each kind were read.", ES: "Se leyeron los 300 registros más nuevos de cada tipo."},
	"drawnhere": {PT: "Gráfico", EN: "Chart", ES: "Gráfico"},
}
