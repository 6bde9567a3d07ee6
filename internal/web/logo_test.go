package web

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/organization"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

const emblem = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><circle cx="5" cy="5" r="4"/></svg>`

// cooperative is an organisation that validated a harvest.
type cooperative struct {
	*site
	root *trace.Key
	id   string
}

func text(s string) *string { return &s }

// newCooperative registers an organisation, and validates with the code COOP-1.
func newCooperative(t *testing.T, s *site, root *trace.Key) *cooperative {
	t.Helper()
	req := organization.Request{Name: text("Cooperativa São João"), LegalName: text("Cooperativa Agrícola São João Ltda."), CNPJ: text("11222333000181"), Contact: text("contato@saojoao.example"),
		Colour: text("#1a7f37"), Sentence: &organization.Sentence{PT: "Do campo ao porto.", EN: "From field to port.", ES: "Del campo al puerto."}}
	made, _, err := s.service.RegisterOrganization(t.Context(), root, req, nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := s.service.CreateKey(t.Context(), root, access.Request{Organization: "Cooperativa São João", Scopes: trace.Scopes}, nil)
	if err != nil {
		t.Fatal(err)
	}
	by, err := s.service.Authenticate(key.Key.AccessKey, key.Key.SecretKey)
	if err != nil {
		t.Fatal(err)
	}
	env := trace.Envelope{HarvestID: "S", HarvestCode: "2025/26", Payload: []byte(`{"codigo":"COOP-1","cultura":"SOJA","status":"APROVADO"}`)}
	if _, err := s.service.Create(t.Context(), by, kind.ByPrefix("/validacao"), env, nil); err != nil {
		t.Fatal(err)
	}
	return &cooperative{s, root, made.ID.String()}
}

func newCooperativeSite(t *testing.T) *cooperative {
	t.Helper()
	d := stores.SQLite(t)
	service, root := stores.Rooted(t, d.Store(t), time.Now)
	return newCooperative(t, newSiteOn(t, service, "https://rastro.example", d.SQL(t)), &root.Key)
}

func (c *cooperative) put(file []byte) organization.Organization {
	c.t.Helper()
	o, err := c.service.PutLogo(c.t.Context(), c.root, c.id, file, trace.AnyVersion)
	if err != nil {
		c.t.Fatal(err)
	}
	return o
}

func photo(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 120, 40))
	for x := range 120 {
		for y := range 40 {
			img.Set(x, y, color.NRGBA{uint8(x), 120, uint8(y * 5), 255})
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The page names the organisation that validated, in three languages, in its colour and with
// its logo.
func TestPageNamesTheOrganization(t *testing.T) {
	c := newCooperativeSite(t)
	c.put([]byte(emblem))
	for l, want := range map[lang.Lang][]string{
		lang.PT: {"Validada por Cooperativa São João (CNPJ 11.222.333/0001-81) em ", "Do campo ao porto."},
		lang.EN: {"Validated by Cooperativa São João (CNPJ 11.222.333/0001-81) on ", "From field to port."},
		lang.ES: {"Validada por Cooperativa São João (CNPJ 11.222.333/0001-81) el ", "Del campo al puerto."},
	} {
		got := c.path("/v/COOP-1?lang=" + l.Code())
		for _, text := range append(want, "Cooperativa Agrícola São João Ltda. · contato@saojoao.example", "<style>:root{--own:#1a7f37}</style>", `<img src="../logo/`+c.id+"/") {
			if !strings.Contains(got.body, text) {
				t.Errorf("%s: no %q in the page", l.Tag(), text)
			}
		}
		if len(got.body) > 30<<10 {
			t.Errorf("%d bytes", len(got.body))
		}
		policy := got.header.Get("Content-Security-Policy")
		if !strings.Contains(policy, "'sha256-"+base64Digest(":root{--own:#1a7f37}")+"'") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "img-src 'self' data:;") || !strings.HasPrefix(policy, "default-src 'none'") {
			t.Errorf("policy %s", policy)
		}
	}
	json := c.path("/v/COOP-1?formato=json")
	for _, text := range []string{`"validadaPor":{"nome":"Cooperativa São João","razaoSocial"`, `"logo":{"caminho":"/logo/`, `"tipo":"image/svg+xml"`} {
		if !strings.Contains(json.body, text) {
			t.Errorf("no %s in %s", text, json.body)
		}
	}
}

