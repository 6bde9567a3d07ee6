package harvest_test

import (
	"html"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
)

const aCAR = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"

var (
	formInput  = regexp.MustCompile(`<input ([^>]*)>`)
	formSelect = regexp.MustCompile(`(?s)<select id="(\w+)".*?</select>`)
	chosen     = regexp.MustCompile(`value="([^"]*)" selected`)
	inputName  = regexp.MustCompile(`name="([^"]*)"`)
	inputValue = regexp.MustCompile(`value="([^"]*)"`)
)

// filled reads the form of a profile as a browser does.
func filled(page consoletest.Seen) url.Values {
	form := url.Values{}
	_, body, _ := strings.Cut(page.Body, `name="uma"`)
	body, _, _ = strings.Cut(`<form><input name="uma"`+body, "</form>")
	for _, m := range formInput.FindAllStringSubmatch(body, -1) {
		if strings.Contains(m[1], `type="checkbox"`) && !strings.Contains(m[1], " checked") {
			continue
		}
		form.Add(inputName.FindStringSubmatch(m[1])[1], html.UnescapeString(inputValue.FindStringSubmatch(m[1])[1]))
	}
	for _, m := range formSelect.FindAllStringSubmatch(body, -1) {
		if option := chosen.FindStringSubmatch(m[0]); option != nil {
			form.Add(m[1], html.UnescapeString(option[1]))
		}
	}
	return form
}

// How a crop is grown does not determine which one it is: the page says so, and leads to the form.
func TestCropNotSaid(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/cadastroPlanejamento/planoCultivo", "Café 2025", `{"soja":"orgânica"}`)
	b := s.As(s.Root)
	b.Get("/safras/Caf%C3%A9%202025").Has(200, "Cultura não informada", "/perfil#cultura", "Informar a cultura").Lacks(">Soja", "campo soja")
}

// The profile is stated with a form. The harvest's page shows what is stated, and what is derived
// from which source.
func TestProfile(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/cadastroPlanejamento/planoCultivo", "S", `{"insumos":"CAR `+aCAR+`","soja":"Intacta RR2 PRO"}`)
	b := s.As(s.Root)
	b.Get("/safras/S").Has(200, "Perfil da safra", "Sorriso", "deduzido do CAR", "Soja", "deduzido da tecnologia da semente em “Cultura e tipo”", "Editar o perfil").Lacks("<no value>", "campo soja")
	page := b.Get("/safras/S/perfil").Has(200, "Sem valor aqui, vale: Sorriso (deduzido do CAR)", `name="produtor"`, `id="alvos-EUDR"`).Harmless().Lacks("<no value>")
	form := filled(page)
	form.Set("produtor", "Ana & Lima")
	form.Set("cultura", "CAFE")
	form["alvos"] = []string{"EUDR", "INTERNO"}
	b.Send("/safras/S/perfil", form).Has(200, "O perfil da safra foi salvo.", "Ana &amp; Lima", "Café", "União Europeia (EUDR), Mercado interno", "deduzido do CAR").Lacks("tecnologia da semente")
	b.Send("/safras/S/perfil", form).Has(200) // sending the form again writes nothing
	again := b.Get("/safras/S/perfil").Has(200, `value="Ana &amp; Lima"`, `value="CAFE" selected`, `value="EUDR" checked`, "Histórico e prova do perfil")
	if got := again.Hidden("versao"); got != "1" {
		t.Errorf("version %s after one form was sent twice, want 1", got)
	}
	b.Send("/safras/S/perfil", filled(again)).Has(200)
	if got := b.Get("/safras/S/perfil").Hidden("versao"); got != "1" {
		t.Errorf("version %s after a form without changes, want 1", got)
	}
	r, err := s.Service.Profile(t.Context(), &s.Root.Key, "S")
	if err != nil || string(r.Record.Payload) != `{"cultura":"CAFE","produtor":"Ana & Lima","alvos":["EUDR","INTERNO"]}` {
		t.Errorf("written %s, %v", r.Record.Payload, err)
	}
	id := r.Record.ID.String()
	b.Get("/registros/safras/"+id).Has(200, "Ana &amp; Lima", "/safras/S/perfil").Lacks("<no value>")
	b.Get("/registros/safras/"+id+"/historico").Has(200, "Perfil da safra")
	b.Get("/registros/safras").Has(200, "Perfil da safra").Lacks("<no value>")
	b.Get("/registros/safras/" + id + "/prova").Has(200)
	b.Get("/registros/safras/novo").Has(404)
	b.Get("/registros/safras/" + id + "/editar").Has(404)
	s.Integrate()
	b.Get("/trilha?safra=S").Has(200, "Perfil da safra")
}

// Invalid input is shown again as typed, with the problem next to its field.
func TestProfileRefused(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	form := filled(b.Get("/safras/NOVA/perfil").Has(200))
	form.Set("documentoProdutor", "529.982.247-26")
	form.Set("car", aCAR)
	form.Set("uf", "PA")
	form.Set("nome", "<b>Norte</b>")
	got := b.Send("/safras/NOVA/perfil", form).Has(422, "Nada foi gravado", `value="529.982.247-26"`, `id="wrong-documentoProdutor"`, "não é um CPF nem um CNPJ válido", `id="wrong-car"`, "o CAR é de MT", `&lt;b&gt;Norte`).Harmless()
	form = filled(got)
	form.Set("documentoProdutor", "529.982.247-25")
	form.Set("uf", "MT")
	b.Send("/safras/NOVA/perfil", form).Has(200, "O perfil da safra foi salvo.", "Sorriso")
}

// If two people edit at once, the second sees what the first stored, and loses nothing.
func TestProfileEditedByTwo(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	mine, theirs := filled(b.Get("/safras/S/perfil")), filled(b.Get("/safras/S/perfil"))
	theirs.Set("fazenda", "Boa Vista")
	b.Send("/safras/S/perfil", theirs).Has(200, "Boa Vista")
	mine.Set("fazenda", "Santa Rita")
	got := b.Send("/safras/S/perfil", mine).Has(422, "O perfil mudou enquanto você editava", `value="Santa Rita"`, "Gravado agora: Boa Vista")
	b.Send("/safras/S/perfil", filled(got)).Has(200, "Santa Rita")
}

// A key that may not write the profile sees it and no form; one of another harvest sees
// nothing.
func TestProfileRights(t *testing.T) {
	s := consoletest.NewSite(t)
	root := s.As(s.Root)
	form := filled(root.Get("/safras/S/perfil"))
	form.Set("fazenda", "Boa Vista")
	root.Send("/safras/S/perfil", form).Has(200)
	reader := s.As(s.Key(access.Request{Name: "lê", Scopes: []trace.Scope{trace.Read}}))
	reader.Get("/safras/S/perfil").Has(200, "Boa Vista", "Sua chave não pode editar").Lacks("<form method=\"post\">\n<input type=\"hidden\" name=\"uma\"")
	other := s.As(s.Key(access.Request{Name: "outra", Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"T"}}))
	for _, harvest := range []string{"S", "NADA"} {
		if got := other.Get("/safras/" + harvest + "/perfil").Has(403); strings.Contains(got.Body, "Boa Vista") {
			t.Error("a key of another harvest sees the profile")
		}
		other.Send("/safras/"+harvest+"/perfil", form).Has(403)
	}
}
