package lot

import (
	"bufio"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"rastro/internal/eudr"
	"rastro/internal/eudr/plotfile"
	"rastro/internal/finding"
	"rastro/internal/httpkit"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/lot"
	"rastro/internal/share"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/verdict"
	"rastro/internal/web/console/pagekit"
)

// eudrView is what the EU requires of a lot, and what is missing.
type eudrView struct {
	pagekit.Frame
	Lot       pagekit.Link
	Standing  *standingView // the lot is another party's, whose records the key may not see
	Ready     bool
	Accepted  bool // the file
	Recalls   []pagekit.Link
	Gaps      []gapRow
	Facts     []pagekit.Pair
	Findings  []refusalRow
	More      bool
	Article9  []articleRow
	Parts     []partRow
	Statement string
	Links     string // "" for who may make none
	OnlyReads bool   // nobody behind the lot lets the reader correct anything
	Dossier   string // "" if a plot was cut
	CutHoles  string // the same page with holes cut; "" if there are none
}

// gapRow is what a harvest behind the lot lacks, and where to fix it.
type gapRow struct {
	Gate, Reason string
	Harvest, Fix pagekit.Link
}

// refusalRow is something that the EU's system would refuse, or that needs attention.
type refusalRow struct {
	Class, Severity string
	Rule, Text      string
	Plot            pagekit.Link
	Place           string
}

type articleRow struct {
	Article, Item    string
	Class, Situation string
	Text             string
	Harvests         []pagekit.Link
}

type partRow struct {
	pagekit.Link
	Plots, Producers, Size, SHA256 string
}

// maxRefusals is how many findings are shown; the API returns all that are kept.
const maxRefusals = 200

// writesBehind reports whether the caller may write in a harvest that a lot came from, or whose
// records name it or a lot behind it.
func writesBehind(on *pagekit.Call, origin *lineage.Origin) bool {
	return slices.ContainsFunc(origin.Harvests, func(h lineage.OriginHarvest) bool { return pagekit.Writes(on, h.HarvestID) }) ||
		slices.ContainsFunc(origin.Lots, func(l lineage.OriginLot) bool {
			return slices.ContainsFunc(l.Facts, func(f lot.Row) bool { return pagekit.Writes(on, f.HarvestID) })
		})
}

