package changes

import (
	"bytes"
	"encoding/hex"
	"net/url"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/personal"
	"rastro/internal/reach"
	"rastro/internal/reminders"
	"rastro/internal/trace"
	"rastro/internal/webhook/endpoint"
)

// entry is a place in the log, with what readers receive and what rights are checked against. For a
// record, json is the whole event. Readers without the right to personal data do not get its bytes
// from personalFrom to personalTo, because lots and findings come from fields that may be personal.
type entry struct {
	place                    int64
	hash                     [32]byte
	kind                     Type // "" for what has no event
	of                       *kind.Kind
	harvestID                string
	id                       trace.ID
	lots                     []string
	listed                   []string // the entries of the report of a recall
	cover                    reach.Cover
	run                      *runs.Import
	reminder                 *reminders.Note
	hook                     *endpoint.Endpoint // that was disabled
	json                     []byte
	personalFrom, personalTo int
	signed                   []byte // the event of the signed state that ends with it, in JSON; nil for none
}

// maxLots bounds the lots that an event lists: a record names few.
const maxLots = 200

// entryOf reads a version.
func entryOf(v *trace.Record, place int64) entry {
	e := entry{place: place, hash: v.Hash, kind: typeOf(v), of: v.Kind, harvestID: strings.Clone(v.HarvestID), id: v.ID}
	switch {
	case e.kind == ImportDone:
		if run, ok := runs.Told(v); ok {
			e.run = &run
		} else {
			e.kind = ""
		}
	case v.Kind == kind.Reminder:
		e.remind(v)
	case v.Kind == kind.Webhook:
		if hook, ok := endpoint.Of(v); ok && hook.Disabled != "" && hook.Disabled != endpoint.ByHand {
			e.hook = &hook
		} else {
			e.kind = "" // other operations on a webhook have no event
		}
	case e.kind != "" && !v.Kind.IsChange() && !v.Gone():
		said := *v
		said.Operation = trace.Updated // a version that ends a record also says which lots it was about
		for _, row := range said.LotRows() {
			if len(e.lots) < maxLots {
				e.lots = trace.AppendOnce(e.lots, strings.Clone(row.Lot)) // without the record it is part of
			}
		}
	}
	return e
}

// remind makes the entry one about the validation.
func (e *entry) remind(v *trace.Record) {
	n, ok := reminders.Of(v)
	if e.kind = CertificateEnding; n.Ended {
		e.kind = ValidationEnded
	}
	if !ok {
		e.kind = ""
	}
	e.reminder, e.of, e.harvestID = &n, kind.ByPrefix(kind.Validation), n.HarvestID
}

// renderReminder writes the event of a validation that ends.
func (e *entry) renderReminder(dst []byte, source string, v *trace.Record) []byte {
	n := e.reminder
	dst = e.head(dst, source, e.of.Prefix+"/"+n.ID, v.UpdatedAt)
	dst = append(dst, `,"datacontenttype":"application/json","data":{"tipo":`...)
	dst = canon.AppendString(dst, e.of.Name)
	for _, m := range [][2]string{{"prefixo", e.of.Prefix}, {"fase", e.of.Phase}, {"safraId", n.HarvestID}, {"id", n.ID}, {"validade", n.LastDay}} {
		dst = append(append(append(dst, `,"`...), m[0]...), `":`...)
		dst = canon.AppendString(dst, m[1])
	}
	dst = append(dst, `,"safraCodigo":`...)
	dst = canon.AppendStringOrNull(dst, n.HarvestCode)
	dst = strconv.AppendInt(append(dst, `,"versao":`...), n.Version, 10)
	dst = strconv.AppendInt(append(dst, `,"dias":`...), int64(n.Days), 10)
	return append(dst, `}}`...)
}

// render writes the event. full adds the record, as a caller sees it, in a language.
func (e *entry) render(dst []byte, source string, v *trace.Record, full *content) []byte {
	start := len(dst)
	if e.reminder != nil {
		return e.renderReminder(dst, source, v)
	}
	dst = e.head(dst, source, subject(v), v.UpdatedAt)
	dst = append(dst, `,"datacontenttype":"application/json","data":{"tipo":`...)
	dst = canon.AppendString(dst, v.Kind.Name)
	dst = append(dst, `,"prefixo":`...)
	dst = canon.AppendString(dst, v.Kind.Prefix)
	if !v.Kind.IsChange() {
		dst = append(dst, `,"fase":`...)
		dst = canon.AppendString(dst, v.Kind.Phase)
		dst = append(dst, `,"safraId":`...)
		dst = canon.AppendString(dst, v.HarvestID)
		dst = append(dst, `,"safraCodigo":`...)
		dst = canon.AppendStringOrNull(dst, v.HarvestCode)
	}
	dst = append(dst, `,"id":"`...)
	dst = append(dst, v.ID.String()...)
	dst = append(dst, `","versao":`...)
	dst = strconv.AppendInt(dst, v.Version, 10)
	dst = append(dst, `,"operacao":"`...)
	dst = append(dst, v.Operation.String()...)
	dst = append(dst, `","por":`...)
	dst = canon.AppendString(dst, v.UpdatedBy)
	e.personalFrom = len(dst) - start
	if !v.Kind.IsChange() {
		dst = append(dst, `,"lotes":`...)
		dst = canon.AppendStrings(dst, e.lots)
		dst = appendFindings(dst, v)
	}
	e.personalTo = len(dst) - start
	if e.run != nil {
		dst = appendRun(dst, e.run)
	}
	if e.hook != nil {
		dst = append(dst, `,"motivo":`...)
		dst = canon.AppendString(dst, string(e.hook.Disabled))
	}
	if full != nil && !v.Kind.IsChange() && !v.Gone() {
		dst = append(dst, `,"registro":`...)
		from := len(dst)
		dst = personal.Unlisted(full.by, v).AppendJSON(dst, full.lang)
		for i, c := range dst[from:] { // an event is one line; JSON texts contain no line breaks
			if c == '\n' || c == '\r' {
				dst[from+i] = ' '
			}
		}
	}
	return append(dst, `}}`...)
}

