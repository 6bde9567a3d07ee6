package finding_test

import (
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lang"
)

var heavy = &finding.Rule{
	ID: "PESO", Severity: finding.Alert,
	Message: lang.Text{PT: "{kg} kg em '{campo}'", EN: "{kg} kg in '{campo}'", ES: "{kg} kg en '{campo}'"},
	Hint:    lang.Text{PT: "; talvez {sugestao}", EN: "; perhaps {sugestao}", ES: "; tal vez {sugestao}"},
	Also: map[finding.List]finding.Wording{
		finding.EUFile: {Class: 3, Severity: finding.Error, Message: lang.Text{PT: "recusado", EN: "refused", ES: "rechazado"}},
	},
}

func TestMessage(t *testing.T) {
	f := finding.Finding{Rule: heavy}
	f.Say("campo", "{kg}") // what someone wrote is not filled in
	f.Say("kg", lang.Text{PT: "1,5", EN: "1.5", ES: "1,5"})
	if got, want := f.Text(), (lang.Text{PT: "1,5 kg em '{kg}'", EN: "1.5 kg in '{kg}'", ES: "1,5 kg en '{kg}'"}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	f.Say("sugestao", "x")
	if got, want := f.Message(lang.EN), "1.5 kg in '{kg}'; perhaps x"; got != want {
		t.Errorf("with a hint %q, want %q", got, want)
	}
	if got, want := heavy.Says(lang.EN), "… kg in '…'"; got != want {
		t.Errorf("in a list of rules %q, want %q", got, want)
	}
}

func TestWordings(t *testing.T) {
	if own := heavy.In(finding.Balance); own.Severity != finding.Alert || own.Message != heavy.Message || own.Class != 0 {
		t.Errorf("a list without words of its own has %+v", own)
	}
	if told := heavy.In(finding.EUFile); told.Severity != finding.Error || told.Message.EN != "refused" || told.Class != 3 {
		t.Errorf("a list with words of its own has %+v", told)
	}
}

func TestSummary(t *testing.T) {
	var s finding.Summary
	for _, step := range []struct {
		count finding.Severity
		worst finding.Severity
		json  string
	}{
		{finding.Info, finding.Info, `{"erro":0,"alerta":0,"info":1}`},
		{finding.Alert, finding.Alert, `{"erro":0,"alerta":1,"info":1}`},
		{finding.Error, finding.Error, `{"erro":1,"alerta":1,"info":1}`},
	} {
		s.Count(step.count)
		if got := string(s.AppendJSON(nil)); s.Worst() != step.worst || got != step.json {
			t.Errorf("%s %s, want %s %s", s.Worst(), got, step.worst, step.json)
		}
	}
	light, grave := &finding.Finding{Rule: heavy}, &finding.Finding{Rule: &finding.Rule{Severity: finding.Error}}
	if light.Compare(grave) <= 0 || grave.Compare(light) >= 0 || light.Compare(light) != 0 {
		t.Error("the worst finding does not come first")
	}
}

func TestEverySeverityHasALabel(t *testing.T) {
	for _, s := range []finding.Severity{finding.Error, finding.Alert, finding.Info} {
		if !s.Label().Complete() {
			t.Errorf("%s: %+v", s, s.Label())
		}
	}
}
