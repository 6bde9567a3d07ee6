package personal

import (
	"testing"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
)

func TestMaskAndRestore(t *testing.T) {
	work := kind.ByPrefix("/producaoAgricola/maoDeObra")
	blind := &trace.Key{Person: "p", Scopes: []trace.Scope{trace.Read, trace.Write}}
	seeing := &trace.Key{Person: "p", Scopes: blind.Scopes, Rights: right.Set{right.Personal}}
	if !Hidden(blind) || Hidden(seeing) || Hidden(&trace.Key{}) || Hidden(nil) {
		t.Error("who may see personal data")
	}
	if Sight(blind) == Sight(seeing) {
		t.Error("both would share what is kept")
	}
	for _, c := range []struct{ stored, shown, written, want string }{
		{`{"nomeTrabalhador":"Ana","horas":"x"}`, `{"nomeTrabalhador":"restrito","horas":"x"}`, `{"nomeTrabalhador":"restrito","horas":"y"}`, `{"nomeTrabalhador":"Ana","horas":"y"}`},
		{`{"nomeTrabalhador":"Ana"}`, `{"nomeTrabalhador":"restrito"}`, `{}`, `{"nomeTrabalhador":"Ana"}`},
		{`{"nomeTrabalhador":"Ana"}`, `{"nomeTrabalhador":"restrito"}`, `{"nomeTrabalhador":"Bia"}`, `{"nomeTrabalhador":"Bia"}`},
		{`{"cpf":[1,2]}`, `{"cpf":"restrito"}`, `{"cpf":"restrito"}`, `{"cpf":[1,2]}`},
		{`{"nomeTrabalhador":null,"cpf":""}`, `{"nomeTrabalhador":null,"cpf":""}`, `{"nomeTrabalhador":"restrito"}`, `{"nomeTrabalhador":"restrito"}`},
	} {
		if got := string(Payload(work, []byte(c.stored))); got != c.shown {
			t.Errorf("%s is shown as %s, want %s", c.stored, got, c.shown)
		}
		if got := string(Restore(blind, work, []byte(c.written), []byte(c.stored))); got != c.want {
			t.Errorf("%s over %s gives %s, want %s", c.written, c.stored, got, c.want)
		}
		if got := string(Restore(seeing, work, []byte(c.written), []byte(c.stored))); got != c.written {
			t.Errorf("%s by one who sees it gives %s", c.written, got)
		}
	}
	for stored, want := range map[string]string{"": "", `["Ana"]`: "{}", `{"nomeTrabalhador":"Ana"`: "{}"} {
		if got := string(Payload(work, []byte(stored))); got != want {
			t.Errorf("%q is shown as %q, want %q", stored, got, want)
		}
	}
}

// A finding about hidden fields is masked, in words and in numbers: an overlapping area reveals
// where a plot lies.
func TestFindings(t *testing.T) {
	f := finding.Finding{Rule: &finding.Rule{ID: "X"}, Records: []finding.Ref{{Prefix: kind.ByPrefix(kind.Plan).Prefix, ID: "1", Field: "poligono"}}}
	f.Say("safra", "VIZINHA")
	f.Say("area", lang.Text{PT: "120,23", EN: "120.23", ES: "120,23"})
	out := Findings([]finding.Finding{f})[0]
	if out.Args["safra"] != Mask || out.Words["area"].PT != Mask || f.Words["area"].PT == Mask {
		t.Errorf("%v %v, from %v", out.Args, out.Words, f.Words)
	}
}
