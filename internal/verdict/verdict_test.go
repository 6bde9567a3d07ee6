package verdict_test

import (
	"strings"
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/verdict"
)

// One phrase covers the records and their validation: never "ready" next to "changed".
func TestPhrase(t *testing.T) {
	for _, tc := range []struct {
		in    verdict.Verdict
		ready bool
		level verdict.Level
		says  string
	}{
		{verdict.Verdict{State: verdict.Valid}, true, verdict.Green, "Pronta"},
		{verdict.Verdict{State: verdict.Valid}, false, verdict.Amber, "Pendente"},
		{verdict.Verdict{}, true, verdict.Amber, "Dados prontos; falta validar"},
		{verdict.Verdict{State: verdict.Altered, Diverged: true}, true, verdict.Amber, "Dados prontos; valide de novo: alterada depois da validação"},
		{verdict.Verdict{State: verdict.Valid, Diverged: true}, true, verdict.Amber, "Dados prontos; valide de novo: alterada depois da validação"},
		{verdict.Verdict{State: verdict.Expired}, true, verdict.Amber, "Dados prontos; valide de novo: a validação venceu"},
		{verdict.Verdict{State: verdict.Refused}, true, verdict.Red, "Dados prontos, mas a validação não foi aprovada"},
		{verdict.Verdict{State: verdict.Revoked}, true, verdict.Red, "Dados prontos; a validação foi revogada"},
		{verdict.Verdict{State: verdict.Tampered}, false, verdict.Red, "Não confie: registros adulterados"},
	} {
		level, text := tc.in.Phrase(tc.ready)
		if level != tc.level || text.PT != tc.says || !text.Complete() {
			t.Errorf("%s, ready %t: %s %q; want %s %q", tc.in.State, tc.ready, level, text.PT, tc.level, tc.says)
		}
	}
}

func TestVerdict(t *testing.T) {
	for _, tc := range []struct {
		name string
		in   verdict.Verdict
		want verdict.Level
		says string
	}{
		{"as validated", verdict.Verdict{State: verdict.Valid, Present: 10, Total: 10}, verdict.Green, "Registros íntegros · Completa"},
		{"incomplete", verdict.Verdict{State: verdict.Valid, Present: 5, Total: 10}, verdict.Amber, "Só 5 de 10 etapas exigidas registradas · Registros íntegros"},
		{"nothing recorded", verdict.Verdict{State: verdict.Valid, Total: 9}, verdict.Amber, "Nenhuma das 9 etapas exigidas registrada · Registros íntegros"},
		{"changed and incomplete", verdict.Verdict{State: verdict.Altered, Diverged: true, Present: 1, Total: 9}, verdict.Amber, "Só 1 de 9 etapas exigidas registrada · Alterada depois da validação"},
		{"errors with a reason", verdict.Verdict{State: verdict.Valid, Present: 10, Total: 10, Summary: finding.Summary{Errors: 1, Alerts: 2}}, verdict.Amber, "Registros íntegros · Completa · 1 erro · 2 alertas"},
		{"alerts alone", verdict.Verdict{State: verdict.Valid, Present: 10, Total: 10, Summary: finding.Summary{Alerts: 1}}, verdict.Green, "Registros íntegros · Completa · 1 alerta"},
		{"changed", verdict.Verdict{State: verdict.Altered, Diverged: true, Present: 10, Total: 10}, verdict.Amber, "Alterada depois da validação · Completa"},
		{"expired and changed", verdict.Verdict{State: verdict.Expired, Diverged: true}, verdict.Amber, "Vencida · Alterada depois da validação · Completa"},
		{"refused since", verdict.Verdict{State: verdict.Valid, Overruled: true, Present: 10, Total: 10}, verdict.Amber, "Validação mais nova não aprovada · Registros íntegros · Completa"},
		{"tampered with", verdict.Verdict{State: verdict.Tampered, Diverged: true, Present: 10, Total: 10}, verdict.Red, "Adulterada · Completa"},
		{"refused", verdict.Verdict{State: verdict.Refused, Summary: finding.Summary{Errors: 2}}, verdict.Red, "Não aprovada · Registros íntegros · Completa · 2 erros"},
		{"revoked", verdict.Verdict{State: verdict.Revoked}, verdict.Red, "Revogada · Completa"},
		{"no validation", verdict.Verdict{Present: 1, Total: 9}, verdict.Amber, "Ainda não validada · Só 1 de 9 etapas exigidas registrada"},
		{"a state from later", verdict.Verdict{State: "OUTRO"}, verdict.Red, "Registros íntegros · Completa"},
	} {
		if got := tc.in.Level(); got != tc.want {
			t.Errorf("%s is %s, want %s", tc.name, got, tc.want)
		}
		if got := tc.in.Sentence(lang.PT); got != tc.says {
			t.Errorf("%s: %q, want %q", tc.name, got, tc.says)
		}
		if text := tc.in.Text(); !text.CompleteForBuyers() || strings.ContainsAny(text.EN+text.ES, "{}") {
			t.Errorf("%s: %+v", tc.name, text)
		}
	}
}

func TestGatesHaveNames(t *testing.T) {
	for _, gate := range verdict.Gates {
		if !gate.Name().Complete() {
			t.Errorf("%s: %+v", gate, gate.Name())
		}
	}
}

// Records that no market would take are not sound, however complete.
func TestSoundIsReadyForSomeMarket(t *testing.T) {
	shut := verdict.Readiness{Target: "EXPORTACAO", Gates: []verdict.GateCheck{{Gate: verdict.Mass, Asked: true, Gaps: []verdict.Gap{{}}}}}
	open := verdict.Readiness{Target: "INTERNO", Gates: []verdict.GateCheck{{Gate: verdict.Mass, Asked: true}}}
	for _, tc := range []struct {
		targets []verdict.Readiness
		want    bool
		ready   int
	}{{nil, true, 0}, {[]verdict.Readiness{shut}, false, 0}, {[]verdict.Readiness{shut, open}, true, 1}} {
		v := verdict.Verdict{Targets: tc.targets}
		if got := v.ReadyFor(); v.Sound() != tc.want || len(got) != tc.ready || len(got) > 0 && got[0] != "INTERNO" {
			t.Errorf("%v: sound %v, ready for %v", tc.targets, v.Sound(), got)
		}
	}
}
