package console

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

const receiptSlug = "armazenamento.recebimento"

func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kind.All {
		slug := kindSlug(k)
		if got, err := kindOf(slug); got != k || err != nil || seen[slug] || strings.ContainsAny(slug, "/ ") {
			t.Errorf("%s is %q, which is %v, %v", k.Prefix, slug, got, err)
		}
		seen[slug] = true
		if n := len(telling(k)); n < 3 && n < len(k.Fields)-1 || n > 5 {
			t.Errorf("%s is known by %d fields", k.Prefix, n)
		}
	}
	if _, err := kindOf("nada"); !trace.Is(err, trace.CodePathNotFound) {
		t.Error(err)
	}
}

// Every word that a template asks for is there.
func TestTemplatesHaveTheirWords(t *testing.T) {
	named := regexp.MustCompile(`\.T\.([a-zA-Z0-9]+)`)
	pages, err := parsePages()
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range pages {
		text, err := templateFiles.ReadFile("templates/" + name + ".html")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range named.FindAllStringSubmatch(string(text), -1) {
			if p.words[lang.PT][m[1]] == "" {
				t.Errorf("page %s asks for the word %q, which it does not have", name, m[1])
			}
		}
	}
}

// Each page of a record in each language: no word of another is left, and none is
// missing.
func TestRecordPages(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	r := s.create("/armazenamento/recebimento", "SAFRA 1/A", `{"dataHoraRecebimento":"31/02/2025 10:00","loteOrigem":"LOTE-7","volume":"36 t","notaExtra":"guardada"}`)
	s.create("/validacao", "SAFRA 1/A", `{"codigo":"C-1","status":"REPROVADO"}`)
	one := "/registros/" + receiptSlug + "/" + r.ID.String()
	for _, p := range []struct {
		path       string
		pt, en, es string
	}{
		{"/registros", "Fase 06", "Phase 06", "Fase 06"},
		{"/registros/" + receiptSlug, "Última mudança", "Last change", "Último cambio"},
		{"/registros/validacao", "Validação", "Validation", "Validación"},
		{one, "Corrigir", "Correct", "Corregir"},
		{one + "/editar", "Gravar", "Save", "Guardar"},
		{one + "/excluir", "Sim, excluir", "Yes, delete", "Sí, eliminar"},
		{one + "/historico", "Criação", "Created", "Creación"},
		{one + "/prova", "Prova", "Proof", "Prueba"},
		{"/registros/" + receiptSlug + "/novo?safra=S", "Novo registro", "New record", "Nuevo registro"},
	} {
		for _, l := range lang.All {
			want := lang.Text{PT: p.pt, EN: p.en, ES: p.es}.In(l)
			b.get(p.path+mark(p.path)+"lang="+l.Code()).has(200, want, `lang="`+l.Tag()+`"`, "curl ")
		}
	}
	b.get(one+"?lang=pt").has(200, "LOTE-7", "SAFRA 1/A", "console/safras/SAFRA%201%2FA", "console/lotes/LOTE-7", "notaExtra", "guardada", `href="#campo-dataHoraRecebimento"`, "Erro")
	b.get("/registros/"+receiptSlug).has(200, "1 erro", "LOTE-7", "36 t")
	b.get("/registros").has(200, "1 registro<", "0 registros", "/novo").lacks("validacao/novo")
	b.get("/registros/nada").has(404)
	b.get("/registros/" + receiptSlug + "/019a853d-a17b-791d-bfff-ffffffffffff").has(404)
	b.get("/registros/" + receiptSlug + "/nada").has(404)
	b.get("/registros/validacao/novo").has(404)
	if got := b.get(one + "?formato=json"); got.header.Get("Content-Type") != "application/json" || !strings.Contains(got.body, `"loteOrigem":"LOTE-7"`) {
		t.Errorf("JSON: %v %s", got.header, got.body)
	}
}

func TestRecordList(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for i := range 23 {
		s.create("/armazenamento/recebimento", fmt.Sprintf("S-%d", i%2), fmt.Sprintf(`{"loteOrigem":"LOTE-%02d","veiculo":"Caminhão %d"}`, i, i))
	}
	list := "/registros/" + receiptSlug
	first := b.get(list).has(200, "LOTE-22", "LOTE-03", "Próxima página").lacks("LOTE-02", "Primeira página")
	next := regexp.MustCompile(`rel="next" href="[./]*console([^"]*)"`).FindStringSubmatch(first.body)
	if next == nil {
		t.Fatal("no next page")
	}
	second := strings.ReplaceAll(next[1], "&amp;", "&")
	b.get(second).has(200, "LOTE-02", "LOTE-00", "Primeira página").lacks("LOTE-03", `rel="next"`)
	b.get(list+"?safra=S-1").has(200, "LOTE-21", `value="S-1"`, "novo?safra=S-1").lacks("LOTE-22", "LOTE-20")
	b.get(list+"?safra=S").has(200, "Nenhum registro", "Safras que começam assim", "safra=S-0").lacks("LOTE-0")
	b.get(list+"?q=lote-07").has(200, "citam o lote", "LOTE-07", "modo=texto").lacks("LOTE-08")
	b.get(list+"?q=CAMINHAO+11").has(200, "LOTE-11", "Procurado em 23 registros").lacks("LOTE-12")
	b.get(list+"?q=LOTE-0&modo=texto&safra=S-0").has(200, "LOTE-08", "LOTE-00").lacks("LOTE-09", "LOTE-10")
	b.get(list+"?q=nada+disso").has(200, "Nenhum registro")
	b.get(list+"?sort=criadoEm,asc").has(200, "LOTE-00").lacks("LOTE-22")
	b.get(list+"?sort=safraId,desc").has(200, "LOTE-21", `<option value="safraId,desc" selected>`)
	b.get(list+"?sort=atualizadoEm").has(200, "LOTE-00")
	b.get(list + "?sort=veiculo").has(400)
	for _, bad := range []string{"cursor=x", "q=%ff", "q=%00", "safra=%ff", "safra=a%00b", "sort=,", "formato=x", "sort=criadoEm,up"} {
		b.get(list + "?" + bad).has(400)
	}
	b.get(list + "/novo?safra=%ff%00").has(200)
	b.get(list + "?q=" + strings.Repeat("x", 300)).has(400)
	part := b.get(list+"?q=lote-07", "HX-Request", "true").has(200, "LOTE-07", `<section id="records"`).lacks("<html", "<form")
	if !strings.HasPrefix(strings.TrimSpace(part.body), "<section") {
		t.Errorf("htmx gets %s", part.body)
	}
}

