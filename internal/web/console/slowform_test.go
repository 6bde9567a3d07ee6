package console_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"rastro/internal/account"
	"rastro/internal/web/console/consoletest"
)

// during runs a function before a body ends.
type during struct {
	io.Reader
	run func()
}

func (d *during) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err == io.EOF && d.run != nil {
		d.run()
		d.run = nil
	}
	return n, err
}

// Whoever is signed out, deactivated or given a smaller role while a form arrives writes nothing.
func TestAttackSlowForm(t *testing.T) {
	s := consoletest.NewSite(t)
	s.StopClock()
	forms := map[string]struct{ path, media, body string }{
		"a record":  {"/registros/producaoAgricola.plantioManejo/novo", "application/x-www-form-urlencoded", "safraId=S-SLOW&d.produtor=Eva&uma="},
		"an import": {"/importar", "multipart/form-data; boundary=x", "--x\r\nContent-Disposition: form-data; name=\"tipo\"\r\n\r\nproducaoAgricola.plantioManejo\r\n--x\r\nContent-Disposition: form-data; name=\"arquivo\"; filename=\"a.csv\"\r\nContent-Type: text/csv\r\n\r\nsafraId;cultura\nS-SLOW;Soja\n\r\n--x--\r\n"},
	}
	n := 0
	for what, form := range forms {
		for name, c := range map[string]struct {
			status int
			run    func(p *account.Person, token string)
		}{
			"nothing": {200, func(*account.Person, string) {}},
			"signed out": {401, func(_ *account.Person, token string) {
				if err := s.Service.People.SignOut(t.Context(), token); err != nil {
					t.Error(err)
				}
			}},
			"deactivated": {401, func(p *account.Person, _ string) {
				if _, err := s.Service.People.SetActive(t.Context(), &s.Root.Key, p.ID.String(), false); err != nil {
					t.Error(err)
				}
			}},
			"a smaller role": {403, func(p *account.Person, _ string) {
				if _, err := s.Service.People.Change(t.Context(), &s.Root.Key, p.ID.String(), account.Draft{Name: p.Name, Login: p.Login, Organization: p.Organization, Role: "AUDITOR", Lang: p.Lang}, nil); err != nil {
					t.Error(err)
				}
			}},
		} {
			n++
			b, p := s.Person("Ana", "ana"+string(rune('a'+n))+"@x.example", "GERENTE", "X")
			token := b.Cookie().Value
			send := func(run func()) int {
				body := form.body
				if strings.HasSuffix(body, "uma=") {
					body += b.Get(form.path).Has(200).Hidden("uma")
				}
				r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.Server.URL+"/console"+form.path, &during{strings.NewReader(body), run})
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Content-Type", form.media)
				r.Header.Set("Origin", s.Server.URL)
				r.Header.Set("Expect", "100-continue")
				waiting := &http.Client{Jar: b.Client.Jar, Transport: &http.Transport{ExpectContinueTimeout: time.Minute}}
				defer waiting.CloseIdleConnections()
				answer, err := waiting.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				_ = answer.Body.Close()
				return answer.StatusCode
			}
			got := send(func() { c.run(&p, token); s.Clock.Add(2 * time.Second) })
			if got != c.status {
				t.Errorf("%s, %s: %d, want %d", what, name, got, c.status)
			}
		}
	}
	if made := s.All("/producaoAgricola/plantioManejo"); len(made) != 1 {
		t.Errorf("%d records were written, want 1", len(made))
	}
}
