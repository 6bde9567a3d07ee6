package api_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

// phaseAnswer is an entry of the catalogue as the wire shows it.
type phaseAnswer struct {
	ID, Cultura, Etapa, EtapaNome, Nome, Descricao string
	Ordem                                          int
	TipoRegistro, NumeroRegistro                   string
	Obrigatoria, Ativo                             bool
	Versao                                         int64
	CriadoEm, AtualizadoEm                         string
}

func (a answer) phases() page[phaseAnswer] {
	a.t.Helper()
	return decode[page[phaseAnswer]](a.t, a.request, a.ok(200).Data)
}

// steps writes entries as "etapa nome".
func steps(list []phaseAnswer) []string {
	var all []string
	for _, f := range list {
		all = append(all, f.Etapa+" "+f.Nome)
	}
	return all
}

func TestSeededCatalogue(t *testing.T) {
	t.Parallel()
	c := start(t)
	var want []string
	for _, k := range kind.All {
		want = append(want, k.Phase+" "+k.Name)
	}
	if total := c.get("/fase?size=1").phases().total(); total != len(trace.Crops)*len(kind.All) {
		t.Errorf("%d entries, want %d", total, len(trace.Crops)*len(kind.All))
	}
	optional := map[string]string{"CAFE": "19 21 28", "SOJA": "04 10 19 21 28", "MILHO": "04 10 19 21 28", "OUTRA": "04 10 19 21 28"}
	for _, crop := range trace.Crops {
		p := c.get("/fase/cultura/" + string(crop)).phases()
		same(t, string(crop), steps(p.Content), want)
		var may []string
		for _, f := range p.Content {
			if !f.Ativo || f.EtapaNome == "" || f.TipoRegistro != f.Nome || f.Versao != 1 {
				t.Errorf("%+v", f)
			}
			if !f.Obrigatoria {
				may = append(may, f.NumeroRegistro)
			}
		}
		if want, ok := optional[string(crop)]; ok && strings.Join(may, " ") != want {
			t.Errorf("%s may do without %v, want %s", crop, may, want)
		}
	}
}

func TestCropSpellings(t *testing.T) {
	t.Parallel()
	c := start(t)
	for written, want := range map[string]string{
		"SOJA": "SOJA", "soja": "SOJA", " Soja ": "SOJA", "soy": "SOJA", "soybean": "SOJA", "CAFÉ": "CAFE", "cafe\u0301": "CAFE", "Café Conilon": "CAFE",
		"coffee": "CAFE", "cafe_arabica": "CAFE", "cana": "CANA_DE_ACUCAR", "Cana-de-Açúcar": "CANA_DE_ACUCAR", "milho safrinha": "MILHO", "tabaco": "FUMO",
		"Pimenta do Reino": "PIMENTA_DO_REINO", "algodão": "ALGODAO",
	} {
		for _, f := range c.get("/fase/cultura/" + url.PathEscape(written)).phases().Content {
			if f.Cultura != want {
				t.Errorf("%q lists %s, want %s", written, f.Cultura, want)
			}
		}
	}
	for _, unknown := range []string{"PEDRA", "S", "SOJA MILHO", "%", "🌱", strings.Repeat("x", 2000)} {
		a := c.get("/fase/cultura/"+url.PathEscape(unknown)).fails(400, "CULTURA_DESCONHECIDA")
		if !strings.Contains(a.Message, "SOJA, CAFE, MILHO") || !strings.Contains(a.Message, "OUTRA") || len(a.Message) > 1000 {
			t.Errorf("%q: %s", unknown, a.Message)
		}
	}
}

func TestStagesAndNames(t *testing.T) {
	t.Parallel()
	c := start(t)
	drying, transport := "04 beneficiamento", "05 documentacaoCarga"
	storage := []string{"06 recebimento", "06 armazenamento", "06 controleQualidade"}
	for _, tc := range []struct {
		path string
		want []string
	}{
		{"04", []string{drying, transport}}, {"4", []string{drying, transport}}, {"05", []string{transport}}, {"posColheita", []string{drying}},
		{"POSCOLHEITA", []string{drying}}, {"transporteLogistico", []string{transport}}, {"06", storage}, {"armazenamento", storage},
		{"99", nil}, {"%20", nil}, {"%00", nil}, {"%FF", nil},
		{"06/controleQualidade", storage[2:]}, {"06/CONTROLEQUALIDADE", storage[2:]}, {"07/controleQualidade", []string{"07 controleQualidade"}},
		{"04/documentacaoCarga", []string{transport}}, {"06/nada", nil}, {"06/%00", nil}, {"06/%FF", nil}, {"06/%20", nil},
	} {
		p := c.get("/fase/cultura/CAFE/etapa/" + tc.path).phases()
		same(t, tc.path, steps(p.Content), tc.want)
		if p.total() != len(tc.want) {
			t.Errorf("%s: total %d, want %d", tc.path, p.total(), len(tc.want))
		}
	}
	c.post("/fase", `{"cultura":"UVA","etapa":"11","nome":"Pós-vinificação  final"}`).ok(201)
	for _, path := range []string{"11/Pós-vinificação  final", "11/pos-vinificacao final", "11/" + "PO\u0301S-VINIFICAC\u0327A\u0303O FINAL"} {
		stage, name, _ := strings.Cut(path, "/")
		same(t, path, steps(c.get("/fase/cultura/uva/etapa/"+stage+"/"+url.PathEscape(name)).phases().Content), []string{"11 Pós-vinificação  final"})
	}
}

