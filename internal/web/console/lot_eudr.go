package console

import (
	"bufio"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/eudr"
	"rastro/internal/finding"
	"rastro/internal/httpstatus"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
)

// eudrView is what the EU asks of a lot, and what is missing.
type eudrView struct {
	frameView
	Lot      textLink
	Standing *standingView // the lot is another party's, whose records the key may not see
	Ready    bool
	Facts    []textPair
	Findings []refusalRow
	More     bool
	Article9 []articleRow
	Parts    []partRow
	Dossier  string
}

type textPair struct{ Name, Text string }

// refusalRow is one thing that the EU's system would refuse, or that should be
// looked at.
type refusalRow struct {
	Class, Severity string
	Rule, Text      string
	Plot            textLink
	Place           string
}

type articleRow struct {
	Article, Item    string
	Class, Situation string
	Text             string
	Harvests         []textLink
}

type partRow struct {
	textLink
	Plots, Producers, Size, SHA256 string
}

// maxRefusals is how many findings are shown; the API tells all that are kept.
const maxRefusals = 200

func lotEUDR(c *Console, on *call) (reply, error) {
	code := on.path("codigo")
	desk := eudr.Desk{Service: c.service, By: on.key}
	report, origin, err := desk.Survey(on.ctx, code, 0, time.Time{})
	if err != nil {
		return c.noLot(on, code, err)
	}
	standing, err := c.lotStanding(on, report.Lot, nil)
	if err != nil {
		return reply{}, err
	}
	if standing != nil && standing.Owner.Text == "" { // there is nothing that this key could mend
		v := &eudrView{Lot: textLink{report.Lot, lotHref(on, report.Lot, "")}, Standing: standing}
		v.Title, v.Curl = "EUDR "+report.Lot, c.curl(http.MethodGet, eudr.Path(report.Lot)+"/conferencia", "")
		return reply{page: "lot_eudr", view: v}, nil
	}
	harvests, err := desk.Review(on.ctx, origin)
	if err != nil {
		return reply{}, err
	}
	l := on.lang
	v := &eudrView{Lot: textLink{report.Lot, lotHref(on, report.Lot, "")}, Ready: report.Ready(), More: len(report.Findings) > maxRefusals}
	v.Title = "EUDR " + report.Lot
	v.Facts = []textPair{
		{eudrTexts["plots"].In(l), countText(int64(report.Plots), l)}, {eudrTexts["repeated"].In(l), countText(int64(report.Repeated), l)},
		{eudrTexts["producers"].In(l), countText(int64(report.Producers), l)}, {lotsTexts["harvests"].In(l), countText(int64(report.Harvests), l)},
		{eudrTexts["area"].In(l), numberText(rounded(report.AreaHa), 3, l) + " ha"},
	}
	for i := range report.Findings[:min(len(report.Findings), maxRefusals)] {
		v.Findings = append(v.Findings, refusalOf(on, &report.Findings[i]))
	}
	for _, info := range eudr.Article9(report, origin, harvests) {
		row := articleRow{Article: info.Article, Item: articleTexts[info.Item].In(l), Class: situationClasses[info.Situation], Situation: situationTexts[info.Situation].In(l), Text: info.Text(l)}
		for _, safra := range info.Harvests {
			row.Harvests = append(row.Harvests, textLink{safra, harvestHref(on, safra)})
		}
		v.Article9 = append(v.Article9, row)
	}
	if v.Ready {
		for _, p := range report.Parts {
			query := url.Values{"parte": {strconv.Itoa(p.Number)}}
			v.Parts = append(v.Parts, partRow{
				textLink: textLink{eudr.FileName(report.Lot, p.Number, len(report.Parts)), withQuery(lotHref(on, report.Lot, "/eudr/arquivo"), query)},
				Plots:    countText(int64(p.Plots), l), Producers: countText(int64(p.Producers), l), Size: countText(int64((p.Bytes+1023)/1024), l) + " KiB", SHA256: hexOf(p.SHA256),
			})
		}
		v.Dossier = lotHref(on, report.Lot, "/eudr/dossie.zip")
	}
	v.Curl = c.curl(http.MethodGet, eudr.Path(report.Lot)+"/conferencia", "")
	return reply{page: "lot_eudr", view: v}, nil
}