func (c *Controller) EUDR(on *pagekit.Call) (pagekit.Reply, error) {
	code := on.Path("codigo")
	desk := eudr.Preparer{Service: c.eudr, By: on.Key, CutHoles: cutsHoles(on)}
	report, origin, err := desk.Survey(on.Ctx, code, 0, time.Time{})
	if err != nil {
		return c.noLot(on, code, err)
	}
	standing, err := c.lotStanding(on, report.Lot)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if standing != nil && standing.Foreign { // this key cannot fix anything
		v := &eudrView{Lot: pagekit.Link{Text: report.Lot, Href: pagekit.LotHref(on, report.Lot, "")}, Standing: standing}
		v.Title, v.Curl = "EUDR "+report.Lot, on.Curl(http.MethodGet, eudr.Path(report.Lot)+"/conferencia", "")
		return pagekit.Reply{Page: "lot_eudr", View: v}, nil
	}
	article9, harvests, err := desk.Judge(on.Ctx, report, origin)
	if err != nil {
		return pagekit.Reply{}, err
	}
	l := on.Lang
	v := &eudrView{Lot: pagekit.Link{Text: report.Lot, Href: pagekit.LotHref(on, report.Lot, "")}, Accepted: report.Ready(), More: len(report.Findings) > maxRefusals}
	v.Title, v.Statement = "EUDR "+report.Lot, pagekit.LotHref(on, report.Lot, "/eudr/declaracao")
	owner, err := c.ownerOf(on, report.Lot)
	if err != nil {
		return pagekit.Reply{}, err
	}
	if owner != "" && share.MayShare(on.Key, owner) {
		v.Links = pagekit.LotHref(on, report.Lot, "/links")
	}
	v.OnlyReads = !pagekit.Writes(on, owner) && !writesBehind(on, origin)
	v.Facts = []pagekit.Pair{
		{Name: eudrTexts["plots"].In(l), Text: pagekit.CountText(int64(report.Plots), l)}, {Name: eudrTexts["repeated"].In(l), Text: pagekit.CountText(int64(report.Repeated), l)},
		{Name: eudrTexts["producers"].In(l), Text: pagekit.CountText(int64(report.Producers), l)}, {Name: lotsTexts["harvests"].In(l), Text: pagekit.CountText(int64(report.Harvests), l)},
		{Name: eudrTexts["area"].In(l), Text: pagekit.NumberText(rounded(report.AreaHa), 3, l) + " ha"},
	}
	titles := pagekit.NewTitles(c.records, on, "")
	for i := range report.Findings[:min(len(report.Findings), maxRefusals)] {
		v.Findings = append(v.Findings, refusalOf(on, titles, &report.Findings[i]))
	}
	v.addArticle9(on, article9)
	sources := make([]string, len(origin.Lots))
	for i := range origin.Lots {
		sources[i] = origin.Lots[i].Code
	}
	if v.Recalls, err = c.recallsOf(on, report.Lot, sources); err != nil {
		return pagekit.Reply{}, err
	}
	v.judge(on, report.Verdict(article9, harvests))
	if v.Accepted {
		v.addFiles(on, report)
	}
	if report.Holes() > 0 && !report.HolesCut {
		v.CutHoles = pagekit.WithQuery(pagekit.LotHref(on, report.Lot, "/eudr"), url.Values{"furos": {"cortar"}})
	}
	v.Curl = on.Curl(http.MethodGet, eudr.Path(report.Lot)+"/conferencia", "")
	return pagekit.Reply{Page: "lot_eudr", View: v}, titles.Err()
}

// addArticle9 adds the requirements of article 9, and whether the lot meets them.
func (v *eudrView) addArticle9(on *pagekit.Call, article9 []eudr.Information) {
	l := on.Lang
	for _, info := range article9 {
		row := articleRow{Article: info.Article, Item: articleTexts[info.Item].In(l), Class: situationClasses[info.Situation], Situation: situationTexts[info.Situation].In(l), Text: info.Text(l)}
		for _, harvest := range info.Harvests {
			row.Harvests = append(row.Harvests, pagekit.Link{Text: harvest, Href: pagekit.HarvestHref(on, harvest)})
		}
		v.Article9 = append(v.Article9, row)
	}
}

// addFiles adds the files of the lot, and the dossier if its reader can rebuild them.
func (v *eudrView) addFiles(on *pagekit.Call, report *eudr.Report) {
	l := on.Lang
	for _, p := range report.Parts {
		query := url.Values{"parte": {strconv.Itoa(p.Number)}}
		if report.HolesCut {
			query.Set("furos", "cortar")
		}
		v.Parts = append(v.Parts, partRow{
			Link:  pagekit.Link{Text: eudr.FileName(report.Lot, p.Number, len(report.Parts)), Href: pagekit.WithQuery(pagekit.LotHref(on, report.Lot, "/eudr/arquivo"), query)},
			Plots: pagekit.CountText(int64(p.Plots), l), Producers: pagekit.CountText(int64(p.Producers), l), Size: pagekit.CountText(int64((p.Bytes+1023)/1024), l) + " KiB", SHA256: hexOf(p.SHA256),
		})
	}
	if report.Cut() == 0 { // the verifier rebuilds the file from the records alone
		v.Dossier = pagekit.LotHref(on, report.Lot, "/eudr/dossie.zip")
	}
}

