package organization

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"rastro/internal/canon"
	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/logo"
	"rastro/internal/reach"
	"rastro/internal/trace"
)

// LogoRef is the reference to the logo in an organisation's document. The picture is a journal
// entry of its own, so that reading an organisation does not load it.
type LogoRef struct {
	SHA256 string `json:"sha256"`
	Media  string `json:"tipo"`
	Width  int    `json:"largura"`
	Height int    `json:"altura"`
}

// logoNote is the journal's note of a logo, including the picture.
type logoNote struct {
	SHA256 string `json:"sha256"`
	Media  string `json:"tipo"`
	Body   []byte `json:"bytes"`
}

// LogoIn returns the logo that a version notes; ok is false for any other version.
func LogoIn(v *trace.Record) (l reach.Logo, ok bool) {
	var n logoNote
	if v.Kind != kind.Logo || canon.Unmarshal(v.Payload, &n) != nil {
		return l, false
	}
	return reach.Logo{Sum: n.SHA256, Media: n.Media, Body: n.Body, Note: v.ID}, true
}

// PutLogo sets an organisation's logo, replacing the current one. An unacceptable file fails with
// CodeInvalid and the reason. Setting the same logo again changes nothing.
func (k *OrganizationKeeper) PutLogo(ctx context.Context, by *trace.Key, id string, file []byte, ifMatch trace.IfMatch) (Organization, error) {
	parsed, _ := trace.ParseID(id) // no organisation has the zero id
	if err := mayChange(by, parsed, &Request{}); err != nil {
		return Organization{}, err
	}
	made, err := ReadLogo(file)
	if err != nil {
		return Organization{}, err
	}
	ref := &LogoRef{made.Sum(), made.Media, made.Width, made.Height}
	return k.setLogo(ctx, by, parsed, ref, ifMatch, func(w Writers) error {
		if _, kept, err := w.Logos.Logo(ctx, ref.SHA256); kept || err != nil {
			return err
		}
		body, err := canon.Marshal(logoNote{ref.SHA256, ref.Media, made.Bytes})
		if err != nil {
			return err
		}
		note, err := k.journal.Noted(ctx, w.Journal, kind.Logo, by, body)
		if err != nil {
			return err
		}
		return w.Logos.PutLogo(ctx, reach.Logo{Sum: ref.SHA256, Media: ref.Media, Body: made.Bytes, Note: note})
	})
}

// ReadLogo makes a logo from a file. An unacceptable file fails with CodeInvalid and the reason.
func ReadLogo(file []byte) (logo.Logo, error) {
	made, err := logo.Clean(file)
	if wrong, ok := errors.AsType[*logo.Error](err); ok {
		m := trace.Members{}
		m.Report("logo", logoRules[wrong.Reason], nil)
		return logo.Logo{}, m.Err()
	}
	return made, err
}

// RemoveLogo leaves an organisation without a logo.
func (k *OrganizationKeeper) RemoveLogo(ctx context.Context, by *trace.Key, id string, ifMatch trace.IfMatch) (Organization, error) {
	parsed, _ := trace.ParseID(id)
	if err := mayChange(by, parsed, &Request{}); err != nil {
		return Organization{}, err
	}
	return k.setLogo(ctx, by, parsed, nil, ifMatch, func(Writers) error { return nil })
}

// setLogo changes an organisation's logo, in one transaction with what keep writes.
func (k *OrganizationKeeper) setLogo(ctx context.Context, by *trace.Key, id trace.ID, ref *LogoRef, ifMatch trace.IfMatch, keep func(Writers) error) (out Organization, err error) {
	err = k.store.Update(ctx, func(w Writers) error {
		if out, err = k.read(ctx, w, id); err != nil {
			return err
		}
		if !ifMatch.Admits(out.Version) {
			return trace.Fail(trace.CodeStale, "versao", strconv.FormatInt(out.Version, 10))
		}
		if ref == nil && out.Logo == nil || ref != nil && out.Logo != nil && *ref == *out.Logo {
			return nil
		}
		if err := keep(w); err != nil {
			return err
		}
		out.Logo = ref
		out.Version++
		body, err := out.bytes()
		if err != nil {
			return err
		}
		if _, err := k.noteAgain(ctx, w.Journal, by, out.ID, body); err != nil {
			return err
		}
		return w.PutOrganization(ctx, reach.StoredOrganization{ID: out.ID, Version: out.Version, Name: out.Name, Body: body}, out.Folded())
	})
	return out, err
}

// LogoOf reads the logo of an organisation that the key may read; CodeNoLogo if it has none.
func (k *OrganizationKeeper) LogoOf(ctx context.Context, by *trace.Key, id string) (logo.Logo, error) {
	o, err := k.Organization(ctx, by, id)
	if err != nil {
		return logo.Logo{}, err
	}
	return k.picture(ctx, k.store.Direct(), &o.Document)
}

// PublicLogo reads an organisation's current logo for anyone who knows its SHA-256; CodeNoLogo if
// it has another one or none. The answer does not reveal whether the organisation exists.
func (k *OrganizationKeeper) PublicLogo(ctx context.Context, id, sum string) (logo.Logo, error) {
	parsed, ok := trace.ParseID(id)
	if !ok || !logo.IsSum(sum) {
		return logo.Logo{}, trace.Fail(trace.CodeNoLogo)
	}
	o, err := k.read(ctx, k.store.Direct(), parsed)
	switch {
	case trace.Is(err, trace.CodeNoOrganization), err == nil && (o.Logo == nil || o.Logo.SHA256 != sum):
		return logo.Logo{}, trace.Fail(trace.CodeNoLogo)
	case err != nil:
		return logo.Logo{}, err
	}
	return k.picture(ctx, k.store.Direct(), &o.Document)
}

// picture reads the logo that a document refers to. One that was changed in the database is never
// returned.
func (k *OrganizationKeeper) picture(ctx context.Context, r Reader, d *Document) (logo.Logo, error) {
	if d.Logo == nil {
		return logo.Logo{}, trace.Fail(trace.CodeNoLogo)
	}
	found, ok, err := r.Logo(ctx, d.Logo.SHA256)
	if err != nil {
		return logo.Logo{}, err
	}
	if !ok || logo.Sum(found.Body) != d.Logo.SHA256 || found.Media != d.Logo.Media {
		return logo.Logo{}, &trace.Error{Code: trace.CodeStoreDamaged, Cause: fmt.Errorf("the logo %s is not what the journal says", d.Logo.SHA256)}
	}
	return logo.Logo{Media: d.Logo.Media, Width: d.Logo.Width, Height: d.Logo.Height, Bytes: found.Body}, nil
}

// logoRules are the rules that a picture can break.
var logoRules = func() map[logo.Reason]*finding.Rule {
	rules := map[logo.Reason]*finding.Rule{}
	for reason, text := range logo.Reasons {
		rules[reason] = &finding.Rule{ID: string(reason), Severity: finding.Error, Message: text}
	}
	return rules
}()
