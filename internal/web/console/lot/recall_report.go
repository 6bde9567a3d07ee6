package lot

import (
	"bytes"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/right"
	"rastro/internal/title"
	"rastro/internal/trace"
	"rastro/internal/tracefile"
	"rastro/internal/web/console/pagekit"
)

// reportView is the report of a recall.
type reportView struct {
	pagekit.Frame
	At, By, Reason  string
	Criteria        []pagekit.Pair
	Found           *foundView
	Hash, Signature string
	Downloads       []pagekit.Link
}

// foundView is the result of a recall.
type foundView struct {
	Lots      []affectedLot
	Shipments []affectedShipment
	Holders   []affectedHolder
	Mentions  []possibleMention
	Totals    []pagekit.Pair
	Notes     []string
	Limited   string // says that the key cannot see everything
	// NoShipment and Nobody are shown if the report has none.
	NoShipment, Nobody string
	More               bool // not all of it is shown
	Rest               string
	T                  map[string]string
}

type affectedLot struct {
	pagekit.Link
	Steps    string
	Harvests []pagekit.Link
}

type affectedShipment struct {
	pagekit.Link
	To, Holder, Date, Kg string
	Lots                 []pagekit.Link
	Documents            []pagekit.Link
}

// possibleMention is a record that may mention a lot.
type possibleMention struct {
	pagekit.Link
	Lot, Date, Text string
	Harvest         pagekit.Link
}

type affectedHolder struct {
	Name, Kg string
	Lots     []pagekit.Link
}

// Limits on what a page shows of a recall; the files contain everything.
const (
	maxAffected = 300
	maxListed   = 12
)

// foundOf prepares the result of a recall.
func foundOf(on *pagekit.Call, r *recall.Recall, rest string) *foundView {
	l := on.Lang
	v := &foundView{T: pagekit.TextsIn(l, recallTexts), Rest: recallTexts[rest].In(l), More: len(r.Lots) > maxAffected || len(r.Shipments) > maxAffected || len(r.Holders) > maxAffected || len(r.Mentions) > maxAffected}
	v.Totals = []pagekit.Pair{
		{Name: recallTexts["lots"].In(l), Text: pagekit.CountText(int64(r.Totals.Lots), l)}, {Name: recallTexts["shipments"].In(l), Text: pagekit.CountText(int64(r.Totals.Shipments), l)},
		{Name: recallTexts["shippedkg"].In(l), Text: partialKg(r.Totals.ShippedKg, r.Totals.ShippedPartial, l, lotKg)}, {Name: recallTexts["holders"].In(l), Text: pagekit.CountText(int64(r.Totals.Holders), l)},
		{Name: recallTexts["took"].In(l), Text: tookText(r.DurationMs, l)},
	}
	if n := len(r.Mentions); n > 0 {
		v.Totals = append(v.Totals, pagekit.Pair{Name: recallTexts["mentions"].In(l), Text: pagekit.CountText(int64(n), l)})
	}
	v.Notes = recallNotes(r, l)
	v.NoShipment, v.Nobody = recallTexts["noshipment"].In(l), recallTexts["nobody"].In(l)
	if r.Restricted {
		v.Limited = recallTexts["restricted"].In(l)
		v.NoShipment, v.Nobody = on.Text(recallTexts, "unseenshipment").In(l), on.Text(recallTexts, "unseennobody").In(l)
	}
	for i := range r.Lots[:min(len(r.Lots), maxAffected)] {
		v.Lots = append(v.Lots, lotOf(on, &r.Lots[i]))
	}
	for i := range r.Shipments[:min(len(r.Shipments), maxAffected)] {
		v.Shipments = append(v.Shipments, shipmentOf(on, &r.Shipments[i]))
	}
	for _, h := range r.Holders[:min(len(r.Holders), maxAffected)] {
		row := affectedHolder{h.Name, partialKg(h.ReceivedKg, h.ReceivedPartial, l, kgOrDash), lotLinks(on, h.Lots)}
		if h.Erased {
			row.Name, row.Kg = recallTexts["erased"].In(l), "–"
		}
		v.Holders = append(v.Holders, row)
	}
	for i := range r.Mentions[:min(len(r.Mentions), maxAffected)] {
		v.Mentions = append(v.Mentions, mentionOf(on, &r.Mentions[i]))
	}
	return v
}

