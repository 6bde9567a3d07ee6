package harvest

import (
	"net/url"

	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/plot"
	"rastro/internal/web/drawing"
)

// harvestMapView shows where a harvest grows: in the country, and plot by plot.
type harvestMapView struct {
	harvestView
	Width, Height int // of the country
	States        []drawing.State
	Dots          []drawing.Dot
	Locals        []localMap
	Plots         []plotRow
	Notes         []string
	Draw          string // where a plot is drawn; "" for callers who may not
	Credit        string // of the tiles
}

// localMap is a map of plots near each other.
type localMap struct {
	drawing.Local
	Label, Scale string
	BarEnd       int
	Near         string // the town nearest to it
	Pictures     []drawing.Picture
	Marks        []plotMark
}

// plotMark is a plot on such a map.
type plotMark struct {
	drawing.Plot
	Number, Href, Label string
	Area                string // "" if there is no room for it
}

// plotRow is a plot in the table.
type plotRow struct {
	Number            int
	Href, Name        string
	Shape, Area, At   string
	Recorded, Warning string
}

func (c *Controller) Map(on *pagekit.Call) (pagekit.Reply, error) {
	head, err := headHarvest(on, "/mapa")
	if err != nil {
		return pagekit.Reply{}, err
	}
	plots, more, err := c.service.HarvestPlots(on.Ctx, on.Key, head.HarvestID)
	if err != nil {
		return pagekit.Reply{}, err
	}
	l := on.Lang
	v := &harvestMapView{harvestView: head, Width: brazil.Width, Height: brazil.Height}
	v.Curl = on.Curl("GET", kind.Plan+"/safra/"+url.PathEscape(head.HarvestID), "")
	if on.Key.MayWrite(trace.PlanKind, head.HarvestID) {
		v.Draw = pagekit.RecordsPath(trace.PlanKind) + "/novo?safra=" + url.QueryEscape(head.HarvestID) + "#mapa-campo-" + trace.PlanKind.PlotField()
	}
	shapes := make([]*geo.Plot, len(plots))
	for i, p := range plots {
		shapes[i] = p.Shape
		v.Plots = append(v.Plots, viewPlot(on, i+1, p))
		lat, lon := middleOf(p.Shape.BBox)
		v.Dots = drawing.AddDot(v.Dots, lat, lon)
	}
	if len(plots) == 0 {
		return pagekit.Reply{Page: "harvest_map", View: v}, nil
	}
	v.States = drawing.States(nil)
	others, err := c.service.PlotsNear(on.Ctx, on.Key, head.HarvestID, plots)
	if err != nil {
		return pagekit.Reply{}, err
	}
	locals, left := drawing.Locals(shapes)
	for i, one := range locals {
		for _, other := range others {
			one.Neighbour(other.Shape)
		}
		m := v.local(i, len(locals), one, l)
		m.Near = plot.Near(shapes[one.Plots[0].Index].BBox, l)
		m.Pictures = one.Pictures(on.Tiles)
		v.Locals = append(v.Locals, m)
	}
	v.Credit = on.Tiles.Credit
	if left > 0 {
		v.Notes = append(v.Notes, pagekit.Fill(mapTexts, "left", l, "n", pagekit.CountText(int64(left), l)))
	}
	if more {
		v.Notes = append(v.Notes, pagekit.Fill(mapTexts, "more", l, "n", pagekit.CountText(int64(len(plots)), l)))
	}
	return pagekit.Reply{Page: "harvest_map", View: v, Map: true}, nil
}

func (v *harvestMapView) local(i, of int, one drawing.Local, l lang.Lang) localMap {
	m := localMap{Local: one, BarEnd: one.Bar.X + one.Bar.Length, Label: pagekit.Counted(mapTexts, "map", l, int64(len(one.Plots)))}
	if of > 1 {
		m.Label = pagekit.Fill(mapTexts, "mapof", l, "i", pagekit.CountText(int64(i+1), l), "n", pagekit.CountText(int64(of), l), "mapa", m.Label)
	}
	m.Scale = plot.Scale(one.Bar.Metres, l)
	for _, p := range one.Plots {
		row := &v.Plots[p.Index]
		mark := plotMark{Plot: p, Number: pagekit.CountText(int64(row.Number), l), Href: row.Href, Label: row.Name + ", " + row.Area}
		if p.Roomy {
			mark.Area = row.Area
		}
		m.Marks = append(m.Marks, mark)
	}
	return m
}

