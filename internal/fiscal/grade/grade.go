// Package grade checks a tax document against itself: its key, signature, protocol, goods and
// weights. It reports findings for people to judge, and never refuses.
package grade

import (
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/crop"
	"rastro/internal/finding"
	"rastro/internal/fiscal"
	"rastro/internal/fiscal/found"
	"rastro/internal/fiscal/xmlsig"
	"rastro/internal/lang"
)

// Context is what a document is compared with.
type Context struct {
	Year  int       // the current one: no document is from the future
	Crop  crop.Crop // of the harvest; "" while unknown
	Trust xmlsig.Trust
}

// Report contains the findings.
type Report struct {
	Findings  []finding.Finding // the worst first
	Signature xmlsig.Result
}

// Check checks a document.
func Check(d *fiscal.Document, c Context) Report {
	r := Report{Signature: d.Verify(c.Trust)}
	r.key(d, c.Year)
	r.signature(d)
	r.protocol(d)
	r.event(d, nil)
	if d.Type == fiscal.Invoice {
		r.direction(d)
		r.weight(d)
		r.lots(d)
	}
	r.Against(d, c.Crop)
	return r
}

// Against compares an invoice with the crop of its harvest, if that became known later.
func (r *Report) Against(d *fiscal.Document, of crop.Crop) {
	if d.Type == fiscal.Invoice {
		r.goods(d, of)
	}
	r.sort()
}

// Registered reports whether the tax authority confirms the document. A document that it rejected,
// that is only a test, that was altered, or whose author is not proven changes nothing.
func (r *Report) Registered() bool { return r.answered() && !r.has(found.Unconfirmed) }

// Unconfirmed reports whether the tax authority may have registered an event whose author is not
// proven. People are told, and can look it up.
func (r *Report) Unconfirmed() bool { return r.answered() && r.has(found.Unconfirmed) }

// answered reports whether nothing suggests that the tax authority did not register the document.
func (r *Report) answered() bool {
	return !slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		return f.Rule.Severity == finding.Error || f.Rule == found.NoProtocol
	})
}

func (r *Report) has(rule *finding.Rule) bool {
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool { return f.Rule == rule })
}

// Add adds findings of others.
func (r *Report) Add(list ...finding.Finding) {
	r.Findings = append(r.Findings, list...)
	r.sort()
}

func (r *Report) sort() {
	slices.SortStableFunc(r.Findings, func(a, b finding.Finding) int { return a.Compare(&b) })
}

// find adds a finding. The words are pairs of a placeholder and its value.
func (r *Report) find(rule *finding.Rule, words ...any) {
	f := finding.Finding{Rule: rule}
	for i := 0; i+1 < len(words); i += 2 {
		if text, ok := words[i+1].(string); ok {
			words[i+1] = lang.Clip(text, finding.MaxQuoted)
		}
		f.Say(words[i].(string), words[i+1])
	}
	r.Findings = append(r.Findings, f)
}

// keyTypes are the types of keys that a document of a type may have.
var keyTypes = map[fiscal.Type]brdoc.Set{
	fiscal.Invoice:  brdoc.Types(brdoc.NFe, brdoc.NFCe),
	fiscal.Summary:  brdoc.Types(brdoc.NFe, brdoc.NFCe),
	fiscal.Waybill:  brdoc.Types(brdoc.CTe, brdoc.CTeOS),
	fiscal.Manifest: brdoc.Types(brdoc.MDFe),
	fiscal.Event:    brdoc.Keys,
}

// key compares the key with its own check digit, and with the fields that it contains.
func (r *Report) key(d *fiscal.Document, year int) {
	parts, ok := brdoc.ParseKey(d.Key)
	if !ok {
		r.find(found.BadKey, "motivo", brdoc.Length.Text())
		return
	}
	if !keyTypes[d.Type].Has(parts.Type) {
		r.find(found.BadKey, "motivo", brdoc.Model.Text())
		return
	}
	if id := brdoc.Check(parts.Type, d.Key, year); !id.Valid {
		r.find(found.BadKey, "motivo", id.Reason.Text())
	}
	if d.Type == fiscal.Summary || d.Type == fiscal.Event {
		return
	}
	if differ := differing(d); len(differ) > 0 {
		r.find(found.OtherKey, "campos", listed(differ))
	}
}

// The fields in a key, by their usual names.
var (
	stateField    = lang.Text{PT: "estado do emitente", EN: "the issuer's state", ES: "estado del emisor"}
	issuedField   = lang.Text{PT: "data de emissão", EN: "date of issue", ES: "fecha de emisión"}
	issuerField   = lang.Text{PT: "CNPJ ou CPF do emitente", EN: "the issuer's CNPJ or CPF", ES: "CNPJ o CPF del emisor"}
	modelField    = lang.Text{PT: "modelo", EN: "model", ES: "modelo"}
	seriesField   = lang.Text{PT: "série", EN: "series", ES: "serie"}
	numberField   = lang.Text{PT: "número", EN: "number", ES: "número"}
	emissionField = lang.Text{PT: "forma de emissão", EN: "issuing method", ES: "forma de emisión"}
	randomField   = lang.Text{PT: "código numérico", EN: "numeric code", ES: "código numérico"}
	digitField    = lang.Text{PT: "dígito verificador", EN: "check digit", ES: "dígito verificador"}
)

