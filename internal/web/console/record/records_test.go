package record_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/access"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
	"rastro/internal/web/console/consoletest"
	"rastro/internal/web/console/pagekit"
	"rastro/internal/web/console/record"
)

// Each page of a record in each language: no word of another is left, and none is
// missing.
func TestRecordPages(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	r := s.Create("/armazenamento/recebimento", "SAFRA 1/A", `{"dataHoraRecebimento":"31/02/2025 10:00","loteOrigem":"LOTE-7","volume":"36 t","notaExtra":"guardada"}`)
	s.Create("/validacao", "SAFRA 1/A", `{"codigo":"C-1","status":"REPROVADO"}`)
	one := "/registros/" + consoletest.ReceiptSlug + "/" + r.ID.String()
	for _, p := range []struct {
		path       string
		pt, en, es string
	}{
		{"/registros", "Fase 06", "Phase 06", "Fase 06"},
		{"/registros/" + consoletest.ReceiptSlug, "Última mudança", "Last change", "Último cambio"},
		{"/registros/validacao", "Validação", "Validation", "Validación"},
		{one, "Corrigir", "Correct", "Corregir"},
		{one + "/editar", "Gravar", "Save", "Guardar"},
		{one + "/excluir", "Sim, excluir", "Yes, delete", "Sí, eliminar"},
		{one + "/historico", "Criação", "Created", "Creación"},
		{one + "/prova", "Prova", "Proof", "Prueba"},
		{"/registros/" + consoletest.ReceiptSlug + "/novo?safra=S", "Novo registro", "New record", "Nuevo registro"},
	} {
		for _, l := range lang.All {
			want := lang.Text{PT: p.pt, EN: p.en, ES: p.es}.In(l)
			b.Get(p.path+record.Mark(p.path)+"lang="+l.Code()).Has(200, want, `lang="`+l.Tag()+`"`, "curl ")
		}
	}
	b.Get(one+"?lang=pt").Has(200, "LOTE-7", "SAFRA 1/A", "console/safras/SAFRA%201%2FA", "console/lotes/LOTE-7", "notaExtra", "guardada", `href="#campo-dataHoraRecebimento"`, "Erro")
	b.Get("/registros/"+consoletest.ReceiptSlug).Has(200, "1 erro", "LOTE-7", "36 t")
	b.Get("/registros").Has(200, "1 registro<", "0 registros", "/novo").Lacks("validacao/novo")
	b.Get("/registros/nada").Has(404)
	b.Get("/registros/" + consoletest.ReceiptSlug + "/019a853d-a17b-791d-bfff-ffffffffffff").Has(404)
	b.Get("/registros/" + consoletest.ReceiptSlug + "/nada").Has(404)
	b.Get("/registros/validacao/novo").Has(404)
	if got := b.Get(one + "?formato=json"); got.Header.Get("Content-Type") != "application/json" || !strings.Contains(got.Body, `"loteOrigem":"LOTE-7"`) {
		t.Errorf("JSON: %v %s", got.Header, got.Body)
	}
}