// recallNotes say what the report lacks.
func recallNotes(r *recall.Recall, l lang.Lang) (notes []string) {
	since, before := r.CountErasures()
	if since > 0 {
		notes = append(notes, recallTexts["partial"].Fill(l, lang.Args{"n": pagekit.CountText(int64(since), l)}))
	}
	if before > 0 {
		notes = append(notes, recallTexts["before"].Fill(l, lang.Args{"n": pagekit.CountText(int64(before), l)}))
	}
	if r.Totals.ShippedPartial {
		notes = append(notes, recallTexts["shippedpartial"].In(l))
	}
	if r.Unread > 0 {
		notes = append(notes, recallTexts["unread"].Fill(l, lang.Args{"n": pagekit.CountText(int64(r.Unread), l)}))
	}
	if n := len(r.ReadOnly); n > 0 {
		names := strings.Join(r.ReadOnly[:min(n, maxListed)], ", ")
		if n > maxListed {
			names += " …"
		}
		notes = append(notes, recallTexts["readonlyharvests"].Fill(l, lang.Args{"safras": names}))
	}
	if r.Truncated {
		notes = append(notes, recallTexts["truncated"].In(l))
	}
	if n, some := r.ComparedSome(); some {
		notes = append(notes, recallTexts["comparedsome"].Fill(l, lang.Args{"n": pagekit.CountText(int64(n), l)}))
	}
	return notes
}

// lotLinks links to the first of some lots, and says how many more there are.
func lotLinks(on *pagekit.Call, codes []string) (links []pagekit.Link) {
	for i, code := range codes {
		if i == maxListed {
			return append(links, pagekit.Link{Text: "+ " + pagekit.CountText(int64(len(codes)-maxListed), on.Lang)})
		}
		links = append(links, pagekit.Link{Text: code, Href: pagekit.LotHref(on, code, "")})
	}
	return links
}

func lotOf(on *pagekit.Call, one *recall.Lot) affectedLot {
	row := affectedLot{Link: pagekit.Link{Text: one.Code, Href: pagekit.LotHref(on, one.Code, "")}, Steps: strconv.Itoa(one.Level)}
	if one.Erased {
		row.Link = pagekit.Link{Text: recallTexts["erased"].In(on.Lang)}
	}
	for i, harvest := range one.Harvests {
		if i < maxListed {
			row.Harvests = append(row.Harvests, pagekit.Link{Text: harvest, Href: pagekit.HarvestHref(on, harvest)})
		}
	}
	return row
}

func shipmentOf(on *pagekit.Call, s *recall.Shipment) affectedShipment {
	name := s.Identification
	if name == "" {
		name = pagekit.Written(on, s.Record.Prefix, s.Record.ID)
	}
	row := affectedShipment{Link: pagekit.Link{Text: name, Href: pagekit.RecordHref(on, s.Record.Prefix, s.Record.ID)}, To: s.Destination, Holder: s.Holder, Kg: "–", Lots: lotLinks(on, s.Lots)}
	if s.Erased {
		row.Text += " · " + recallTexts["erased"].In(on.Lang)
	}
	if !s.Erased {
		row.Kg = shipmentKg(s, on.Lang)
	}
	if day, err := time.Parse(time.DateOnly, s.Day); err == nil {
		row.Date = pagekit.DayText(day, on.Lang)
	}
	for k := range s.Documents {
		row.Documents = append(row.Documents, documentLink(on, &s.Documents[k]))
	}
	return row
}

func mentionOf(on *pagekit.Call, m *recall.Mention) possibleMention {
	row := possibleMention{
		Link: documentLink(on, &recall.Document{Record: m.Record}), Lot: m.Lot, Text: m.Text, Date: mentionDay(m, on),
		Harvest: pagekit.Link{Text: m.HarvestID, Href: pagekit.HarvestHref(on, m.HarvestID)},
	}
	row.Link.Text = pagekit.Written(on, m.Record.Prefix, m.Record.ID)
	if m.Erased {
		row.Lot, row.Text = recallTexts["erased"].In(on.Lang), recallTexts["erased"].In(on.Lang)
	}
	return row
}

// mentionDay returns the day that a record mentions, or else when it was written.
func mentionDay(m *recall.Mention, on *pagekit.Call) string {
	if day, err := time.Parse(time.DateOnly, m.Day); err == nil {
		return pagekit.DayText(day, on.Lang)
	}
	id, ok := trace.ParseID(m.Record.ID)
	if !ok {
		return ""
	}
	return recallTexts["written"].Fill(on.Lang, lang.Args{"dia": on.DayOf(id.Time())})
}

// partialKg formats a sum in a report, as far as it is known, with the function number.
func partialKg(kg *float64, partial bool, l lang.Lang, number func(float64, lang.Lang) string) string {
	switch {
	case kg == nil && partial:
		return recallTexts["unknownkg"].In(l)
	case kg == nil:
		return "–"
	case partial:
		return recallTexts["atleast"].Fill(l, lang.Args{"kg": number(*kg, l)})
	}
	return number(*kg, l)
}

// shipmentKg formats the mass of a shipment, and says if it contains other lots.
func shipmentKg(s *recall.Shipment, l lang.Lang) string {
	switch {
	case s.QuantityKg == nil:
		return recallTexts["unknownkg"].In(l)
	case s.SharedQuantity:
		return recallTexts["sharedkg"].Fill(l, lang.Args{"kg": kgOrDash(*s.QuantityKg, l)})
	}
	return kgOrDash(*s.QuantityKg, l)
}

