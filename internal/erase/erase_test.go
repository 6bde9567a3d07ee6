package erase_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rastro/internal/erase"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

func TestErase(t *testing.T) {
	w := world.New(t)
	once := &trace.Idempotency{Name: "once", Request: [32]byte{1}}
	env := trace.Envelope{HarvestID: "S", Payload: []byte(`{"nomeTrabalhador":"Maria"}`)}
	made, err := w.App.Create(t.Context(), world.Everybody, world.Planting, env, once)
	if err != nil {
		t.Fatal(err)
	}
	r := w.Update(made.Record, `{"nomeTrabalhador":"Maria A."}`)
	other := w.Create(world.Planting, "S", `{}`)
	w.Integrate()
	w.Later(time.Minute)
	erased := w.Erase(r)
	if erased.Version != 3 || erased.Operation != trace.Erased || !strings.Contains(string(erased.Payload), `"versoesExpurgadas":2`) {
		t.Errorf("the erasure is version %d, %s: %s", erased.Version, erased.Operation, erased.Payload)
	}
	id := r.ID.String()
	for what, read := range map[string]func() error{
		"Get": func() error { _, err := w.App.Get(t.Context(), world.Everybody, world.Planting, id); return err },
		"GetAt": func() error {
			_, err := w.App.GetAt(t.Context(), world.Everybody, world.Planting, id, world.Epoch)
			return err
		},
		"Prove": func() error {
			_, err := w.App.Prove(t.Context(), world.Everybody, world.Planting, id, 1)
			return err
		},
		"Delete": func() error {
			_, err := w.App.Delete(t.Context(), world.Everybody, world.Planting, id, trace.AnyVersion)
			return err
		},
		"Update": func() error {
			_, err := w.App.Update(t.Context(), world.Everybody, world.Planting, trace.Envelope{ID: id, HarvestID: "S", Payload: []byte(`{}`)}, trace.AnyVersion)
			return err
		},
		"Erase, again": func() error {
			_, err := w.App.Erase(t.Context(), world.Everybody, world.Planting, id, "outro")
			return err
		},
	} {
		err := read()
		world.WantCode(t, what, err, trace.CodeErased)
		receipt := world.Decode[struct {
			Recibo struct {
				ID, Prefixo, ExpurgadoEm, ExpurgadoPor, Hash string
				Expurgo                                      struct {
					Motivo            string
					VersoesExpurgadas int
				}
			}
		}](t, trace.AsError(err).Data).Recibo
		if receipt.ID != id || receipt.Prefixo != world.Planting.Prefix || receipt.ExpurgadoPor != world.Everybody.Author() || receipt.Hash != fmt.Sprintf("%x", erased.Hash) ||
			receipt.ExpurgadoEm != w.Clock.Format(trace.TimeLayout) || receipt.Expurgo.Motivo != "pedido do titular" || receipt.Expurgo.VersoesExpurgadas != 2 {
			t.Errorf("%s: the receipt is %+v", what, receipt)
		}
	}
	if kept, err := w.Store.Reply(t.Context(), world.Everybody.AccessKey, "once"); err != nil || !kept.Erased() {
		t.Errorf("the answer kept for a repeated request: %s, %v", kept.Data, err)
	}
	if _, err := w.App.Get(t.Context(), world.Everybody, world.Planting, other.ID.String()); err != nil {
		t.Errorf("the record beside it: %v", err)
	}
	w.Integrate()
	if result := w.Sound(); result.Erased != 2 || result.Entries != 4 {
		t.Errorf("VerifyStore = %+v; want 2 erased of 4", result)
	}
	// The erasure itself can be proved.
	if _, err := w.App.Prove(t.Context(), world.Everybody, world.Planting, id, 3); err != nil {
		t.Errorf("the proof of the erasure: %v", err)
	}
	if err := w.NewApp().StartLog(t.Context(), ""); err != nil {
		t.Errorf("StartLog after: %v", err)
	}
}

