package profile

import (
	"strconv"
	"strings"
	"testing"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/lang"
)

const car = "MT-5107925-0123456789ABCDEF0123456789ABCDEF"

// Every field is checked for what it must not contain, and all problems are reported at once.
func TestCheck(t *testing.T) {
	for _, tc := range []struct{ payload, want string }{
		{`{}`, ""}, {kind.Profile.Example, ""}, {`{"cultura":null,"alvos":null,"uf":""}`, ""},
		{`{"cultura":"Café arábica"}`, ""}, {`{"cultura":"pitaia"}`, "CULTURA_FORA_DA_LISTA /cultura"}, {`{"cultura":"soja e milho"}`, "CULTURA_FORA_DA_LISTA /cultura"},
		{`{"documentoProdutor":"52998224725"}`, ""}, {`{"documentoProdutor":52998224725}`, ""}, {`{"documentoProdutor":"529.982.247-26"}`, "DOCUMENTO_INVALIDO /documentoProdutor"},
		{`{"documentoProdutor":"11.222.333/0001-81"}`, ""}, {`{"documentoProdutor":"12.ABC.345/01DE-35"}`, ""}, {`{"documentoProdutor":"11.222.333/0001-82"}`, "DOCUMENTO_INVALIDO /documentoProdutor"}, {`{"documentoProdutor":"Ana"}`, "DOCUMENTO_INVALIDO /documentoProdutor"},
		{`{"uf":"mt"}`, ""}, {`{"uf":"Mato Grosso"}`, "UF_DESCONHECIDA /uf"}, {`{"uf":"XX"}`, "UF_DESCONHECIDA /uf"},
		{`{"municipio":"sorriso"}`, ""}, {`{"municipio":"Sorriso","uf":"MT"}`, ""}, {`{"municipio":"Sorriso","uf":"PA"}`, "MUNICIPIO_DE_OUTRA_UF /municipio"}, {`{"municipio":"Bom Jesus","uf":"SC"}`, ""}, {`{"municipio":"Atlântida"}`, "MUNICIPIO_DESCONHECIDO /municipio"},
		{`{"car":"` + car + `","uf":"MT"}`, ""}, {`{"car":"` + strings.ToLower(car) + `"}`, ""}, {`{"car":"` + car + `","uf":"PA"}`, "CAR_DE_OUTRA_UF /car"}, {`{"car":"` + car + `","municipio":"Sorriso"}`, ""}, {`{"car":"` + car + `","municipio":"Campinas"}`, "MUNICIPIO_DE_OUTRA_UF /municipio"}, {`{"car":"MT-5107925-01"}`, "CAR_INVALIDO /car"}, {`{"car":"PA` + car[2:] + `"}`, "CAR_INVALIDO /car"}, {`{"car":"tenho"}`, "CAR_INVALIDO /car"}, {`{"car":"` + car + `","pais":"PY"}`, "CAR_FORA_DO_BRASIL /car"},
		{`{"safra":"2024/25"}`, ""}, {`{"safra":2025}`, ""}, {`{"safra":"a de verão"}`, "PERIODO_ILEGIVEL /safra"},
		{`{"alvos":["eudr","Exportação","INTERNO"]}`, ""}, {`{"alvos":["China",7]}`, "ALVO_DESCONHECIDO /alvos/0, ALVO_DESCONHECIDO /alvos/1"}, {`{"alvos":"EUDR"}`, "LISTA_DE_TEXTOS_ESPERADA /alvos"},
		{`{"pais":"py"}`, ""}, {`{"pais":"Brasil"}`, ""}, {`{"pais":"Paraguai"}`, "PAIS_DESCONHECIDO /pais"},
		{`{"pais":"PY","uf":"Itapúa","municipio":"Encarnación"}`, ""}, // not in our tables
		{`{"nome":{},"produtor":true}`, "TEXTO_ESPERADO /nome, TEXTO_ESPERADO /produtor"},
		{`{"nome":{},"cultura":"pitaia","alvos":"EUDR"}`, "TEXTO_ESPERADO /nome, LISTA_DE_TEXTOS_ESPERADA /alvos, CULTURA_FORA_DA_LISTA /cultura"},
		{`{"nome":"` + strings.Repeat("ã", 200) + `"}`, ""}, {`{"nome":"` + strings.Repeat("ã", 201) + `"}`, "TEXTO_LONGO /nome"},
		{`{"cor":"azul","a/b":1}`, "CAMPO_FORA_DO_PERFIL /cor, CAMPO_FORA_DO_PERFIL /a~1b"},
	} {
		var got []string
		for _, f := range Check([]byte(tc.payload)) {
			got = append(got, f.Rule.ID+" "+f.Pointer)
			for _, l := range lang.All {
				if text := f.Message(l); strings.ContainsAny(text, "{}") {
					t.Errorf("%s: message %q", tc.payload, text)
				}
			}
		}
		if told := strings.Join(got, ", "); told != tc.want {
			t.Errorf("Check(%.80s) = %q, want %q", tc.payload, told, tc.want)
		}
	}
}