// viewPlot puts a plot into words.
func viewPlot(on *pagekit.Call, number int, p *lineage.OriginPlot) plotRow {
	l := on.Lang
	lat, lon := middleOf(p.Shape.BBox)
	row := plotRow{
		Number: number, Href: pagekit.RecordHref(on, p.Record.Kind.Prefix, p.Record.ID.String()),
		Name:  pagekit.Fill(mapTexts, "plot", l, "n", pagekit.CountText(int64(number), l)),
		Shape: mapTexts["shape."+string(p.Shape.Interpretation)].In(l), Area: mapTexts["noarea"].In(l),
		At: pagekit.NumberText(lat, 5, l) + "; " + pagekit.NumberText(lon, 5, l), Recorded: on.DayOf(p.Record.CreatedAt()),
	}
	if p.Producer.Place != "" {
		row.Name += " · " + lang.Clip(p.Producer.Place, 60)
	}
	if p.Shape.AreaHa > 0 {
		row.Area = pagekit.NumberText(p.Shape.AreaHa, 2, l) + " ha"
	}
	if _, _, here := brazil.OnMap(lat, lon); !here {
		row.Warning = mapTexts["abroad"].In(l)
	}
	return row
}

func middleOf(b geo.BBox) (lat, lon float64) { return (b.South + b.North) / 2, (b.West + b.East) / 2 }

// mapTexts are the words of a harvest's map.
var mapTexts = pagekit.Words{
	"where":               {PT: "No Brasil", EN: "In Brazil", ES: "En Brasil"},
	"country":             {PT: "Mapa do Brasil com os talhões da safra", EN: "Map of Brazil with the plots of the harvest", ES: "Mapa de Brasil con las parcelas de la cosecha"},
	"plots":               {PT: "Talhões", EN: "Plots", ES: "Parcelas"},
	"plot":                {PT: "Talhão {n}", EN: "Plot {n}", ES: "Parcela {n}"},
	"map":                 {PT: "Mapa de {n} talhões", EN: "Map of {n} plots", ES: "Mapa de {n} parcelas"},
	"map.1":               {PT: "Mapa de {n} talhão", EN: "Map of {n} plot", ES: "Mapa de {n} parcela"},
	"mapof":               {PT: "{mapa} ({i} de {n})", EN: "{mapa} ({i} of {n})", ES: "{mapa} ({i} de {n})"},
	"draw":                {PT: "Desenhar um talhão", EN: "Draw a plot", ES: "Dibujar una parcela"},
	"drawhl":              {PT: "No mapa, por arquivo ou andando com o celular.", EN: "On the map, from a file, or by walking it with a phone.", ES: "En el mapa, con un archivo o caminando con el celular."},
	"north":               {PT: "N", EN: "N", ES: "N"},
	"number":              {PT: "Talhão", EN: "Plot", ES: "Parcela"},
	"shape":               {PT: "Como foi informado", EN: "As it was given", ES: "Como se indicó"},
	"area":                {PT: "Área", EN: "Area", ES: "Área"},
	"middle":              {PT: "Centro (latitude; longitude)", EN: "Middle (latitude; longitude)", ES: "Centro (latitud; longitud)"},
	"recorded":            {PT: "Registrado em", EN: "Recorded on", ES: "Registrado el"},
	"noarea":              {PT: "sem área", EN: "no area", ES: "sin área"},
	"abroad":              {PT: "fora do mapa do Brasil: confira a ordem das coordenadas", EN: "not on the map of Brazil: check the order of the coordinates", ES: "fuera del mapa de Brasil: verifique el orden de las coordenadas"},
	"others":              {PT: "Tracejado: talhões de outras safras do mesmo ano agrícola.", EN: "Dashed: plots of other harvests of the same season.", ES: "Punteado: parcelas de otras cosechas de la misma campaña."},
	"none":                {PT: "Nenhum plano de cultivo ou plantio desta safra diz onde ela fica.", EN: "No crop plan or planting of this harvest says where it is.", ES: "Ningún plan de cultivo ni siembra de esta cosecha dice dónde está."},
	"left":                {PT: "{n} talhões estão longe demais dos outros para estes mapas; veja a tabela.", EN: "{n} plots are too far from the others for these maps; see the table.", ES: "{n} parcelas están demasiado lejos de las otras para estos mapas; vea la tabla."},
	"more":                {PT: "São mostrados os primeiros {n} talhões.", EN: "The first {n} plots are shown.", ES: "Se muestran las primeras {n} parcelas."},
	"exact":               {PT: "Contornos exatos, para quem tem chave. A página pública mostra só o centro, arredondado.", EN: "Exact outlines, only for people with a key. The public page shows only the centre, rounded.", ES: "Contornos exactos, para quien tiene clave. La página pública muestra solo el centro, redondeado."},
	"shape.PONTO":         {PT: "um ponto", EN: "a point", ES: "un punto"},
	"shape.PONTOS":        {PT: "vários pontos", EN: "several points", ES: "varios puntos"},
	"shape.BBOX":          {PT: "dois cantos de um retângulo", EN: "two corners of a rectangle", ES: "dos esquinas de un rectángulo"},
	"shape.ANEL":          {PT: "lista de vértices", EN: "a list of vertices", ES: "lista de vértices"},
	"shape.POLIGONO":      {PT: "polígono", EN: "a polygon", ES: "polígono"},
	"shape.MULTIPOLIGONO": {PT: "várias formas", EN: "several shapes", ES: "varias formas"},
}
