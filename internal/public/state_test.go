package public_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/lang"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

func TestState(t *testing.T) {
	w := world.New(t)
	const approved, refused, expired = `,"status":"APROVADO"`, `,"status":"REPROVADO"`, `,"status":"APROVADO","validade":"2026-11-14"`
	payload := func(s *world.Scene, r trace.Record, payload string) {
		s.Tamper(`UPDATE journal SET dados = CAST(? AS BLOB) WHERE id = ?`, payload, r.ID[:])
	}
	for _, tc := range []struct {
		name    string
		payload string // the validation's payload, without its code
		do      func(*world.Scene)
		want    trace.State
		why     []string
	}{
		{"as it was found", approved, nil, trace.Valid, nil},
		{"without a status", "", nil, trace.Valid, nil},
		{"approved in other words", `,"status":" aprovada com ressalvas "`, nil, trace.Valid, nil},
		{"a record of another harvest changes", approved, func(s *world.Scene) { s.Create(world.Planting, "T", `{}`) }, trace.Valid, nil},
		{"another validation of the harvest", approved, func(s *world.Scene) { s.Create(world.Validation, s.Harvest, `{}`) }, trace.Valid, nil},
		{"another validation of the harvest is deleted", approved, func(s *world.Scene) { s.Delete(s.Create(world.Validation, s.Harvest, `{}`)) }, trace.Valid, nil},
		{"the validation's own text changes", approved, func(s *world.Scene) { s.Update(s.V, `{"status":"APROVADO","observacoes":"x"}`) }, trace.Valid, nil},
		{"keys and phases change", approved, func(s *world.Scene) {
			if _, err := s.App.Bootstrap(s.T.Context(), "", ""); err != nil {
				s.T.Fatal(err)
			}
		}, trace.Valid, nil},

		{"a record added", approved, func(s *world.Scene) { s.Create(world.Receipt, s.Harvest, `{}`) }, trace.Altered, []string{world.Receipt.Prefix + " adicionado"}},
		{"added and deleted again", approved, func(s *world.Scene) { s.Delete(s.Create(world.Receipt, s.Harvest, `{}`)) }, trace.Valid, nil},
		{"changed", approved, func(s *world.Scene) { s.Update(s.A, `{"quantidadeSemente":2}`) }, trace.Altered, []string{"a alterado"}},
		{"changed and changed back", approved, func(s *world.Scene) { s.Update(s.Update(s.A, `{}`), `{"quantidadeSemente":1}`) }, trace.Altered, []string{"a alterado"}},
		{"deleted", approved, func(s *world.Scene) { s.Delete(s.B) }, trace.Altered, []string{"b excluido"}},
		{"changed, then deleted", approved, func(s *world.Scene) { s.Delete(s.Update(s.B, `{}`)) }, trace.Altered, []string{"b excluido"}},
		{"erased", approved, func(s *world.Scene) { s.Erase(s.A) }, trace.Altered, []string{"a expurgado"}},
		{"deleted, then erased", approved, func(s *world.Scene) { s.Erase(s.Delete(s.A)) }, trace.Altered, []string{"a expurgado"}},
		{"several at once", approved, func(s *world.Scene) {
			s.Update(s.A, `{}`)
			s.Delete(s.B)
			s.Create(world.Receipt, s.Harvest, `{}`)
		}, trace.Altered, []string{world.Receipt.Prefix + " adicionado", "a alterado", "b excluido"}},
		{"the whole harvest deleted", approved, func(s *world.Scene) {
			s.Delete(s.A)
			s.Delete(s.B)
		}, trace.Altered, []string{"a excluido", "b excluido"}},

		{"stored data changed", approved, func(s *world.Scene) { payload(s, s.A, `{"quantidadeSemente":2}`) }, trace.Tampered, []string{"a adulterado"}},
		{"the same data spelt otherwise", approved, func(s *world.Scene) { payload(s, s.A, `{ "quantidadeSemente": 1.0 }`) }, trace.Valid, nil},
		{"an added record changed", approved, func(s *world.Scene) { payload(s, s.Create(world.Receipt, s.Harvest, `{}`), `{"x":1}`) }, trace.Tampered, []string{world.Receipt.Prefix + " adulterado"}},
		{"the validation changed", approved, func(s *world.Scene) { payload(s, s.V, `{"codigo":"`+s.Code+`","status":"APROVADO","x":1}`) }, trace.Tampered, []string{"v adulterado"}},
		{"its list changed", approved, func(s *world.Scene) { s.Tamper(`UPDATE cover SET body = CAST('' AS BLOB) WHERE id = ?`, s.V.ID[:]) }, trace.Tampered,
			[]string{"a adicionado", "b adicionado", "v adulterado"}},
		{"its list garbled", approved, func(s *world.Scene) {
			s.Tamper(`UPDATE cover SET body = CAST('a b c' AS BLOB) WHERE id = ?`, s.V.ID[:])
		}, trace.Tampered,
			[]string{"a adicionado", "b adicionado", "v adulterado"}},
		{"a row taken out", approved, func(s *world.Scene) { s.Tamper(`DELETE FROM journal WHERE id = ?`, s.B.ID[:]) }, trace.Tampered, []string{"b adulterado"}},
		{"data emptied without an erasure", approved, func(s *world.Scene) { payload(s, s.A, ``) }, trace.Tampered, []string{"a adulterado"}},
		{"data of a changed record emptied", approved, func(s *world.Scene) {
			s.Update(s.A, `{}`)
			s.Tamper(`UPDATE journal SET dados = CAST('' AS BLOB) WHERE id = ? AND version = 1`, s.A.ID[:])
		}, trace.Tampered, []string{"a adulterado"}},
		{"a record hidden", approved, func(s *world.Scene) { s.Tamper(`UPDATE journal SET until = updated_at WHERE id = ?`, s.A.ID[:]) }, trace.Tampered, []string{"a adulterado"}},

		{"not approved", refused, nil, trace.Refused, nil},
		{"pending", `,"status":"PENDENTE"`, nil, trace.Refused, nil},
		{"not approved any more", approved, func(s *world.Scene) { s.Update(s.V, `{"status":"REPROVADO"}`) }, trace.Refused, nil},

		{"over since yesterday", expired, nil, trace.Expired, nil},
		{"a date that cannot be read", `,"validade":"até a próxima safra"`, nil, trace.Valid, nil},
		{"no date", `,"validade":""`, nil, trace.Valid, nil},

		{"deleted validation", approved, func(s *world.Scene) { s.Delete(s.V) }, trace.Revoked, nil},

		// If several apply, the gravest one.
		{"deleted and tampered with", approved, func(s *world.Scene) {
			s.Delete(s.V)
			payload(s, s.A, `{}`)
		}, trace.Revoked, nil},
		{"tampered with, not approved, over and changed", `,"status":"REPROVADO","validade":"2026-11-14"`, func(s *world.Scene) {
			payload(s, s.A, `{}`)
			s.Delete(s.B)
		}, trace.Tampered, []string{"a adulterado", "b excluido"}},
		{"not approved, over and changed", `,"status":"REPROVADO","validade":"2026-11-14"`, func(s *world.Scene) { s.Delete(s.B) }, trace.Refused, []string{"b excluido"}},
		{"over and changed", expired, func(s *world.Scene) { s.Delete(s.B) }, trace.Expired, []string{"b excluido"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w.T = t
			s := world.NewScene(w, tc.payload)
			if tc.do != nil {
				tc.do(s)
			}
			got, why := s.State()
			slices.Sort(tc.why)
			if got != tc.want || !slices.Equal(why, tc.why) {
				t.Errorf("%s %q; want %s %q", got, why, tc.want, tc.why)
			}
		})
	}
}

