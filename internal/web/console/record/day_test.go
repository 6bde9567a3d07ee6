package record_test

import (
	"net/url"
	"strings"
	"testing"

	"rastro/internal/web/console/consoletest"
)

// What people type in another way is read, and the page says as what: a time of day in a field for
// days, hours with minutes.
func TestReadAs(t *testing.T) {
	s := consoletest.NewSite(t)
	b := s.As(s.Root)
	for _, c := range []struct{ form, field, typed, said, stored string }{
		{"posColheita.beneficiamento", "dataFim", "12/2/25 18:00", "Fim: 12/2/25 18:00 foi lido como 12/02/2025", `"dataFim":"2025-02-12"`},
		{"posColheita.beneficiamento", "dataFim", "13/02/2025 18h", "Fim: 13/02/2025 18h foi lido como 13/02/2025", `"dataFim":"2025-02-13"`},
		{"producaoAgricola.maoDeObra", "horas", "8h30", "&#39;8h30&#39; foi lido como 8,5 h", `"horas":8.5`},
	} {
		path := "/registros/" + c.form + "/novo"
		page := b.Get(path).Has(200)
		form := url.Values{"uma": {page.Hidden("uma")}, "safraId": {"S-1"}, "d." + c.field: {c.typed}}
		b.Do("POST", "/registros/"+c.form+"/conferir", strings.NewReader(form.Encode()), []string{"Content-Type", "application/x-www-form-urlencoded", "Origin", b.Server.URL, "HX-Request", "true"}).Has(200, c.said)
		b.Send(path, form).Has(200, "Registro gravado")
		stored := s.All("/" + strings.ReplaceAll(c.form, ".", "/"))
		if got := string(stored[len(stored)-1].Payload) + string(stored[0].Payload); !strings.Contains(got, c.stored) {
			t.Errorf("%s: stored %s, want %s", c.typed, got, c.stored)
		}
	}
}