func TestRecordList(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for i := range 23 {
		s.Create("/armazenamento/recebimento", fmt.Sprintf("S-%d", i%2), fmt.Sprintf(`{"loteOrigem":"LOTE-%02d","veiculo":"Caminhão %d"}`, i, i))
	}
	list := "/registros/" + consoletest.ReceiptSlug
	first := b.Get(list).Has(200, "LOTE-22", "LOTE-03", "Próxima página").Lacks("LOTE-02", "Primeira página")
	next := regexp.MustCompile(`rel="next" href="[./]*console([^"]*)"`).FindStringSubmatch(first.Body)
	if next == nil {
		t.Fatal("no next page")
	}
	second := strings.ReplaceAll(next[1], "&amp;", "&")
	b.Get(second).Has(200, "LOTE-02", "LOTE-00", "Primeira página").Lacks("LOTE-03", `rel="next"`)
	b.Get(list+"?safra=S-1").Has(200, "LOTE-21", `value="S-1"`, "novo?safra=S-1").Lacks("LOTE-22", "LOTE-20")
	b.Get(list+"?safra=S").Has(200, "Nenhum registro", "Safras que começam assim", "safra=S-0").Lacks("LOTE-0")
	b.Get(list+"?q=lote-07").Has(200, "citam o lote", "LOTE-07", "modo=texto").Lacks("LOTE-08")
	b.Get(list+"?q=CAMINHAO+11").Has(200, "LOTE-11", "Procurado em 23 registros").Lacks("LOTE-12")
	b.Get(list+"?q=LOTE-0&modo=texto&safra=S-0").Has(200, "LOTE-08", "LOTE-00").Lacks("LOTE-09", "LOTE-10")
	b.Get(list+"?q=nada+disso").Has(200, "Nenhum registro")
	b.Get(list+"?sort=criadoEm,asc").Has(200, "LOTE-00").Lacks("LOTE-22")
	b.Get(list+"?sort=safraId,desc").Has(200, "LOTE-21", `<option value="safraId,desc" selected>`)
	b.Get(list+"?sort=atualizadoEm").Has(200, "LOTE-00")
	b.Get(list + "?sort=veiculo").Has(400)
	for _, bad := range []string{"cursor=x", "q=%ff", "q=%00", "safra=%ff", "safra=a%00b", "sort=,", "formato=x", "sort=criadoEm,up"} {
		b.Get(list + "?" + bad).Has(400)
	}
	b.Get(list + "/novo?safra=%ff%00").Has(200)
	b.Get(list + "?q=" + strings.Repeat("x", 300)).Has(400)
	part := b.Get(list+"?q=lote-07", "HX-Request", "true").Has(200, "LOTE-07", `<section id="records"`).Lacks("<html", "<form")
	if !strings.HasPrefix(strings.TrimSpace(part.Body), "<section") {
		t.Errorf("htmx gets %s", part.Body)
	}
}

