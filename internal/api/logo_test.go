package api_test

import (
	"archive/zip"
	"bytes"
	"io"
	"rastro/internal/eudr/dossierproof"
	"strings"
	"testing"
)

const emblem = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><script>alert(1)</script><circle cx="5" cy="5" r="4"/></svg>`

// A logo is put, read and deleted over the wire, as a body or in a form.
func TestLogoOverTheWire(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		made := root.register(`{"nome":"Norte"}`)
		path := "/organizacoes/" + made.ID + "/logo"
		root.get(path).fails(404, "LOGO_NAO_ENCONTRADO")
		root.put(path, emblem, `If-Match: "7"`).fails(412, "VERSAO_DESATUALIZADA")
		root.put(path, emblem, `If-Match: "1"`, "Content-Type: text/plain").ok(200).has("Etag", `"2"`)
		got := root.get(path).ok(200).has("Content-Type", "image/svg+xml").has("X-Content-Type-Options", "nosniff")
		if strings.Contains(string(got.body), "script") || !strings.Contains(string(got.body), "<circle") {
			t.Errorf("%s", got.body)
		}
		form := "--x\r\nContent-Disposition: form-data; name=\"arquivo\"; filename=\"a.svg\"\r\n\r\n" + strings.Replace(emblem, "40 20", "40 40", 1) + "\r\n--x--\r\n"
		root.put(path, form, "Content-Type: multipart/form-data; boundary=x").ok(200).has("Etag", `"3"`)
		for _, bad := range []string{"", "x", "<html/>", emblem + strings.Repeat(" ", 200<<10)} {
			if points := root.put(path, bad).fails(422, "DADOS_INVALIDOS").points(); len(points) != 1 || points[0] != "/logo" {
				t.Errorf("%.20s: %v", bad, points)
			}
		}
		root.put(path, strings.Repeat("x", 2<<20)).fails(413, "CORPO_GRANDE")
		own := root.newKey(`{"nome":"chefe","organizacao":"Norte","escopos":["leitura","escrita","admin"]}`)
		own.get(path).ok(200)
		own.put(path, emblem).ok(200)
		root.register(`{"nome":"Sul"}`)
		other := root.newKey(`{"nome":"chefe","organizacao":"Sul","escopos":["leitura","escrita","admin"]}`)
		other.get(path).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		other.put(path, emblem).fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		other.do("DELETE", path, "").fails(404, "ORGANIZACAO_NAO_ENCONTRADA")
		limited := root.newKey(`{"nome":"limitada","organizacao":"Norte","escopos":["admin"],"safras":["S-1"]}`)
		limited.put(path, emblem).fails(403, "CHAVE_LIMITADA")
		own.do("DELETE", path, "", `If-Match: "4"`).ok(200)
		own.get(path).fails(404, "LOGO_NAO_ENCONTRADO")
	})
}

// A dossier names who validated, with the logo, and is verified as before.
func TestDossierNamesTheOrganization(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, root client) {
		made := root.register(`{"nome":"Norte","cnpj":"11.222.333/0001-81"}`)
		root.put("/organizacoes/"+made.ID+"/logo", emblem).ok(200)
		own := root.newKey(`{"nome":"chefe","organizacao":"Norte","escopos":["leitura","escrita","admin"]}`)
		own.grown("S-A", "A-1", "Ana", 1)
		own.create(validations, "S-A", `{"codigo":"OLD-1","status":"REPROVADO"}`)
		own.create(validations, "S-A", `{"codigo":"NEW-1","status":"APROVADO"}`)
		archive := own.dossier("A-1").body
		v, err := dossierproof.Verify(bytes.NewReader(archive), int64(len(archive)), root.service.VerifierKey())
		if err != nil || !strings.Contains(strings.Join(v.Unsigned, " "), "identidade.json") {
			t.Errorf("%+v, %v", v, err)
		}
		files, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		said, logos := "", 0
		for _, f := range files.File {
			in, err := f.Open()
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(in)
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case f.Name == "identidade.json":
				said = string(body)
			case strings.HasPrefix(f.Name, "logo/") && strings.HasSuffix(f.Name, ".svg") && !bytes.Contains(body, []byte("script")):
				logos++
			}
		}
		for _, want := range []string{`"codigo":"NEW-1"`, `"pt":"Validada por Norte (CNPJ 11.222.333/0001-81) em `, `"arquivoDoLogo":"logo/`} {
			if !strings.Contains(said, want) {
				t.Errorf("no %s in %s", want, said)
			}
		}
		if strings.Contains(said, "OLD-1") || logos != 1 {
			t.Errorf("%d logos, %s", logos, said)
		}
	})
}
