package pagekit

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rastro/internal/kind"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/verdict"
)

// Link is a text that may lead somewhere.
type Link struct{ Text, Href string }

// Pair is a name with a text.
type Pair struct{ Name, Text string }

// HarvestPath returns the path of a harvest, below /console.
func HarvestPath(harvestID string) string { return "/safras/" + url.PathEscape(harvestID) }

// LotHref leads to a page of a lot: "" for its trace, "/balanco", "/eudr".
func LotHref(on *Call, code, page string) string {
	return Root(on.Request) + "console/lotes/" + url.PathEscape(code) + page
}

// HarvestHref leads to a harvest.
func HarvestHref(on *Call, harvestID string) string {
	return Root(on.Request) + "console/safras/" + url.PathEscape(harvestID)
}

// RecordHref leads to a record.
func RecordHref(on *Call, prefix, id string) string {
	return Root(on.Request) + "console/registros/" + strings.ReplaceAll(strings.TrimPrefix(prefix, "/"), "/", ".") + "/" + url.PathEscape(id)
}

// FixHref leads to the form that closes a gap of a harvest, at its field: that of the record
// to correct, or of a new one. It is "" if the key may not write it.
func FixHref(on *Call, harvestID string, gap *verdict.Gap) string {
	k := kind.ByPrefix(gap.Prefix)
	if k == nil || !on.Key.MayWrite(k, harvestID) {
		return ""
	}
	if k == kind.Profile {
		return HarvestHref(on, harvestID) + "/perfil#" + gap.Field
	}
	field := ""
	if k.FieldAt(gap.Field) >= 0 {
		field = "#campo-" + gap.Field
	}
	if gap.Record != "" {
		return RecordHref(on, gap.Prefix, gap.Record) + "/editar" + field
	}
	return WithQuery(RecordHref(on, gap.Prefix, "novo"), url.Values{"safra": {harvestID}}) + field
}

// Writes reports whether the caller may write any kind of record in a harvest; no, if there is no
// harvest.
func Writes(on *Call, harvestID string) bool {
	return harvestID != "" && slices.ContainsFunc(kind.All, func(k *kind.Kind) bool { return on.Key.MayWrite(k, harvestID) })
}

// WritesSomewhere reports whether the caller may write any kind of record in some harvest.
func WritesSomewhere(on *Call) bool {
	return slices.ContainsFunc(kind.All, func(k *kind.Kind) bool { return on.Key.MayWrite(k, "") })
}

// MayFix reports whether the caller may close a gap. A gap that belongs to no kind of record may be
// closed by anyone who may write something in the harvest.
func MayFix(on *Call, harvestID string, gap *verdict.Gap) bool {
	k := kind.ByPrefix(gap.Prefix)
	switch {
	case k == nil:
		return Writes(on, harvestID)
	case k.IsValidation() && !on.Key.May(right.Validate):
		return false
	}
	return on.Key.MayWrite(k, harvestID)
}

// RefHref leads to the record that r names.
func RefHref(on *Call, r trace.RecordRef) string { return RecordHref(on, r.Kind.Prefix, r.ID.String()) }

// WithQuery appends parameters to an address; none if there are none.
func WithQuery(href string, query url.Values) string {
	if len(query) == 0 {
		return href
	}
	return href + "?" + query.Encode()
}

// SaveAs makes the browser save the body under a name.
func SaveAs(h http.Header, media, name string) {
	h.Set("Content-Type", media)
	h.Set("Content-Disposition", `attachment; filename="`+name+`"`)
}
