package app_test

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/app"
	"rastro/internal/trace"
)

// erring is a planting that grading finds an error in.
const erring = `{"dataPlantio":"31/02/2025"}`

// Errors refuse a validation, unless a reason is stated; the other states keep
// their rank.
func TestStateOfErrors(t *testing.T) {
	w := newWorld(t)
	const approved, refused, expired = `,"status":"APROVADO"`, `,"status":"REPROVADO"`, `,"status":"APROVADO","validade":"2026-11-14"`
	const reason = "conferido no papel"
	for _, tc := range []struct {
		name    string
		payload string // of the validation, next to its code
		reason  string
		do      func(*scene)
		want    trace.State
		why     []string
	}{
		{"nobody justified them", approved, "", nil, trace.Refused, nil},
		{"no status", "", "", nil, trace.Refused, nil},
		{"justified", approved, reason, nil, trace.Valid, nil},
		{"justified, without a status", "", reason, nil, trace.Valid, nil},
		{"justified, not approved all the same", refused, reason, nil, trace.Refused, nil},
		{"justified later", approved, "", func(s *scene) { s.justify(s.v, reason) }, trace.Valid, nil},
		{"justified no more", approved, reason, func(s *scene) { s.justify(s.v, "") }, trace.Refused, nil},
		{"an update that does not repeat the reason", approved, reason, func(s *scene) { s.update(s.v, `{"status":"APROVADO"}`) }, trace.Refused, nil},
		{"mended since", approved, "", func(s *scene) { s.update(s.a, `{"dataPlantio":"2024-10-05"}`) }, trace.Refused, []string{"a alterado"}},
		{"another reason", approved, reason, func(s *scene) { s.justify(s.v, "outro motivo") }, trace.Valid, nil},
		{"justified, then changed", approved, reason, func(s *scene) { s.update(s.a, `{}`) }, trace.Altered, []string{"a alterado"}},
		{"justified, over", expired, reason, nil, trace.Expired, nil},
		{"over and changed", expired, "", func(s *scene) { s.delete(s.b) }, trace.Refused, []string{"b excluido"}},
		{"tampered with", approved, "", func(s *scene) {
			s.tamper(`UPDATE journal SET dados = CAST('{}' AS BLOB) WHERE id = ?`, s.b.ID[:])
		}, trace.Tampered, []string{"b adulterado"}},
		{"the review changed", approved, reason, func(s *scene) {
			s.tamper(`UPDATE report SET body = CAST('x' AS BLOB) WHERE id = ?`, s.v.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"the reason changed behind its back", approved, reason, func(s *scene) {
			s.tamper(`UPDATE journal SET seal = CAST(replace(CAST(seal AS TEXT), 'papel', 'campo') AS BLOB) WHERE id = ?`, s.v.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"the reason slipped in behind its back", approved, "", func(s *scene) {
			s.tamper(`UPDATE journal SET seal = CAST(CAST(seal AS TEXT) || ',"justificativa":"x"' AS BLOB) WHERE id = ?`, s.v.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"deleted", approved, reason, func(s *scene) { s.delete(s.v) }, trace.Revoked, nil},
		{"a covered record erased", approved, reason, func(s *scene) { s.erase(s.a) }, trace.Altered, []string{"a expurgado"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w.t = t
			s := newSceneOf(w, erring, tc.payload, tc.reason)
			if tc.do != nil {
				tc.do(s)
			}
			if got, why := s.state(); got != tc.want || !slices.Equal(why, tc.why) {
				t.Errorf("%s %q; want %s %q", got, why, tc.want, tc.why)
			}
		})
	}
	t.Run("errors that came after", func(t *testing.T) {
		w.t = t
		s := newScene(w, approved)
		s.create(planting, s.harvest, erring)
		if got, _ := s.state(); got != trace.Altered {
			t.Errorf("%s, want %s", got, trace.Altered)
		}
	})
	t.Run("errors in another validation", func(t *testing.T) {
		w.t = t
		w.create(validation, "S-outra", `{"dataValidacao":"31/02/2025"}`)
		if v := w.create(validation, "S-outra", `{}`); v.State.State != trace.Valid {
			t.Errorf("%s, want %s", v.State.State, trace.Valid)
		}
	})
}

// A reason where there is nothing to justify is refused, and nothing is written.
func TestReasonWithoutErrors(t *testing.T) {
	s := newScene(newWorld(t), "")
	env := trace.Envelope{HarvestID: s.harvest, Payload: []byte(`{"codigo":"NOVA"}`), Justification: "por precaução"}
	_, err := s.svc.Create(t.Context(), everybody, validation, env, nil)
	wantCode(t, "Create", err, trace.CodeInvalid)
	if e := trace.AsError(err); len(e.Problems) != 1 || e.Problems[0].Rule != "SEM_ERROS_A_JUSTIFICAR" || e.Problems[0].Pointer != "/justificativa" {
		t.Errorf("Create: %+v", e.Problems)
	}
	_, err = s.svc.PublicValidation(t.Context(), "NOVA")
	wantCode(t, "its code", err, trace.CodeCodeNotFound)
	env.ID, env.Payload = s.v.ID.String(), s.v.Payload
	_, err = s.svc.Update(t.Context(), everybody, validation, env, trace.AnyVersion)
	wantCode(t, "Update", err, trace.CodeInvalid)
	s.integrate()
	s.sound()
}

// What was found stays as it was, whatever becomes of the harvest, until a record
// is erased: then nothing of what it said is left, and all else is.
func TestReviewed(t *testing.T) {
	w := newWorld(t)
	const secret = "Zulmira-Cupertino-1234"
	s := newSceneOf(w, `{"dataPlantio":"31/02/2025","variedade":"x"}`, "", "motivo")
	wrong := w.create(receipt, s.harvest, `{"volume":"1 t","umidade":"-7%","`+secret+`":"y","dataHoraRecebimento":"`+secret+`"}`)
	v := w.validate(s.harvest, `{}`, "motivo")
	first, err := w.svc.Reviewed(t.Context(), everybody, validation, v.ID.String())
	if err != nil || !bytes.Contains(first.Report, []byte(secret)) || first.Reason != "motivo" {
		t.Fatalf("%s, %q, %v", first.Report, first.Reason, err)
	}
	if bytes.Contains(v.Seal, []byte(secret)) {
		t.Errorf("the seal quotes a record: %s", v.Seal)
	}
	w.update(s.a, `{}`)
	w.delete(s.b)
	w.create(planting, s.harvest, erring)
	v = w.justify(v, "outro motivo")
	again, err := w.svc.Reviewed(t.Context(), everybody, validation, v.ID.String())
	if err != nil || !bytes.Equal(again.Report, first.Report) || again.Reason != "outro motivo" {
		t.Errorf("%s, %q, %v; want %s", again.Report, again.Reason, err, first.Report)
	}
	later := w.validate(s.harvest, `{}`, "")
	w.delete(later)
	other := newSceneOf(w, erring, "", "")
	w.integrate()
	w.sound()

	w.erase(wrong)
	_, err = w.svc.Reviewed(t.Context(), everybody, validation, v.ID.String())
	wantCode(t, "after the erasure", err, trace.CodeReportGone)
	if _, err := w.svc.Reviewed(t.Context(), everybody, validation, other.v.ID.String()); err != nil {
		t.Errorf("of another harvest: %v", err)
	}
	now, err := w.svc.Get(t.Context(), everybody, validation, v.ID.String())
	if err != nil || !bytes.Equal(now.Seal, v.Seal) || !now.Intact() {
		t.Errorf("the seal: %s, %v; want %s", now.Seal, err, v.Seal)
	}
	w.integrate()
	w.sound() // "gone" is damage only where nothing was erased
	for _, file := range w.files() {
		if bytes.Contains(file, []byte(secret)) {
			t.Error("what was erased is left in the file")
		}
	}
	w.erase(other.v)
	_, err = w.svc.Reviewed(t.Context(), everybody, validation, other.v.ID.String())
	wantCode(t, "of an erased one", err, trace.CodeErased)
}

// files are the bytes of the store's files.
func (w *world) files() [][]byte {
	w.t.Helper()
	var path string
	if err := w.db.QueryRow(`SELECT file FROM pragma_database_list WHERE name = 'main'`).Scan(&path); err != nil {
		w.t.Fatal(err)
	}
	names, err := filepath.Glob(path + "*")
	if err != nil {
		w.t.Fatal(err)
	}
	var all [][]byte
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			w.t.Fatal(err)
		}
		all = append(all, file)
	}
	return all
}

func TestReviewedRefusals(t *testing.T) {
	s := newSceneOf(newWorld(t), erring, "", "")
	read := func(by *trace.Key, id string) error {
		_, err := s.svc.Reviewed(t.Context(), by, validation, id)
		return err
	}
	wantCode(t, "another harvest's key", read(&trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"T"}}, s.v.ID.String()), trace.CodeRecordNotFound)
	wantCode(t, "a key that only writes", read(&trace.Key{Scopes: []trace.Scope{trace.Write}}, s.v.ID.String()), trace.CodeForbiddenScope)
	wantCode(t, "a record of another kind", read(everybody, s.a.ID.String()), trace.CodeRecordNotFound)
	wantCode(t, "no id", read(everybody, "x"), trace.CodeIDMalformed)
	s.tamper(`UPDATE report SET body = CAST(replace(CAST(body AS TEXT), 'erro', 'info') AS BLOB) WHERE id = ?`, s.v.ID[:])
	wantCode(t, "a changed one", read(everybody, s.v.ID.String()), trace.CodeReportTampered)
	s.delete(s.v)
	wantCode(t, "a deleted one", read(everybody, s.v.ID.String()), trace.CodeRecordNotFound)
}

// A harvest beyond the limit is neither reviewed nor validated; one at it is.
func TestHarvestTooLarge(t *testing.T) {
	w := newWorld(t)
	small, err := app.New(t.Context(), w.store, app.Options{
		Now: func() time.Time { return w.now }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), HarvestLimit: 3,
	})
	if err == nil {
		err = small.StartLog(t.Context(), "trace.example/log")
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.create(receipt, "S", `{}`)
	}
	if _, err := small.Review(t.Context(), everybody, "S", ""); err != nil {
		t.Fatal(err)
	}
	env := trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}
	if _, err := small.Create(t.Context(), everybody, validation, env, nil); err != nil {
		t.Fatal(err)
	}
	w.create(receipt, "S", `{}`)
	_, err = small.Review(t.Context(), everybody, "S", "")
	wantCode(t, "Review", err, trace.CodeHarvestTooLarge)
	if text := trace.AsError(err).Text(0); !strings.Contains(text, "3 registros") {
		t.Errorf("it says %q", text)
	}
	_, err = small.Create(t.Context(), everybody, validation, env, nil)
	wantCode(t, "Create", err, trace.CodeHarvestTooLarge)
}

