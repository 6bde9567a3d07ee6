package console

import (
	"net/http"
	"net/url"
	"strings"

	"rastro/internal/check/harvest"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/report"
	"rastro/internal/trace"
)

// harvestScreens are the pages of one harvest.
var harvestScreens = []screen{
	{method: http.MethodGet, path: "/safras", scopes: handlers, serve: openHarvest},
	{method: http.MethodGet, path: "/safras/{id}", scopes: handlers, serve: harvestTimeline},
	{method: http.MethodGet, path: "/safras/{id}/cartao", scopes: readers, serve: harvestCard},
	{method: http.MethodGet, path: "/safras/{id}/conferencia", scopes: readers, serve: harvestConference},
	{method: http.MethodGet, path: "/safras/{id}/mapa", scopes: readers, serve: harvestMap},
	{method: http.MethodGet, path: "/safras/{id}/medidas", scopes: readers, serve: harvestSeries},
	{method: http.MethodGet, path: "/safras/{id}/validar", scopes: readers, serve: askValidation},
	{method: http.MethodPost, path: "/safras/{id}/validar", scopes: writers, serve: validateHarvest},
	{method: http.MethodGet, path: "/validacoes/{codigo}", scopes: readers, serve: showValidation},
	{method: http.MethodGet, path: "/validacoes/{codigo}/etiqueta", scopes: readers, memory: report.Memory, serve: validationLabel},
}

// handlers are those who handle records: to read or to write them.
var handlers = []trace.Scope{trace.Read, trace.Write}

var harvestPages = []pageRow{
	{"harvest", []words{harvestTexts, timelineTexts}},
	{"conference", []words{harvestTexts, conferenceTexts}},
	{"harvest_map", []words{harvestTexts, mapTexts}},
	{"harvest_series", []words{harvestTexts, seriesTexts}},
	{"validate", []words{harvestTexts, conferenceTexts, validateTexts}},
	{"validation", []words{harvestTexts, validateTexts}},
}

// harvestView is what the pages of a harvest share: its name and the way between
// them.
type harvestView struct {
	frameView
	SafraID string
	Tabs    []harvestTab
}

type harvestTab struct {
	Href, Text string
	Current    bool
}

// harvestTabs are the pages of a harvest that are in its menu.
var harvestTabs = []struct{ path, text string }{
	{"", "timeline"}, {"/conferencia", "conference"}, {"/mapa", "map"}, {"/medidas", "series"}, {"/validar", "validate"},
}

// maxHarvestName is as long as the name of a harvest may be.
const maxHarvestName = 100

// headHarvest fills in what the pages of a harvest share. here is the page's path
// below the harvest's.
func headHarvest(on *call, here string) (harvestView, error) {
	v := harvestView{SafraID: strings.TrimSpace(on.path("id"))}
	if v.SafraID == "" || len([]rune(v.SafraID)) > maxHarvestName {
		return v, trace.Fail(trace.CodePathNotFound)
	}
	tabs := harvestTabs
	if !on.key.Has(trace.Read) {
		tabs = tabs[:1]
	}
	for _, t := range tabs {
		text := harvestTexts["tab."+t.text].In(on.lang)
		v.Tabs = append(v.Tabs, harvestTab{root(on.r) + "console" + harvestPath(v.SafraID) + t.path, text, t.path == here})
		if t.path == here {
			v.Title = v.SafraID + " · " + text
		}
	}
	return v, nil
}

// openHarvest leads to the harvest that a form names, be it a new one.
func openHarvest(_ *Console, on *call) (reply, error) {
	id := strings.TrimSpace(on.r.URL.Query().Get("id"))
	if id == "" || len([]rune(id)) > maxHarvestName || strings.Trim(id, ".") == "" {
		return goTo(""), nil
	}
	return goTo(harvestPath(id)), nil
}

// harvestPath is where a harvest is, below /console.
func harvestPath(safraID string) string { return "/safras/" + url.PathEscape(safraID) }

// harvestRecord is where a record is shown.
func harvestRecord(on *call, prefix, id string) string {
	return root(on.r) + "console/registros/" + strings.ReplaceAll(strings.TrimPrefix(prefix, "/"), "/", ".") + "/" + url.PathEscape(id)
}

// harvestLot is where a lot is shown.
func harvestLot(on *call, code string) string {
	return root(on.r) + "console/lotes/" + url.PathEscape(code)
}

// harvestFill fills a text with pairs of a placeholder and its value.
func harvestFill(table words, key string, l lang.Lang, pairs ...string) string {
	args := lang.Args{}
	for i := 0; i+1 < len(pairs); i += 2 {
		args[pairs[i]] = pairs[i+1]
	}
	return table[key].Fill(l, args)
}

// harvestCounted is harvestFill for a number of things: key.1 for one of them.
func harvestCounted(table words, key string, l lang.Lang, n int64) string {
	if n == 1 {
		key += ".1"
	}
	return harvestFill(table, key, l, "n", countText(n, l))
}

// harvestTarget reads what a harvest is to be fit for.
func harvestTarget(on *call) (harvest.Target, error) {
	target, ok := harvest.ParseTarget(on.r.URL.Query().Get("alvo"))
	if !ok {
		return "", trace.Fail(trace.CodeBadParameter, "nome", "alvo", "esperado", "EUDR, EXPORTACAO, INTERNO")
	}
	return target, nil
}

// cropView is a crop: its name, and which drawing stands for it.
type cropView struct{ Name, Icon string }

// cropIcons are the drawings there are; other crops have a leaf.
var cropIcons = map[string]string{
	"SOJA": "soy", "FEIJAO": "soy", "AMENDOIM": "soy", "CAFE": "coffee", "CACAU": "coffee", "MILHO": "corn", "SORGO": "corn",
	"TRIGO": "ear", "ARROZ": "ear", "AVEIA": "ear", "CEVADA": "ear", "CENTEIO": "ear", "TRITICALE": "ear", "ALGODAO": "cotton",
	"LARANJA": "fruit", "MACA": "fruit", "UVA": "fruit", "BANANA": "fruit",
}

func viewCrop(crop string, l lang.Lang) cropView {
	icon := cropIcons[crop]
	if icon == "" {
		icon = "leaf"
	}
	name := trace.Crop(crop).Name().In(l)
	if crop == "" {
		name = harvestTexts["nocrop"].In(l)
	}
	return cropView{name, icon}
}

// severityView is how grave something is: a class, and the same in a word.
type severityView struct{ Class, Text string }

func viewSeverity(s finding.Severity, l lang.Lang) severityView {
	return severityView{string(s), harvestTexts["severity."+string(s)].In(l)}
}
