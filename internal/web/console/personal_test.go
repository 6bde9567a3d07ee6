package console_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"rastro/internal/account"
	"rastro/internal/kind"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
)

// unpacked returns the content of an answer, including packed parts.
func unpacked(t *testing.T, body string) string {
	t.Helper()
	if !strings.HasPrefix(body, "PK") {
		return body
	}
	files, err := zip.NewReader(bytes.NewReader([]byte(body)), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r)
		body += string(text)
	}
	return body
}

// filledWith returns a payload of a kind with a text in each personal field.
func filledWith(k *kind.Kind, text string) string {
	payload := `{"cpfDoFuncionario":"` + text + `"`
	for i := range k.Fields {
		switch f := &k.Fields[i]; {
		case f.Personal && f.Shape == kind.Plot:
			payload += `,"` + f.Name + `":[-55.7213,-12.5511,-55.7109,-12.5407]`
		case f.Personal:
			payload += `,"` + f.Name + `":"` + text + `"`
		case f.Says.NamesLots() && f.Shape == kind.Text:
			payload += `,"` + f.Name + `":"L-1"`
		}
	}
	return payload + "}"
}

// Somebody whose role hides personal data sees a mask in its place, on every page and in every
// file, and cannot search through the mask. What they save keeps the data behind it.
func TestAttackPersonalDataOfARole(t *testing.T) {
	const secret, plot = "Segredo Pessoal", "55.7213"
	s := consoletest.NewSite(t)
	role, err := s.Service.People.SaveRole(t.Context(), &s.Root.Key, "", account.RoleDraft{Title: "Sem nomes", Scopes: []string{"leitura", "escrita"}, Rights: []string{"exportar", "importar", "validar"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	blind, _ := s.Person("Bia", "bia@norte.br", role.ID, "")
	seeing, _ := s.Person("Gil", "gil@norte.br", "GERENTE", "")
	paths := []string{"/", "/painel.xlsx", "/safras", "/safras/S-1", "/safras/S-1/cartao", "/safras/S-1/perfil", "/safras/S-1/conferencia", "/safras/S-1/medidas", "/safras/S-1/validar", "/lotes", "/lotes/L-1", "/safras/S-1/rastreio", "/trilha", "/lotes/L-1/balanco", "/lotes/L-1/eventos", "/safras/S-1/eventos"}
	for _, format := range []string{"json", "csv", "geojson", "graphviz", "mermaid"} {
		paths = append(paths, "/lotes/L-1/baixar?formato="+format, "/safras/S-1/rastreio/baixar?formato="+format)
	}
	refused := []string{"/safras/S-1/mapa", "/lotes/L-1/eudr", "/lotes/L-1/eudr/arquivo", "/lotes/L-1/eudr/dossie.zip", "/lotes/L-1/eudr/declaracao", "/lotes/L-1/links"}
	profile := kind.Profile
	_, err = s.Service.PutProfile(t.Context(), &s.Root.Key, trace.Envelope{HarvestID: "S-1", HarvestCode: "25", Payload: []byte(`{"nome":"` + secret + `","produtor":"` + secret + `","fazenda":"` + secret + `"}`)}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	made := map[*kind.Kind]trace.Record{}
	for _, k := range kind.All {
		if k.IsValidation() {
			continue
		}
		r := s.Create(k.Prefix, "S-1", filledWith(k, secret))
		made[k] = r
		slug, here := pagekit.RecordsPath(k), pagekit.RecordPath(k, r.ID.String())
		paths = append(paths, slug, slug+"?formato=csv", slug+"?formato=xlsx", here, here+"?formato=json", here+"/historico", here+"/editar", here+"/excluir")
		refused = append(refused, here+"/prova")
	}
	s.Integrate()
	shown := 0
	for _, path := range paths {
		plain, masked := unpacked(t, seeing.Get(path).Body), blind.Get(path)
		if strings.Contains(plain, secret) || strings.Contains(plain, plot) {
			shown++
		}
		if body := unpacked(t, masked.Body); masked.Status != 200 || strings.Contains(body, secret) || strings.Contains(body, plot) {
			at := max(strings.Index(body, secret), strings.Index(body, plot))
			t.Errorf("%s: %d …%.200s", path, masked.Status, body[max(0, at-100):])
		}
	}
	if shown < 40 {
		t.Errorf("only %d of %d pages have anything to hide", shown, len(paths))
	}
	for _, path := range refused {
		if got := blind.Get(path); got.Status != 403 || strings.Contains(got.Body, secret) {
			t.Errorf("%s: %d", path, got.Status)
		}
	}
	worker := made[kind.ByPrefix("/producaoAgricola/maoDeObra")]
	blind.Get(pagekit.RecordsPath(worker.Kind) + "?q=Segredo").Lacks(worker.ID.String())
	seeing.Get(pagekit.RecordsPath(worker.Kind)+"?q=Segredo").Has(200, worker.ID.String())
	for _, k := range []*kind.Kind{worker.Kind, kind.ByPrefix("/cadastroPlanejamento/planoCultivo")} {
		r := made[k]
		path := pagekit.RecordPath(k, r.ID.String()) + "/editar"
		form := blind.Get(path).Filled()
		form.Set("safraCodigo", "2026/27")
		for i := range k.Fields {
			if f := &k.Fields[i]; !f.Personal && f.Shape == kind.Text {
				form.Set("d."+f.Name, "mudou")
				break
			}
		}
		blind.Send(path, form)
		now, err := s.Service.Get(t.Context(), &s.Root.Key, k, r.ID.String())
		if err != nil || now.Version != 2 {
			t.Fatalf("%s: version %d, %v", path, now.Version, err)
		}
		for i := range k.Fields {
			before, _ := trace.PayloadText(r.Payload, k.Fields[i].Name)
			if after, _ := trace.PayloadText(now.Payload, k.Fields[i].Name); k.Fields[i].Personal && after != before {
				t.Errorf("%s of %s was %q, is %q", k.Fields[i].Name, path, before, after)
			}
		}
		if !strings.Contains(string(now.Payload), `"cpfDoFuncionario":"`+secret+`"`) || strings.Contains(string(now.Payload), "restrito") {
			t.Errorf("%s: %s", path, now.Payload)
		}
	}
	if _, err := s.Service.PutProfile(t.Context(), &trace.Key{Person: "x", Scopes: trace.Scopes}, trace.Envelope{HarvestID: "S-1", Payload: []byte(`{}`)}, nil, nil); !trace.Is(err, trace.CodeForbiddenRight) {
		t.Errorf("%s: %v", profile.Prefix, err)
	}
}
