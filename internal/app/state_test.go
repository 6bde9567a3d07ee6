package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// scene is a harvest with two records and a validation of it.
type scene struct {
	*world
	harvest, code string
	a, b, v       trace.Record
}

// newScene adds a harvest to a world; the first is S.
func newScene(w *world, payload string) *scene {
	w.t.Helper()
	return newSceneOf(w, `{"quantidadeSemente":1}`, payload, "")
}

// newSceneOf is a scene whose first record says something else, and whose
// validation states a reason.
func newSceneOf(w *world, first, payload, reason string) *scene {
	w.t.Helper()
	w.scenes++
	s := &scene{world: w, harvest: "S", code: fmt.Sprintf("COD-%d", w.scenes)}
	if w.scenes > 1 {
		s.harvest = fmt.Sprintf("S-%d", w.scenes)
	}
	s.a, s.b = w.create(planting, s.harvest, first), w.create(receipt, s.harvest, `{"volume":"1 t"}`)
	s.v = w.validate(s.harvest, `{"codigo":"`+s.code+`"`+payload+`}`, reason)
	w.later(time.Minute)
	return s
}

// state reads the validation's state: as a stranger sees it and, unless it is
// revoked, as the record and the QR code say it. They must agree.
func (s *scene) state() (trace.State, []string) {
	s.t.Helper()
	public, err := s.svc.PublicValidation(s.t.Context(), strings.ToLower(s.code))
	if err != nil {
		s.t.Fatal(err)
	}
	if public.State == trace.Revoked {
		_, err := s.svc.Validation(s.t.Context(), everybody, s.code)
		wantCode(s.t, "Validation of a revoked one", err, trace.CodeCodeNotFound)
		return public.State, nil
	}
	byCode, err := s.svc.Validation(s.t.Context(), everybody, s.code)
	if err != nil {
		s.t.Fatal(err)
	}
	byID, err := s.svc.Get(s.t.Context(), everybody, validation, s.v.ID.String())
	if err != nil {
		s.t.Fatal(err)
	}
	if byCode.State.State != public.State || byID.State.State != public.State {
		s.t.Errorf("public %s, by code %s, by id %s", public.State, byCode.State.State, byID.State.State)
	}
	told := decode[struct {
		Estado       trace.State
		EstadoEm     string
		Divergencias []struct{ Prefixo, ID, Motivo string }
	}](s.t, byCode.AppendJSON(nil, lang.PT))
	if told.EstadoEm != s.now.UTC().Format(trace.TimeLayout) {
		s.t.Errorf("estadoEm is %s, want now, %s", told.EstadoEm, s.now)
	}
	if public.Divergences != len(told.Divergencias) {
		s.t.Errorf("%d divergences in public, %d to the key", public.Divergences, len(told.Divergencias))
	}
	names := map[string]string{s.a.ID.String(): "a", s.b.ID.String(): "b", s.v.ID.String(): "v"}
	var list []string
	for _, d := range told.Divergencias {
		name := names[d.ID]
		if name == "" {
			name = d.Prefixo
		}
		list = append(list, name+" "+d.Motivo)
	}
	slices.Sort(list)
	return told.Estado, slices.Compact(list)
}

