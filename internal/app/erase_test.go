package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rastro/internal/erase"
	"rastro/internal/trace"
)

func TestErase(t *testing.T) {
	w := newWorld(t)
	once := &trace.Once{Name: "once", Request: [32]byte{1}}
	env := trace.Envelope{HarvestID: "S", Payload: []byte(`{"nomeTrabalhador":"Maria"}`)}
	made, err := w.svc.Create(t.Context(), everybody, planting, env, once)
	if err != nil {
		t.Fatal(err)
	}
	r := w.update(made.Record, `{"nomeTrabalhador":"Maria A."}`)
	other := w.create(planting, "S", `{}`)
	w.integrate()
	w.later(time.Minute)
	erased := w.erase(r)
	if erased.Version != 3 || erased.Operation != trace.Erased || !strings.Contains(string(erased.Payload), `"versoesExpurgadas":2`) {
		t.Errorf("the erasure is version %d, %s: %s", erased.Version, erased.Operation, erased.Payload)
	}
	id := r.ID.String()
	for what, read := range map[string]func() error{
		"Get":   func() error { _, err := w.svc.Get(t.Context(), everybody, planting, id); return err },
		"GetAt": func() error { _, err := w.svc.GetAt(t.Context(), everybody, planting, id, epoch); return err },
		"Prove": func() error { _, err := w.svc.Prove(t.Context(), everybody, planting, id, 1); return err },
		"Delete": func() error {
			_, err := w.svc.Delete(t.Context(), everybody, planting, id, trace.AnyVersion)
			return err
		},
		"Update": func() error {
			_, err := w.svc.Update(t.Context(), everybody, planting, trace.Envelope{ID: id, HarvestID: "S", Payload: []byte(`{}`)}, trace.AnyVersion)
			return err
		},
		"Erase, again": func() error { _, err := w.svc.Erase(t.Context(), everybody, planting, id, "outro"); return err },
	} {
		err := read()
		wantCode(t, what, err, trace.CodeErased)
		receipt := decode[struct {
			Recibo struct {
				ID, Prefixo, ExpurgadoEm, ExpurgadoPor, Hash string
				Expurgo                                      struct {
					Motivo            string
					VersoesExpurgadas int
				}
			}
		}](t, trace.AsError(err).Data).Recibo
		if receipt.ID != id || receipt.Prefixo != planting.Prefix || receipt.ExpurgadoPor != everybody.Author() || receipt.Hash != fmt.Sprintf("%x", erased.Hash) ||
			receipt.ExpurgadoEm != w.now.Format(trace.TimeLayout) || receipt.Expurgo.Motivo != "pedido do titular" || receipt.Expurgo.VersoesExpurgadas != 2 {
			t.Errorf("%s: the receipt is %+v", what, receipt)
		}
	}
	if kept, err := w.store.Reply(t.Context(), everybody.AccessKey, "once"); err != nil || !kept.Erased() {
		t.Errorf("the answer kept for a repeated request: %s, %v", kept.Data, err)
	}
	if _, err := w.svc.Get(t.Context(), everybody, planting, other.ID.String()); err != nil {
		t.Errorf("the record next to it: %v", err)
	}
	w.integrate()
	if result := w.sound(); result.Erased != 2 || result.Entries != 4 {
		t.Errorf("VerifyStore = %+v; want 2 erased of 4", result)
	}
	// The erasure itself can be proved.
	if _, err := w.svc.Prove(t.Context(), everybody, planting, id, 3); err != nil {
		t.Errorf("the proof of the erasure: %v", err)
	}
	if err := w.service().StartLog(t.Context(), ""); err != nil {
		t.Errorf("StartLog after: %v", err)
	}
}

func TestEraseIsRefused(t *testing.T) {
	w := newWorld(t)
	r := w.create(planting, "S", `{}`)
	elsewhere := &trace.Key{AccessKey: "rk", Scopes: []trace.Scope{trace.Admin}, Harvests: []string{"T"}}
	for _, tc := range []struct {
		name string
		by   *trace.Key
		kind string
		id   string
		want trace.Code
	}{
		{"without the right", &trace.Key{Scopes: []trace.Scope{trace.Read, trace.Write}}, planting.Prefix, r.ID.String(), trace.CodeForbiddenScope},
		{"of another harvest's key", elsewhere, planting.Prefix, r.ID.String(), trace.CodeRecordNotFound},
		{"under another kind", everybody, receipt.Prefix, r.ID.String(), trace.CodeRecordNotFound},
		{"of nothing", everybody, planting.Prefix, "019a853d-a17b-791d-bfff-ffffffffffff", trace.CodeRecordNotFound},
		{"by no id", everybody, planting.Prefix, "x", trace.CodeIDMalformed},
	} {
		k := planting
		if tc.kind == receipt.Prefix {
			k = receipt
		}
		_, err := w.svc.Erase(t.Context(), tc.by, k, tc.id, "x")
		wantCode(t, tc.name, err, tc.want)
	}
	if got, err := w.svc.Get(t.Context(), everybody, planting, r.ID.String()); err != nil || string(got.Payload) != `{}` {
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

// A whole harvest can be erased record by record; what a validation of it says
// then is that it was.
func TestEraseHarvest(t *testing.T) {
	s := newScene(newWorld(t), `,"status":"APROVADO"`)
	s.erase(s.a)
	s.erase(s.delete(s.b))
	state, why := s.state()
	if state != trace.Altered || strings.Join(why, ", ") != "a expurgado, b expurgado" {
		t.Errorf("%s %q", state, why)
	}
	for _, r := range []trace.Record{s.a, s.b} {
		n, err := s.store.Count(t.Context(), trace.Query{Kind: r.Kind})
		if n != 0 || err != nil {
			t.Errorf("%d of %s, %v; want none", n, r.Kind.Prefix, err)
		}
	}
	s.erase(s.v)
	_, err := s.svc.PublicValidation(t.Context(), s.code)
	wantCode(t, "the erased validation", err, trace.CodeCodeNotFound)
	_, err = s.svc.Create(t.Context(), everybody, validation, trace.Envelope{HarvestID: "S", Payload: []byte(`{"codigo":"` + s.code + `"}`)}, nil)
	wantCode(t, "its code, again", err, trace.CodeCodeTaken)
	s.integrate()
	if result := s.sound(); result.Erased != 4 {
		t.Errorf("VerifyStore = %+v; want 4 erased", result)
	}
}