// judge reports whether the lot is ready, and what its harvests lack.
func (v *eudrView) judge(on *pagekit.Call, said eudr.LotVerdict) {
	v.Ready = said.Ready()
	if said.Recalled && len(v.Recalls) > 0 {
		v.Gaps = append(v.Gaps, gapRow{Gate: verdict.Quality.Name().In(on.Lang), Reason: eudrTexts["recalled"].In(on.Lang), Fix: v.Recalls[0]})
	}
	if said.Contradicted() {
		v.Gaps = append(v.Gaps, gapRow{
			Gate: verdict.Mass.Name().In(on.Lang), Reason: eudrTexts["masses"].In(on.Lang),
			Fix: pagekit.Link{Text: eudrTexts["balance"].In(on.Lang), Href: pagekit.LotHref(on, v.Lot.Text, "/balanco")},
		})
	}
	for i := range said.Shut {
		gate := &said.Shut[i]
		for _, gap := range gate.Gaps {
			row := gapRow{Gate: gate.Gate.Name().In(on.Lang), Reason: gap.Reason.In(on.Lang), Harvest: pagekit.Link{Text: gate.HarvestID, Href: pagekit.HarvestHref(on, gate.HarvestID)}}
			row.Fix = pagekit.Link{Text: gap.Action.In(on.Lang), Href: pagekit.FixHref(on, gate.HarvestID, &gap)}
			v.Gaps = append(v.Gaps, row)
		}
	}
}

func refusalOf(on *pagekit.Call, titles *pagekit.Titles, f *plotfile.Finding) refusalRow {
	l := on.Lang
	row := refusalRow{Rule: f.Rule.ID, Text: f.Message(l), Class: eudrSeverityClasses[f.Severity()], Severity: f.Severity().Label().In(l)}
	if f.Mended {
		row.Severity = eudrTexts["mended"].In(l)
	}
	if f.Record != nil {
		row.Plot = pagekit.Link{Text: titles.Of(kind.ByPrefix(f.Record.Prefix), f.Record.ID) + " · " + f.Record.HarvestID, Href: pagekit.RecordHref(on, f.Record.Prefix, f.Record.ID)}
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

// cutsHoles reports whether plots with holes are to be cut.
func cutsHoles(on *pagekit.Call) bool { return on.Request.URL.Query().Get("furos") == "cortar" }

// DownloadEUDR sends the EU's file, or a part of it.
func (c *Controller) DownloadEUDR(on *pagekit.Call) (pagekit.Reply, error) {
	part := 0
	if written := on.Request.URL.Query().Get("parte"); written != "" {
		n, err := strconv.Atoi(written)
		if err != nil || n < 1 {
			return pagekit.Reply{}, trace.BadParameter("parte", "1, 2 …")
		}
		part = n
	}
	code := on.Path("codigo")
	report, err := eudr.Preparer{Service: c.eudr, By: on.Key, CutHoles: cutsHoles(on)}.Part(on.Ctx, code, part)
	if err != nil {
		return c.noLot(on, code, err)
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		pagekit.SaveAs(w.Header(), tracefile.GeoJSON, eudr.FileName(report.Lot, max(part, 1), len(report.Parts)))
		_, _ = w.Write(report.File) // a caller who hung up needs no answer
		return nil
	}}, nil
}

// dossierBuffer is how much of a dossier is collected before it is sent.
const dossierBuffer = 64 << 10

// DownloadDossier sends the dossier of a lot. Errors caused by the caller are reported before the
// first byte; a later failure closes the connection, so that nobody mistakes the part for the whole
// file.
func (c *Controller) DownloadDossier(on *pagekit.Call) (pagekit.Reply, error) {
	code := on.Path("codigo")
	personal := on.Request.URL.Query().Get("anexosPessoais") == "true"
	dossier, err := eudr.Preparer{Service: c.eudr, By: on.Key, Personal: personal}.Dossier(on.Ctx, code)
	if err != nil {
		return c.noLot(on, code, err)
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		pagekit.SaveAs(w.Header(), "application/zip", eudr.DossierName(dossier.Report.Lot))
		out := bufio.NewWriterSize(w, dossierBuffer)
		err := dossier.Write(out)
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			httpkit.Log(on.Log, w, on.Request, "console: a dossier", err)
			panic(http.ErrAbortHandler)
		}
		return nil
	}}, nil
}