func TestCreatePhase(t *testing.T) {
	t.Parallel()
	c := start(t)
	a := c.post("/fase", `{"cultura":"café","etapa":"4","nome":" Secagem em terreiro ","ordem":3,"obrigatoria":true,"descricao":"ao sol"}`).ok(201).has("ETag", `"1"`)
	f := decode[phaseAnswer](t, a.request, a.Data)
	a.has("Location", "/fase/"+f.ID)
	if f.Cultura != "CAFE" || f.Etapa != "04" || f.Nome != "Secagem em terreiro" || f.Ordem != 3 || !f.Obrigatoria || !f.Ativo || f.Versao != 1 {
		t.Errorf("%+v", f)
	}
	for _, name := range []string{"Secagem em terreiro", "secagem EM terreiro", "secágem em  terreiro"} {
		twice := c.post("/fase", `{"cultura":"CAFE","etapa":"04","nome":"`+name+`"}`).fails(409, "FASE_JA_EXISTE")
		if !strings.Contains(twice.Message, "CAFE") {
			t.Errorf("%s", twice.Message)
		}
	}
	c.post("/fase", `{"cultura":"SOJA","etapa":"04","nome":"Secagem em terreiro"}`).ok(201)
	c.post("/fase", `{"cultura":"CAFE","etapa":"03","nome":"Secagem em terreiro"}`).ok(201)
	transport := c.post("/fase", `{"cultura":"CAFE","etapa":"04","nome":"carga","tipoRegistro":"documentacaoCarga"}`).ok(201)
	if got := decode[phaseAnswer](t, transport.request, transport.Data); got.Etapa != "05" {
		t.Errorf("a transport step of stage 04 is in %s, want 05", got.Etapa)
	}
}

// Of many phases all are created or none.
func TestCreatePhases(t *testing.T) {
	t.Parallel()
	c := start(t)
	total := func() int { return c.get("/fase?size=1").phases().total() }
	before := total()
	one := func(name string) string { return `{"cultura":"UVA","etapa":"11","nome":"` + name + `"}` }
	for body, want := range map[string]struct {
		status int
		code   string
	}{
		"[" + one("a") + "," + one("A") + "]":                                      {409, "FASE_JA_EXISTE"},
		"[" + one("a") + `,{"cultura":"UVA","etapa":"11"}]`:                        {422, "DADOS_INVALIDOS"},
		"[" + one("a") + `,{"cultura":"X","etapa":"1","nome":"b"}]`:                {400, "CULTURA_DESCONHECIDA"},
		"[" + one("a") + ",null]":                                                  {422, "DADOS_INVALIDOS"},
		"[" + one("a") + `,{"cultura":"SOJA","etapa":"01","nome":"planoCultivo"}]`: {409, "FASE_JA_EXISTE"},
	} {
		c.post("/fase/all", body).fails(want.status, want.code)
		if got := total(); got != before {
			t.Errorf("%s: %d entries, want %d", body, got, before)
		}
	}
	a := c.post("/fase/all", "["+one("a")+","+one("b")+"]").ok(201).has("ETag", "").has("Location", "")
	made := decode[page[phaseAnswer]](t, a.request, a.Data)
	same(t, "created", steps(made.Content), []string{"11 a", "11 b"})
	c.post("/fase/all", "["+one("c")+"]").ok(201).has("ETag", "").has("Location", "")
	if got := total(); got != before+3 {
		t.Errorf("%d entries, want %d", got, before+3)
	}
}

func TestIdempotentPhases(t *testing.T) {
	t.Parallel()
	c := start(t)
	for path, body := range map[string]string{
		"/fase": `{"cultura":"UVA","etapa":"11","nome":"a"}`, "/fase/all": `[{"cultura":"UVA","etapa":"11","nome":"b"}]`,
	} {
		once := "Idempotency-Key: " + path
		first := c.post(path, body, once).ok(201)
		again := c.post(path, body, once).ok(201).has("Idempotent-Replayed", "true").has("ETag", first.header.Get("ETag")).has("Location", first.header.Get("Location"))
		if string(first.body) != string(again.body) {
			t.Errorf("%s\nagain %s", first.body, again.body)
		}
		c.post(path, strings.Replace(body, `nome":"`, `nome":"x`, 1), once).fails(422, "IDEMPOTENCIA_DIVERGENTE")
	}
}

