package cli_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// A log that was continued three times: every account of its past names the logs from the newest to
// the oldest, each with the one that it continues.
func TestLineageOfThreeAdoptions(t *testing.T) {
	for _, engine := range engines {
		t.Run(engine.name, func(t *testing.T) {
			db := engine.db(t)
			c, stop := serve(t, db, "--log-origin", "first.example/log")
			made := create(t, c, `{"quantidadeSemente":1}`)
			status, body, _, err := c.do(t.Context(), http.MethodPost, "/validacao", `{"safraId":"S","dados":{"codigo":"LINHAGEM-1","status":"APROVADO"}}`)
			if err != nil || status != http.StatusCreated {
				t.Fatalf("validacao: %d %s, %v", status, body, err)
			}
			proofOf(t, c, made.Data.ID)
			stop()
			names := []string{"first.example/log", "second.example/log", "third.example/log", "fourth.example/log"}
			for _, name := range names[1:] {
				if code, _, errs := run(t, "log", "adopt", "--rotate", "--db", db, "--log-origin", name); code != 0 {
					t.Fatalf("adopt: %s", errs)
				}
				c, stop = serve(t, db)
				proofOf(t, c, create(t, c, `{}`).Data.ID)
				stop()
			}
			c, _ = serve(t, db)

			told := func(where, text, form string) {
				t.Helper()
				for i := len(names) - 1; i > 0; i-- { // in this order
					line := fmt.Sprintf(form, names[i], names[i-1])
					_, rest, ok := strings.Cut(text, line)
					if !ok {
						t.Errorf("%s: %q does not come next in %.2000s", where, line, text)
						return
					}
					text = rest
				}
				if strings.Contains(text, " continues ") {
					t.Errorf("%s says more: %.2000s", where, text)
				}
			}
			_, out, _ := run(t, "verify", file(t, "prova.json", proofOf(t, c, made.Data.ID)), "--key", logKey(t, db))
			told("a proof", out, "%s continues the log %s from entry")
			_, out, _ = run(t, "verify", "--db", db)
			told("the store", out, "%s continues the log %s from entry")
			told("the console", consolePage(t, c, db, "/console/log"), "%s continues %s from entry")
			_, page, _, err := c.do(t.Context(), http.MethodGet, "/v/LINHAGEM-1", "", "Accept", "text/html", "Accept-Language", "en")
			if err != nil {
				t.Fatal(err)
			}
			told("the public page", string(page), "%s continues %s from entry")
		})
	}
}
