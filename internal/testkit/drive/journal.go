package drive

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/attachment"
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

// version is a row of the journal.
type version struct {
	number, code, operation             int64
	harvestID, season                   string
	updatedAt                           int64
	until                               sql.NullInt64
	createdBy, updatedBy                string
	salt, hash, payload, findings, seal []byte
}

// journal is every version in the store, by record.
type journal map[string][]version

// holding returns the records whose first version has a payload.
func (j journal) holding(payload string) []string {
	var ids []string
	for id, versions := range j {
		if string(versions[0].payload) == payload {
			ids = append(ids, id)
		}
	}
	return ids
}

// readJournal reads the store behind the server's back.
func (s *Store) readJournal(t testing.TB, db *sql.DB) journal {
	t.Helper()
	rows, err := db.Query(`SELECT ` + s.id + `, version, kind, operation, safra_id, safra_codigo, updated_at, until, coalesce(nullif(created_by, ''), updated_by), updated_by, salt, hash, dados, findings, seal
		FROM ` + s.from + ` WHERE kind < 200 ORDER BY 1, 2`) // beyond are notes of changes of keys and phases
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	j := journal{}
	for rows.Next() {
		var v version
		var digits string
		if err := rows.Scan(&digits, &v.number, &v.code, &v.operation, &v.harvestID, &v.season, &v.updatedAt, &v.until,
			&v.createdBy, &v.updatedBy, &v.salt, &v.hash, &v.payload, &v.findings, &v.seal); err != nil {
			t.Fatal(err)
		}
		raw, err := hex.DecodeString(digits)
		if err != nil || len(raw) != 16 {
			t.Fatalf("id %q: %v", digits, err)
		}
		id := trace.ID(raw).String()
		j[id] = append(j[id], v)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return j
}

// verify checks the journal against its own rules, and against what was acknowledged.
func (j journal) verify(t testing.TB, db *sql.DB, clients []*writer) {
	t.Helper()
	live := map[int64]int64{}
	for id, versions := range j {
		for i, v := range versions {
			last := i == len(versions)-1
			deleted := trace.Operation(v.operation) == trace.Deleted
			switch {
			case v.number != int64(i+1):
				t.Errorf("%s: version %d where %d is due", id, v.number, i+1)
			case (i == 0) != (trace.Operation(v.operation) == trace.Created), deleted && !last:
				t.Errorf("%s: version %d of %d is operation %d", id, v.number, len(versions), v.operation)
			case v.until.Valid == (last && !deleted):
				t.Errorf("%s: version %d of %d ends: %t, deleted: %t", id, v.number, len(versions), v.until.Valid, deleted)
			}
			if !v.until.Valid {
				live[v.code]++
			}
			if want, err := v.commitment(id); err != nil || !slices.Equal(want[:], v.hash) {
				t.Errorf("%s: version %d has hash %x, its content gives %x, %v", id, v.number, v.hash, want, err)
			}
		}
	}
	tallies := numbers(t, db, `SELECT kind, sum(n) FROM tally GROUP BY kind`)
	for _, prefix := range prefixes {
		code := int64(kind.ByPrefix(prefix).Code)
		if tallies[code] != live[code] {
			t.Errorf("%s: the tally says %d, the journal has %d", prefix, tallies[code], live[code])
		}
	}

	known := 0
	for _, w := range clients {
		for _, r := range w.records {
			known++
			versions := j[r.id]
			if len(versions) != r.versions() {
				t.Errorf("%s of %s has %d versions, want the %d that were acknowledged", r.id, w.name, len(versions), r.versions())
				continue
			}
			for i, payload := range r.payloads {
				if got := string(versions[i].payload); got != payload || versions[i].harvestID != r.harvestID {
					t.Errorf("%s: version %d is %s in %s, want %s in %s", r.id, i+1, got, versions[i].harvestID, payload, r.harvestID)
				}
			}
		}
	}
	if known != len(j) {
		t.Errorf("the journal has %d records, and %d were written", len(j), known)
	}
	verifyReplies(t, db, j)
}

// verifyReplies: a kept answer names a record that is there.
func verifyReplies(t testing.TB, db *sql.DB, j journal) {
	t.Helper()
	rows, err := db.Query(`SELECT name, location FROM reply`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var name, location string
		if err := rows.Scan(&name, &location); err != nil {
			t.Fatal(err)
		}
		if id := location[strings.LastIndex(location, "/")+1:]; len(j[id]) == 0 {
			t.Errorf("the answer kept under %s names %s, which is not there", name, location)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func numbers(t testing.TB, db *sql.DB, query string) map[int64]int64 {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	found := map[int64]int64{}
	for rows.Next() {
		var key, n int64
		if err := rows.Scan(&key, &n); err != nil {
			t.Fatal(err)
		}
		found[key] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

// commitment computes a version's hash from what is stored, by the definition
// and not by the code that wrote it: SHA-256 of the salt and the canonical JSON.
func (v *version) commitment(id string) ([32]byte, error) {
	k := kind.ByCode(int16(v.code))
	if k == nil {
		return [32]byte{}, fmt.Errorf("unknown kind %d", v.code)
	}
	findings := sha256.Sum256(v.findings)
	doc := map[string]any{
		"avaliacao": hex.EncodeToString(findings[:]), "atualizadoEm": time.UnixMilli(v.updatedAt).UTC().Format(trace.TimeLayout), "atualizadoPor": v.updatedBy, "criadoPor": v.createdBy,
		"dados": json.RawMessage(v.payload), "id": id, "operacao": trace.Operation(v.operation).String(), "prefixo": k.Prefix,
		"safraCodigo": v.season, "safraId": v.harvestID, "versao": v.number,
	}
	if v.seal != nil { // the members of an object
		seal, err := attachment.Committed([]byte("{" + string(v.seal) + "}"))
		if err != nil {
			return [32]byte{}, err
		}
		doc["selo"] = json.RawMessage(seal)
	}
	text, err := json.Marshal(doc)
	if err != nil {
		return [32]byte{}, err
	}
	canonical, err := canon.Canonical(text)
	if err != nil {
		return [32]byte{}, err
	}
	return sha256.Sum256(append(slices.Clone(v.salt), canonical...)), nil
}