func TestRecordRights(t *testing.T) {
	s := newSite(t)
	r := s.create("/armazenamento/recebimento", "S", `{"loteOrigem":"LOTE-1"}`)
	other := s.create("/armazenamento/recebimento", "T", `{"loteOrigem":"LOTE-2"}`)
	plant := s.create("/producaoAgricola/plantioManejo", "S", `{"dataPlantio":"2024-10-05"}`)
	one, list := "/registros/"+receiptSlug+"/"+r.ID.String(), "/registros/"+receiptSlug
	field := "/registros/producaoAgricola.plantioManejo"

	reader := s.as(s.key(trace.KeyRequest{Nome: "Leitor", Escopos: []trace.Scope{trace.Read}}))
	reader.get("/registros").has(200, "recebimento").lacks("/novo")
	reader.get(list).has(200, "LOTE-1").lacks("/novo")
	reader.get(one).has(200, "Histórico").lacks("/editar", "/excluir", "/novo")
	for _, path := range []string{list + "/novo", one + "/editar", one + "/excluir"} {
		reader.get(path).has(403)
	}
	for _, path := range []string{list + "/novo", one + "/editar", one + "/excluir", list + "/conferir"} {
		reader.post(path, "safraId", "S", "versao", "1", "uma", "x").has(403)
	}

	six := s.as(s.key(trace.KeyRequest{Nome: "Armazém", Fases: []string{"06"}, Safras: []string{"S"}}))
	six.get("/registros").has(200, list+"/novo", "plantioManejo").lacks(field+"/novo", " registros<")
	six.get(list).has(200, "LOTE-1", "/novo").lacks("LOTE-2")
	six.get(field).has(200, "05", plant.ID.String()).lacks("/novo")
	six.get(field + "/novo").has(403)
	six.post(field+"/novo", "safraId", "S", "uma", "x").has(403)
	six.post(field+"/"+plant.ID.String()+"/excluir", "versao", "1").has(403)
	six.get(field+"/"+plant.ID.String()).has(200).lacks("/editar", "/excluir")
	six.get("/registros/" + receiptSlug + "/" + other.ID.String()).has(404)
	six.get(one).has(200, "/editar", "/excluir")
	six.get(list+"/novo").has(200, `name="safraId" value="S"`)
	six.post(list+"/novo", "safraId", "T", "uma", "y", "d.loteOrigem", "LOTE-9").has(403, "LOTE-9")

	writer := s.as(s.key(trace.KeyRequest{Nome: "Coletor", Escopos: []trace.Scope{trace.Write}}))
	writer.get("/registros").has(200, list+"/novo").lacks(`href="../console` + list + `"`)
	writer.get(list).has(403)
	writer.post(list+"/novo", "safraId", "S", "uma", "z", "d.loteOrigem", "LOTE-3").has(200, "Registro gravado")
	s.visitor().get(list).has(401)
}

// Hostile text in every field of every kind is text on every page.
func TestRecordPagesEscape(t *testing.T) {
	s := newSite(t)
	b := s.as(s.root)
	for i, text := range []string{`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `' onfocus='alert(1)' autofocus='`, `</textarea><script>alert(1)</script>`, `</title><svg/onload=alert(1)>`, "javascript:alert(1)", `{{.Title}}`} {
		k := kind.All[i*2%len(kind.All)]
		dados := map[string]any{}
		for _, f := range k.Fields {
			switch f.Shape {
			case kind.Number, kind.Plot:
			case kind.Texts, kind.TextOrTexts:
				dados[f.Name] = []string{text}
			case kind.Objects:
				dados[f.Name] = []map[string]string{{text: text}}
			default:
				dados[f.Name] = text
			}
		}
		dados[text] = text
		made, err := s.service.Create(t.Context(), &trace.Key{AccessKey: "rk", Nome: text, Escopos: []trace.Scope{trace.Write}}, k, trace.Envelope{SafraID: text, SafraCodigo: text, Dados: mustJSON(t, dados)}, nil)
		if err != nil {
			t.Fatal(err)
		}
		one := recordPath(k, made.Record.ID.String())
		paths := []string{recordsPath(k), recordsPath(k) + "?q=" + url.QueryEscape(text) + "&safra=" + url.QueryEscape(text), one, one + "/historico", one + "/excluir"}
		if !k.IsValidation() {
			paths = append(paths, one+"/editar", recordsPath(k)+"/novo?safra="+url.QueryEscape(text)+"&codigo="+url.QueryEscape(text))
		}
		for _, path := range paths {
			b.get(path).has(200).lacks("<script>alert", "<img src=x", "<svg/onload", `' onfocus='alert`, `href="javascript:`)
		}
	}
}
