package api_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/print/labels"
)

// A label from the API equals the one that the public view of the validation gives.
func TestLabel(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{"cultura":"SOJA","lotes":["MT25-S-001"]}`)
	path := "/validacao/etiqueta/" + r.Codigo
	public, err := c.service.PublicValidation(t.Context(), r.Codigo)
	if err != nil {
		t.Fatal(err)
	}
	for _, size := range labels.Sizes {
		for _, f := range labels.Formats {
			for _, l := range lang.OfBuyers {
				if f.Name == "png" && size.Name == "a4" && l != lang.ES || f.Name != "svg" && !l.Own() {
					continue // nine million dots: once
				}
				want, err := labels.Draw(public, publicURL, l, f, size, f.DPI)
				if err != nil {
					t.Fatal(err)
				}
				query := "?tamanho=" + size.Name + "&formato=" + f.Name
				a := c.get(path+query, "Accept-Language: "+l.Tag()).ok(200).has("Content-Type", f.Media).has("X-Content-Type-Options", "nosniff").has("Cache-Control", "private, no-cache")
				if !bytes.Equal(a.body, want) {
					t.Errorf("%s in %s: %d bytes, not the %d of the label", query, l.Tag(), len(a.body), len(want))
				}
				if b := c.get(path+query+"&lang="+l.Tag()[:2], "Accept-Language: ja"); !bytes.Equal(b.body, want) {
					t.Errorf("%s&lang=%s: another label than by Accept-Language", query, l.Tag())
				}
			}
		}
	}
}

func TestLabelChoices(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{}`)
	path := "/validacao/etiqueta/" + r.Codigo
	for _, tc := range []struct{ query, accept, media string }{
		{"", "", "image/svg+xml"}, {"", "*/*", "image/svg+xml"}, {"", "application/json", "image/svg+xml"}, {"", "image/png", "image/png"},
		{"", "application/pdf", "application/pdf"}, {"", "application/zpl", "application/zpl; charset=utf-8"}, {"?formato=PDF&tamanho=A4", "image/png", "application/pdf"},
		{"?dpi=300&formato=zpl", "", "application/zpl; charset=utf-8"},
	} {
		c.get(path+tc.query, "Accept: "+tc.accept).ok(200).has("Content-Type", tc.media)
	}
	german, unknown := c.get(path, "Accept-Language: de"), c.get(path+"?lang=xx", "Accept-Language: de")
	if !bytes.Equal(german.ok(200).body, unknown.ok(200).body) {
		t.Error("a language that does not exist hides what the browser asks for")
	}
	small, large := c.get(path+"?formato=zpl&dpi=203"), c.get(path+"?formato=zpl&dpi=300")
	if !bytes.Contains(small.body, []byte("^PW400\n")) || !bytes.Contains(large.body, []byte("^PW591\n")) {
		t.Errorf("203 dpi: %s\n300 dpi: %s", small.body, large.body)
	}
}

func TestLabelBadInput(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{}`)
	path := "/validacao/etiqueta/" + r.Codigo
	huge := strings.Repeat("9", 10_000)
	for _, query := range []string{"?formato=gif", "?formato=" + huge, "?formato=%00", "?formato=svg,png"} {
		a := c.get(path+query).fails(400, "FORMATO_NAO_SUPORTADO")
		if !strings.Contains(a.Message, "svg, png, pdf, zpl") || len(a.Message) > 200 {
			t.Errorf("%.40s: %.300s", query, a.Message)
		}
	}
	for _, query := range []string{"?tamanho=50x31", "?tamanho=" + huge, "?tamanho=a5", "?tamanho=-1x-1", "?tamanho=%ff"} {
		if a := c.get(path+query).fails(400, "PARAMETRO_INVALIDO"); !strings.Contains(a.Message, "50x30, 100x50, a4") {
			t.Errorf("%.40s: %s", query, a.Message)
		}
	}
	for _, dpi := range []string{"0", "-203", "72", "1e9", huge, "NaN"} {
		c.get(path+"?formato=png&dpi="+dpi).fails(400, "PARAMETRO_INVALIDO")
	}
	for _, code := range []string{"NADA", huge, strings.Repeat("%C3%A7", 3000), "%00", "%ff", "-", "%20"} {
		c.get("/validacao/etiqueta/"+code+"?formato=pdf").fails(404, "CODIGO_NAO_ENCONTRADO").has("Content-Type", "application/json")
	}
	long := c.create(validations, "S-1", `{"codigo":"`+strings.Repeat("🌱", 100)+`"}`)
	own := "/validacao/etiqueta/" + url.PathEscape(long.Codigo)
	for _, f := range labels.Formats {
		if a := c.get(own+"?formato="+f.Name, "Accept-Language: en").fails(422, "ETIQUETA_PEQUENA"); !strings.Contains(a.Message, "50x30") {
			t.Error(a.Message)
		}
		c.get(own + "?tamanho=a4&formato=" + f.Name).ok(200)
	}
}

// The rights to labels are those to QR codes.
func TestLabelRights(t *testing.T) {
	t.Parallel()
	c := start(t)
	r := c.create(validations, "S-1", `{}`)
	for _, path := range []string{"/validacao/etiqueta/" + r.Codigo, "/validacao/qrcode/" + r.Codigo} {
		c.as("", "").get(path).fails(401, "CHAVE_INVALIDA")
		for _, tc := range []struct {
			key    string
			status int
		}{
			{`{"escopos":["leitura"]}`, 200}, {`{"escopos":["escrita"]}`, 403}, {`{"escopos":["leitura"],"safras":["S-1"]}`, 200}, {`{"escopos":["leitura"],"safras":["S-2"]}`, 404},
		} {
			made := c.post("/apikey", tc.key).ok(201)
			key := decode[struct{ AccessKey, SecretKey string }](t, "key", made.Data)
			c.as(key.AccessKey, key.SecretKey).get(path).ok(tc.status)
		}
	}
	c.delete(validations + "/" + r.ID).ok(200)
	for _, what := range []string{"etiqueta", "qrcode"} {
		if a := c.get("/validacao/" + what + "/" + r.Codigo); a.status != 404 {
			t.Errorf("%s of a deleted validation: %d %s", what, a.status, a.body)
		}
	}
}
