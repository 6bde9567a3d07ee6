package lot

import (
	"fmt"
	"strings"
	"testing"
)

// balanceOf draws the balance of a lot in a graph of records, a line each:
// "prefix dados".
func balanceOf(t *testing.T, code, script string) *Balance {
	t.Helper()
	m := memory{}
	names := map[string]string{"secagem": working, "recebe": receiving, "guarda": "/armazenamento/armazenamento", "processa": processing, "embarca": shipping, "analisa": quality, "identifica": identification}
	for i, line := range strings.Split(script, "\n") {
		name, payload, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" {
			continue
		}
		m.add(byte(i), names[name], payload)
	}
	d := NewDraft(16, 2026, 0)
	w := Walk{Direction: Back, Depth: -1, Source: source{m, 0}}
	if err := w.From([]string{code}, d.Add); err != nil {
		t.Fatal(err)
	}
	return d.Balance()
}

// A balance fails if it would keep more than its limit.
func TestBalanceHoldsNoMoreThanItMay(t *testing.T) {
	m := memory{}
	for i := range 100 {
		m.add(byte(i), working, `{"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":10,"pesoSaida":9}`)
	}
	for most, want := range map[int]error{0: nil, 1 << 20: nil, 1 << 14: ErrTooLarge} {
		d := NewDraft(16, 2026, most)
		w := Walk{Direction: Back, Depth: -1, Source: source{m, 8}}
		if err := w.From([]string{"B-1"}, d.Add); err != want {
			t.Errorf("within %d bytes: %v, want %v", most, err, want)
		}
	}
}

