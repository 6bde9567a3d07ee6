package organization

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"time"

	"rastro/internal/author"
	"rastro/internal/brdoc"
	"rastro/internal/lang"
	"rastro/internal/ptbr"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

// Identity is what anyone may know about an organisation that put its name under something. It is
// an allow-list. The administrator who fills it in is told that it is public.
type Identity struct {
	Name      string      `json:"nome"`
	LegalName string      `json:"razaoSocial"`
	CNPJ      string      `json:"cnpj"` // with its punctuation
	Contact   string      `json:"contato"`
	Colour    string      `json:"cor"` // "", or one on which white is readable
	Sentence  Sentence    `json:"frase"`
	Logo      *PublicLogo `json:"logo"`
	// On is the day of the signature, in Brasília time.
	On string `json:"em"`
}

// PublicLogo is the public path of an organisation's logo, below the server's root.
type PublicLogo struct {
	Path   string `json:"caminho"`
	Media  string `json:"tipo"`
	Width  int    `json:"largura"`
	Height int    `json:"altura"`

	Organization, SHA256 string `json:"-"`
}

// Memory returns the memory for drawing the logo: up to eight bytes per pixel, and the smaller
// copy.
func (l *PublicLogo) Memory() int64 { return 8*int64(l.Width)*int64(l.Height) + 4<<20 }

// In returns the sentence in a language, or else in one that it was written in.
func (s *Sentence) In(l lang.Lang) string {
	said := lang.Text{PT: s.PT, EN: s.EN, ES: s.ES}
	for _, l := range append([]lang.Lang{l, l.Product()}, lang.All...) {
		if text := said.In(l); text != "" {
			return text
		}
	}
	return ""
}

// Same reports whether two identities are displayed in the same way.
func (i *Identity) Same(other *Identity) bool {
	if i == nil || other == nil {
		return i == other
	}
	a, b := *i, *other
	if a.Logo != nil && b.Logo != nil && *a.Logo == *b.Logo {
		a.Logo, b.Logo = nil, nil
	}
	return a == b
}

// lines say who validated, and when; the second is for a harvest that was not approved.
var lines = [2]lang.Text{
	{PT: "Validada por {quem} em {dia}", EN: "Validated by {quem} on {dia}", ES: "Validada por {quem} el {dia}", More: &lang.More{DE: "Bestätigt von {quem} am {dia}", NL: "Gevalideerd door {quem} op {dia}", FR: "Validée par {quem} le {dia}", IT: "Convalidata da {quem} il {dia}"}},
	{PT: "Avaliada por {quem} em {dia}", EN: "Assessed by {quem} on {dia}", ES: "Evaluada por {quem} el {dia}", More: &lang.More{DE: "Bewertet von {quem} am {dia}", NL: "Beoordeeld door {quem} op {dia}", FR: "Évaluée par {quem} le {dia}", IT: "Valutata da {quem} il {dia}"}},
}

var withdrawn = lang.Text{PT: "Retirada por {quem} em {dia}", EN: "Withdrawn by {quem} on {dia}", ES: "Retirada por {quem} el {dia}", More: &lang.More{DE: "Zurückgezogen von {quem} am {dia}", NL: "Ingetrokken door {quem} op {dia}", FR: "Retirée par {quem} le {dia}", IT: "Ritirata da {quem} il {dia}"}}

// Line says who validated, and when: "Validada por Cooperativa X (CNPJ …) em 10/02/2026".
func (i *Identity) Line(l lang.Lang, approved bool) string {
	if !approved {
		return i.fill(lines[1], l)
	}
	return i.fill(lines[0], l)
}

// WithdrawnLine says who withdrew a validation, and when.
func (i *Identity) WithdrawnLine(l lang.Lang) string { return i.fill(withdrawn, l) }

func (i *Identity) fill(line lang.Text, l lang.Lang) string {
	who := i.Name
	if i.CNPJ != "" {
		who += " (CNPJ " + i.CNPJ + ")"
	}
	day, _ := time.Parse(time.DateOnly, i.On) // we wrote it
	return line.Fill(l, lang.Args{"quem": who, "dia": zone.DayText(day, l)})
}

