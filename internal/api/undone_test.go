package api_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rastro/internal/fiscal/fiscaltest"
	"rastro/internal/trace"
)

// undoer undoes the newest import as soon as its answer begins.
type undoer struct {
	*httptest.ResponseRecorder
	begun func()
}

func (u *undoer) Write(p []byte) (int, error) {
	if u.begun != nil {
		begun := u.begun
		u.begun = nil
		begun()
	}
	return u.ResponseRecorder.Write(p)
}

// If an import is undone while its answer is sent, the end of the answer says so, and the answer is
// complete.
func TestImportUndoneMeanwhile(t *testing.T) {
	t.Parallel()
	c := start(t)
	signer := fiscaltest.NewAuthority().Signer(fiscaltest.CNPJ)
	var invoices []string
	for i := range 450 {
		invoices = append(invoices, fiscaltest.Invoice{Number: i + 1}.Authorized(signer))
	}
	for _, one := range []struct{ path, media, body string }{
		{receivingAll + "?modo=validas", ndjson, lines(rows(2500))},
		{"/documentos/importar?safraId=S-1", "Content-Type: application/zip", zipped(t, invoices...)},
	} {
		r := httptest.NewRequestWithContext(t.Context(), "POST", one.path, strings.NewReader(one.body))
		name, value, _ := strings.Cut(one.media, ": ")
		r.Header.Set(name, value)
		r.SetBasicAuth(rootAccess, rootSecret)
		w := &undoer{ResponseRecorder: httptest.NewRecorder()}
		w.begun = func() {
			key, _ := c.service.KeyNamed(rootAccess)
			list, _, err := c.service.Imports(t.Context(), key, trace.ID{}, 1)
			if err == nil {
				_, err = c.service.UndoImport(t.Context(), key, list[0].ID.String())
			}
			if err != nil {
				t.Error(err)
			}
		}
		c.api.ServeHTTP(w, r)
		body := w.Body.String()
		if w.Code != http.StatusCreated || !strings.Contains(body, `"error":"IMPORTACAO_DESFEITA","mensagem":"Alguém desfez`) || !strings.HasSuffix(body, "}}\n") {
			t.Errorf("%s: %d, %.200s … %s", one.path, w.Code, body, body[max(0, len(body)-300):])
		}
	}
}