func TestUpdateAndDeletePhase(t *testing.T) {
	t.Parallel()
	c := start(t)
	made := c.post("/fase", `{"cultura":"UVA","etapa":"11","nome":"a","descricao":"d","ordem":7}`).ok(201)
	f := decode[phaseAnswer](t, made.request, made.Data)
	change := func(members string) string { return `{"id":"` + f.ID + `",` + members + `}` }
	a := c.put("/fase", change(`"nome":"b","obrigatoria":true`)).ok(200).has("ETag", `"2"`)
	if got := decode[phaseAnswer](t, a.request, a.Data); got.Nome != "b" || !got.Obrigatoria || got.Descricao != "d" || got.Ordem != 7 || got.Versao != 2 || got.AtualizadoEm <= f.AtualizadoEm || got.CriadoEm != f.CriadoEm {
		t.Errorf("%+v", got)
	}
	c.put("/fase", change(`"nome":"c"`), `If-Match: "1"`).fails(412, "VERSAO_DESATUALIZADA")
	c.put("/fase", change(`"nome":"c"`), `If-Match: x`).fails(400, "PARAMETRO_INVALIDO")
	c.put("/fase", change(`"nome":"c"`), `If-Match: "2"`).ok(200)
	c.put("/fase", change(`"nome":"c"`)).ok(200) // its own name is not taken
	c.put("/fase", change(`"cultura":"SOJA","etapa":"01","nome":"Planocultivo"`)).fails(409, "FASE_JA_EXISTE")
	c.put("/fase", change(`"nome":""`)).fails(422, "DADOS_INVALIDOS")
	c.put("/fase", change(`"cultura":"x"`)).fails(400, "CULTURA_DESCONHECIDA")
	c.delete("/fase/"+f.ID, `If-Match: "2"`).fails(412, "VERSAO_DESATUALIZADA")
	c.delete("/fase/"+f.ID, `If-Match: "4"`).ok(200)
	c.delete("/fase/"+f.ID).fails(404, "FASE_NAO_ENCONTRADA")
	c.put("/fase", change(`"nome":"d"`)).fails(404, "FASE_NAO_ENCONTRADA")
	same(t, "after the deletion", steps(c.get("/fase/cultura/UVA/etapa/11").phases().Content), nil)
	c.post("/fase", `{"cultura":"UVA","etapa":"11","nome":"c"}`).ok(201) // the name is free again
}

func TestPhasePages(t *testing.T) {
	t.Parallel()
	c := start(t)
	whole := c.get("/fase?size=1000").phases().Content
	for _, query := range []string{"size=50", "limit=607", "pageSize=1000"} {
		var seen []phaseAnswer
		for at := "/fase?" + query; at != ""; {
			a := c.get(at)
			p := a.phases()
			seen = append(seen, p.Content...)
			if at = a.linked(); (at == "") != (p.Next == nil) {
				t.Errorf("%s: Link %q, next %v", a.request, at, p.Next)
			}
		}
		if !slices.Equal(seen, whole) {
			t.Errorf("%s: %d entries, want the %d of the whole list", query, len(seen), len(whole))
		}
	}
	for number := range 4 {
		p := c.get(fmt.Sprintf("/fase?size=300&page=%d", number)).phases()
		if from := min(number*300, len(whole)); !slices.Equal(p.Content, whole[from:min(from+300, len(whole))]) || p.Page.Number != number || p.total() != len(whole) {
			t.Errorf("page %d: %+v", number, p.Page)
		}
	}
	c.get("/fase?size=300&page=9223372036854775807").phases()
	if p := c.get("/fase?total=false").phases(); p.Page.TotalElements != nil {
		t.Errorf("total=false: %+v", p.Page)
	}
}

func TestPhaseSort(t *testing.T) {
	t.Parallel()
	c := start(t)
	for sort, want := range map[string]string{
		"": "01 planoCultivo", "-etapa": "10 validacao", "nome,asc": "02 aplicacaoInsumo", "nome:desc": "10 validacao", "-ordem": "10 validacao",
		"etapa,desc&sort=nome,desc": "10 validacao", "etapa,nome": "01 planoCultivo",
	} {
		p := c.get("/fase/cultura/SOJA?sort=" + sort).phases()
		if got := steps(p.Content)[0]; got != want {
			t.Errorf("sort=%s begins with %s, want %s", sort, got, want)
		}
	}
}
