package proof_test

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"rastro/internal/ledger"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// told is a version as the history shows it.
type told struct {
	Versao                               int64
	Operacao, Em, Por, SafraCodigo, Hash string
	Expurgado                            bool
	Dados                                json.RawMessage
	Alteracoes                           []struct{ Ponteiro, Mudanca string }
}

func history(w *world.World, by *trace.Key, r trace.Record) []told {
	w.T.Helper()
	content, n, err := w.App.History(w.T.Context(), by, r.Kind, r.ID.String())
	if err != nil {
		w.T.Fatal(err)
	}
	list := world.Decode[[]told](w.T, []byte("["+string(content)+"]"))
	if len(list) != n {
		w.T.Errorf("History counts %d of %d", n, len(list))
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
	w := world.New(t)
	other := &trace.Key{AccessKey: "rk_b", Name: "Armazém <Y>", Scopes: world.Everybody.Scopes}
	r := w.Create(world.Planting, "S", `{"a":1,"b":2}`)
	w.Later(time.Second)
	env := trace.Envelope{ID: r.ID.String(), HarvestID: "S", HarvestCode: "2030", Payload: []byte(`{"b":3,"c":4}`)}
	second, err := w.App.Update(t.Context(), other, world.Planting, env, trace.AnyVersion)
	if err != nil {
		t.Fatal(err)
	}
	w.Later(time.Second)
	third := w.Update(second, `{"b":3,"c":4.0}`)
	check := func(when string, want ...string) {
		t.Helper()
		var got []string
		for _, v := range history(w, world.Guest, r) {
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
	full := history(w, world.Everybody, r)
	for i, v := range []trace.Record{r, second, third} {
		if full[i].Hash != fmt.Sprintf("%x", v.Hash) || full[i].Em != v.UpdatedAt.Format(trace.TimeLayout) || full[i].SafraCodigo != v.HarvestCode {
			t.Errorf("version %d: %+v; want hash %x at %v", i+1, full[i], v.Hash, v.UpdatedAt)
		}
	}
	w.Delete(third)
	check("deleted", append(living, `4 exclusao Cooperativa X {"b":3,"c":4.0} false`)...)
	w.Erase(r)
	check("erased",
		`1 criacao Cooperativa X null true`, `2 alteracao Armazém <Y> null true`, `3 alteracao Cooperativa X null true`, `4 exclusao Cooperativa X null true`,
		`5 expurgo Cooperativa X {"motivo":"pedido do titular","versoesExpurgadas":4} false`)
}

func TestHistoryIsRefused(t *testing.T) {
	w := world.New(t)
	r, elsewhere := w.Create(world.Planting, "S", `{}`), w.Create(world.Planting, "T", `{}`)
	w.Integrate()
	for _, tc := range []struct {
		name string
		by   *trace.Key
		id   string
		want trace.Code
	}{
		{"without the right", &trace.Key{Scopes: []trace.Scope{trace.Write}}, r.ID.String(), trace.CodeForbiddenScope},
		{"of another harvest's key", world.Guest, elsewhere.ID.String(), trace.CodeRecordNotFound},
		{"of nothing", world.Everybody, "019a853d-a17b-791d-bfff-ffffffffffff", trace.CodeRecordNotFound},
		{"by no id", world.Everybody, "x", trace.CodeIDMalformed},
	} {
		_, _, err := w.App.History(t.Context(), tc.by, world.Planting, tc.id)
		world.WantCode(t, "History "+tc.name, err, tc.want)
		_, err = w.App.GetAt(t.Context(), tc.by, world.Planting, tc.id, world.Epoch)
		world.WantCode(t, "GetAt "+tc.name, err, tc.want)
		_, err = w.App.Prove(t.Context(), tc.by, world.Planting, tc.id, 0)
		world.WantCode(t, "Prove "+tc.name, err, tc.want)
	}
	_, _, err := w.App.History(t.Context(), world.Everybody, world.Receipt, r.ID.String())
	world.WantCode(t, "History under another kind", err, trace.CodeRecordNotFound)
	_, _, _, err = w.App.Differences(t.Context(), world.Guest, "T", world.Epoch, world.Epoch)
	world.WantCode(t, "Differences of another harvest's", err, trace.CodeForbiddenHarvest)
}

func TestGetAt(t *testing.T) {
	w := world.New(t)
	r := w.Create(world.Planting, "S", `{"v":1}`)
	w.Later(time.Second)
	w.Update(r, `{"v":2}`)
	w.Update(r, `{"v":3}`) // in the same millisecond
	w.Later(time.Second)
	w.Delete(r)
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
		got, err := w.App.GetAt(t.Context(), world.Everybody, world.Planting, r.ID.String(), world.Epoch.Add(tc.after))
		text := string(got.Payload)
		if err != nil {
			text = string(trace.AsError(err).Code)
		}
		if text != tc.want {
			t.Errorf("%v after: %s, want %s", tc.after, text, tc.want)
		}
	}
	_, err := w.App.GetAt(t.Context(), world.Everybody, world.Receipt, r.ID.String(), world.Epoch)
	world.WantCode(t, "under another kind", err, trace.CodeRecordNotFound)
}

// Within a record, time never runs backwards, whatever the clock does.
func TestHistoryWhenTheClockGoesBack(t *testing.T) {
	w := world.New(t)
	r := w.Create(world.Planting, "S", `{"v":1}`)
	w.Later(-time.Hour)
	r = w.Update(r, `{"v":2}`)
	if !r.UpdatedAt.Equal(world.Epoch) {
		t.Errorf("the second version is of %v, the first of %v", r.UpdatedAt, world.Epoch)
	}
	if got, err := w.App.GetAt(t.Context(), world.Everybody, world.Planting, r.ID.String(), world.Epoch); err != nil || got.Version != 2 {
		t.Errorf("GetAt = version %d, %v; want 2", got.Version, err)
	}
	w.Integrate()
	w.Sound()
}

func TestDifferences(t *testing.T) {
	w := world.New(t)
	kept := w.Create(world.Planting, "S", `{"v":1}`)
	edited := w.Create(world.Planting, "S", `{"v":1,"x":1}`)
	dropped := w.Create(world.Receipt, "S", `{"v":1}`)
	w.Create(world.Planting, "T", `{}`)
	one := w.Clock
	w.Later(time.Second)
	w.Update(edited, `{"v":2}`)
	w.Delete(dropped)
	two := w.Clock
	w.Later(time.Second)
	added := w.Create(world.Receipt, "S", `{"n":1}`)
	fleeting := w.Create(world.Receipt, "S", `{}`)
	w.Delete(fleeting)
	w.Update(edited, `{"v":1,"x":1}`)
	three := w.Clock
	w.Later(time.Second)
	w.Erase(added)
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
		{"an erasure", three, w.Clock, []string{"added excluido 1>null"}},
		{"changed and changed back: another version of the same", one, w.Clock, []string{"edited alterado 1>3", "dropped excluido 1>null /v removido"}},
	} {
		content, n, truncated, err := w.App.Differences(t.Context(), world.Guest, "S", tc.from, tc.to)
		if err != nil {
			t.Fatal(err)
		}
		list := world.Decode[[]struct {
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
	if content, n, truncated, err := w.App.Differences(t.Context(), world.Everybody, "none", one, two); len(content) > 0 || n != 0 || truncated || err != nil {
		t.Errorf("an unknown harvest: %s, %d, %t, %v", content, n, truncated, err)
	}
}

func TestDifferencesAreBounded(t *testing.T) {
	w := world.New(t)
	before := w.Clock.Add(-time.Second)
	r := w.Create(world.Planting, "S", `{}`)
	// Written at once: a thousand creates would each wait for the disk.
	err := w.Store.Update(t.Context(), func(writer trace.Writer) error {
		for range 1200 {
			id, err := trace.NewID(w.Clock, "S", rand.Reader)
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
	content, n, truncated, err := w.App.Differences(t.Context(), world.Everybody, "S", before, w.Clock)
	if err != nil || n != 1000 || !truncated {
		t.Errorf("%d differences, truncated %t, %v; want 1000 of 1201", n, truncated, err)
	}
	if list := world.Decode[[]json.RawMessage](t, []byte("["+string(content)+"]")); len(list) != 1000 {
		t.Errorf("%d listed", len(list))
	}
}

func TestProve(t *testing.T) {
	w := world.New(t)
	r := w.Create(world.Planting, "S", `{"b":1.50,"a":"ç"}`)
	w.Update(r, `{"a":2}`)
	verifier, err := ledger.NewVerifier(w.App.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		version int64
		index   int64
		says    string
	}{{0, 1, `"dados":{"a":2}`}, {1, 0, `"dados":{"a":"ç","b":1.5}`}, {2, 1, `"operacao":"alteracao"`}} {
		proof, err := w.App.Prove(t.Context(), world.Guest, world.Planting, r.ID.String(), tc.version)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := proof.Check(verifier)
		if err != nil || tree.Size != 2 || proof.Index != tc.index || !strings.Contains(string(proof.Document), tc.says) || proof.Origin != "trace.example/log" {
			t.Errorf("version %d: %+v in %+v, %v", tc.version, proof, tree, err)
		}
	}
	for _, version := range []int64{3, -1, 1 << 40} {
		_, err = w.App.Prove(t.Context(), world.Everybody, world.Planting, r.ID.String(), version)
		world.WantCode(t, fmt.Sprintf("version %d", version), err, trace.CodeVersionNotFound)
	}
	// A deletion can be proved, and so can the version before it.
	w.Delete(r)
	w.Integrate()
	for version := range int64(4) {
		proof, err := w.App.Prove(t.Context(), world.Everybody, world.Planting, r.ID.String(), version)
		if err == nil {
			_, err = proof.Check(verifier)
		}
		if err != nil {
			t.Errorf("version %d after the deletion: %v", version, err)
		}
	}
}

// The length of a proof from a large log is logarithmic, and the proof is valid.
func TestProveInALargeLog(t *testing.T) {
	w := world.New(t)
	sample := w.Create(world.Planting, "S", `{}`)
	err := w.Store.Update(t.Context(), func(writer trace.Writer) error {
		r := sample
		for range 700 {
			id, err := trace.NewID(w.Clock, "S", rand.Reader)
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
	w.Integrate()
	verifier, err := ledger.NewVerifier(w.App.VerifierKey())
	if err != nil {
		t.Fatal(err)
	}
	all, err := w.Store.Logged(t.Context(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{0, 1, 255, 256, 511, 512, 699, 700} {
		proof, err := w.App.Prove(t.Context(), world.Everybody, world.Planting, all[i].ID.String(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if tree, err := proof.Check(verifier); err != nil || tree.Size != 701 || proof.Index != int64(i) || len(proof.Hashes) > 10 {
			t.Errorf("entry %d: index %d of %d with %d hashes, %v", i, proof.Index, tree.Size, len(proof.Hashes), err)
		}
	}
	w.Sound()
}