func TestState(t *testing.T) {
	w := newWorld(t)
	const approved, refused, expired = `,"status":"APROVADO"`, `,"status":"REPROVADO"`, `,"status":"APROVADO","validade":"2026-11-14"`
	payload := func(s *scene, r trace.Record, payload string) {
		s.tamper(`UPDATE journal SET dados = CAST(? AS BLOB) WHERE id = ?`, payload, r.ID[:])
	}
	for _, tc := range []struct {
		name    string
		payload string // of the validation, next to its code
		do      func(*scene)
		want    trace.State
		why     []string
	}{
		{"as it was found", approved, nil, trace.Valid, nil},
		{"without a status", "", nil, trace.Valid, nil},
		{"approved in other words", `,"status":" aprovada com ressalvas "`, nil, trace.Valid, nil},
		{"a record of another harvest changes", approved, func(s *scene) { s.create(planting, "T", `{}`) }, trace.Valid, nil},
		{"another validation of the harvest", approved, func(s *scene) { s.create(validation, s.harvest, `{}`) }, trace.Valid, nil},
		{"another validation of the harvest is deleted", approved, func(s *scene) { s.delete(s.create(validation, s.harvest, `{}`)) }, trace.Valid, nil},
		{"the validation's own text changes", approved, func(s *scene) { s.update(s.v, `{"status":"APROVADO","observacoes":"x"}`) }, trace.Valid, nil},
		{"keys and phases change", approved, func(s *scene) {
			if _, err := s.svc.Bootstrap(s.t.Context(), "", ""); err != nil {
				s.t.Fatal(err)
			}
		}, trace.Valid, nil},

		{"a record added", approved, func(s *scene) { s.create(receipt, s.harvest, `{}`) }, trace.Altered, []string{receipt.Prefix + " adicionado"}},
		{"added and deleted again", approved, func(s *scene) { s.delete(s.create(receipt, s.harvest, `{}`)) }, trace.Valid, nil},
		{"changed", approved, func(s *scene) { s.update(s.a, `{"quantidadeSemente":2}`) }, trace.Altered, []string{"a alterado"}},
		{"changed and changed back", approved, func(s *scene) { s.update(s.update(s.a, `{}`), `{"quantidadeSemente":1}`) }, trace.Altered, []string{"a alterado"}},
		{"deleted", approved, func(s *scene) { s.delete(s.b) }, trace.Altered, []string{"b excluido"}},
		{"changed, then deleted", approved, func(s *scene) { s.delete(s.update(s.b, `{}`)) }, trace.Altered, []string{"b excluido"}},
		{"erased", approved, func(s *scene) { s.erase(s.a) }, trace.Altered, []string{"a expurgado"}},
		{"deleted, then erased", approved, func(s *scene) { s.erase(s.delete(s.a)) }, trace.Altered, []string{"a expurgado"}},
		{"several at once", approved, func(s *scene) {
			s.update(s.a, `{}`)
			s.delete(s.b)
			s.create(receipt, s.harvest, `{}`)
		}, trace.Altered, []string{receipt.Prefix + " adicionado", "a alterado", "b excluido"}},
		{"the whole harvest deleted", approved, func(s *scene) {
			s.delete(s.a)
			s.delete(s.b)
		}, trace.Altered, []string{"a excluido", "b excluido"}},

		{"stored data changed", approved, func(s *scene) { payload(s, s.a, `{"quantidadeSemente":2}`) }, trace.Tampered, []string{"a adulterado"}},
		{"the same data spelt otherwise", approved, func(s *scene) { payload(s, s.a, `{ "quantidadeSemente": 1.0 }`) }, trace.Valid, nil},
		{"an added record changed", approved, func(s *scene) { payload(s, s.create(receipt, s.harvest, `{}`), `{"x":1}`) }, trace.Tampered, []string{receipt.Prefix + " adulterado"}},
		{"the validation changed", approved, func(s *scene) { payload(s, s.v, `{"codigo":"`+s.code+`","status":"APROVADO","x":1}`) }, trace.Tampered, []string{"v adulterado"}},
		{"its list changed", approved, func(s *scene) { s.tamper(`UPDATE cover SET body = CAST('' AS BLOB) WHERE id = ?`, s.v.ID[:]) }, trace.Tampered,
			[]string{"a adicionado", "b adicionado", "v adulterado"}},
		{"its list garbled", approved, func(s *scene) { s.tamper(`UPDATE cover SET body = CAST('a b c' AS BLOB) WHERE id = ?`, s.v.ID[:]) }, trace.Tampered,
			[]string{"a adicionado", "b adicionado", "v adulterado"}},
		{"a row taken out", approved, func(s *scene) { s.tamper(`DELETE FROM journal WHERE id = ?`, s.b.ID[:]) }, trace.Tampered, []string{"b adulterado"}},
		{"data emptied without an erasure", approved, func(s *scene) { payload(s, s.a, ``) }, trace.Tampered, []string{"a adulterado"}},
		{"data of a changed record emptied", approved, func(s *scene) {
			s.update(s.a, `{}`)
			s.tamper(`UPDATE journal SET dados = CAST('' AS BLOB) WHERE id = ? AND version = 1`, s.a.ID[:])
		}, trace.Tampered, []string{"a adulterado"}},
		{"a record hidden", approved, func(s *scene) { s.tamper(`UPDATE journal SET until = updated_at WHERE id = ?`, s.a.ID[:]) }, trace.Tampered, []string{"a adulterado"}},

		{"not approved", refused, nil, trace.Refused, nil},
		{"pending", `,"status":"PENDENTE"`, nil, trace.Refused, nil},
		{"not approved any more", approved, func(s *scene) { s.update(s.v, `{"status":"REPROVADO"}`) }, trace.Refused, nil},

		{"over since yesterday", expired, nil, trace.Expired, nil},
		{"a date that cannot be read", `,"validade":"até a próxima safra"`, nil, trace.Valid, nil},
		{"no date", `,"validade":""`, nil, trace.Valid, nil},

		{"deleted validation", approved, func(s *scene) { s.delete(s.v) }, trace.Revoked, nil},

		// Of several that apply, the gravest.
		{"deleted and tampered with", approved, func(s *scene) {
			s.delete(s.v)
			payload(s, s.a, `{}`)
		}, trace.Revoked, nil},
		{"tampered with, not approved, over and changed", `,"status":"REPROVADO","validade":"2026-11-14"`, func(s *scene) {
			payload(s, s.a, `{}`)
			s.delete(s.b)
		}, trace.Tampered, []string{"a adulterado", "b excluido"}},
		{"not approved, over and changed", `,"status":"REPROVADO","validade":"2026-11-14"`, func(s *scene) { s.delete(s.b) }, trace.Refused, []string{"b excluido"}},
		{"over and changed", expired, func(s *scene) { s.delete(s.b) }, trace.Expired, []string{"b excluido"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w.t = t
			s := newScene(w, tc.payload)
			if tc.do != nil {
				tc.do(s)
			}
			got, why := s.state()
			slices.Sort(tc.why)
			if got != tc.want || !slices.Equal(why, tc.why) {
				t.Errorf("%s %q; want %s %q", got, why, tc.want, tc.why)
			}
		})
	}
}

