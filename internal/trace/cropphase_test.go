package trace

import (
	"cmp"
	"strings"
	"testing"
)

// entry is the entry a create request makes, or what is wrong with it.
func entry(body string) (CropPhase, error) {
	req, err := ReadPhaseRequest([]byte(body))
	if err != nil {
		return CropPhase{}, err
	}
	p := CropPhase{Ativo: true}
	err = req.apply(&p, "")
	return p, err
}

func TestReadPhaseRequest(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want CropPhase
	}{
		{`{"cultura":"soja","etapa":"01","nome":"planoCultivo"}`, CropPhase{Cultura: Soy, Etapa: "01", Nome: "planoCultivo", Ativo: true}},
		{`{"cultura":" Café ","etapa":3,"etapaNome":"Colheita","nome":" Catação ","descricao":"à mão","ordem":7,"tipoRegistro":"colheita","numeroRegistro":"06","obrigatoria":true,"ativo":false}`,
			CropPhase{Cultura: Coffee, Etapa: "03", EtapaNome: "Colheita", Nome: "Catação", Descricao: "à mão", Ordem: 7, TipoRegistro: "colheita", NumeroRegistro: "06", Obrigatoria: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":0,"outro":{"a":1}}`, CropPhase{Cultura: Soy, Etapa: "01", Nome: "x", Ativo: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":9999}`, CropPhase{Cultura: Soy, Etapa: "01", Nome: "x", Ordem: 9999, Ativo: true}},
		// null is as good as absent, also for what is no text.
		{`{"cultura":"soja","etapa":"1","nome":"x","etapaNome":null,"descricao":null,"ordem":null,"obrigatoria":null,"ativo":null,"id":null}`,
			CropPhase{Cultura: Soy, Etapa: "01", Nome: "x", Ativo: true}},
		{`{"cultura":"soja","etapa":"` + strings.Repeat("ç", 100) + `","nome":"` + strings.Repeat("ç", 200) + `"}`,
			CropPhase{Cultura: Soy, Etapa: strings.Repeat("ç", 100), Nome: strings.Repeat("ç", 200), Ativo: true}},
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
		if got, err := entry(tc.in); told(err) != tc.want {
			t.Errorf("entry of %.100s = %+v, %q; want %q", tc.in, got, told(err), tc.want)
		}
	}
}

func TestPhaseRequestChangesWhatItNames(t *testing.T) {
	before := CropPhase{Cultura: Coffee, Etapa: "05", EtapaNome: "Transporte", Nome: "documentacaoCarga", Descricao: "d", Ordem: 14, TipoRegistro: "documentacaoCarga", Obrigatoria: true, Ativo: true}
	for _, tc := range []struct {
		in   string
		want func(*CropPhase)
		err  string
	}{
		{`{"id":"x"}`, func(*CropPhase) {}, ""},
		{`{"id":"x","nome":null,"ordem":null,"cultura":null,"ativo":null,"descricao":null}`, func(*CropPhase) {}, ""},
		{`{"id":"x","obrigatoria":false}`, func(p *CropPhase) { p.Obrigatoria = false }, ""},
		{`{"id":"x","ordem":3,"descricao":""}`, func(p *CropPhase) { p.Ordem, p.Descricao = 3, "" }, ""},
		{`{"id":"x","cultura":"soy","etapa":"04"}`, func(p *CropPhase) { p.Cultura = Soy }, ""},
		{`{"id":"x","etapa":"06"}`, func(p *CropPhase) { p.Etapa = "06" }, ""},
		{`{"id":"x","nome":""}`, nil, "DADOS_INVALIDOS: OBRIGATORIO /nome"},
	} {
		req, err := ReadPhaseRequest([]byte(tc.in))
		if err != nil || req.ID != "x" {
			t.Errorf("ReadPhaseRequest(%s): id %q, %v", tc.in, req.ID, err)
			continue
		}
		got, want := before, before
		err = req.apply(&got, "")
		if tc.want != nil {
			tc.want(&want)
		}
		if told(err) != tc.err || tc.err == "" && got != want {
			t.Errorf("%s makes %+v, %q; want %+v, %q", tc.in, got, told(err), want, tc.err)
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
		{"as many as fit", list(maxCatalogue, `{}`), ""},
		{"too many", list(maxCatalogue+1, `{}`), "LISTA_ESPERADA"},
		{"none", `[]`, "LISTA_ESPERADA"},
		{"no list", good, "LISTA_ESPERADA"},
		{"null", `null`, "LISTA_ESPERADA"},
		{"nothing", ``, "CORPO_VAZIO"},
		{"cut off", `[{"nome":"x"`, "JSON_INCOMPLETO"},
		{"no objects", `[` + good + `,1,null,[]]`, "DADOS_INVALIDOS: OBJETO_ESPERADO /1, OBJETO_ESPERADO /2, OBJETO_ESPERADO /3"},
		{"bad members", `[` + good + `,{"nome":1},{"ordem":"x","ativo":[]}]`, "DADOS_INVALIDOS: INTEIRO_ESPERADO /2/ordem, LOGICO_ESPERADO /2/ativo"},
	} {
		if got, err := ReadPhaseRequests([]byte(tc.in)); told(err) != tc.want {
			t.Errorf("%s: ReadPhaseRequests(%.60s) = %d requests, %q; want %q", tc.name, tc.in, len(got), told(err), tc.want)
		}
	}
	_, err := ReadPhaseRequests([]byte(list(500, `{"ordem":"x"}`)))
	if n := len(AsError(err).Problems); n < 20 || n > 30 {
		t.Errorf("500 bad requests: %d problems told, want about 20", n)
	}
	requests, err := ReadPhaseRequests([]byte(list(3, good)))
	if err != nil || len(requests) != 3 {
		t.Fatalf("%d requests, %v; want 3", len(requests), err)
	}
	var p CropPhase
	missing := PhaseRequest{}
	if got, want := told(missing.apply(&p, "/2")), "DADOS_INVALIDOS: OBRIGATORIO /2/cultura, OBRIGATORIO /2/etapa, OBRIGATORIO /2/nome"; got != want {
		t.Errorf("an empty request in place 2: %q, want %q", got, want)
	}
}

func TestPhaseFilterPicks(t *testing.T) {
	for _, tc := range []struct {
		filter PhaseFilter
		want   string // of the soy rows, by number; "*" for the one without
	}{
		{PhaseFilter{Cultura: Soy, Etapa: "04"}, "10 14"},
		{PhaseFilter{Cultura: Soy, Etapa: "4"}, "10 14"},
		{PhaseFilter{Cultura: Soy, Etapa: "05"}, "14"},
		{PhaseFilter{Cultura: Soy, Etapa: "posColheita"}, "10"},
		{PhaseFilter{Cultura: Soy, Etapa: "transportelogistico"}, "14"},
		{PhaseFilter{Cultura: Soy, Nome: "controleQualidade"}, "18 21"},
		{PhaseFilter{Cultura: Soy, Nome: " CONTROLEQUALIDADE "}, "18 21"},
		{PhaseFilter{Cultura: Soy, Etapa: "07", Nome: "controleQualidade"}, "21"},
		{PhaseFilter{Etapa: "10"}, "*"},
		{PhaseFilter{Cultura: Coffee}, ""},
		{PhaseFilter{Etapa: "11"}, ""},
		{PhaseFilter{Nome: "nada"}, ""},
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
	own := CropPhase{Cultura: Soy, Etapa: "Certificação", Nome: "Inspeção"}
	if f := (PhaseFilter{Etapa: "certificacao", Nome: "INSPECAO"}); !f.Picks(&own) {
		t.Errorf("%+v does not pick %+v", f, own)
	}
}
