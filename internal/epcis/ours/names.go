package ours

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/epcis/uri"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Namer returns URIs for things, at an origin of ours such as https://rastro.example.
type Namer struct {
	Origin string
	// GTINs are the trade items that lots are of, by the lots' folded codes. A lot without one
	// is named at our origin.
	GTINs map[string]string
}

// Lot returns the URI of a lot, by its folded code.
func (n *Namer) Lot(code string) string {
	return uri.Lot{Code: code, GTIN: n.GTINs[code]}.URI(n.Origin)
}

// Harvest returns the URI of a harvest's yield.
func (n *Namer) Harvest(id string) string { return n.Origin + harvestPath + url.PathEscape(id) }

const harvestPath = "/id/safra/"

// HarvestOf returns the harvest that a URI of ours names: the URI is one that Harvest made, or that
// of something in the harvest.
func (n *Namer) HarvestOf(name string) (id string, ok bool) {
	rest, ok := strings.CutPrefix(name, n.Origin+harvestPath)
	if !ok || n.Origin == "" {
		return "", false
	}
	rest, _, _ = strings.Cut(rest, "/")
	id, err := url.PathUnescape(rest)
	return id, err == nil && id != ""
}

// Record returns the URI of a record.
func (n *Namer) Record(id string) string { return n.Origin + "/id/registro/" + id }

// placeNamed returns the URI of a place.
func (n *Namer) placeNamed(text string) string {
	for _, id := range brdoc.Scan(text, brdoc.Types(brdoc.GLN, brdoc.Locode), brdoc.LateYear) {
		switch {
		case !id.Valid:
		case id.Type == brdoc.GLN:
			return uri.Link{AI: "414", Value: id.Value}.String()
		default:
			return n.Origin + placePath + id.Value
		}
	}
	first, _, _ := strings.Cut(text, ",")
	if slug := slugOf(first); slug != "" && brdoc.Public(first) == strings.Join(strings.Fields(first), " ") {
		return n.Origin + placePath + slug
	}
	return ""
}

const placePath = "/id/local/"

// The id of an event is made of its version, so it says where the event is.
const eventPath = "/id/evento/"

func (n *Namer) event(v *trace.Record) string {
	return n.Origin + eventPath + v.ID.String() + "." + strconv.FormatInt(v.Version, 10)
}

// VersionOf returns the version that an id of an event of ours names, with or without our origin
// before it.
func (n *Namer) VersionOf(id string) (record trace.ID, version int64, ok bool) {
	id = strings.TrimPrefix(id, n.Origin+eventPath)
	text, number, _ := strings.Cut(id, ".")
	record, ok = trace.ParseID(text)
	if !ok || record.String() != text {
		return record, 0, false
	}
	version, err := strconv.ParseInt(number, 10, 64)
	return record, version, err == nil && version > 0 && strconv.FormatInt(version, 10) == number
}

// maxSlug is the maximum length of a place's name in a URI.
const maxSlug = 80

// slugOf returns a text as one segment of a path: plain letters, digits and single hyphens.
func slugOf(text string) string {
	var b strings.Builder
	gap := false
	for _, c := range lang.Fold(lang.Clip(text, maxSlug)) {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(c)
		} else {
			gap = true
		}
	}
	return b.String()
}

// private reports whether a text has a taxpayer number of a person in it.
func private(text string) bool {
	return slices.ContainsFunc(brdoc.Scan(text, brdoc.Types(brdoc.CPF), brdoc.LateYear), func(id brdoc.ID) bool { return id.Valid })
}

// document returns the URI of a document whose number is in a text; "" if there is none. Only a
// number with digits counts, because words may be people's names.
func (n *Namer) document(name, text string) string {
	if text, _, _ = strings.Cut(text, ";"); brdoc.Public(text) != strings.Join(strings.Fields(text), " ") {
		return ""
	}
	text, _, _ = strings.Cut(text, ",")
	for _, word := range strings.Fields(text) {
		if word = strings.TrimRight(word, ".:"); strings.ContainsAny(word, "0123456789") && len(word) <= maxSlug {
			return n.Origin + "/id/documento/" + name + "/" + url.PathEscape(word)
		}
	}
	return ""
}

// identified returns the URI of a document's identifier; "" for the key of an invoice issued by a
// person, which contains the person's number.
func (n *Namer) identified(id brdoc.ID) string {
	switch {
	case brdoc.Keys.Has(id.Type):
		if key, ok := brdoc.ParseKey(id.Value); !ok || key.ByCPF {
			return ""
		}
		if id.Type == brdoc.NFe || id.Type == brdoc.NFCe {
			return "urn:br:nfe:" + id.Value
		}
		return n.Origin + "/id/documento/dfe/" + id.Value
	case id.Type == brdoc.DUE:
		return n.Origin + "/id/due/" + url.PathEscape(id.Value)
	}
	return n.Origin + "/id/documento/" + strings.ToLower(id.Type.String()) + "/" + url.PathEscape(id.Value)
}
