package eudr

import (
	"bytes"
	"context"
	"path"

	"rastro/internal/canon"
	"rastro/internal/eudr/dossierzip"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage"
	"rastro/internal/logo"
	"rastro/internal/public"
	"rastro/internal/trace"
)

// maxLogos bounds the logos of a dossier.
const maxLogos = 20

// identity is who validated the harvests behind a lot, with their logos as files.
type identity struct {
	Signed []signed
	logos  map[string][]byte
	order  []string // of the files
}

// signed is the newest validation of a harvest as a dossier names it.
type signed struct {
	public.ValidatedBy
	Text lang.Text // who validated, and when
	File string    // of the logo; "" for none
}

// identify finds the organisations that made the newest validations of the harvests behind a lot.
// It skips harvests without one, or with one that no organisation made.
func (d Preparer) identify(ctx context.Context, o *lineage.Origin) (*identity, error) {
	harvests := harvestsOf(o)
	refs, err := d.Service.RecordsOf(ctx, d.By, []*kind.Kind{kind.ByPrefix(kind.Validation)}, harvests[:min(len(harvests), MaxReviewed)], o.At)
	if err != nil {
		return nil, err
	}
	out := &identity{logos: map[string][]byte{}}
	for i := range refs {
		if i+1 < len(refs) && refs[i+1].HarvestID == refs[i].HarvestID && bytes.Compare(refs[i].ID[:], refs[i+1].ID[:]) < 0 {
			continue // they come by id, and so by time
		}
		found, err := d.Service.WhoValidated(ctx, d.By, refs[i].ID)
		if err != nil {
			return nil, err
		}
		if found.By == nil {
			continue
		}
		one := signed{ValidatedBy: found, Text: lang.InAll(func(l lang.Lang) string { return found.By.Line(l, found.Approved) })}
		if one.File, err = d.logoFile(ctx, out, &found); err != nil {
			return nil, err
		}
		out.Signed = append(out.Signed, one)
	}
	return out, nil
}

// logoFile adds the logo of an organisation, and returns the name of its file; "" for none.
func (d Preparer) logoFile(ctx context.Context, out *identity, found *public.ValidatedBy) (string, error) {
	l := found.By.Logo
	if l == nil || len(out.order) >= maxLogos {
		return "", nil
	}
	ext := map[string]string{logo.PNG: ".png", logo.SVG: ".svg"}[l.Media]
	name := path.Join(dossierzip.LogoDir, l.SHA256+ext)
	if out.logos[name] != nil {
		return name, nil
	}
	picture, err := d.Service.PublicLogo(ctx, l.Organization, l.SHA256)
	if trace.Is(err, trace.CodeNoLogo) { // it was changed since
		return "", nil
	}
	if err != nil {
		return "", err
	}
	out.logos[name] = picture.Bytes
	out.order = append(out.order, name)
	return name, nil
}

// write adds who validated to a dossier.
func (i *identity) write(z *dossierzip.Archive) {
	if i == nil || len(i.Signed) == 0 {
		return
	}
	type line struct {
		public.ValidatedBy
		Text struct {
			PT string `json:"pt"`
			EN string `json:"en"`
			ES string `json:"es"`
		} `json:"texto"`
		File string `json:"arquivoDoLogo"`
	}
	lines := make([]line, len(i.Signed))
	for n, s := range i.Signed {
		lines[n].ValidatedBy, lines[n].File = s.ValidatedBy, s.File
		lines[n].Text.PT, lines[n].Text.EN, lines[n].Text.ES = s.Text.PT, s.Text.EN, s.Text.ES
	}
	text, err := canon.Marshal(struct {
		Validations []line `json:"validacoes"`
	}{lines})
	if err != nil {
		z.Fail(err)
		return
	}
	z.Text(dossierzip.IdentityFile, append(text, '\n'))
	for _, name := range i.order {
		z.Text(name, i.logos[name])
	}
}