// The last day of a validity counts in full, in Brasília time.
func TestStateOnTheLastDay(t *testing.T) {
	s := world.NewScene(world.New(t), `,"status":"APROVADO","validade":"30/11/2026"`)
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
		s.Clock = tc.at
		if got, _ := s.State(); got != tc.want {
			t.Errorf("at %v: %s, want %s", tc.at, got, tc.want)
		}
	}
}

// A list contains the state of each validation in it.
func TestStateInLists(t *testing.T) {
	s := world.NewScene(world.New(t), `,"status":"APROVADO"`)
	other := s.Create(world.Validation, "T", `{"status":"REPROVADO"}`)
	s.Update(s.A, `{}`)
	page, err := s.App.List(t.Context(), world.Everybody, world.Validation, trace.OldestFirst, trace.Paging{Size: 10})
	if err != nil || len(page.Records) != 2 {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	for i, want := range []trace.State{trace.Altered, trace.Refused} {
		if got := page.Records[i].State.State; got != want {
			t.Errorf("validation %d is %s, want %s", i, got, want)
		}
	}
	// As of an instant before its erasure, a validation is there without its data, and nothing can
	// be said about it.
	s.Later(time.Minute)
	before := s.Clock
	s.Later(time.Minute)
	s.Erase(other)
	page, err = s.App.List(t.Context(), world.Everybody, world.Validation, trace.OldestFirst, trace.Paging{Size: 10, At: before})
	if err != nil || len(page.Records) != 2 {
		t.Fatalf("%d validations as of before, %v", len(page.Records), err)
	}
	shown := world.Decode[map[string]any](t, page.Records[1].AppendJSON(nil, 0))
	if payload, ok := shown["dados"]; !ok || payload != nil || shown["estado"] != nil {
		t.Errorf("erased since: dados %v, estado %v; want null and none", payload, shown["estado"])
	}
}

// A harvest with very many changes gives a bounded report.
func TestStateIsBounded(t *testing.T) {
	s := world.NewScene(world.New(t), `,"status":"APROVADO"`)
	for range 210 {
		s.Create(world.Planting, s.Harvest, `{}`)
	}
	s.Tamper(`UPDATE journal SET dados = CAST('{}' AS BLOB) WHERE id = ?`, s.B.ID[:]) // found after them, but still reported
	v, err := s.App.Validation(t.Context(), world.Everybody, s.Code)
	if err != nil {
		t.Fatal(err)
	}
	told := string(v.AppendJSON(nil, lang.PT))
	if n := strings.Count(told, "adicionado"); v.State.State != trace.Tampered || n != 200 || !strings.Contains(told, "adulterado") {
		t.Errorf("%s with %d added; want %s with 200", v.State.State, n, trace.Tampered)
	}
}

// A validation covers earlier ones, and is not affected by what happens to them.
func TestStateBesideAnOlderValidation(t *testing.T) {
	w := world.New(t)
	older := w.Create(world.Validation, "S", `{"status":"APROVADO"}`)
	s := world.NewScene(w, `,"status":"APROVADO"`)
	for _, step := range []struct {
		name string
		do   func()
	}{
		{"it is there", func() {}},
		{"it changes", func() { older = w.Update(older, `{"status":"REPROVADO"}`) }},
		{"it is deleted", func() { older = w.Delete(older) }},
		{"it is erased", func() { w.Erase(older) }},
	} {
		step.do()
		if state, why := s.State(); state != trace.Valid || len(why) > 0 {
			t.Errorf("%s: %s %q, want %s", step.name, state, why, trace.Valid)
		}
	}
}
