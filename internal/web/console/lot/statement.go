package lot

import (
	"bufio"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/eudr"
	"rastro/internal/eudr/dds"
	"rastro/internal/eudr/draft"
	"rastro/internal/filings"
	"rastro/internal/httpkit"
	"rastro/internal/lineage"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/web/console/pagekit"
)

// statementView is the EU's statement of a lot: the form that fills it, the numbers that were
// noted, and the form that notes one.
type statementView struct {
	pagekit.Frame
	Lot, EUDR pagekit.Link
	Self      string
	Ask       statementFields
	Wrong     string // what keeps the statement from being filled
	Problems  []string
	Parts     []pagekit.Link // the statements into which the lots are split, if there are several
	Filed     []filedRow
	MayNote   bool
	Note      noteFields
	NoteWrong string
	ByField   map[string]string
	States    []stateChoice
}

// statementFields are the data of a statement that no record has.
type statementFields struct{ Country, Heading, Kg, Description, Lots, Group string }

// noteFields are the numbers of a filed statement.
type noteFields struct{ Reference, Verification, State string }

type filedRow struct {
	Reference, Verification, State, Class, Since string
	Lot                                          pagekit.Link
	Inherited                                    bool
}

type stateChoice struct {
	Value, Text string
	Chosen      bool
}

// The two forms of a statement, as buttons name them.
const (
	asXML  = "xml"
	asJSON = "json"
)

// Statement shows the page of a lot's statement, or sends the file in a requested format.
func (c *Controller) Statement(on *pagekit.Call) (pagekit.Reply, error) {
	query := on.Request.URL.Query()
	form := query.Get("formato")
	if form != asXML && form != asJSON {
		return c.statementPage(on, &statementView{}, 0)
	}
	for _, more := range listed(query.Get("lotes")) {
		query.Add(draft.ParamLot, more)
	}
	for name := range query { // an empty field of the form was not filled in
		if strings.TrimSpace(query.Get(name)) == "" {
			query.Del(name)
		}
	}
	var made *draft.Draft
	ask, err := draft.Read(on.Path("codigo"), query)
	if err == nil {
		made, err = draft.Make(on.Ctx, eudr.Preparer{Service: c.eudr, By: on.Key}, ask)
	}
	if err != nil {
		return c.refuseStatement(on, made, err)
	}
	return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
		media, encode := tracefile.JSON, dds.WriteJSON
		if form == asXML {
			media, encode = "application/xml", dds.WriteXML
		}
		pagekit.SaveAs(w.Header(), media, made.FileName("."+form))
		out := bufio.NewWriterSize(w, dossierBuffer)
		err := encode(out, made.Statement)
		if err == nil {
			err = out.Flush()
		}
		if err != nil {
			httpkit.Log(on.Log, w, on.Request, "console: a statement", err)
			panic(http.ErrAbortHandler)
		}
		return nil
	}}, nil
}

// refuseStatement says why the statement cannot be filled, above its form.
func (c *Controller) refuseStatement(on *pagekit.Call, made *draft.Draft, err error) (pagekit.Reply, error) {
	failed := trace.AsError(err)
	switch failed.Class() {
	case trace.Conflict, trace.Unreadable, trace.Unacceptable, trace.NotFound:
	default:
		return pagekit.Reply{}, err
	}
	v := &statementView{Wrong: on.ErrorText(failed)}
	switch failed.Code {
	case trace.CodeDDSIncomplete:
		v.Wrong = statementTexts["notyet"].In(on.Lang)
	case trace.CodeEUDRInParts:
		v.Wrong = statementTexts["inparts"].In(on.Lang)
		for part := range made.Parts {
			n := strconv.Itoa(part + 1)
			v.Parts = append(v.Parts, pagekit.Link{Text: pagekit.Fill(statementTexts, "part", on.Lang, "n", n), Href: pagekit.WithParameter(on.Request, draft.ParamPart, n)})
		}
	}
	for _, p := range failed.Problems {
		v.Problems = append(v.Problems, p.Message.Fill(on.Lang, p.Args))
	}
	return c.statementPage(on, v, httpkit.Status(failed.Class()))
}

