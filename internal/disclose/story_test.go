package disclose

import (
	"fmt"
	"strings"
	"testing"

	"rastro/internal/demo"
	"rastro/internal/kind"
)

func anyLot(string) bool { return true }

// told formats a story as text, one line per kind.
func told(s Story) string {
	var b strings.Builder
	for _, k := range s.Kinds {
		fmt.Fprintf(&b, "%s %s %d", k.Kind.Phase, k.Kind.Name, k.Count)
		if !k.From.IsZero() {
			fmt.Fprintf(&b, " %s..%s", k.From.Format("2006-01"), k.To.Format("2006-01"))
		}
		for _, f := range k.Facts {
			switch {
			case f.Topic == Quantity:
				fmt.Fprintf(&b, " %s=%gt", f.Topic, f.Tonnes)
			case f.Terms != nil:
				fmt.Fprintf(&b, " %s=%s", f.Topic, strings.Join(f.Terms, "+"))
			default:
				fmt.Fprintf(&b, " %s=%g..%g", f.Topic, f.Low, f.High)
			}
		}
		b.WriteByte('\n')
	}
	for _, m := range s.Municipalities {
		fmt.Fprintf(&b, "in %s %s\n", m.Code, m.Name)
	}
	for _, p := range s.Plots {
		fmt.Fprintf(&b, "at %g %g\n", p.Lat, p.Lon)
	}
	for _, l := range s.Lots {
		fmt.Fprintf(&b, "lot %s in %s of %s to %s\n", l.Code, l.Phases, l.From, l.Destinations)
	}
	return b.String()
}