func refusalOf(on *call, f *eudr.Finding) refusalRow {
	l := on.lang
	row := refusalRow{Rule: f.Rule.ID, Text: f.Message(l), Class: eudrSeverityClasses[f.Severity()], Severity: eudrSeverityTexts[f.Severity()].In(l)}
	if f.Mended {
		row.Severity = eudrTexts["mended"].In(l)
	}
	if f.Record != nil {
		row.Plot = textLink{eudrTexts["plot"].In(l) + " …" + f.Record.ID[max(0, len(f.Record.ID)-6):] + " (" + f.Record.SafraID + ")", proofHref(on, f.Record.Prefix, f.Record.ID)}
	}
	var place []string
	if f.Ring > 0 {
		place = append(place, eudrTexts["ring"].Fill(l, lang.Args{"n": strconv.Itoa(f.Ring + 1)}))
	}
	if f.Vertex >= 0 {
		place = append(place, eudrTexts["vertex"].Fill(l, lang.Args{"n": strconv.Itoa(f.Vertex + 1)}))
	}
	if f.Sides[0] >= 0 {
		place = append(place, eudrTexts["sides"].Fill(l, lang.Args{"a": strconv.Itoa(f.Sides[0] + 1), "b": strconv.Itoa(f.Sides[1] + 1)}))
	}
	row.Place = strings.Join(place, ", ")
	return row
}

// The badges of severities and situations.
var (
	eudrSeverityClasses = map[finding.Severity]string{finding.Error: "erro", finding.Alert: "alerta", finding.Info: ""}
	situationClasses    = map[eudr.Situation]string{eudr.There: "bom", eudr.Missing: "erro", eudr.Elsewhere: "alerta", eudr.Unexamined: "alerta"}
)

// downloadEUDR gives the EU's file, or one part of it.
func downloadEUDR(c *Console, on *call) (reply, error) {
	part := 0
	if written := on.r.URL.Query().Get("parte"); written != "" {
		n, err := strconv.Atoi(written)
		if err != nil || n < 1 {
			return reply{}, trace.Fail(trace.CodeBadParameter, "nome", "parte", "esperado", "1, 2 …")
		}
		part = n
	}
	code := on.path("codigo")
	report, err := eudr.Desk{Service: c.service, By: on.key}.Part(on.ctx, code, part)
	if err != nil {
		return c.noLot(on, code, err)
	}
	return reply{raw: func(w http.ResponseWriter) error {
		saveAs(w.Header(), tracefile.GeoJSON, eudr.FileName(report.Lot, max(part, 1), len(report.Parts)))
		_, _ = w.Write(report.File) // who hung up needs no answer
		return nil
	}}, nil
}

// dossierBuffer is how much of a dossier is gathered before it is sent.
const dossierBuffer = 64 << 10

// downloadDossier gives the dossier of a lot. What can fail for the caller's sake
// fails before the first byte; after it the connection ends, so that nobody takes
// the part for the whole.
func downloadDossier(c *Console, on *call) (reply, error) {
	code := on.path("codigo")
	dossier, err := eudr.Desk{Service: c.service, By: on.key}.Dossier(on.ctx, code)
	if err != nil {
		return c.noLot(on, code, err)
	}
	return reply{raw: func(w http.ResponseWriter) error {
		saveAs(w.Header(), "application/zip", eudr.DossierName(dossier.Report.Lot))
		out := bufio.NewWriterSize(w, dossierBuffer)
		err := dossier.Write(out)
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			httpstatus.Log(c.log, w, on.r, "console: a dossier", err)
			panic(http.ErrAbortHandler)
		}
		return nil
	}}, nil
}