// tookText formats the duration of a search, which is given in whole milliseconds.
func tookText(ms int64, l lang.Lang) string {
	if ms == 0 {
		return "< 1 ms"
	}
	return pagekit.NumberText(float64(ms), 3, l) + " ms"
}

func documentLink(on *pagekit.Call, d *recall.Document) pagekit.Link {
	text := d.Record.Prefix
	if k := kind.ByPrefix(d.Record.Prefix); k != nil {
		text = k.Title.In(on.Lang)
	}
	if d.Number != "" {
		text += " " + title.Numbered(d.Number)
	}
	if d.Erased {
		text += " · " + recallTexts["erased"].In(on.Lang)
	}
	return pagekit.Link{Text: text, Href: pagekit.RecordHref(on, d.Record.Prefix, d.Record.ID)}
}

// recallTime writes the instant of a report.
func recallTime(written string, on *pagekit.Call) string {
	at, err := time.Parse(time.RFC3339Nano, written)
	if err != nil {
		return written
	}
	return on.Moment(at)
}

func hexOf(sum [32]byte) string { return hex.EncodeToString(sum[:]) }

func (c *Controller) RecallReport(on *pagekit.Call) (pagekit.Reply, error) {
	r, err := c.service.RecallOf(on.Ctx, on.Key, on.Path("id"))
	if err != nil {
		return pagekit.Reply{}, err
	}
	l := on.Lang
	v := &reportView{At: recallTime(r.At, on), By: on.Author(r.By), Reason: reasonText(r.Reason, r.ReasonErased, on), Found: foundOf(on, &r.Recall, "more"), Hash: hexOf(r.Hash), Signature: string(r.Signature)}
	v.Title = recallTexts["report"].In(l)
	for _, c := range []struct {
		name   string
		values []string
	}{{"lotes", r.Criteria.Lots}, {"talhoes", r.Criteria.Plots}, {"insumos", r.Criteria.Inputs}} {
		if len(c.values) > 0 {
			v.Criteria = append(v.Criteria, pagekit.Pair{Name: recallTexts["field."+c.name].In(l), Text: joined(c.values, l)})
		}
	}
	if p := r.Criteria.Period; p != nil {
		v.Criteria = append(v.Criteria, pagekit.Pair{Name: recallTexts["field.periodo"].In(l), Text: recallTime(p.From, on) + " – " + recallTime(p.To, on)})
	}
	for _, f := range recallFiles {
		v.Downloads = append(v.Downloads, pagekit.Link{Text: recallTexts["save."+f.name].In(l), Href: recallHref(on, r.ID.String()) + "/" + f.name})
	}
	v.Curl = on.Curl(http.MethodGet, "/rastreio/recall/"+r.ID.String(), "")
	return pagekit.Reply{Page: "recall_report", View: v}, nil
}

// joined returns the first texts of a list in one line, and how many more there are.
func joined(list []string, l lang.Lang) string {
	text := ""
	for i, one := range list {
		if i == maxListed {
			return text + " + " + pagekit.CountText(int64(len(list)-maxListed), l)
		}
		if i > 0 {
			text += ", "
		}
		text += one
	}
	return text
}

// recallFiles are the formats in which a report can be downloaded, as in the API.
var recallFiles = []struct {
	name, media, ext string
	write            func(*bytes.Buffer, *recall.Signed) error
}{
	{"json", tracefile.JSON, ".json", func(out *bytes.Buffer, r *recall.Signed) error {
		report, rest := tracefile.Recall(r)
		_, err := out.Write(report)
		if err == nil {
			_, err = out.Write(rest)
		}
		return err
	}},
	{"csv", tracefile.CSV, ".csv", func(out *bytes.Buffer, r *recall.Signed) error { return tracefile.RecallCSV(out, r) }},
	{"assinado", "text/plain; charset=utf-8", ".txt", func(out *bytes.Buffer, r *recall.Signed) error {
		_, err := out.Write(r.Signature)
		return err
	}},
}

func (c *Controller) DownloadRecall(on *pagekit.Call) (pagekit.Reply, error) {
	for _, f := range recallFiles {
		if f.name != on.Path("formato") {
			continue
		}
		r, err := c.service.RecallOf(on.Ctx, on.Key, on.Path("id"))
		if err != nil {
			return pagekit.Reply{}, err
		}
		shown := *r
		if name := on.Author(r.By); f.name == "csv" && name != r.By && on.Key.May(right.Personal) {
			shown.By = name + ", " + r.By // for people; the signed text only has the id
		}
		var out bytes.Buffer
		if err := f.write(&out, &shown); err != nil {
			return pagekit.Reply{}, err
		}
		return pagekit.Reply{Raw: func(w http.ResponseWriter) error {
			pagekit.SaveAs(w.Header(), f.media, tracefile.FileName("recall", r.ID.String(), f.ext))
			_, _ = w.Write(out.Bytes()) // a caller who hung up needs no answer
			return nil
		}}, nil
	}
	return pagekit.Reply{}, trace.Fail(trace.CodePathNotFound)
}
