package harvest

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"rastro/internal/harvests"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

// seriesView is what was measured in a harvest: percentages over time, and masses step by step.
type seriesView struct {
	harvestView
	Charts []chartView
	Steps  []massStep
	Drawn  string // how many records the charts and tables have, if not all
	None   bool
}

// chartView is a percentage over time: a table, which a script also draws.
type chartView struct {
	ID, Title string
	Rows      []seriesRow
	Drawn     bool // there are at least two days
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

// massStep is the input and output of a kind's records. The bars are in thousandths of the longest.
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
	series, err := c.service.HarvestSeries(on.Ctx, on.Key, head.HarvestID)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v := &seriesView{harvestView: head, None: len(series.Points)+len(series.Masses) == 0}
	if series.Drawn < series.Records {
		v.Drawn = seriesTexts["drawn"].Fill(on.Lang, lang.Args{"n": pagekit.CountText(int64(series.Drawn), on.Lang), "total": pagekit.CountText(int64(series.Records), on.Lang)})
	}
	v.Curl = on.Curl("GET", "/rastreio/safra/"+url.PathEscape(head.HarvestID), "")
	for _, of := range []struct {
		measure harvests.Measure
		key     string
	}{{harvests.Moisture, "moisture"}, {harvests.Impurity, "impurity"}} {
		if chart := chartOf(on, series.Points, of.measure, of.key); len(chart.Rows) > 0 {
			v.Charts = append(v.Charts, chart)
		}
	}
	v.Steps = massSteps(series.Masses, on.Lang)
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
	slices.SortStableFunc(mine, func(a, b harvests.Measurement) int { // those without a day come last
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

// weighedAs are the columns of masses.
var weighedAs = []struct {
	measure harvests.Measure
	class   string
}{{harvests.KgIn, "in"}, {harvests.KgOut, "out"}, {harvests.KgLost, "lost"}}

// massSteps shows the sums of each kind.
func massSteps(all []harvests.KindMass, l lang.Lang) []massStep {
	most := 0.0
	for i := range all {
		for _, as := range weighedAs {
			kg, _ := all[i].Of(as.measure)
			most = max(most, kg)
		}
	}
	var steps []massStep
	for i := range all {
		m := &all[i]
		step := massStep{Name: m.Kind.Title.In(l), Records: pagekit.Counted(harvestTexts, "records", l, int64(m.Records))}
		for _, as := range weighedAs {
			cell := massCell{Class: as.class, Text: "—"}
			if kg, ok := m.Of(as.measure); ok {
				cell.Text = pagekit.NumberText(kg, 1, l) + " kg"
				if most > 0 {
					cell.Bar = int(1000 * kg / most)
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
	"drawn":     {PT: "As massas somam todos os {total} registros com medidas. Os gráficos e as tabelas mostram {n}: os 300 mais novos de cada tipo.", EN: "Masses add up all {total} records with measurements. Charts and tables show {n}: the newest 300 of each kind.", ES: "Las masas suman los {total} registros con medidas. Los gráficos y las tablas muestran {n}: los 300 más nuevos de cada tipo."},
	"drawnhere": {PT: "Gráfico", EN: "Chart", ES: "Gráfico"},
}