// A page that a server keeps, and a copy with an old tag, show a changed organisation at once,
// whichever server it was changed on, without checking the harvest again.
func TestPageFollowsTheOrganization(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		service, root := stores.Rooted(t, d.Store(t), time.Now)
		c := newCooperative(t, newSiteOn(t, service, "https://rastro.example", nil), &root.Key)
		other := newSiteOn(t, stores.Service(t, d.Store(t), time.Now, ""), "https://rastro.example", nil)
		page := func(why, want, not string, tag *string) {
			t.Helper()
			for _, s := range []*site{c.site, other} {
				got := s.path("/v/COOP-1", "If-None-Match", *tag)
				if got.status != http.StatusOK || !strings.Contains(got.body, want) || not != "" && strings.Contains(got.body, not) {
					t.Errorf("%s: %d, want %q and no %q", why, got.status, want, not)
				}
				if again := s.path("/v/COOP-1", "If-None-Match", got.header.Get("Etag")); again.status != http.StatusNotModified {
					t.Errorf("%s: %d for a copy that is current", why, again.status)
				}
				defer func() { *tag = got.header.Get("Etag") }()
			}
		}
		change := func(req organization.Request) {
			t.Helper()
			if _, err := c.service.ChangeOrganization(t.Context(), c.root, c.id, req, trace.AnyVersion); err != nil {
				t.Fatal(err)
			}
		}
		tag := `"x"`
		page("first", "contato@saojoao.example", "<img", &tag)
		change(organization.Request{Contact: text("novo.example")})
		page("a contact", "novo.example", "contato@", &tag)
		c.put([]byte(emblem))
		page("a logo", "<img src=", "", &tag)
		change(organization.Request{Colour: text("#00529b")})
		page("a colour", "--own:#00529b", "#1a7f37", &tag)
		change(organization.Request{Name: text("Cooperativa Nova")})
		page("a name", "Validada por Cooperativa Nova (", "por Cooperativa São João (", &tag)
	})
}

// A logo is served with its type, under the address of the organisation's current logo.
func TestLogoIsServed(t *testing.T) {
	c := newCooperativeSite(t)
	for media, file := range map[string][]byte{"image/svg+xml": []byte(emblem), "image/png": photo(t)} {
		o := c.put(file)
		path := "/logo/" + c.id + "/" + o.Logo.SHA256
		got := c.path(path)
		for name, want := range map[string]string{
			"Content-Type": media, "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
			"Cache-Control": "public, max-age=31536000, immutable", "Etag": `"` + o.Logo.SHA256 + `"`,
		} {
			if got.status != http.StatusOK || got.header.Get(name) != want {
				t.Errorf("%s: %d, %s %q, want %q", media, got.status, name, got.header.Get(name), want)
			}
		}
		if again := c.path(path, "If-None-Match", `"`+o.Logo.SHA256+`"`); again.status != http.StatusNotModified {
			t.Errorf("%s: %d for a copy", media, again.status)
		}
	}
	if got := c.path("/logo/" + c.id + "/" + strings.Repeat("0", 64)); got.status != http.StatusNotFound || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("another: %d, %v", got.status, got.header)
	}
	o, err := c.service.RemoveLogo(t.Context(), c.root, c.id, trace.AnyVersion)
	if err != nil || strings.Contains(c.path("/v/COOP-1").body, "<img") {
		t.Errorf("removed, %+v, %v: still shown", o.Logo, err)
	}
}

