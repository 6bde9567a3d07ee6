package cli

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// A key cannot fill the disk with reports: the number per hour is limited. A failed recall costs
// nothing, and a repeated one is always answered.
func TestAttackEndlessRecalls(t *testing.T) {
	s := serve(t, "sqlite:"+filepath.Join(t.TempDir(), "rastro.db"), "--recall-limit", "2")
	e := &eraser{serving: s, t: t}
	e.must(s.call("POST", kind.Named("identificacaoLote").Prefix, `{"safraId":"S-1","safraCodigo":"2025/26","dados":{"codigoLote":"L-1"}}`), 201)
	const path, body = "/rastreio/recall", `{"motivo":"teste","lotes":["L-1"]}`
	for range 5 {
		e.must(s.call("POST", path, `{"motivo":"teste","lotes":["NENHUM-9"]}`), 404)
	}
	e.must(e.once(path, "um", body), 201)
	e.must(s.call("POST", path, body), 201)
	a := e.must(s.call("POST", path, body), 429)
	if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1500 || wait > 1800 || !strings.Contains(a.body, "LIMITE_DE_RECALLS") {
		t.Errorf("Retry-After %q: %s", a.header.Get("Retry-After"), a.body)
	}
	if a := e.must(e.once(path, "um", body), 201); a.header.Get("Idempotent-Replayed") == "" {
		t.Error("the first recall, sent again, is not answered as before")
	}
}
