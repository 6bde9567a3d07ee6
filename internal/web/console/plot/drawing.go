package plot

import (
	"math"

	"rastro/internal/geo"
	"rastro/internal/geo/brazil"
	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/drawing"
)

// Drawing is a plot as shown on a page, with {{template "plotdrawing" .}}. It needs no script. The
// page sets Map in its reply.
type Drawing struct {
	drawing.Local
	Label, Scale, Area string
	Near, Credit       string
	BarEnd             int
	Pictures           []drawing.Picture
}

// NewDrawing draws a plot; nil if it cannot be drawn.
func NewDrawing(on *pagekit.Call, shape *geo.Plot) *Drawing {
	if shape == nil || shape.Interpretation == geo.Undetermined {
		return nil
	}
	maps, _ := drawing.Locals([]*geo.Plot{shape})
	if len(maps) == 0 {
		return nil
	}
	m := maps[0]
	d := &Drawing{
		Local: m, Label: texts["map"].In(on.Lang), Scale: Scale(m.Bar.Metres, on.Lang), BarEnd: m.Bar.X + m.Bar.Length,
		Near: Near(shape.BBox, on.Lang), Pictures: m.Pictures(on.Tiles), Credit: on.Tiles.Credit,
	}
	if shape.AreaHa > 0 {
		d.Area = pagekit.NumberText(shape.AreaHa, 2, on.Lang) + " ha"
		d.Label += ", " + d.Area
	}
	return d
}

// Scale formats a length for a scale bar.
func Scale(metres int, l lang.Lang) string {
	if metres >= 1000 {
		return pagekit.CountText(int64(metres/1000), l) + " km"
	}
	return pagekit.CountText(int64(metres), l) + " m"
}

// Near says which town is nearest to a plot, "" for a plot that is not in Brazil.
func Near(plot geo.BBox, l lang.Lang) string {
	town, km, direction, ok := brazil.NearestSeat((plot.South+plot.North)/2, (plot.West+plot.East)/2)
	if !ok {
		return ""
	}
	const atSeat = 2 // kilometres: the seats are accurate to one
	if km < atSeat {
		return pagekit.Fill(nearTexts, "at", l, "cidade", town.Name)
	}
	return pagekit.Fill(nearTexts, "near", l, "cidade", town.Name, "km", pagekit.CountText(int64(math.Round(km)), l), "lado", compass[direction].In(l))
}

var nearTexts = pagekit.Words{
	"near": {PT: "Cidade mais próxima: {cidade}, {km} km {lado}.", EN: "Nearest town: {cidade}, {km} km {lado}.", ES: "Ciudad más cercana: {cidade}, {km} km {lado}."},
	"at":   {PT: "Junto à cidade de {cidade}.", EN: "Next to the town of {cidade}.", ES: "Junto a la ciudad de {cidade}."},
}

// compass are the directions, clockwise from north.
var compass = [8]lang.Text{
	{PT: "ao norte", EN: "to the north", ES: "al norte"}, {PT: "a nordeste", EN: "to the northeast", ES: "al noreste"},
	{PT: "a leste", EN: "to the east", ES: "al este"}, {PT: "a sudeste", EN: "to the southeast", ES: "al sureste"},
	{PT: "ao sul", EN: "to the south", ES: "al sur"}, {PT: "a sudoeste", EN: "to the southwest", ES: "al suroeste"},
	{PT: "a oeste", EN: "to the west", ES: "al oeste"}, {PT: "a noroeste", EN: "to the northwest", ES: "al noroeste"},
}
