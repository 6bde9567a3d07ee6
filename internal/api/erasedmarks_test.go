package api_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// TestAttackErasedLotMarks repeats a real attack. The receipt of an erasure contained marks of the
// lots that the record had named, the same for the same lot. Anyone who may erase could erase
// records of their own and compare marks, and so test which lots an erased record had named.
func TestAttackErasedLotMarks(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		verifier, err := ledger.NewVerifier(c.service.VerifierKey())
		if err != nil {
			t.Fatal(err)
		}
		var many strings.Builder
		for i := range 600 {
			fmt.Fprintf(&many, "LT-%d; ", i)
		}
		all := &trace.Key{AccessKey: rootAccess, Scopes: []trace.Scope{trace.Read, trace.Write, trace.Admin}}
		seen := map[string]string{} // by digest: the records in whose answers it appears
		for _, lots := range []string{"SEGREDO-1", "SEGREDO-1", many.String()} {
			body := entity("S-1", `{"loteOrigem":"`+lots+`"}`)
			once := "Idempotency-Key: " + fmt.Sprint(len(seen))
			made := c.post(receiving, body, once).ok(201).record()
			path := receiving + "/" + made.ID
			told := []answer{c.post(path+"/expurgo", `{"motivo":"pedido do titular"}`).ok(200)}
			told = append(told, c.get(path).fails(410, "REGISTRO_EXPURGADO"), c.post(receiving, body, once).fails(410, "REGISTRO_EXPURGADO"),
				c.delete(path).fails(410, "REGISTRO_EXPURGADO"), c.get(path+"/historico").ok(200), c.get(receiving+"/safra/S-1").ok(200))
			proven := c.proof(path)
			proof, err := ledger.ReadProof(proven.body)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := proof.Check(verifier); err != nil {
				t.Errorf("the proof of an erasure: %v", err)
			}
			var document struct{ Avaliacao string }
			if err := json.Unmarshal(proof.Document, &document); err != nil || document.Avaliacao == "" {
				t.Fatalf("%s, %v", proof.Document, err)
			}
			versions, err := c.service.Versions(t.Context(), all, kind.ByPrefix(receiving), made.ID)
			if err != nil || len(versions) != 2 {
				t.Fatalf("%d versions, %v", len(versions), err)
			}
			marks := versions[1].ErasedLots()
			if len(marks) == 0 {
				t.Fatal("the erasure marks no lot")
			}
			for _, a := range append(told, proven) {
				if len(a.body) > 4000 {
					t.Errorf("%d bytes tell of an erased record", len(a.body))
				}
				for _, mark := range marks {
					raw, err := hex.DecodeString(mark)
					if err != nil {
						t.Fatal(err)
					}
					if text := string(a.body); strings.Contains(text, mark) || strings.Contains(text, base64.StdEncoding.EncodeToString(raw)) || strings.Contains(text, "marcasDeLotes") {
						t.Fatalf("a mark goes out: %s", text)
					}
				}
			}
			if other, linked := seen[document.Avaliacao]; linked {
				t.Errorf("erasures of %s and %s can be linked by %s", other, made.ID, document.Avaliacao)
			}
			seen[document.Avaliacao] = made.ID
		}
	})
}