func TestCheckIsBounded(t *testing.T) {
	var members []string
	for i := range 500 {
		members = append(members, `"x`+strconv.Itoa(i)+`":1`)
	}
	if got := len(Check([]byte(`{` + strings.Join(members, ",") + `}`))); got != maxProblems {
		t.Errorf("%d problems, want %d", got, maxProblems)
	}
}

func TestRead(t *testing.T) {
	p := Read([]byte(`{"cultura":"café arábica","uf":"mt","municipio":"SORRISO","pais":"Brasil","alvos":["interno","EUDR"],"produtor":" Ana ","nome":7,"fazenda":null,"cor":"azul"}`))
	for field, want := range map[string]string{Crop: "CAFE", State: "MT", Town: "Sorriso", Country: "BR", Producer: "Ana", "nome": "7", Farm: "", "cor": ""} {
		if got := p.Stated(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	if got := strings.Join(p.Targets, " "); got != "EUDR INTERNO" {
		t.Errorf("targets %q", got)
	}
	for _, payload := range []string{``, `null`, `[]`, `{"cultura":`} {
		if got := Read([]byte(payload)); got.Stated(Crop) != "" {
			t.Errorf("Read(%q) = %+v", payload, got)
		}
	}
}

// A record's own value has priority over the profile's, and that over a derived one.
func TestInherit(t *testing.T) {
	stated := Read([]byte(`{"uf":"PA"}`))
	derived := Derived{State: {"MT", FromCAR}, Town: {"Sorriso", FromCAR}}
	for _, tc := range []struct {
		field, own string
		want       Value
	}{
		{State, "GO", Value{"GO", FromRecord}}, {State, "", Value{"PA", FromProfile}}, {Town, "", Value{"Sorriso", FromCAR}}, {Farm, "", Value{}}, {Farm, "Boa Vista", Value{"Boa Vista", FromRecord}},
	} {
		if got := Inherit(tc.field, tc.own, stated, derived); got != tc.want {
			t.Errorf("%s with %q: %+v, want %+v", tc.field, tc.own, got, tc.want)
		}
	}
}

// A CAR determines its state and municipality, unless something stated contradicts it.
func TestDerive(t *testing.T) {
	for payload, want := range map[string]string{
		`{"car":"` + car + `"}`:                     "MT car, Sorriso car",
		`{"car":"` + car + `","municipio":"Sinop"}`: "MT car, Sorriso car", // a stated value goes first anyway
		`{"uf":"PA"}`:                               " ,  ",
		`{"car":"` + car + `","pais":"PY"}`:         " ,  ",
	} {
		p := Read([]byte(payload))
		d := p.Derive()
		if got := d[State].Text + " " + string(d[State].From) + ", " + d[Town].Text + " " + string(d[Town].From); got != want {
			t.Errorf("%s: %q, want %q", payload, got, want)
		}
	}
	p := Read([]byte(`{"uf":"PA"}`))
	d := Derived{}
	if d.PutCAR(&p, car); len(d) != 0 {
		t.Errorf("derived %v against the stated state", d)
	}
}

func TestProductionPlace(t *testing.T) {
	for payload, want := range map[string]string{
		`{"localProducao":"L","municipio":"Sorriso","fazenda":"F"}`: "L", `{"municipio":"Sorriso","uf":"MT","fazenda":"F"}`: "Sorriso/MT", `{"municipio":"Bom Sucesso","uf":"pr"}`: "Bom Sucesso/PR",
		`{"municipio":"Sorriso"}`: "Sorriso", `{"fazenda":"F","uf":"MT"}`: "F", `{}`: "", `{"car":"` + car + `"}`: "Sorriso/MT",
	} {
		p := Read([]byte(payload))
		if got := ProductionPlace(func(field string) Value { return Inherit(field, "", p, p.Derive()) }); got != want {
			t.Errorf("%s: %q, want %q", payload, got, want)
		}
	}
}

func TestRulesAreComplete(t *testing.T) {
	for _, r := range Rules {
		if !r.Message.Complete() {
			t.Errorf("%s lacks a language", r.ID)
		}
	}
}

func FuzzCheck(f *testing.F) {
	f.Add([]byte(kind.Profile.Example))
	f.Add([]byte(`{"car":"MT","uf":7,"alvos":[[]]}`))
	f.Fuzz(func(t *testing.T, payload []byte) {
		if canon.Validate(payload) != nil || canon.Value(payload).Kind() != '{' {
			return
		}
		if len(Check(payload)) > maxProblems {
			t.Error("more problems than are told")
		}
		p := Read(payload)
		p.Derive()
	})
}