func TestStoryOfADemonstrationHarvest(t *testing.T) {
	records, err := demo.Harvests()
	if err != nil {
		t.Fatal(err)
	}
	o := New(2026, anyLot)
	for _, r := range records {
		if r.HarvestID == "DEMO-CAFE-MG-2025" {
			o.Add(kind.ByPrefix(r.Prefix), r.Payload)
		}
	}
	const want = `01 planoCultivo 1 CULTIVO=CONVENCIONAL
02 plantioManejo 1 2018-11..2018-11
02 aplicacaoInsumo 1 2025-01..2025-01 INSUMOS=FUNGICIDA DOCUMENTOS=RECEITUARIO
02 maoDeObra 2 TREINAMENTOS=NR-31+NR-31.7 DOCUMENTOS=PAGAMENTO
03 colheita 1 2025-05..2025-05 QUANTIDADE=12t DOCUMENTOS=LIMPEZA
03 identificacaoLote 1 CULTIVO=CONVENCIONAL
04 beneficiamento 1 2025-05..2025-06 PROCESSOS=BENEFICIO+CLASSIFICACAO_PENEIRA+DESCANSO+SECAGEM VIA=NATURAL SECAGEM=TERREIRO CUSTODIA=SEGREGADO UMIDADE=11.5..11.5 IMPUREZA=0.4..0.4 BEBIDA=DURO TIPO=4 CERTIFICADOS=RAINFOREST DOCUMENTOS=LIMPEZA
05 documentacaoCarga 1 CERTIFICADOS=RAINFOREST DOCUMENTOS=NOTA_FISCAL+ORIGEM+SEGREGACAO
06 recebimento 1 2025-06..2025-06 CULTIVO=CONVENCIONAL UMIDADE=11.5..11.5 IMPUREZA=0.4..0.4
06 armazenamento 1 2025-06..2025-06 CULTIVO=CONVENCIONAL UMIDADE=11.5..11.5 IMPUREZA=0.4..0.4
06 controleQualidade 1 UMIDADE=11.5..11.5 BEBIDA=DURO CONTAMINANTES=NENHUM
07 processamento 1 2025-07..2025-07
07 controleQualidade 1 UMIDADE=11.5..11.5 BEBIDA=DURO CONTAMINANTES=NENHUM
08 transporteExportacao 1 2025-07..2025-07 TRANSPORTE=CONTEINER DESTINO=DEHAM
08 documentacaoCargaExportacao 1 CERTIFICADOS=RAINFOREST DOCUMENTOS=FITOSSANITARIO+NOTA_FISCAL+ORIGEM+SEGREGACAO
09 documentacaoAduaneira 1 DOCUMENTOS=DECLARACAO_EXPORTACAO+LICENCA TRANSPORTE=MARITIMO DESTINO=DEHAM
09 certificadoConformidade 1 CERTIFICADOS=RAINFOREST DOCUMENTOS=CONFORMIDADE+FITOSSANITARIO+ORIGEM
09 inspecaoPreEmbarque 1 2025-07..2025-07 INSPECAO=APROVADO
10 validacao 1 2025-07..2025-07
in 3169406 Três Pontas
at -21.36 -45.45
lot MG25-C-01 in [04 06 07 08 09] of [MG25-C-COCO] to [DEHAM]
lot MG25-C-COCO in [03 04] of [] to []
`
	if got := told(o.Tell()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The rows are about existing fields and kinds.
func TestTableNamesFields(t *testing.T) {
	for prefix, rows := range table {
		k := kind.ByPrefix(prefix)
		if k == nil {
			t.Errorf("%s is not a kind", prefix)
			continue
		}
		seen := map[string]bool{}
		for _, r := range rows {
			if _, ok := k.Field(r.field); !ok && r.field != "geojson" {
				t.Errorf("%s has no field %s", prefix, r.field)
			}
			if seen[r.field] {
				t.Errorf("%s has two rows for %s", prefix, r.field)
			}
			seen[r.field] = true
			for _, f := range r.reads {
				if (f.words == nil) == (f.percent == nil) || f.topic == "" {
					t.Errorf("%s of %s is read as nothing or twice", r.field, prefix)
				}
			}
		}
	}
	for _, k := range kind.All {
		if table[k.Prefix] == nil {
			t.Errorf("of %s nothing is told: say so with an empty row", k.Prefix)
		}
	}
}

func TestWhatIsNotTold(t *testing.T) {
	plan, receipt, shipping := kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), kind.ByPrefix("/armazenamento/recebimento"), kind.ByPrefix("/logisticaExportacao/transporteExportacao")
	for name, c := range map[string]struct {
		kind    *kind.Kind
		payload string
		want    string
	}{
		"a plot in the sea":               {plan, `{"poligono":[10,20,30,40]}`, "01 planoCultivo 1\n"},
		"a plot of dummies":               {plan, `{"poligono":[1,2,3,4]}`, "01 planoCultivo 1\n"},
		"no plot at all":                  {plan, `{"poligono":"talhão 7"}`, "01 planoCultivo 1\n"},
		"a property of no place":          {plan, `{"insumos":"CAR MT-5107926-0123456789ABCDEF0123456789ABCDEF"}`, "01 planoCultivo 1\n"},
		"percentages beyond reason":       {receipt, `{"umidade":"529.982.247-25","impureza":"-3%"}`, "06 recebimento 1\n"},
		"a date of another age":           {receipt, `{"dataHoraRecebimento":"0001-01-01"}`, "06 recebimento 1\n"},
		"a date far ahead":                {receipt, `{"dataHoraRecebimento":"2999-01-01"}`, "06 recebimento 1\n"},
		"a name that is like a port":      {shipping, `{"destino":"BRUNO"}`, "08 transporteExportacao 1\n"},
		"words around what is known":      {receipt, `{"umidade":"12,3% segundo Ana Lima"}`, "06 recebimento 1 UMIDADE=12.3..12.3\n"},
		"what is not JSON any more":       {receipt, `{"umidade":`, "06 recebimento 1\n"},
		"what is not an object":           {receipt, `[]`, "06 recebimento 1\n"},
		"a text as long as a story":       {receipt, `{"umidade":"12% ` + strings.Repeat("x", maxText) + `"}`, "06 recebimento 1\n"},
		"lists within lists":              {receipt, `{"umidade":[["12%"],{"a":"13%"},null,true,"14%"]}`, "06 recebimento 1 UMIDADE=14..14\n"},
		"a field that is not on the list": {receipt, `{"veiculo":"ABC1C34","observacoes":"Rainforest"}`, "06 recebimento 1\n"},
	} {
		o := New(2026, anyLot)
		o.Add(c.kind, []byte(c.payload))
		if got := told(o.Tell()); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// The story is bounded for any input.
func TestBounds(t *testing.T) {
	o := New(2026, anyLot)
	work := kind.ByPrefix("/posColheita/beneficiamento")
	for i := range 500 {
		o.Add(work, fmt.Appendf(nil, `{"loteEntrada":"A-%d, B-%d","loteSaida":"C-%d"}`, i, i, i%7))
		o.Add(kind.ByPrefix("/cadastroPlanejamento/planoCultivo"), fmt.Appendf(nil, `{"poligono":[%g,-12.55,%g,-12.54]}`, -50-float64(i)/50, -49.99-float64(i)/50))
	}
	s := o.Tell()
	if len(s.Lots) != maxLots || len(s.Plots) != maxPlots {
		t.Errorf("%d lots, %d plots", len(s.Lots), len(s.Plots))
	}
	for _, l := range s.Lots {
		if len(l.From) > maxParents {
			t.Errorf("%s is made of %d lots", l.Code, len(l.From))
		}
	}
}

// FuzzAdd: for any payload there is a story, and every term in it is in our tables: in capitals,
// digits and underscores.
func FuzzAdd(f *testing.F) {
	for i, k := range kind.All {
		f.Add(i, k.Example)
	}
	f.Fuzz(func(t *testing.T, n int, payload string) {
		k := kind.All[((n%len(kind.All))+len(kind.All))%len(kind.All)]
		o := New(2026, func(string) bool { return false })
		o.Add(k, []byte(payload))
		s := o.Tell()
		if len(s.Lots) != 0 {
			t.Errorf("a lot that may not be shown is told: %v", s.Lots)
		}
		for _, told := range s.Kinds {
			for _, fact := range told.Facts {
				for _, term := range fact.Terms {
					if strings.Trim(term, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.") != "" || len(term) > 32 {
						t.Errorf("%s tells %q", k.Prefix, term)
					}
				}
				if fact.Low < 0 || fact.High > 100 || fact.Low > fact.High {
					t.Errorf("%s tells %g to %g", k.Prefix, fact.Low, fact.High)
				}
			}
		}
	})
}

// The harvested mass is told in tonnes to three digits, whatever is typed there, and says so when
// records without a mass are left out.
func TestQuantityIsRounded(t *testing.T) {
	for _, c := range []struct {
		payloads []string
		tonnes   float64
		atLeast  bool
	}{
		{[]string{`{"quantidadeColhida":434400}`}, 434, false},
		{[]string{`{"quantidadeColhida":434400}`, `{"quantidadeColhida":"1.200 sacas"}`}, 506, false},
		{[]string{`{"quantidadeColhida":7250.5}`, `{}`}, 7.25, true},
		{[]string{`{"quantidadeColhida":"não pesada"}`}, 0, false},
		{[]string{`{"quantidadeColhida":52998224725}`, `{"quantidadeColhida":60000}`}, 60, true}, // a CPF
		{[]string{`{"quantidadeColhida":-5}`}, 0, false},
		{[]string{`{"quantidadeColhida":0.5}`}, 0.0005, false},
	} {
		o := New(2026, anyLot)
		for _, p := range c.payloads {
			o.Add(kind.ByPrefix(kind.Harvesting), []byte(p))
		}
		var got Fact
		for _, f := range o.Tell().Kinds[0].Facts {
			if f.Topic == Quantity {
				got = f
			}
		}
		if got.Tonnes != c.tonnes || got.AtLeast != c.atLeast {
			t.Errorf("%s: %g t, at least: %t; want %g, %t", c.payloads, got.Tonnes, got.AtLeast, c.tonnes, c.atLeast)
		}
	}
}