// Also returns what else paper and pages say below that line, on one line: the legal name, if it
// differs, and the contact.
func (i *Identity) Also() string {
	var said []string
	if i.LegalName != i.Name {
		said = append(said, i.LegalName)
	}
	said = append(said, i.Contact)
	return strings.Join(slices.DeleteFunc(said, func(s string) bool { return s == "" }), " · ")
}

// Identity returns what anyone may know about an organisation that signs something at an instant.
func (o *Organization) Identity(at time.Time) *Identity {
	out := &Identity{On: at.In(ptbr.Brasilia).Format(time.DateOnly), Name: o.Name, LegalName: o.LegalName, CNPJ: brdoc.Punctuated(o.CNPJ), Contact: o.Contact, Sentence: o.Sentence}
	if Readable(o.Colour) { // the rule is younger than some colours
		out.Colour = o.Colour
	}
	if l := o.Logo; l != nil {
		id := o.ID.String()
		out.Logo = &PublicLogo{Path: "/logo/" + id + "/" + l.SHA256, Media: l.Media, Width: l.Width, Height: l.Height, Organization: id, SHA256: l.SHA256}
	}
	return out
}

// ValidatedBy returns the organisation that stands behind the verdict of a validation, given its
// versions; nil if none does. It is the organisation whose member wrote the newest verdict, even if
// that was an update of another organisation's validation. Only what was sealed at that time
// counts. The author's text alone does not count, because a key of no organisation may have any
// name; nor does what the organisation may do in the harvest today.
func ValidatedBy(ctx context.Context, r IdentityReader, versions []trace.Record) (*Identity, error) {
	at := -1
	for i := range versions {
		if !versions[i].Operation.Ends() && (at < 0 || !sameVerdict(&versions[i-1], &versions[i])) {
			at = i
		}
	}
	if at < 0 {
		return nil, nil
	}
	o, err := sealer(ctx, r, &versions[at])
	if o == nil || err != nil {
		return nil, err
	}
	since := at // the organisation's first verdict after the last one of another organisation
	for since > 0 && o.sealed(&versions[since-1]) {
		since--
	}
	return o.Identity(versions[since].UpdatedAt), nil
}

// WithdrawnBy returns the organisation that deleted a validation; nil if none did, or it is unknown.
func WithdrawnBy(ctx context.Context, r IdentityReader, newest *trace.Record) (*Identity, error) {
	if newest.Operation != trace.Deleted {
		return nil, nil
	}
	o, err := sealer(ctx, r, newest)
	if o == nil || err != nil {
		return nil, err
	}
	return o.Identity(newest.UpdatedAt), nil
}

// sameVerdict reports whether a version says the same as the one before; the attached files may
// differ.
func sameVerdict(before, v *trace.Record) bool {
	return bytes.Equal(before.Payload, v.Payload) && before.Sealed().Justification == v.Sealed().Justification
}

// sealer returns the organisation named in a version's seal; nil if there is none.
func sealer(ctx context.Context, r IdentityReader, v *trace.Record) (*Organization, error) {
	id, ok := trace.ParseID(v.Sealed().Organization)
	if !ok || !v.Intact() {
		return nil, nil
	}
	stored, ok, err := r.Organization(ctx, id)
	if err != nil || !ok {
		return nil, err
	}
	o, err := Read(stored)
	if err != nil || !o.sealed(v) {
		return nil, err
	}
	return &o, nil
}

// sealed reports whether a member of the organisation made a version. The name is compared too:
// an update by an earlier build kept the seal of somebody else.
func (o *Organization) sealed(v *trace.Record) bool {
	party := v.UpdatedBy
	if _, organization, ok := author.Parse(party); ok {
		party = organization
	}
	return v.Sealed().Organization == o.ID.String() && slices.Contains(o.Folded(), lang.Fold(party))
}