func TestRecordRights(t *testing.T) {
	s := consoletest.NewSite(t)
	r := s.Create("/armazenamento/recebimento", "S", `{"loteOrigem":"LOTE-1"}`)
	other := s.Create("/armazenamento/recebimento", "T", `{"loteOrigem":"LOTE-2"}`)
	plant := s.Create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"2024-10-05"}`)
	one, list := "/registros/"+consoletest.ReceiptSlug+"/"+r.ID.String(), "/registros/"+consoletest.ReceiptSlug
	field := "/registros/producaoAgricola.plantioManejo"

	reader := s.As(s.Key(access.Request{Name: "Leitor", Scopes: []trace.Scope{trace.Read}}))
	reader.Get("/registros").Has(200, "recebimento").Lacks("/novo")
	reader.Get(list).Has(200, "LOTE-1").Lacks("/novo")
	reader.Get(one).Has(200, "Histórico").Lacks("/editar", "/excluir", "/novo")
	for _, path := range []string{list + "/novo", one + "/editar", one + "/excluir"} {
		reader.Get(path).Has(403)
	}
	for _, path := range []string{list + "/novo", one + "/editar", one + "/excluir", list + "/conferir"} {
		reader.Post(path, "safraId", "S", "versao", "1", "uma", "x").Has(403)
	}

	six := s.As(s.Key(access.Request{Name: "Armazém", Phases: []string{"06"}, Harvests: []string{"S"}}))
	six.Get("/registros").Has(200, list+"/novo", "plantioManejo").Lacks(field+"/novo", " registros<")
	six.Get(list).Has(200, "LOTE-1", "/novo").Lacks("LOTE-2")
	six.Get(field).Has(200, "05", plant.ID.String()).Lacks("/novo")
	six.Get(field + "/novo").Has(403)
	six.Post(field+"/novo", "safraId", "S", "uma", "x").Has(403)
	six.Post(field+"/"+plant.ID.String()+"/excluir", "versao", "1").Has(403)
	six.Get(field+"/"+plant.ID.String()).Has(200).Lacks("/editar", "/excluir")
	six.Get("/registros/" + consoletest.ReceiptSlug + "/" + other.ID.String()).Has(404)
	six.Get(one).Has(200, "/editar", "/excluir")
	six.Get(list+"/novo").Has(200, `name="safraId" value="S"`)
	six.Post(list+"/novo", "safraId", "T", "uma", "y", "d.loteOrigem", "LOTE-9").Has(403, "LOTE-9")

	writer := s.As(s.Key(access.Request{Name: "Coletor", Scopes: []trace.Scope{trace.Write}}))
	writer.Get("/registros").Has(200, list+"/novo").Lacks(`href="../console` + list + `"`)
	writer.Get(list).Has(403)
	writer.Post(list+"/novo", "safraId", "S", "uma", "z", "d.loteOrigem", "LOTE-3").Has(200, "Registro gravado")
	s.Visitor().Get(list).Has(401)
}

// Hostile text in every field of every kind is text on every page.
func TestRecordPagesEscape(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for i, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)' autofocus='`, `</textarea><script>alert(1)</script>`, `</title><svg/onload=alert(1)>`, "javascript:alert(1)", `{{.Title}}`} {
		k := kind.All[i*2%len(kind.All)]
		payload := map[string]any{}
		for _, f := range k.Fields {
			switch f.Shape {
			case kind.Number, kind.Plot:
			case kind.Texts, kind.TextOrTexts:
				payload[f.Name] = []string{text}
			case kind.Objects:
				payload[f.Name] = []map[string]string{{text: text}}
			default:
				payload[f.Name] = text
			}
		}
		payload[text] = text
		made, err := s.Service.Create(t.Context(), &trace.Key{AccessKey: "rk", Name: text, Scopes: []trace.Scope{trace.Write}}, k, trace.Envelope{HarvestID: text, HarvestCode: text, Payload: mustJSON(t, payload)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		one := pagekit.RecordPath(k, made.Record.ID.String())
		paths := []string{pagekit.RecordsPath(k), pagekit.RecordsPath(k) + "?q=" + url.QueryEscape(text) + "&safra=" + url.QueryEscape(text), one, one + "/historico", one + "/excluir"}
		if !k.IsValidation() {
			paths = append(paths, one+"/editar", pagekit.RecordsPath(k)+"/novo?safra="+url.QueryEscape(text)+"&codigo="+url.QueryEscape(text))
		}
		for _, path := range paths {
			b.Get(path).Has(200).Lacks("<script>alert", "<img src=x", "<svg/onload", `' onfocus='alert`, `href="javascript:`)
		}
	}
}

// A validation is judged by the review on which it was based: next to "not approved", no page says
// that nothing was found.
func TestRefusedValidationIsNotClean(t *testing.T) {
	s := consoletest.NewSite(t)
	s.Create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"31/02/2025"}`)
	made := s.Create("/validacao", "S", `{"status":"APROVADO"}`)
	b := s.As(s.Root)
	b.Get("/registros/validacao/"+made.ID.String()).Has(200, `class="badge">Não aprovada<`, "1 erro", "Não aprovada · Só 1 de 9 etapas exigidas registrada · Registros íntegros", `console/validacoes/`+made.ValidationCode).Lacks("REPROVADA<", "Sem achados", "não achou nada")
	b.Get("/registros/validacao").Has(200, "1 erro").Lacks("Sem achados")
}

// The page of a record names who made it as the history does, also after somebody else changed
// it.
func TestCreatorIsNamed(t *testing.T) {
	s := consoletest.NewSite(t)
	ana, _ := s.Person("Ana Reis", "ana@x.example", "GERENTE", "X")
	bia, _ := s.Person("Bia Sol", "bia@x.example", "GERENTE", "X")
	const form = "/registros/" + consoletest.ReceiptSlug + "/novo"
	made := ana.Post(form, "uma", ana.Get(form).Hidden("uma"), "safraId", "S-1", "d.loteOrigem", "L-1").Has(200, "Ana Reis (X)")
	path := strings.TrimPrefix(made.Path, "/console")
	edit := bia.Get(path + "/editar").Filled()
	edit.Set("d.loteOrigem", "L-2")
	bia.Send(path+"/editar", edit).Has(200, "Ana Reis (X)", "Bia Sol (X)")
}
