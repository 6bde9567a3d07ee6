package catalogue

import (
	"cmp"
	"strings"
	"testing"

	"rastro/internal/trace"
	"rastro/internal/trace/tracetest"
)

// entry returns the entry that a create request makes, or its problems.
func entry(body string) (trace.CropPhase, error) {
	req, err := ReadRequest([]byte(body))
	if err != nil {
		return trace.CropPhase{}, err
	}
	p := trace.CropPhase{Active: true}
	err = req.apply(&p, "")
	return p, err
}

func TestReadPhaseRequest(t *testing.T) {
	for _, tc := range []struct {
		in   string
		want trace.CropPhase
	}{
		{`{"cultura":"soja","etapa":"01","nome":"planoCultivo"}`, trace.CropPhase{Crop: trace.Soy, Stage: "01", Name: "planoCultivo", Active: true}},
		{`{"cultura":" Café ","etapa":3,"etapaNome":"Colheita","nome":" Catação ","descricao":"à mão","ordem":7,"tipoRegistro":"colheita","numeroRegistro":"06","obrigatoria":true,"ativo":false}`,
			trace.CropPhase{Crop: trace.Coffee, Stage: "03", StageName: "Colheita", Name: "Catação", Description: "à mão", Order: 7, KindName: "colheita", KindNumber: "06", Required: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":0,"outro":{"a":1}}`, trace.CropPhase{Crop: trace.Soy, Stage: "01", Name: "x", Active: true}},
		{`{"cultura":"soja","etapa":"1","nome":"x","ordem":9999}`, trace.CropPhase{Crop: trace.Soy, Stage: "01", Name: "x", Order: 9999, Active: true}},
		// null counts as absent, also for other types than texts.
		{`{"cultura":"soja","etapa":"1","nome":"x","etapaNome":null,"descricao":null,"ordem":null,"obrigatoria":null,"ativo":null,"id":null}`,
			trace.CropPhase{Crop: trace.Soy, Stage: "01", Name: "x", Active: true}},
		{`{"cultura":"soja","etapa":"` + strings.Repeat("ç", 100) + `","nome":"` + strings.Repeat("ç", 200) + `"}`,
			trace.CropPhase{Crop: trace.Soy, Stage: strings.Repeat("ç", 100), Name: strings.Repeat("ç", 200), Active: true}},
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
	before := trace.CropPhase{Crop: trace.Coffee, Stage: "05", StageName: "Transporte", Name: "documentacaoCarga", Description: "d", Order: 14, KindName: "documentacaoCarga", Required: true, Active: true}
	for _, tc := range []struct {
		in   string
		want func(*trace.CropPhase)
		err  string
	}{
		{`{"id":"x"}`, func(*trace.CropPhase) {}, ""},
		{`{"id":"x","nome":null,"ordem":null,"cultura":null,"ativo":null,"descricao":null}`, func(*trace.CropPhase) {}, ""},
		{`{"id":"x","obrigatoria":false}`, func(p *trace.CropPhase) { p.Required = false }, ""},
		{`{"id":"x","ordem":3,"descricao":""}`, func(p *trace.CropPhase) { p.Order, p.Description = 3, "" }, ""},
		{`{"id":"x","cultura":"soy","etapa":"04"}`, func(p *trace.CropPhase) { p.Crop = trace.Soy }, ""},
		{`{"id":"x","etapa":"06"}`, func(p *trace.CropPhase) { p.Stage = "06" }, ""},
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
	for _, tc := range []struct{ stage, name, kindName, want string }{
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
		body := `{"cultura":"soja","etapa":"` + tc.stage + `","nome":"` + tc.name + `","tipoRegistro":"` + tc.kindName + `"}`
		if got, err := entry(body); err != nil || got.Stage != tc.want {
			t.Errorf("stage of %s = %q, %v; want %q", body, got.Stage, err, tc.want)
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
		{Filter{Crop: trace.Soy, Stage: "04"}, "10 14"},
		{Filter{Crop: trace.Soy, Stage: "4"}, "10 14"},
		{Filter{Crop: trace.Soy, Stage: "05"}, "14"},
		{Filter{Crop: trace.Soy, Stage: "posColheita"}, "10"},
		{Filter{Crop: trace.Soy, Stage: "transportelogistico"}, "14"},
		{Filter{Crop: trace.Soy, Name: "controleQualidade"}, "18 21"},
		{Filter{Crop: trace.Soy, Name: " CONTROLEQUALIDADE "}, "18 21"},
		{Filter{Crop: trace.Soy, Stage: "07", Name: "controleQualidade"}, "21"},
		{Filter{Stage: "10"}, "*"},
		{Filter{Crop: trace.Coffee}, ""},
		{Filter{Stage: "11"}, ""},
		{Filter{Name: "nada"}, ""},
	} {
		var got []string
		for _, p := range catalogue(t)[:len(steps)] {
			if tc.filter.Picks(&p) {
				got = append(got, cmp.Or(p.KindNumber, "*"))
			}
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%+v picks %q, want %q", tc.filter, got, tc.want)
		}
	}
	own := trace.CropPhase{Crop: trace.Soy, Stage: "Certificação", Name: "Inspeção"}
	if f := (Filter{Stage: "certificacao", Name: "INSPECAO"}); !f.Picks(&own) {
		t.Errorf("%+v does not pick %+v", f, own)
	}
}