// The last day of a validity counts whole, in the time of Brasília.
func TestStateOnTheLastDay(t *testing.T) {
	s := newScene(newWorld(t), `,"status":"APROVADO","validade":"30/11/2026"`)
	midnight := time.Date(2026, 12, 1, 3, 0, 0, 0, time.UTC)
	for _, tc := range []struct {
		at   time.Time
		want trace.State
	}{
		{midnight.AddDate(0, 0, -1), trace.Valid},
		{midnight.Add(-time.Millisecond), trace.Valid},
		{midnight, trace.Expired},
		{midnight.AddDate(1, 0, 0), trace.Expired},
	} {
		s.now = tc.at
		if got, _ := s.state(); got != tc.want {
			t.Errorf("at %v: %s, want %s", tc.at, got, tc.want)
		}
	}
}

// A list tells the state of each validation in it.
func TestStateInLists(t *testing.T) {
	s := newScene(newWorld(t), `,"status":"APROVADO"`)
	other := s.create(validation, "T", `{"status":"REPROVADO"}`)
	s.update(s.a, `{}`)
	page, err := s.svc.List(t.Context(), everybody, validation, trace.OldestFirst, trace.Paging{Size: 10})
	if err != nil || len(page.Records) != 2 {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	for i, want := range []trace.State{trace.Altered, trace.Refused} {
		if got := page.Records[i].State.State; got != want {
			t.Errorf("validation %d is %s, want %s", i, got, want)
		}
	}
	// As of before its erasure a validation is there without its data, and
	// nothing can be said about it.
	s.later(time.Minute)
	before := s.now
	s.later(time.Minute)
	s.erase(other)
	page, err = s.svc.List(t.Context(), everybody, validation, trace.OldestFirst, trace.Paging{Size: 10, At: before})
	if err != nil || len(page.Records) != 2 {
		t.Fatalf("%d validations as of before, %v", len(page.Records), err)
	}
	shown := decode[map[string]any](t, page.Records[1].AppendJSON(nil, 0))
	if payload, ok := shown["dados"]; !ok || payload != nil || shown["estado"] != nil {
		t.Errorf("erased since: dados %v, estado %v; want null and none", payload, shown["estado"])
	}
}

// A harvest of very many changes is told in a bounded report.
func TestStateIsBounded(t *testing.T) {
	s := newScene(newWorld(t), `,"status":"APROVADO"`)
	for range 210 {
		s.create(planting, s.harvest, `{}`)
	}
	s.tamper(`UPDATE journal SET dados = CAST('{}' AS BLOB) WHERE id = ?`, s.b.ID[:]) // found after them, and told all the same
	v, err := s.svc.Validation(t.Context(), everybody, s.code)
	if err != nil {
		t.Fatal(err)
	}
	told := string(v.AppendJSON(nil, lang.PT))
	if n := strings.Count(told, "adicionado"); v.State.State != trace.Tampered || n != 200 || !strings.Contains(told, "adulterado") {
		t.Errorf("%s with %d added; want %s with 200", v.State.State, n, trace.Tampered)
	}
}

// A validation covers those before it, and is none the worse for what becomes
// of them.
func TestStateBesideAnOlderValidation(t *testing.T) {
	w := newWorld(t)
	older := w.create(validation, "S", `{"status":"APROVADO"}`)
	s := newScene(w, `,"status":"APROVADO"`)
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"it is there", func() {}},
		{"it changes", func() { older = w.update(older, `{"status":"REPROVADO"}`) }},
		{"it is deleted", func() { older = w.delete(older) }},
		{"it is erased", func() { w.erase(older) }},
	} {
		step.do()
		if state, why := s.state(); state != trace.Valid || len(why) > 0 {
			t.Errorf("%s: %s %q, want %s", step.name, state, why, trace.Valid)
		}
	}
}