func TestBalance(t *testing.T) {
	const sound = `secagem {"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":30000,"pesoSaida":28026,"perdaTecnica":1368,"residuos":[{"tipo":"X","peso":606}],"umidadeEntrada":18,"umidadeSaida":14,"impurezaEntrada":3,"impurezaSaida":1,"dataFim":"2025-02-09","modeloCadeiaCustodia":"SEGREGADO"}
		recebe {"loteOrigem":"B-1","volume":"28.000 kg","dataHoraRecebimento":"2025-02-10"}
		processa {"lote":"B-1","volume":"28 t","volumeFinal":"27,9 t"}
		embarca {"loteOrigem":"B-1","volumeTransportado":27000,"identificacaoTransporte":"ABC1C34"}
		embarca {"loteOrigem":"B-1","volumeTransportado":27000,"identificacaoTransporte":"IMO 9321483"}
		`
	for _, c := range []struct{ name, lot, script, want string }{
		{"sound", "B-1", sound, ""},
		{"more out than in", "B-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":12000,"pesoSaida":13000}`, "SAIDA_ACIMA_DA_ENTRADA"},
		{"more than the dry matter", "B-1", strings.Replace(sound, "28026", "29500", 1), "BALANCO_NAO_FECHA SAIDA_ACIMA_DA_MATERIA_SECA"},
		{"losses that do not close", "B-1", strings.Replace(sound, "1368", "3000", 1), "BALANCO_NAO_FECHA"},
		{"sold twice", "B-1", sound + `embarca {"loteOrigem":"B-1","volumeTransportado":20000,"identificacaoTransporte":"IMO 9321483"}`, "VENDIDO_DUAS_VEZES"},
		{"sold and used", "B-1", sound + `secagem {"loteEntrada":"B-1","loteSaida":"C-1","pesoEntrada":20000}`, "VENDIDO_DUAS_VEZES"},
		{"shipped more than there was", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, "EMBARQUE_ACIMA_DO_DISPONIVEL"},
		{"used more than there was", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			secagem {"loteEntrada":"B-1","loteSaida":"C-1","pesoEntrada":20000}`, "CONSUMO_ACIMA_DO_DISPONIVEL"},
		{"a blend of 105 %", "MIX-1", `processa {"lote":"MIX-1","volume":"10 t","blendagem":"A-1 60%; A-2 45%"}`, "BLENDAGEM_DIFERENTE_DE_100"},
		{"a whole blend", "MIX-1", `processa {"lote":"MIX-1","volume":"10 t","blendagem":"A-1 60%; A-2 40%"}`, ""},
		{"a whole blend into a part", "A-1", `processa {"lote":"A-1","volume":"10 t","blendagem":"A-1 60%; A-2 40%"}`, ""},
		{"a part of which there was not enough", "MIX-1", `recebe {"loteOrigem":"A-1","volume":"5 t"}
			processa {"lote":"MIX-1","volume":"10 t","blendagem":"A-1 60%; A-2 40%"}`, "CONSUMO_ACIMA_DO_DISPONIVEL"},
		{"custody above its origin, two steps back", "C-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1","modeloCadeiaCustodia":"BALANCO_MASSA"}
			secagem {"loteEntrada":"B-1","loteSaida":"B-2"}
			secagem {"loteEntrada":"B-2, B-3","loteSaida":"C-1","modeloCadeiaCustodia":"SEGREGADO"}`, "CUSTODIA_ACIMA_DA_ORIGEM"},
		{"custody in a circle", "A-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1","modeloCadeiaCustodia":"SEGREGADO"}
			secagem {"loteEntrada":"B-1","loteSaida":"A-1","modeloCadeiaCustodia":"SEGREGADO"}`, ""},
		{"a lot that is split and goes on under its name", "B-1", `recebe {"loteOrigem":"B-1","volume":"38 t"}
			secagem {"loteEntrada":"B-1","loteSaida":"B-1, C-1","pesoEntrada":38000,"pesoSaida":37000}
			embarca {"loteOrigem":"B-1","volumeTransportado":10000}`, ""},
		{"a reception that does not say how much", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			recebe {"loteOrigem":"B-1","volume":"uma carreta"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, ""},
		{"a dryer that does not say how much it gave", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			secagem {"loteEntrada":"A-1","loteSaida":"B-1"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, ""},
		{"stored is more than was received: not both", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			guarda {"loteOrigem":"B-1","volume":"15 t"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, "EMBARQUE_ACIMA_DO_DISPONIVEL"},
		{"received twice of what was made: not both", "B-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":11000,"pesoSaida":10000,"dataFim":"2025-02-01"}
			recebe {"loteOrigem":"B-1","volume":"10 t","dataHoraRecebimento":"2025-02-02"}
			recebe {"loteOrigem":"B-1","volume":"10 t","dataHoraRecebimento":"2025-02-09"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, "EMBARQUE_ACIMA_DO_DISPONIVEL"},
		{"one load of more than was made", "B-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1","pesoEntrada":37000,"pesoSaida":36000}
			recebe {"loteOrigem":"B-1","volume":"935 t"}
			embarca {"loteOrigem":"B-1","volumeTransportado":935000}`, "RECEBIDO_ACIMA_DO_PRODUZIDO"},
		{"stored is what was received", "B-1", `recebe {"loteOrigem":"B-1","volume":"10 t"}
			guarda {"loteOrigem":"B-1","volume":"10 t"}
			embarca {"loteOrigem":"B-1","volumeTransportado":20000}`, "EMBARQUE_ACIMA_DO_DISPONIVEL"},
		{"nothing is known", "X-1", `embarca {"loteOrigem":"X-1","volumeTransportado":27000}`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := balanceOf(t, c.lot, c.script)
			var rules []string
			for _, a := range b.Accounts {
				for _, v := range a.Violations {
					rules = append(rules, v.Rule.ID)
				}
			}
			for _, s := range b.Steps {
				for _, v := range s.Violations {
					rules = append([]string{v.Rule.ID}, rules...)
				}
			}
			if got := strings.Join(rules, " "); got != c.want {
				t.Errorf("violations %q, want %q", got, c.want)
			}
		})
	}
	a := balanceOf(t, "B-1", sound).Accounts[0]
	if got := fmt.Sprintf("%g %g %g %g %g %s", a.Available, a.Lost, a.Consumed, a.Shipped, a.Left, Custody(a.Derived)); got != "28026 100 0 27000 926 SEGREGADO" {
		t.Errorf("the account of B-1: %s", got)
	}
	s := balanceOf(t, "B-1", sound).Steps[0]
	if fmt.Sprintf("%.2f %.2f", s.Expected, s.Shrink) != "28026.78 1973.22" {
		t.Errorf("the step of drying: expected %.2f, shrink %.2f", s.Expected, s.Shrink)
	}
}

// A mass that a record states for several lots together does not count as 0 kg for each.
func TestBalanceOfASharedMass(t *testing.T) {
	const received = `recebe {"loteOrigem":"A-1","volume":"10 t"}
		`
	for _, c := range []struct{ name, script, want string }{
		{"shipped together", received + `embarca {"loteOrigem":"A-1, B-1","volumeTransportado":9000}`, "in 10000 lost 0 used 0 shipped ? left ? shared"},
		{"used together", received + `secagem {"loteEntrada":"A-1, B-1","loteSaida":"C-1","pesoEntrada":9000,"pesoSaida":8900}`, "in 10000 lost 0 used ? shipped 0 left ? shared"},
		{"shipped without a mass", received + `embarca {"loteOrigem":"A-1"}`, "in 10000 lost 0 used 0 shipped ? left ? partial"},
		{"shipped together and alone", received + `embarca {"loteOrigem":"A-1, B-1","volumeTransportado":9000}
			embarca {"loteOrigem":"A-1","volumeTransportado":4000}`, "in 10000 lost 0 used 0 shipped 4000 left 6000 shared"},
		{"processed together", received + `processa {"lote":"A-1, B-1","volume":"9 t","volumeFinal":"8,9 t"}`, "in 10000 lost ? used 0 shipped 0 left ? shared"},
		{"received together", `recebe {"loteOrigem":"A-1, B-1","volume":"10 t"}
			embarca {"loteOrigem":"A-1","volumeTransportado":4000}`, "in ? lost 0 used 0 shipped 4000 left ? shared"},
		{"all alone", received + `embarca {"loteOrigem":"A-1","volumeTransportado":4000}`, "in 10000 lost 0 used 0 shipped 4000 left 6000"},
	} {
		a := balanceOf(t, "A-1", c.script).Accounts[0]
		text := func(kg float64) string {
			if kg != kg {
				return "?"
			}
			return fmt.Sprint(kg)
		}
		got := fmt.Sprintf("in %s lost %s used %s shipped %s left %s", text(a.Available), text(a.Lost), text(a.Consumed), text(a.Shipped), text(a.Left))
		switch {
		case a.Shared:
			got += " shared"
		case !a.Complete:
			got += " partial"
		}
		if got != c.want || a.Complete != (c.name == "all alone") || len(a.Violations) > 0 {
			t.Errorf("%s: %s, %v; want %s", c.name, got, a.Violations, c.want)
		}
	}
}

// A drying without a stated loss closes only if moisture and impurity explain the missing mass.
func TestDryingClosesOnlyIfExplained(t *testing.T) {
	for dados, want := range map[string]struct {
		Closing
		Doubt
	}{
		`"pesoEntrada":10000,"pesoSaida":7000`:                                        {Unjudged, NoMoisture},
		`"pesoEntrada":10000,"pesoSaida":7000,"umidadeEntrada":18,"umidadeSaida":14`:  {Unjudged, Unexplained},
		`"pesoEntrada":10000,"pesoSaida":9535,"umidadeEntrada":18,"umidadeSaida":14`:  {Closes, NoDoubt},
		`"pesoEntrada":10000,"pesoSaida":9950`:                                        {Closes, NoDoubt},
		`"pesoEntrada":10000,"pesoSaida":7000,"perdaTecnica":3000`:                    {Closes, NoDoubt},
		`"pesoEntrada":10000,"pesoSaida":7000,"perdaTecnica":100`:                     {Differs, NoDoubt},
		`"pesoEntrada":10000,"pesoSaida":11000,"umidadeEntrada":18,"umidadeSaida":14`: {Differs, NoDoubt},
		`"pesoSaida":7000`: {Unjudged, NoDoubt},
	} {
		b := balanceOf(t, "B-1", `secagem {"loteEntrada":"A-1","loteSaida":"B-1",`+dados+`}`)
		if s := &b.Steps[0]; s.Closing() != want.Closing || s.Doubt() != want.Doubt {
			t.Errorf("%s: %s, doubt %d", dados, s.Closing(), s.Doubt())
		}
	}
}