// NoteStatement notes the numbers of a filed statement.
func (c *Controller) NoteStatement(on *pagekit.Call) (pagekit.Reply, error) {
	v := &statementView{ByField: map[string]string{}, Note: noteFields{on.Form.Get("numeroReferencia"), on.Form.Get("numeroVerificacao"), on.Form.Get("situacao")}}
	r := filings.Request{Lots: append([]string{on.Path("codigo")}, listed(on.Form.Get("lotes"))...), Reference: v.Note.Reference, Verification: v.Note.Verification, State: v.Note.State}
	v.Ask.Lots = on.Form.Get("lotes")
	err := r.Check()
	if err == nil {
		_, _, err = c.statements.FileStatement(on.Ctx, on.Key, r, nil)
	}
	if err == nil {
		return pagekit.Done("/lotes/"+url.PathEscape(on.Path("codigo"))+"/eudr/declaracao", "statementnoted"), nil
	}
	refused, err := pagekit.RefuseForm(on, v, v.ByField, &v.NoteWrong, err, "lot_statement")
	if err != nil {
		return refused, err
	}
	v.Holds = true
	return c.statementPage(on, v, refused.Status)
}

// statementPage fills in the page: the lot, the notes, and the submitted fields.
func (c *Controller) statementPage(on *pagekit.Call, v *statementView, status int) (pagekit.Reply, error) {
	code := on.Path("codigo")
	origin, err := c.statements.OriginOf(on.Ctx, on.Key, code, time.Time{}, func(*lineage.OriginPlot) error { return nil })
	if err != nil {
		return c.noLot(on, code, err)
	}
	filed, err := eudr.Preparer{Service: c.eudr, By: on.Key}.Filed(on.Ctx, origin)
	if err != nil {
		return pagekit.Reply{}, err
	}
	query := on.Request.URL.Query()
	l := on.Lang
	v.Title = statementTexts["title"].In(l) + " " + origin.Lot
	v.Lot, v.EUDR = pagekit.Link{Text: origin.Lot, Href: pagekit.LotHref(on, origin.Lot, "")}, pagekit.Link{Href: pagekit.LotHref(on, origin.Lot, "/eudr")}
	v.Self = pagekit.LotHref(on, origin.Lot, "/eudr/declaracao")
	if on.Form == nil {
		v.Ask = statementFields{query.Get(draft.ParamCountry), query.Get(draft.ParamHeading), query.Get(draft.ParamMass), query.Get(draft.ParamDescription), query.Get("lotes"), query.Get(draft.ParamGroup)}
	}
	owner, err := c.ownerOf(on, origin.Lot)
	if err != nil {
		return pagekit.Reply{}, err
	}
	v.MayNote = owner != "" && filings.MayNote(on.Key, owner)
	for i := range filed {
		f := &filed[i]
		row := filedRow{Reference: f.Reference, Verification: f.Verification, State: stateNames[f.State].In(l), Lot: pagekit.Link{Text: f.Lot, Href: pagekit.LotHref(on, f.Lot, "")}, Inherited: f.Inherited, Class: "alerta"}
		if f.InForce() {
			row.Class = "bom"
		}
		if at, err := time.Parse(time.RFC3339, f.Since); err == nil {
			row.Since = on.Moment(at)
		}
		v.Filed = append(v.Filed, row)
	}
	for _, state := range filings.States {
		v.States = append(v.States, stateChoice{state, stateNames[state].In(l), v.Note.State == state})
	}
	v.Curl = on.Curl(http.MethodGet, eudr.Path(origin.Lot)+"/dds.xml?pais=NL", "")
	return pagekit.Reply{Page: "lot_statement", View: v, Status: status}, nil
}
