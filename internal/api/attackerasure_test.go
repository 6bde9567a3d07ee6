package api_test

import (
	"strings"
	"testing"
)

// A client that repeats a create after the record was erased must not bring back data that was
// destroyed on request: it gets the receipt, and nothing is written. After a day the
// Idempotency-Key is free again, like any other.
func TestAttackErasureRetry(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]client{"SQLite": start(t), "PostgreSQL": start(t, onPostgres)} {
		t.Run(name, func(t *testing.T) {
			c := c.in(t)
			for _, path := range []string{planting, validations} {
				body := entity("S-1", `{"nomeTrabalhador":"Maria Aparecida"}`)
				made := c.post(path, body, "Idempotency-Key: "+path).ok(201).record()
				c.post(path+"/"+made.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
				again := c.post(path, body, "Idempotency-Key: "+path).fails(410, "REGISTRO_EXPURGADO")
				if data := string(again.body); !strings.Contains(data, made.ID) || !strings.Contains(data, "pedido do titular") || strings.Contains(data, "Maria") {
					t.Errorf("%s: the retry got %s, want the receipt", path, data)
				}
				c.post(path, entity("S-1", `{}`), "Idempotency-Key: "+path).fails(410, "REGISTRO_EXPURGADO")
				if n := c.get(path).records().total(); n != 0 {
					t.Errorf("%s: the retry made %d records", path, n)
				}
			}
			// A write-only key learns that it was erased, but not by whom and why.
			writer := c.newKey(`{"escopos":["escrita"]}`)
			body := entity("S-1", `{"nomeTrabalhador":"Maria Aparecida"}`)
			made := writer.post(planting, body, "Idempotency-Key: w").ok(201).record()
			c.post(planting+"/"+made.ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
			if got := writer.post(planting, body, "Idempotency-Key: w").fails(410, "IDEMPOTENCIA_EXPURGADA"); strings.Contains(string(got.body), "pedido") {
				t.Errorf("a key without reading gets the receipt: %s", got.body)
			}
			// An import that was all or nothing returns its first answer again: ids, no data.
			rows := `[` + entity("S-2", `{"nomeTrabalhador":"Maria Aparecida"}`) + `,` + entity("S-2", `{}`) + `]`
			first := c.post(planting+"/all", rows, "Idempotency-Key: all").ok(201)
			ids := c.get(planting + "/safra/S-2").records().Content
			c.post(planting+"/"+ids[0].ID+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)
			again := c.post(planting+"/all", rows, "Idempotency-Key: all").ok(201).has("Idempotent-Replayed", "true")
			if strings.Contains(string(again.body), "Maria") || len(first.body) < len(again.body) {
				t.Errorf("the import's kept answer: %s", again.body)
			}
			if n := c.get(planting + "/safra/S-2").records().total(); n != 1 {
				t.Errorf("the repeated import left %d records, want 1", n)
			}
			c.clock.Advance(24 * hour)
			c.post(planting, body, "Idempotency-Key: "+planting).ok(201)
		})
	}
}
