package world

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Scene is a harvest with two records and a validation of it.
type Scene struct {
	*World
	Harvest, Code string
	A, B, V       trace.Record
}

// NewScene adds a harvest to a world; the first is S.
func NewScene(w *World, payload string) *Scene {
	w.T.Helper()
	return NewSceneOf(w, `{"quantidadeSemente":1}`, payload, "")
}

// NewSceneOf returns a scene whose first record has other content, and whose validation states a
// reason.
func NewSceneOf(w *World, first, payload, reason string) *Scene {
	w.T.Helper()
	w.scenes++
	s := &Scene{World: w, Harvest: "S", Code: fmt.Sprintf("COD-%d", w.scenes)}
	if w.scenes > 1 {
		s.Harvest = fmt.Sprintf("S-%d", w.scenes)
	}
	s.A, s.B = w.Create(Planting, s.Harvest, first), w.Create(Receipt, s.Harvest, `{"volume":"1 t"}`)
	s.V = w.Validate(s.Harvest, `{"codigo":"`+s.Code+`"`+payload+`}`, reason)
	w.Later(time.Minute)
	return s
}

// State reads the validation's state: as a stranger sees it and, unless it is
// revoked, as the record and the QR code say it. They must agree.
func (s *Scene) State() (trace.State, []string) {
	s.T.Helper()
	public, err := s.App.PublicValidation(s.T.Context(), strings.ToLower(s.Code))
	if err != nil {
		s.T.Fatal(err)
	}
	if public.State == trace.Revoked {
		_, err := s.App.Validation(s.T.Context(), Everybody, s.Code)
		WantCode(s.T, "Validation of a revoked one", err, trace.CodeCodeNotFound)
		return public.State, nil
	}
	byCode, err := s.App.Validation(s.T.Context(), Everybody, s.Code)
	if err != nil {
		s.T.Fatal(err)
	}
	byID, err := s.App.Get(s.T.Context(), Everybody, Validation, s.V.ID.String())
	if err != nil {
		s.T.Fatal(err)
	}
	if byCode.State.State != public.State || byID.State.State != public.State {
		s.T.Errorf("public %s, by code %s, by id %s", public.State, byCode.State.State, byID.State.State)
	}
	told := Decode[struct {
		Estado       trace.State
		EstadoEm     string
		Divergencias []struct{ Prefixo, ID, Motivo string }
	}](s.T, byCode.AppendJSON(nil, lang.PT))
	if told.EstadoEm != s.Clock.UTC().Format(trace.TimeLayout) {
		s.T.Errorf("estadoEm is %s, want now, %s", told.EstadoEm, s.Clock)
	}
	if public.Divergences != len(told.Divergencias) {
		s.T.Errorf("%d divergences in public, %d to the key", public.Divergences, len(told.Divergencias))
	}
	names := map[string]string{s.A.ID.String(): "a", s.B.ID.String(): "b", s.V.ID.String(): "v"}
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