// Whatever a drawing contains, what is served of it runs and loads nothing, and its headers tell
// browsers so too.
func TestAttackLogoWithScript(t *testing.T) {
	c := newCooperativeSite(t)
	for _, evil := range []string{
		`<script>fetch('/console')</script>`, `<script xmlns:x="x" x:href="//evil.example/x.js"/>`, `<g onload="alert(1)"/>`, `<a href="javascript:alert(1)"><path d="M0 0"/></a>`,
		`<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:alert(1)"/></foreignObject>`, `<image href="https://evil.example/track.png"/>`,
		`<use href="data:image/svg+xml,&lt;svg/>#x"/>`, `<style>@import "//evil.example/x.css";.a{fill:url(//evil.example)}</style>`, `<g style="fill:url(//evil.example)"/>`,
		`<animate attributeName="href" to="javascript:alert(1)"/>`, `<title>&lt;script>alert(1)&lt;/script></title>`, `<?xml-stylesheet href="//evil.example/x.xsl"?>`,
	} {
		o := c.put([]byte(strings.Replace(emblem, "<circle", evil+"<circle", 1)))
		got := c.path("/logo/" + c.id + "/" + o.Logo.SHA256)
		if got.status != http.StatusOK || got.header.Get("Content-Type") != "image/svg+xml" || !strings.HasSuffix(got.header.Get("Content-Security-Policy"), "; sandbox") || got.header.Get("X-Content-Type-Options") != "nosniff" {
			t.Fatalf("%s: %d, %v", evil, got.status, got.header)
		}
		in := xml.NewDecoder(strings.NewReader(got.body))
		for {
			token, err := in.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v in %s", evil, err, got.body)
			}
			switch token := token.(type) {
			case xml.StartElement:
				if !strings.Contains(" svg circle g title style ", " "+token.Name.Local+" ") {
					t.Errorf("%s: <%s> is served: %s", evil, token.Name.Local, got.body)
				}
				for _, a := range token.Attr {
					if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || strings.Contains(a.Value, "evil") || strings.Contains(a.Value, "script") {
						t.Errorf("%s: %s is served: %s", evil, a.Name.Local, got.body)
					}
				}
			case xml.CharData:
			case xml.EndElement:
			default:
				t.Errorf("%s: %T is served: %s", evil, token, got.body)
			}
		}
		if strings.Contains(got.body, "evil.example") || strings.Contains(got.body, "<script") {
			t.Errorf("%s is served: %s", evil, got.body)
		}
	}
	for what, file := range map[string][]byte{
		"a page": []byte("<html><script>alert(1)</script></html>"), "an entity bomb": []byte(`<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>` + emblem),
		"a page behind a picture": append(photo(t), "<script>alert(1)</script>"...), "200 KB and a byte": bytes.Repeat([]byte("<"), 200<<10+1),
	} {
		if _, err := c.service.PutLogo(t.Context(), c.root, c.id, file, trace.AnyVersion); !trace.Is(err, trace.CodeInvalid) {
			t.Errorf("%s: %v", what, err)
		}
	}
	// One that somebody puts into the database directly is not served.
	o := c.put([]byte(emblem))
	if _, err := c.db.Exec(`UPDATE logo SET body = CAST('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>' AS BLOB)`); err != nil {
		t.Fatal(err)
	}
	if got := c.path("/logo/" + c.id + "/" + o.Logo.SHA256); got.status != http.StatusServiceUnavailable || strings.Contains(got.body, "script") {
		t.Errorf("changed in the database: %d %s", got.status, got.body)
	}
}

// The certificate names who validated too, with the picture.
func TestCertificateNamesTheOrganization(t *testing.T) {
	c := newCooperativeSite(t)
	for what, file := range map[string][]byte{"a photo": photo(t), "a drawing": []byte(emblem)} {
		c.put(file)
		if _, err := c.service.Integrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time from the cache
			if got := c.path("/v/COOP-1.pdf"); got.status != http.StatusOK || !strings.Contains(got.body, "/Subtype /Image") {
				t.Errorf("%s: %d, %d bytes without a picture", what, got.status, len(got.body))
			}
		}
	}
	if _, err := c.service.RemoveLogo(t.Context(), c.root, c.id, trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	if got := c.path("/v/COOP-1.pdf"); got.status != http.StatusOK || strings.Contains(got.body, "/Subtype /Image") {
		t.Errorf("removed: %d, with a picture", got.status)
	}
}