// The report of a validation is that of the records it covers, however many
// write at the same time.
func TestValidationAmongWriters(t *testing.T) {
	w := newWorld(t)
	const writers, each = 4, 10
	done := make(chan error, writers)
	for n := range writers {
		go func() {
			var err error
			for i := 0; i < each && err == nil; i++ {
				k, payload := planting, erring
				if n == 0 {
					k, payload = validation, `{}`
				}
				_, err = w.svc.Create(t.Context(), everybody, k, trace.Envelope{HarvestID: "S", Payload: []byte(payload)}, nil)
			}
			done <- err
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	page, err := w.svc.ByHarvest(t.Context(), everybody, validation, "S", trace.OldestFirst, trace.Paging{Size: 100})
	if err != nil || len(page.Records) != each {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	for i := range page.Records {
		v := &page.Records[i]
		cover, err := w.store.Cover(t.Context(), v.ID)
		if err != nil {
			t.Fatal(err)
		}
		plantings := strings.Count(string(cover), planting.Prefix+" ")
		if want := fmt.Sprintf(`"relatorio":{"resumo":{"erro":%d,`, plantings); !strings.Contains(string(v.Seal), want) {
			t.Errorf("%d plantings are covered: %s", plantings, v.Seal)
		}
	}
	w.integrate()
	w.sound()
}