// content requests records as a caller sees them.
type content struct {
	by   *trace.Key
	lang lang.Lang
}

// head begins an event: the attributes of CloudEvents 1.0. An instant that is zero is left out.
func (e *entry) head(dst []byte, source, subject string, at time.Time) []byte {
	dst = append(dst, `{"specversion":"1.0","id":"`...)
	dst = strconv.AppendInt(dst, e.place, 10)
	dst = append(dst, `","source":`...)
	dst = canon.AppendString(dst, source)
	dst = append(dst, `,"type":"`...)
	dst = append(dst, e.kind...)
	dst = append(dst, '"')
	if subject != "" {
		dst = append(dst, `,"subject":`...)
		dst = canon.AppendString(dst, subject)
	}
	if !at.IsZero() {
		dst = append(dst, `,"time":"`...)
		dst = trace.AppendTime(dst, at)
		dst = append(dst, '"')
	}
	dst = append(dst, `,"rastroposicao":`...)
	dst = strconv.AppendInt(dst, e.place, 10)
	dst = append(dst, `,"rastrohash":"`...)
	dst = hex.AppendEncode(dst, e.hash[:])
	return append(dst, '"')
}

// subject returns the path where what was written can be read.
func subject(v *trace.Record) string {
	if v.Kind == kind.Profile {
		return v.Kind.Prefix + "/" + url.PathEscape(v.HarvestID)
	}
	return v.Kind.Prefix + "/" + v.ID.String()
}

// appendFindings appends counts of the findings at the time of writing. Quotes in stored texts are
// escaped, so nobody can fake a severity inside a text.
func appendFindings(dst []byte, v *trace.Record) []byte {
	found := v.Findings
	if v.Operation.Ends() {
		found = nil // in an erasure it means something else
	}
	for i, s := range []finding.Severity{finding.Error, finding.Alert, finding.Info} {
		dst = append(dst, []string{`,"avisos":{"erro":`, `,"alerta":`, `,"info":`}[i]...)
		dst = strconv.AppendInt(dst, int64(bytes.Count(found, []byte(`"severidade":"`+string(s)+`"`))), 10)
	}
	return append(dst, '}')
}

// appendRun appends what an import has written so far: one that takes several transactions has an
// event for each.
func appendRun(dst []byte, i *runs.Import) []byte {
	dst = append(dst, `,"origem":`...)
	dst = canon.AppendString(dst, i.Source)
	dst = append(dst, `,"tipos":`...)
	dst = canon.AppendStrings(dst, i.Kinds)
	dst = append(dst, `,"safras":`...)
	dst = canon.AppendStrings(dst, i.Harvests)
	dst = append(dst, `,"maisSafras":`...)
	dst = strconv.AppendBool(dst, i.More)
	dst = append(dst, `,"gravados":`...)
	return strconv.AppendInt(dst, i.Rows, 10)
}

// renderGap writes the event of a place of which the caller learns only the commitment, which the
// public log shows to anyone.
func (e *entry) renderGap(dst []byte, source string) []byte {
	hidden := entry{place: e.place, hash: e.hash, kind: gap}
	return append(hidden.head(dst, source, "", time.Time{}), '}')
}

// renderCheckpoint writes the event of a signed state of the log. It has no place of its own: if a
// signature were an entry, it would need another signature. It comes after the last entry that it
// covers.
func renderCheckpoint(dst []byte, source string, c *trace.KeptCheckpoint) []byte {
	size := strconv.FormatInt(c.Size, 10)
	dst = append(dst, `{"specversion":"1.0","id":"checkpoint-`...)
	dst = append(dst, size...)
	dst = append(dst, `","source":`...)
	dst = canon.AppendString(dst, source)
	dst = append(dst, `,"type":"`...)
	dst = append(dst, CheckpointSigned...)
	dst = append(dst, `","subject":"/log/checkpoint","time":"`...)
	dst = trace.AppendTime(dst, c.SignedAt)
	dst = append(dst, `","datacontenttype":"application/json","rastroposicao":`...)
	dst = strconv.AppendInt(dst, c.Size-1, 10)
	dst = append(dst, `,"data":{"tamanho":`...)
	dst = append(dst, size...)
	dst = append(dst, `,"checkpoint":`...)
	dst = canon.AppendString(dst, string(c.Body))
	return append(dst, `}}`...)
}