func TestEraseIsRefused(t *testing.T) {
	w := world.New(t)
	r := w.Create(world.Planting, "S", `{}`)
	elsewhere := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Admin}, Harvests: []string{"T"}}
	for _, tc := range []struct {
		name string
		by   *trace.Key
		kind string
		id   string
		want trace.Code
	}{
		{"without the right", &trace.Key{Scopes: []trace.Scope{trace.Read, trace.Write}}, world.Planting.Prefix, r.ID.String(), trace.CodeForbiddenScope},
		{"of another harvest's key", elsewhere, world.Planting.Prefix, r.ID.String(), trace.CodeRecordNotFound},
		{"under another kind", world.Everybody, world.Receipt.Prefix, r.ID.String(), trace.CodeRecordNotFound},
		{"of nothing", world.Everybody, world.Planting.Prefix, "019a853d-a17b-791d-bfff-ffffffffffff", trace.CodeRecordNotFound},
		{"by no id", world.Everybody, world.Planting.Prefix, "x", trace.CodeIDMalformed},
	} {
		k := world.Planting
		if tc.kind == world.Receipt.Prefix {
			k = world.Receipt
		}
		_, err := w.App.Erase(t.Context(), tc.by, k, tc.id, "x")
		world.WantCode(t, tc.name, err, tc.want)
	}
	if got, err := w.App.Get(t.Context(), world.Everybody, world.Planting, r.ID.String()); err != nil || string(got.Payload) != `{}` {
		t.Errorf("after all that: %s, %v", got.Payload, err)
	}
}

func TestReadReason(t *testing.T) {
	for _, tc := range []struct {
		body, want string
		code       trace.Code // "" for none
	}{
		{`{"motivo":"pedido do titular"}`, "pedido do titular", ""},
		{`{"motivo":"x","outro":1}`, "x", ""},
		{`{}`, "", trace.CodeInvalid},
		{`{"motivo":""}`, "", trace.CodeInvalid},
		{`{"motivo":"  "}`, "", trace.CodeInvalid},
		{`{"motivo":["x"]}`, "", trace.CodeInvalid},
		{`{"motivo":"` + strings.Repeat("ã", 501) + `"}`, "", trace.CodeInvalid},
		{`[]`, "", trace.CodeNotObject},
		{`{"motivo"`, "", trace.CodeTruncated},
		{``, "", trace.CodeEmptyBody},
	} {
		got, err := erase.ReadReason([]byte(tc.body))
		if tc.code == "" {
			if got != tc.want || err != nil {
				t.Errorf("ReadReason(%s) = %q, %v; want %q", tc.body, got, err, tc.want)
			}
		} else if !trace.Is(err, tc.code) {
			t.Errorf("ReadReason(%.40s) = %q, %v; want %s", tc.body, got, err, tc.code)
		}
	}
}

// A whole harvest can be erased record by record; a validation of it then says so.
func TestEraseHarvest(t *testing.T) {
	s := world.NewScene(world.New(t), `,"status":"APROVADO"`)
	s.Erase(s.A)
	s.Erase(s.Delete(s.B))
	state, why := s.State()
	if state != trace.Altered || strings.Join(why, ", ") != "a expurgado, b expurgado" {
		t.Errorf("%s %q", state, why)
	}
	for _, r := range []trace.Record{s.A, s.B} {
		n, err := s.Store.Count(t.Context(), trace.Query{Kind: r.Kind})
		if n != 0 || err != nil {
			t.Errorf("%d of %s, %v; want none", n, r.Kind.Prefix, err)
		}
	}
	s.Erase(s.V)
	_, err := s.App.PublicValidation(t.Context(), s.Code)
	world.WantCode(t, "the erased validation", err, trace.CodeCodeNotFound)
	_, err = s.App.Create(t.Context(), world.Everybody, world.Validation, trace.Envelope{HarvestID: "S", Payload: []byte(`{"codigo":"` + s.Code + `"}`)}, nil)
	world.WantCode(t, "its code, again", err, trace.CodeCodeTaken)
	s.Integrate()
	if result := s.Sound(); result.Erased != 4 {
		t.Errorf("VerifyStore = %+v; want 4 erased", result)
	}
}
