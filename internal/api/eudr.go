package api

import (
	"strconv"
	"strings"
	"time"

	"rastro/internal/audit"
	"rastro/internal/eudr"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// eudrRoutes are the rows that hand over what the EU asks for.
var eudrRoutes = []Route{
	{Method: "GET", Path: "/eudr/lote/{codigo}", Operation: "eudr file", Scopes: readers, handle: eudrFile,
		Success: lang.Text{PT: "Arquivo da UE com os talhões do lote.", EN: "The EU's file with the plots of the lot.", ES: "Archivo de la UE con las parcelas del lote."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/conferencia", Operation: "eudr check", Scopes: readers, handle: eudrCheck,
		Success: lang.Text{PT: "Conferência do lote para a UE.", EN: "Pre-flight of the lot for the EU.", ES: "Revisión del lote para la UE."}},
	{Method: "GET", Path: "/eudr/lote/{codigo}/dossie.zip", Operation: "eudr dossier", Scopes: readers, handle: eudrDossier,
		Success: lang.Text{PT: "Dossiê do lote: confira com 'rastro verify'.", EN: "Dossier of the lot: check it with 'rastro verify'.", ES: "Expediente del lote: compruébelo con 'rastro verify'."}},
}

const mediaZip = "application/zip"

// eudrFile answers with the EU's file of the plots behind a lot, or with one part
// of it. What would not be whole, or would be refused, is not given out.
func eudrFile(a *API, c *call) (reply, error) {
	part, err := wantedPart(c)
	if err != nil {
		return reply{}, err
	}
	report, _, err := a.collect(c, max(part, 1), time.Time{})
	if err != nil {
		return reply{}, err
	}
	parts := len(report.Parts)
	if part > parts {
		return reply{}, trace.Fail(trace.CodePartNotFound, "parte", strconv.Itoa(part), "partes", strconv.Itoa(parts))
	}
	here := eudr.Path(report.Lot)
	if part == 0 && parts > 1 {
		c.w.Header()["Link"] = []string{partLinks(here, 0, parts)}
		return reply{}, trace.Fail(trace.CodeEUDRInParts, "partes", strconv.Itoa(parts))
	}
	c.w.Header()["Content-Disposition"] = []string{`attachment; filename="` + eudr.FileName(report.Lot, max(part, 1), parts) + `"`}
	return reply{media: mediaGeoJSON, raw: report.File, link: partLinks(here, max(part, 1), parts)}, nil
}

func wantedPart(c *call) (int, error) {
	query := c.query()
	if !query.Has("parte") {
		return 0, nil
	}
	part, err := strconv.Atoi(query.Get("parte"))
	if err != nil || part < 1 {
		return 0, badParameter("parte", "1, 2 …")
	}
	return part, nil
}

// partLinks leads from a part to the others, and to the pre-flight.
func partLinks(path string, part, parts int) string {
	links := []string{"<" + path + `/conferencia>; rel="describedby"`}
	link := func(rel string, n int) {
		links = append(links, "<"+path+"?parte="+strconv.Itoa(n)+`>; rel="`+rel+`"`)
	}
	if parts > 1 {
		link("first", 1)
		if part > 1 {
			link("prev", part-1)
		}
		if part < parts {
			link("next", part+1)
		}
		link("last", parts)
	}
	return strings.Join(links, ", ")
}

// collect collects the plots behind a lot, and fails where the file would not be
// whole or would be refused.
func (a *API) collect(c *call, keep int, at time.Time) (*eudr.Report, *trace.Origin, error) {
	report, origin, err := a.survey(c, keep, at)
	switch {
	case err != nil:
		return nil, nil, err
	case origin.Restricted:
		return nil, nil, trace.Fail(trace.CodeForbiddenHarvest)
	case !report.Ready():
		return nil, nil, notReady(report)
	}
	return report, origin, nil
}

// survey collects the plots behind a lot, whatever they are.
func (a *API) survey(c *call, keep int, at time.Time) (*eudr.Report, *trace.Origin, error) {
	collector := eudr.NewCollector(eudr.EU, keep)
	origin, err := a.service.PlotsBehind(c.ctx, c.key, c.path("codigo"), at, collector.Add)
	if err != nil {
		return nil, nil, err
	}
	return collector.Finish(origin), origin, nil
}

// maxEUDRProblems bounds what an error repeats of the pre-flight.
const maxEUDRProblems = 20

func notReady(r *eudr.Report) error {
	failed := trace.Fail(trace.CodeEUDRNotReady, "lote", r.Lot, "n", strconv.Itoa(r.Summary.Erro), "caminho", eudr.Path(r.Lot))
	for i := range r.Findings {
		f := &r.Findings[i]
		if f.Severity() != audit.Error || len(failed.Problems) == maxEUDRProblems {
			continue
		}
		p := trace.Problem{Field: "lote", Pointer: f.Pointer, Rule: f.Rule.ID, Message: f.Rule.Message, Args: f.Args}
		if f.Record != nil {
			p.Field = f.Record.Prefix + "/" + f.Record.ID
		}
		failed.Problems = append(failed.Problems, p)
	}
	return failed
}

// eudrCheck answers with the pre-flight of a lot.
func eudrCheck(a *API, c *call) (reply, error) {
	report, origin, err := a.survey(c, 0, time.Time{})
	if err != nil {
		return reply{}, err
	}
	harvests, err := a.conferHarvests(c, origin)
	if err != nil {
		return reply{}, err
	}
	return reply{data: report.AppendJSON(nil, c.lang, eudr.Article9(report, origin, harvests))}, nil
}

// conferHarvests confers the harvests behind a lot, as many as one answer may.
func (a *API) conferHarvests(c *call, o *trace.Origin) ([]eudr.Conferred, error) {
	var all []eudr.Conferred
	safras := harvestsOf(o)
	err := a.service.ConferEach(c.ctx, c.key, safras[:min(len(safras), eudr.MaxConferred)], audit.EUDR, func(safraID string, found audit.Conference) {
		all = append(all, eudr.Conferred{SafraID: safraID, Conference: found})
	})
	return all, err
}

func harvestsOf(o *trace.Origin) []string {
	safras := make([]string, len(o.Harvests))
	for i := range o.Harvests {
		safras[i] = o.Harvests[i].SafraID
	}
	return safras
}
