package catalogue

import (
	"cmp"
	"strings"
	"testing"

	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

// entry is the entry a create request makes, or what is wrong with it.
func entry(body string) (trace.CropPhase, error) {
	req, err := ReadRequest([]byte(body))
	if err != nil {
		return trace.CropPhase{}, err
	}
	p := trace.CropPhase{Ativo: true}
	err = req.apply(&p, "")
	return p, err
}

func TestReadPhaseRequest(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want trace.CropPhase
	}{
		{`{"cultura":"soja","etapa":"01","nome":"planoCultivo"}`, trace.CropPhase{Cultura: trace.Soy, Etapa: "01", Nome: "planoCultivo", Ativo: true}},
		{`{"cultura":" Café ","etapa":3,"etapaNome":"Colheita","nome":" Catação ","descricao":"à mão","ordem":7,"tipoRegistro":"colheita","numeroRegistro":"06","obrigatoria":true,"ativo":false}`,
			trace.CropPhase{Cultura: trace.Coffee, Etapa: "03", EtapaNome: "Colheita", Nome: "Catação", Descricao: "à mão", Ordem: 7, TipoRegistro: "colheita", NumeroRegistro: "06", Obrigatoria: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":0,"outro":{"a":1}}`, trace.CropPhase{Cultura: trace.Soy, Etapa: "01", Nome: "x", Ativo: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":9999}`, trace.CropPhase{Cultura: trace.Soy, Etapa: "01", Nome: "x", Ordem: 9999, Ativo: true}},
		// null is as good as absent, also for what is no text.
		{`{"cultura":"soja","etapa":"1","nome":"x","etapaNome":null,"descricao":null,"ordem":null,"obrigatoria":null,"ativo":null,"id":null}`,
			trace.CropPhase{Cultura: trace.Soy, Etapa: "01", Nome: "x", Ativo: true}},
		{`{"cultura":"soja","etapa":"` + strings.Repeat("ç", 100) + `","nome":"` + strings.Repeat("ç", 200) + `"}`,
			trace.CropPhase{Cultura: trace.Soy, Etapa: strings.Repeat("ç", 100), Nome: strings.Repeat("ç", 200), Ativo: true}},
	} {
		if got, err := entry(tc.in); err != nil || got != tc.want {
			t.Errorf("entry of %.100s = %+v, %v; want %+v", tc.in, got, err, tc.want)
		}
	}
}

func TestReadPhaseRequestRefuses(t *testing.T) {
	for _, tc := range []struct{ in, want string }{
		{``, "CORPO_VAZIO"},
		{`[]`, "OBJETO_ESPERADO"},
		{`{"cultura":`, "JSON_INCOMPLETO"},
		{`{"nome":"a","nome":"b"}`, "CAMPO_REPETIDO"},
		{`{}`, "DADOS_INVALIDOS: OBRIGATORIO /cultura, OBRIGATORIO /etapa, OBRIGATORIO /nome"},
		{`{"cultura":"soja","etapa":" ","nome":null}`, "DADOS_INVALIDOS: OBRIGATORIO /etapa, OBRIGATORIO /nome"},
		{`{"cultura":"quinoa","etapa":"01","nome":"x"}`, "CULTURA_DESCONHECIDA"},
		{`{"cultura":["soja"],"etapa":{},"nome":true}`, "DADOS_INVALIDOS: TEXTO_ESPERADO /cultura, TEXTO_ESPERADO /etapa, TEXTO_ESPERADO /nome"},
		{`{"ordem":"1","obrigatoria":"sim","ativo":1}`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /ordem, LOGICO_ESPERADO /obrigatoria, LOGICO_ESPERADO /ativo"},
		{`{"ordem":-1}`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /ordem"},
		{`{"ordem":10000}`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /ordem"},
		{`{"ordem":1.5}`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /ordem"},
		{`{"ordem":99999999999999999999}`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /ordem"},
		{`{"nome":"` + strings.Repeat("ç", 201) + `","etapa":"` + strings.Repeat("ç", 101) + `"}`, "DADOS_INVALIDOS: TEXTO_LONGO /nome, TEXTO_LONGO /etapa"},
		{`{"descricao":"` + strings.Repeat("a", 5001) + `"}`, "DADOS_INVALIDOS: TEXTO_LONGO /descricao"},
	} {
		if got, err := entry(tc.in); tracetest.Told(err) != tc.want {
			t.Errorf("entry of %.100s = %+v, %q; want %q", tc.in, got, tracetest.Told(err), tc.want)
		}
	}
}

func TestPhaseRequestChangesWhatItNames(t *testing.T) {
	before := trace.CropPhase{Cultura: trace.Coffee, Etapa: "05", EtapaNome: "Transporte", Nome: "documentacaoCarga", Descricao: "d", Ordem: 14, TipoRegistro: "documentacaoCarga", Obrigatoria: true, Ativo: true}
	for _, tc := range []struct {
		in   string
		want func(*trace.CropPhase)
		err  string
	}{
		{`{"id":"x"}`, func(*trace.CropPhase) {}, ""},
		{`{"id":"x","nome":null,"ordem":null,"cultura":null,"ativo":null,"descricao":null}`, func(*trace.CropPhase) {}, ""},
		{`{"id":"x","obrigatoria":false}`, func(p *trace.CropPhase) { p.Obrigatoria = false }, ""},
		{`{"id":"x","ordem":3,"descricao":""}`, func(p *trace.CropPhase) { p.Ordem, p.Descricao = 3, "" }, ""},
		{`{"id":"x","cultura":"soy","etapa":"04"}`, func(p *trace.CropPhase) { p.Cultura = trace.Soy }, ""},
		{`{"id":"x","etapa":"06"}`, func(p *trace.CropPhase) { p.Etapa = "06" }, ""},
		{`{"id":"x","nome":""}`, nil, "DADOS_INVALIDOS: OBRIGATORIO /nome"},
	} {
		req, err := ReadRequest([]byte(tc.in))
		if err != nil || req.ID != "x" {
			t.Errorf("ReadPhaseRequest(%s): id %q, %v", tc.in, req.ID, err)
			continue
		}
		got, want := before, before
		err = req.apply(&got, "")
		if tc.want != nil {
			tc.want(&want)
		}
		if tracetest.Told(err) != tc.err || tc.err == "" && got != want {
			t.Errorf("%s makes %+v, %q; want %+v, %q", tc.in, got, tracetest.Told(err), want, tc.err)
		}
	}
}

func TestStagesAreBroughtToTheirCode(t *testing.T) {
	for _, tc := range []struct{ etapa, nome, tipo, want string }{
		{"04", "beneficiamento", "beneficiamento", "04"},
		{"04", "documentacaoCarga", "", "05"},
		{"4", "Carga", "documentacaoCarga", "05"},
		{"04", "Secagem", "", "04"},
		{"05", "documentacaoCarga", "", "05"},
		{"05", "beneficiamento", "", "05"},
		{"posColheita", "x", "", "04"},
		{"TRANSPORTELOGISTICO", "x", "", "05"},
		{"06", "controleQualidade", "controleQualidade", "06"},
		{"7", "controleQualidade", "controleQualidade", "07"},
		{"validacao", "validacao", "", "10"},
		{"11", "Pós-venda", "", "11"},
		{"Certificação", "x", "", "Certificação"},
	} {
		body := `{"cultura":"soja","etapa":"` + tc.etapa + `","nome":"` + tc.nome + `","tipoRegistro":"` + tc.tipo + `"}`
		if got, err := entry(body); err != nil || got.Etapa != tc.want {
			t.Errorf("stage of %s = %q, %v; want %q", body, got.Etapa, err, tc.want)
		}
	}
}

func TestReadPhaseRequests(t *testing.T) {
	good := `{"cultura":"soja","etapa":"01","nome":"x"}`
	list := func(n int, item string) string { return "[" + strings.Repeat(item+",", n-1) + item + "]" }
	for _, tc := range []struct{ name, in, want string }{
		{"one", list(1, good), ""},
		{"with spaces", " [ " + good + " ] ", ""},
		{"as many as fit", list(trace.MaxCatalogue, `{}`), ""},
		{"too many", list(trace.MaxCatalogue+1, `{}`), "LISTA_ESPERADA"},
		{"none", `[]`, "LISTA_ESPERADA"},
		{"no list", good, "LISTA_ESPERADA"},
		{"null", `null`, "LISTA_ESPERADA"},
		{"nothing", ``, "CORPO_VAZIO"},
		{"cut off", `[{"nome":"x"`, "JSON_INCOMPLETO"},
		{"no objects", `[` + good + `,1,null,[]]`, "DADOS_INVALIDOS: OBJETO_ESPERADO /1, OBJETO_ESPERADO /2, OBJETO_ESPERADO /3"},
		{"bad members", `[` + good + `,{"nome":1},{"ordem":"x","ativo":[]}]`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /2/ordem, LOGICO_ESPERADO /2/ativo"},
	} {
		if got, err := ReadRequests([]byte(tc.in)); tracetest.Told(err) != tc.want {
			t.Errorf("%s: ReadPhaseRequests(%.60s) = %d requests, %q; want %q", tc.name, tc.in, len(got), tracetest.Told(err), tc.want)
		}
	}
	_, err := ReadRequests([]byte(list(500, `{"ordem":"x"}`)))
	if n := len(trace.AsError(err).Problems); n < 20 || n > 30 {
		t.Errorf("500 bad requests: %d problems told, want about 20", n)
	}
	requests, err := ReadRequests([]byte(list(3, good)))
	if err != nil || len(requests) != 3 {
		t.Fatalf("%d requests, %v; want 3", len(requests), err)
	}
	var p trace.CropPhase
	missing := Request{}
	if got, want := tracetest.Told(missing.apply(&p, "/2")), "DADOS_INVALIDOS: OBRIGATORIO /2/cultura, OBRIGATORIO /2/etapa, OBRIGATORIO /2/nome"; got != want {
		t.Errorf("an empty request in place 2: %q, want %q", got, want)
	}
}

func TestPhaseFilterPicks(t *testing.T) {
	for _, tc := range []struct {
		filter Filter
		want   string // of the soy rows, by number; "*" for the one without
	}{
		{Filter{Cultura: trace.Soy, Etapa: "04"}, "10 14"},
		{Filter{Cultura: trace.Soy, Etapa: "4"}, "10 14"},
		{Filter{Cultura: trace.Soy, Etapa: "05"}, "14"},
		{Filter{Cultura: trace.Soy, Etapa: "posColheita"}, "10"},
		{Filter{Cultura: trace.Soy, Etapa: "transportelogistico"}, "14"},
		{Filter{Cultura: trace.Soy, Nome: "controleQualidade"}, "18 21"},
		{Filter{Cultura: trace.Soy, Nome: " CONTROLEQUALIDADE "}, "18 21"},
		{Filter{Cultura: trace.Soy, Etapa: "07", Nome: "controleQualidade"}, "21"},
		{Filter{Etapa: "10"}, "*"},
		{Filter{Cultura: trace.Coffee}, ""},
		{Filter{Etapa: "11"}, ""},
		{Filter{Nome: "nada"}, ""},
	} {
		var got []string
		for _, p := range catalogue(t)[:len(steps)] {
			if tc.filter.Picks(&p) {
				got = append(got, cmp.Or(p.NumeroRegistro, "*"))
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%+v picks %q, want %q", tc.filter, got, tc.want)
		}
	}
	own := trace.CropPhase{Cultura: trace.Soy, Etapa: "Certificação", Nome: "Inspeção"}
	if f := (Filter{Etapa: "certificacao", Nome: "INSPECAO"}); !f.Picks(&own) {
		t.Errorf("%+v does not pick %+v", f, own)
	}
}
