package records_test

import (
	"testing"

	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// A record that is read only for its title comes without the state of a validation, to the same
// callers.
func TestGetPlain(t *testing.T) {
	w := world.New(t)
	s := world.NewScene(w, `,"status":"APROVADO"`)
	id := s.V.ID.String()
	whole, err := w.App.Get(t.Context(), world.Guest, world.Validation, id)
	if err != nil || whole.State == nil {
		t.Fatalf("%+v, %v", whole, err)
	}
	plain, err := w.App.GetPlain(t.Context(), world.Guest, world.Validation, id)
	if err != nil || plain.State != nil || plain.Version != whole.Version || string(plain.Payload) != string(whole.Payload) {
		t.Errorf("%+v, %v; want the record as in %+v, without its state", plain, err, whole)
	}
	other := &trace.Key{AccessKey: "rk_other", Name: "Outro", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"S-9"}}
	_, err = w.App.GetPlain(t.Context(), other, world.Validation, id)
	world.WantCode(t, "a caller of another harvest", err, trace.CodeRecordNotFound)
	writer := &trace.Key{AccessKey: "rk_writer", Name: "Balança", Scopes: []trace.Scope{trace.Write}}
	_, err = w.App.GetPlain(t.Context(), writer, world.Validation, id)
	world.WantCode(t, "a caller who only writes", err, trace.CodeForbiddenScope)
	_, err = w.App.GetPlain(t.Context(), world.Guest, world.Planting, id)
	world.WantCode(t, "another kind", err, trace.CodeRecordNotFound)
	s.Delete(s.V)
	_, err = w.App.GetPlain(t.Context(), world.Guest, world.Validation, id)
	world.WantCode(t, "a deleted record", err, trace.CodeRecordNotFound)
}