// listed joins names into a list.
func listed(names []lang.Text) (all lang.Text) {
	for i, name := range names {
		if i > 0 {
			all.PT, all.EN, all.ES = all.PT+", ", all.EN+", ", all.ES+", "
		}
		all.PT, all.EN, all.ES = all.PT+name.PT, all.EN+name.EN, all.ES+name.ES
	}
	return all
}

// differing returns the names of the fields that differ from the key.
func differing(d *fiscal.Document) (names []lang.Text) {
	h, k := &d.Header, strings.ToUpper(d.Key)
	compare := func(name lang.Text, want, have string, width int) {
		if have = pad(strings.ToUpper(have), width); have != want {
			names = append(names, name)
		}
	}
	compare(stateField, k[:2], h.UF, 2)
	if issued, ok := fiscal.Instant(h.Issued); ok {
		compare(issuedField, k[2:6], issued.Format("0601"), 4)
	} else {
		names = append(names, issuedField)
	}
	if !issuedByState(h.Series) {
		compare(issuerField, k[6:20], d.Issuer.CNPJ+d.Issuer.CPF, 14)
	}
	compare(modelField, k[20:22], h.Model, 2)
	compare(seriesField, k[22:25], h.Series, 3)
	compare(numberField, k[25:34], h.Number, 9)
	compare(emissionField, k[34:35], h.Emission, 1)
	compare(randomField, k[35:43], h.Random, 8)
	compare(digitField, k[43:], h.CheckDigit, 1)
	return names
}

// issuedByState reports whether a series is one in which the tax authority issues for somebody
// else; the key may then contain its CNPJ.
func issuedByState(series string) bool {
	return len(series) == 3 && series >= "890" && series <= "919"
}

// pad puts zeros before a number: this is how a CPF fills the place of a CNPJ.
func pad(text string, width int) string {
	if len(text) >= width {
		return text
	}
	return strings.Repeat("0", width-len(text)) + text
}

// signature reports the result of checking the signature, and whether the issuer made it.
func (r *Report) signature(d *fiscal.Document) {
	s := &r.Signature
	switch {
	case d.Type == fiscal.Summary, d.Root == "resEvento": // nobody signs these
	case s.State == xmlsig.Absent:
		r.find(found.Unsigned)
	case s.State == xmlsig.Broken:
		r.find(found.BrokenSignature, "motivo", s.Reason.Text())
	case s.Improper && d.Type != fiscal.Event: // see Compare for those
		r.find(found.ImproperSigner)
	case s.Signer == xmlsig.Unchecked:
		r.find(found.UncheckedSigner)
	case s.Signer == xmlsig.Unknown:
		r.find(found.UnknownSigner)
	}
	if s.State != xmlsig.Holds || d.Type == fiscal.Event || issuedByState(d.Header.Series) {
		return // tax authorities sign events too
	}
	if by, of := &s.Chain[0], d.Issuer.CNPJ; len(by.CNPJ) == 14 && len(of) == 14 && !by.Of(of) {
		r.find(found.OtherSigner, "cnpj", by.CNPJ)
	}
}

// granted are the states of a valid document, and registered those of an event.
var (
	granted    = []string{fiscal.StatusAuthorized, fiscal.StatusLate}
	registered = []string{"135", "136", "155"}
)

// gone are the states of a cancelled document.
var gone = []string{fiscal.StatusCancelled, "151"}

// protocol checks the tax authority's answer, as in the file.
func (r *Report) protocol(d *fiscal.Document) {
	p := &d.Protocol
	if d.Header.Environment == "2" || p.Environment == "2" {
		r.find(found.ForTests)
	}
	if d.Type == fiscal.Summary {
		r.find(found.OnlySummary)
	}
	if *p == (fiscal.Protocol{}) {
		if d.Root != "resEvento" {
			r.find(found.NoProtocol)
		}
		return
	}
	if p.Key != "" && p.Key != d.Key {
		r.find(found.OtherProtocol, "chave", p.Key)
	}
	if p.Digest != "" && r.Signature.Digest != "" && p.Digest != r.Signature.Digest {
		r.find(found.OtherDigest)
	}
	good := granted
	if d.Type == fiscal.Event {
		good = registered
	}
	switch {
	case d.Type != fiscal.Event && slices.Contains(gone, p.Status):
		r.find(found.Cancelled)
	case !slices.Contains(good, p.Status):
		r.find(found.NotAuthorized, "situacao", p.Status, "motivo", p.Reason)
	}
}
