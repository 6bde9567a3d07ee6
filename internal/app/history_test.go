package app_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/trace"
)

// told is one version as the history tells it.
type told struct {
	Versao                               int64
	Operacao, Em, Por, SafraCodigo, Hash string
	Expurgado                            bool
	Dados                                json.RawMessage
	Alteracoes                           []struct{ Ponteiro, Mudanca string }
}

func (w *world) history(by *trace.Key, r trace.Record) []told {
	w.t.Helper()
	content, n, err := w.svc.History(w.t.Context(), by, r.Kind, r.ID.String())
	if err != nil {
		w.t.Fatal(err)
	}
	list := decode[[]told](w.t, []byte("["+string(content)+"]"))
	if len(list) != n {
		w.t.Errorf("History counts %d of %d", n, len(list))
	}
	return list
}

// line writes a version of a history in short.
func (v told) line() string {
	var changes []string
	for _, c := range v.Alteracoes {
		changes = append(changes, c.Ponteiro+" "+c.Mudanca)
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s %s %s %t %s", v.Versao, v.Operacao, v.Por, v.Dados, v.Expurgado, strings.Join(changes, ",")))
}

func TestHistory(t *testing.T) {
	w := newWorld(t)
	other := &trace.Key{AccessKey: "rk_b", Name: "Armazém <Y>", Scopes: everybody.Scopes}
	r := w.create(planting, "S", `{"a":1,"b":2}`)
	w.later(time.Second)
	env := trace.Envelope{ID: r.ID.String(), HarvestID: "S", HarvestCode: "2030", Payload: []byte(`{"b":3,"c":4}`)}
	second, err := w.svc.Update(t.Context(), other, planting, env, trace.AnyVersion)
	if err != nil {
		t.Fatal(err)
	}
	w.later(time.Second)
	third := w.update(second, `{"b":3,"c":4.0}`)
	check := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, v := range w.history(guest, r) {
			got = append(got, v.line())
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", when, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	living := []string{
		`1 criacao Cooperativa X {"a":1,"b":2} false`,
		`2 alteracao Armazém <Y> {"b":3,"c":4} false /b alterado,/c adicionado,/a removido`,
		`3 alteracao Cooperativa X {"b":3,"c":4.0} false`,
	}
	check("living", living...)
	full := w.history(everybody, r)
	for i, v := range []trace.Record{r, second, third} {
		if full[i].Hash != fmt.Sprintf("%x", v.Hash) || full[i].Em != v.UpdatedAt.Format(trace.TimeLayout) || full[i].SafraCodigo != v.HarvestCode {
			t.Errorf("version %d: %+v; want hash %x at %v", i+1, full[i], v.Hash, v.UpdatedAt)
		}
	}
	w.delete(third)
	check("deleted", append(living, `4 exclusao Cooperativa X {"b":3,"c":4.0} false`)...)
	w.erase(r)
	check("erased",
		`1 criacao Cooperativa X null true`, `2 alteracao Armazém <Y> null true`, `3 alteracao Cooperativa X null true`, `4 exclusao Cooperativa X null true`,
		`5 expurgo Cooperativa X {"motivo":"pedido do titular","versoesExpurgadas":4} false`)
}

func TestHistoryIsRefused(t *testing.T) {
	w := newWorld(t)
	r, elsewhere := w.create(planting, "S", `{}`), w.create(planting, "T", `{}`)
	w.integrate()
	for _, tc := range []struct {
		name string
		by   *trace.Key
		id   string
		want trace.Code
	}{
		{"without the right", &trace.Key{Scopes: []trace.Scope{trace.Write}}, r.ID.String(), trace.CodeForbiddenScope},
		{"of another harvest's key", guest, elsewhere.ID.String(), trace.CodeRecordNotFound},
		{"of nothing", everybody, "019a853d-a17b-791d-bfff-ffffffffffff", trace.CodeRecordNotFound},
		{"by no id", everybody, "x", trace.CodeIDMalformed},
	} {
		_, _, err := w.svc.History(t.Context(), tc.by, planting, tc.id)
		wantCode(t, "History "+tc.name, err, tc.want)
		_, err = w.svc.GetAt(t.Context(), tc.by, planting, tc.id, epoch)
		wantCode(t, "GetAt "+tc.name, err, tc.want)
		_, err = w.svc.Prove(t.Context(), tc.by, planting, tc.id, 0)
		wantCode(t, "Prove "+tc.name, err, tc.want)
	}
	_, _, err := w.svc.History(t.Context(), everybody, receipt, r.ID.String())
	wantCode(t, "History under another kind", err, trace.CodeRecordNotFound)
	_, _, _, err = w.svc.Differences(t.Context(), guest, "T", epoch, epoch)
	wantCode(t, "Differences of another harvest's", err, trace.CodeForbiddenHarvest)
}

func TestGetAt(t *testing.T) {
	w := newWorld(t)
	r := w.create(planting, "S", `{"v":1}`)
	w.later(time.Second)
	w.update(r, `{"v":2}`)
	w.update(r, `{"v":3}`) // in the same millisecond
	w.later(time.Second)
	w.delete(r)
	for _, tc := range []struct {
		after time.Duration // since the record was made
		want  string        // its payload, or the code of the error
	}{
		{-time.Hour, string(trace.CodeNotYet)},
		{-time.Millisecond, string(trace.CodeNotYet)},
		{-1, string(trace.CodeNotYet)},
		{0, `{"v":1}`},
		{1, `{"v":1}`},
		{time.Second - 1, `{"v":1}`},
		{time.Second, `{"v":3}`},
		{2*time.Second - time.Millisecond, `{"v":3}`},
		{2 * time.Second, string(trace.CodeRecordNotFound)},
		{time.Hour, string(trace.CodeRecordNotFound)},
	} {
		got, err := w.svc.GetAt(t.Context(), everybody, planting, r.ID.String(), epoch.Add(tc.after))
		text := string(got.Payload)
		if err != nil {
			text = string(trace.AsError(err).Code)
		}
		if text != tc.want {
			t.Errorf("%v after: %s, want %s", tc.after, text, tc.want)
		}
	}
	_, err := w.svc.GetAt(t.Context(), everybody, receipt, r.ID.String(), epoch)
	wantCode(t, "under another kind", err, trace.CodeRecordNotFound)
}

// Time never runs backwards in a record, whatever the clock does.
func TestHistoryWhenTheClockGoesBack(t *testing.T) {
	w := newWorld(t)
	r := w.create(planting, "S", `{"v":1}`)
	w.later(-time.Hour)
	r = w.update(r, `{"v":2}`)
	if !r.UpdatedAt.Equal(epoch) {
		t.Errorf("the second version is of %v, the first of %v", r.UpdatedAt, epoch)
	}
	if got, err := w.svc.GetAt(t.Context(), everybody, planting, r.ID.String(), epoch); err != nil || got.Version != 2 {
		t.Errorf("GetAt = version %d, %v; want 2", got.Version, err)
	}
	w.integrate()
	w.sound()
}

func TestDifferences(t *testing.T) {
	w := newWorld(t)
	kept := w.create(planting, "S", `{"v":1}`)
	edited := w.create(planting, "S", `{"v":1,"x":1}`)
	dropped := w.create(receipt, "S", `{"v":1}`)
	w.create(planting, "T", `{}`)
	one := w.now
	w.later(time.Second)
	w.update(edited, `{"v":2}`)
	w.delete(dropped)
	two := w.now
	w.later(time.Second)
	added := w.create(receipt, "S", `{"n":1}`)
	fleeting := w.create(receipt, "S", `{}`)
	w.delete(fleeting)
	w.update(edited, `{"v":1,"x":1}`)
	three := w.now
	w.later(time.Second)
	w.erase(added)
	names := map[string]string{kept.ID.String(): "kept", edited.ID.String(): "edited", dropped.ID.String(): "dropped", added.ID.String(): "added", fleeting.ID.String(): "fleeting"}
	for _, tc := range []struct {
		name     string
		from, to time.Time
		want     []string
	}{
		{"nothing in no time", one, one, nil},
		{"from before the beginning", one.Add(-time.Hour), one, []string{"edited criado null>1 /v adicionado,/x adicionado", "kept criado null>1 /v adicionado", "dropped criado null>1 /v adicionado"}},
		{"an update and a deletion", one, two, []string{"edited alterado 1>2 /v alterado,/x removido", "dropped excluido 1>null /v removido"}},
		{"one that came and went is none, one erased since has no fields", two, three, []string{"edited alterado 2>3 /v alterado,/x adicionado", "added criado null>1"}},
		{"an erasure", three, w.now, []string{"added excluido 1>null"}},
		{"changed and changed back: another version of the same", one, w.now, []string{"edited alterado 1>3", "dropped excluido 1>null /v removido"}},
	} {
		content, n, truncated, err := w.svc.Differences(t.Context(), guest, "S", tc.from, tc.to)
		if err != nil {
			t.Fatal(err)
		}
		list := decode[[]struct {
			Prefixo, ID, Mudanca string
			DeVersao, ParaVersao *int64
			Alteracoes           []struct{ Ponteiro, Mudanca string }
		}](t, []byte("["+string(content)+"]"))
		left := map[string]bool{}
		for _, want := range tc.want {
			left[want] = true
		}
		number := func(v *int64) string {
			if v == nil {
				return "null"
			}
			return fmt.Sprint(*v)
		}
		for _, d := range list {
			var changes []string
			for _, c := range d.Alteracoes {
				changes = append(changes, c.Ponteiro+" "+c.Mudanca)
			}
			got := strings.TrimSpace(fmt.Sprintf("%s %s %s>%s %s", names[d.ID], d.Mudanca, number(d.DeVersao), number(d.ParaVersao), strings.Join(changes, ",")))
			if !left[got] {
				t.Errorf("%s: got %q, want one of %q", tc.name, got, tc.want)
			}
			delete(left, got)
		}
		if len(left) > 0 || n != len(list) || truncated {
			t.Errorf("%s: %d of %d, truncated %t; missing %v", tc.name, n, len(list), truncated, left)
		}
	}
	if content, n, truncated, err := w.svc.Differences(t.Context(), everybody, "none", one, two); len(content) > 0 || n != 0 || truncated || err != nil {
		t.Errorf("an unknown harvest: %s, %d, %t, %v", content, n, truncated, err)
	}
}

func TestDifferencesAreBounded(t *testing.T) {
	w := newWorld(t)
	before := w.now.Add(-time.Second)
	r := w.create(planting, "S", `{}`)
	// Written at once: a thousand creates would each wait for the disk.
	err := w.store.Update(t.Context(), func(writer trace.Writer) error {
		for range 1200 {
			id, err := trace.NewID(w.now, "S", rng)
			if err != nil {
				return err
			}
			r.ID = id
			if err := writer.Append(t.Context(), r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	content, n, truncated, err := w.svc.Differences(t.Context(), everybody, "S", before, w.now)
	if err != nil || n != 1000 || !truncated {
		t.Errorf("%d differences, truncated %t, %v; want 1000 of 1201", n, truncated, err)
	}
	if list := decode[[]json.RawMessage](t, []byte("["+string(content)+"]")); len(list) != 1000 {
		t.Errorf("%d listed", len(list))
	}
}

func TestProve(t *testing.T) {
	w := newWorld(t)
	r := w.create(planting, "S", `{"b":1.50,"a":"ç"}`)
	w.update(r, `{"a":2}`)
	verifier, err := ledger.NewVerifier(w.svc.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		version int64
		index   int64
		says    string
	}{{0, 1, `"dados":{"a":2}`}, {1, 0, `"dados":{"a":"ç","b":1.5}`}, {2, 1, `"operacao":"alteracao"`}} {
		proof, err := w.svc.Prove(t.Context(), guest, planting, r.ID.String(), tc.version)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := proof.Check(verifier)
		if err != nil || tree.Size != 2 || proof.Index != tc.index || !strings.Contains(string(proof.Document), tc.says) || proof.Origin != "trace.example/log" {
			t.Errorf("version %d: %+v in %+v, %v", tc.version, proof, tree, err)
		}
	}
	for _, version := range []int64{3, -1, 1 << 40} {
		_, err = w.svc.Prove(t.Context(), everybody, planting, r.ID.String(), version)
		wantCode(t, fmt.Sprintf("version %d", version), err, trace.CodeVersionNotFound)
	}
	// A deletion can be proved, and so can what was there before it.
	w.delete(r)
	w.integrate()
	for version := range int64(4) {
		proof, err := w.svc.Prove(t.Context(), everybody, planting, r.ID.String(), version)
		if err == nil {
			_, err = proof.Check(verifier)
		}
		if err != nil {
			t.Errorf("version %d after the deletion: %v", version, err)
		}
	}
}

// A proof out of a large log is as long as the logarithm of it, and holds.
func TestProveInALargeLog(t *testing.T) {
	w := newWorld(t)
	sample := w.create(planting, "S", `{}`)
	err := w.store.Update(t.Context(), func(writer trace.Writer) error {
		r := sample
		for range 700 {
			id, err := trace.NewID(w.now, "S", rng)
			if err != nil {
				return err
			}
			r.ID = id
			document, err := r.Document()
			if err != nil {
				return err
			}
			r.Hash = ledger.Commit(r.Salt[:], document)
			if err := writer.Append(t.Context(), r); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.integrate()
	verifier, err := ledger.NewVerifier(w.svc.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	all, err := w.store.Logged(t.Context(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 255, 256, 511, 512, 699, 700} {
		proof, err := w.svc.Prove(t.Context(), everybody, planting, all[i].ID.String(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if tree, err := proof.Check(verifier); err != nil || tree.Size != 701 || proof.Index != int64(i) || len(proof.Hashes) > 10 {
			t.Errorf("entry %d: index %d of %d with %d hashes, %v", i, proof.Index, tree.Size, len(proof.Hashes), err)
		}
	}
	w.sound()
}
