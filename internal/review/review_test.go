package review_test

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
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// erring is a planting that grading finds an error in.
const erring = `{"dataPlantio":"31/02/2025"}`

// Errors refuse a validation, unless a reason is stated; the other states keep
// their rank.
func TestStateOfErrors(t *testing.T) {
	w := world.New(t)
	const approved, refused, expired = `,"status":"APROVADO"`, `,"status":"REPROVADO"`, `,"status":"APROVADO","validade":"2026-11-14"`
	const reason = "conferido no papel"
	for _, tc := range []struct {
		name    string
		payload string // the validation's payload, without its code
		reason  string
		do      func(*world.Scene)
		want    trace.State
		why     []string
	}{
		{"nobody justified them", approved, "", nil, trace.Refused, nil},
		{"no status", "", "", nil, trace.Refused, nil},
		{"justified", approved, reason, nil, trace.Valid, nil},
		{"justified, without a status", "", reason, nil, trace.Valid, nil},
		{"justified, not approved all the same", refused, reason, nil, trace.Refused, nil},
		{"justified later", approved, "", func(s *world.Scene) { s.Justify(s.V, reason) }, trace.Valid, nil},
		{"justified no more", approved, reason, func(s *world.Scene) { s.Justify(s.V, "") }, trace.Refused, nil},
		{"an update that does not repeat the reason", approved, reason, func(s *world.Scene) { s.Update(s.V, `{"status":"APROVADO"}`) }, trace.Refused, nil},
		{"mended since", approved, "", func(s *world.Scene) { s.Update(s.A, `{"dataPlantio":"2024-10-05"}`) }, trace.Refused, []string{"a alterado"}},
		{"another reason", approved, reason, func(s *world.Scene) { s.Justify(s.V, "outro motivo") }, trace.Valid, nil},
		{"justified, then changed", approved, reason, func(s *world.Scene) { s.Update(s.A, `{}`) }, trace.Altered, []string{"a alterado"}},
		{"justified, over", expired, reason, nil, trace.Expired, nil},
		{"over and changed", expired, "", func(s *world.Scene) { s.Delete(s.B) }, trace.Refused, []string{"b excluido"}},
		{"tampered with", approved, "", func(s *world.Scene) {
			s.Tamper(`UPDATE journal SET dados = CAST('{}' AS BLOB) WHERE id = ?`, s.B.ID[:])
		}, trace.Tampered, []string{"b adulterado"}},
		{"the review changed", approved, reason, func(s *world.Scene) {
			s.Tamper(`UPDATE report SET body = CAST('x' AS BLOB) WHERE id = ?`, s.V.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"the reason changed behind its back", approved, reason, func(s *world.Scene) {
			s.Tamper(`UPDATE journal SET seal = CAST(replace(CAST(seal AS TEXT), 'papel', 'campo') AS BLOB) WHERE id = ?`, s.V.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"the reason slipped in behind its back", approved, "", func(s *world.Scene) {
			s.Tamper(`UPDATE journal SET seal = CAST(CAST(seal AS TEXT) || ',"justificativa":"x"' AS BLOB) WHERE id = ?`, s.V.ID[:])
		}, trace.Tampered, []string{"v adulterado"}},
		{"deleted", approved, reason, func(s *world.Scene) { s.Delete(s.V) }, trace.Revoked, nil},
		{"a covered record erased", approved, reason, func(s *world.Scene) { s.Erase(s.A) }, trace.Altered, []string{"a expurgado"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w.T = t
			s := world.NewSceneOf(w, erring, tc.payload, tc.reason)
			if tc.do != nil {
				tc.do(s)
			}
			if got, why := s.State(); got != tc.want || !slices.Equal(why, tc.why) {
				t.Errorf("%s %q; want %s %q", got, why, tc.want, tc.why)
			}
		})
	}
	t.Run("errors that came after", func(t *testing.T) {
		w.T = t
		s := world.NewScene(w, approved)
		s.Create(world.Planting, s.Harvest, erring)
		if got, _ := s.State(); got != trace.Altered {
			t.Errorf("%s, want %s", got, trace.Altered)
		}
	})
	t.Run("errors in another validation", func(t *testing.T) {
		w.T = t
		w.Create(world.Validation, "S-outra", `{"dataValidacao":"31/02/2025"}`)
		if v := w.Create(world.Validation, "S-outra", `{}`); v.State.State != trace.Valid {
			t.Errorf("%s, want %s", v.State.State, trace.Valid)
		}
	})
}

// A reason with nothing to justify is refused, and nothing is written.
func TestReasonWithoutErrors(t *testing.T) {
	s := world.NewScene(world.New(t), "")
	env := trace.Envelope{HarvestID: s.Harvest, Payload: []byte(`{"codigo":"NOVA"}`), Justification: "por precaução"}
	_, err := s.App.Create(t.Context(), world.Everybody, world.Validation, env, nil)
	world.WantCode(t, "Create", err, trace.CodeInvalid)
	if e := trace.AsError(err); len(e.Problems) != 1 || e.Problems[0].Rule != "SEM_ERROS_A_JUSTIFICAR" || e.Problems[0].Pointer != "/justificativa" {
		t.Errorf("Create: %+v", e.Problems)
	}
	_, err = s.App.PublicValidation(t.Context(), "NOVA")
	world.WantCode(t, "its code", err, trace.CodeCodeNotFound)
	env.ID, env.Payload = s.V.ID.String(), s.V.Payload
	_, err = s.App.Update(t.Context(), world.Everybody, world.Validation, env, trace.AnyVersion)
	world.WantCode(t, "Update", err, trace.CodeInvalid)
	s.Integrate()
	s.Sound()
}

// The findings stay unchanged, whatever happens to the harvest. Erasing a record removes everything
// that they say about it, and nothing else.
func TestReviewed(t *testing.T) {
	w := world.New(t)
	const secret = "Zulmira-Cupertino-1234"
	s := world.NewSceneOf(w, `{"dataPlantio":"31/02/2025","variedade":"x"}`, "", "motivo")
	wrong := w.Create(world.Receipt, s.Harvest, `{"volume":"1 t","umidade":"-7%","`+secret+`":"y","dataHoraRecebimento":"`+secret+`"}`)
	v := w.Validate(s.Harvest, `{}`, "motivo")
	first, err := w.App.Reviewed(t.Context(), world.Everybody, world.Validation, v.ID.String())
	if err != nil || !bytes.Contains(first.Report, []byte(secret)) || first.Reason != "motivo" {
		t.Fatalf("%s, %q, %v", first.Report, first.Reason, err)
	}
	if bytes.Contains(v.Seal, []byte(secret)) {
		t.Errorf("the seal quotes a record: %s", v.Seal)
	}
	w.Update(s.A, `{}`)
	w.Delete(s.B)
	w.Create(world.Planting, s.Harvest, erring)
	v = w.Justify(v, "outro motivo")
	again, err := w.App.Reviewed(t.Context(), world.Everybody, world.Validation, v.ID.String())
	if err != nil || !bytes.Equal(again.Report, first.Report) || again.Reason != "outro motivo" {
		t.Errorf("%s, %q, %v; want %s", again.Report, again.Reason, err, first.Report)
	}
	later := w.Validate(s.Harvest, `{}`, "")
	w.Delete(later)
	other := world.NewSceneOf(w, erring, "", "")
	w.Integrate()
	w.Sound()

	w.Erase(wrong)
	_, err = w.App.Reviewed(t.Context(), world.Everybody, world.Validation, v.ID.String())
	world.WantCode(t, "after the erasure", err, trace.CodeReportGone)
	if _, err := w.App.Reviewed(t.Context(), world.Everybody, world.Validation, other.V.ID.String()); err != nil {
		t.Errorf("of another harvest: %v", err)
	}
	now, err := w.App.Get(t.Context(), world.Everybody, world.Validation, v.ID.String())
	if err != nil || !bytes.Equal(now.Seal, v.Seal) || !now.Intact() {
		t.Errorf("the seal: %s, %v; want %s", now.Seal, err, v.Seal)
	}
	w.Integrate()
	w.Sound() // "gone" counts as damage only if nothing was erased
	for _, file := range files(w) {
		if bytes.Contains(file, []byte(secret)) {
			t.Error("what was erased is left in the file")
		}
	}
	w.Erase(other.V)
	_, err = w.App.Reviewed(t.Context(), world.Everybody, world.Validation, other.V.ID.String())
	world.WantCode(t, "of an erased one", err, trace.CodeErased)
}

// files returns the bytes of the store's files.
func files(w *world.World) [][]byte {
	w.T.Helper()
	var path string
	if err := w.DB.QueryRow(`SELECT file FROM pragma_database_list WHERE name = 'main'`).Scan(&path); err != nil {
		w.T.Fatal(err)
	}
	names, err := filepath.Glob(path + "*")
	if err != nil {
		w.T.Fatal(err)
	}
	var all [][]byte
	for _, name := range names {
		file, err := os.ReadFile(name)
		if err != nil {
			w.T.Fatal(err)
		}
		all = append(all, file)
	}
	return all
}

func TestReviewedRefusals(t *testing.T) {
	s := world.NewSceneOf(world.New(t), erring, "", "")
	read := func(by *trace.Key, id string) error {
		_, err := s.App.Reviewed(t.Context(), by, world.Validation, id)
		return err
	}
	world.WantCode(t, "another harvest's key", read(&trace.Key{Scopes: []trace.Scope{trace.Read}, Harvests: []string{"T"}}, s.V.ID.String()), trace.CodeRecordNotFound)
	world.WantCode(t, "a key that only writes", read(&trace.Key{Scopes: []trace.Scope{trace.Write}}, s.V.ID.String()), trace.CodeForbiddenScope)
	world.WantCode(t, "a record of another kind", read(world.Everybody, s.A.ID.String()), trace.CodeRecordNotFound)
	world.WantCode(t, "no id", read(world.Everybody, "x"), trace.CodeIDMalformed)
	s.Tamper(`UPDATE report SET body = CAST(replace(CAST(body AS TEXT), 'erro', 'info') AS BLOB) WHERE id = ?`, s.V.ID[:])
	world.WantCode(t, "a changed one", read(world.Everybody, s.V.ID.String()), trace.CodeReportTampered)
	s.Delete(s.V)
	world.WantCode(t, "a deleted one", read(world.Everybody, s.V.ID.String()), trace.CodeRecordNotFound)
}

// A harvest beyond the limit is neither reviewed nor validated; one exactly at the limit is.
func TestHarvestTooLarge(t *testing.T) {
	w := world.New(t)
	small, err := app.New(t.Context(), w.Store, app.Options{
		Now: func() time.Time { return w.Clock }, Random: rand.Reader, Log: slog.New(slog.DiscardHandler), HarvestLimit: 3,
	})
	if err == nil {
		err = small.StartLog(t.Context(), "trace.example/log")
	}
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		w.Create(world.Receipt, "S", `{}`)
	}
	if _, err := small.Review(t.Context(), world.Everybody, "S", ""); err != nil {
		t.Fatal(err)
	}
	env := trace.Envelope{HarvestID: "S", Payload: []byte(`{}`)}
	if _, err := small.Create(t.Context(), world.Everybody, world.Validation, env, nil); err != nil {
		t.Fatal(err)
	}
	w.Create(world.Receipt, "S", `{}`)
	_, err = small.Review(t.Context(), world.Everybody, "S", "")
	world.WantCode(t, "Review", err, trace.CodeHarvestTooLarge)
	if text := trace.AsError(err).Text(0); !strings.Contains(text, "3 registros") {
		t.Errorf("it says %q", text)
	}
	_, err = small.Create(t.Context(), world.Everybody, world.Validation, env, nil)
	world.WantCode(t, "Create", err, trace.CodeHarvestTooLarge)
}

// The report of a validation matches the records that it covers, however many writers are active.
func TestValidationAmongWriters(t *testing.T) {
	w := world.New(t)
	const writers, each = 4, 10
	done := make(chan error, writers)
	for n := range writers {
		go func() {
			var err error
			for i := 0; i < each && err == nil; i++ {
				k, payload := world.Planting, erring
				if n == 0 {
					k, payload = world.Validation, `{}`
				}
				_, err = w.App.Create(t.Context(), world.Everybody, k, trace.Envelope{HarvestID: "S", Payload: []byte(payload)}, nil)
			}
			done <- err
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	page, err := w.App.ByHarvest(t.Context(), world.Everybody, world.Validation, "S", trace.OldestFirst, trace.Paging{Size: 100})
	if err != nil || len(page.Records) != each {
		t.Fatalf("%d validations, %v", len(page.Records), err)
	}
	for i := range page.Records {
		v := &page.Records[i]
		cover, err := w.Store.Cover(t.Context(), v.ID)
		if err != nil {
			t.Fatal(err)
		}
		plantings := strings.Count(string(cover), world.Planting.Prefix+" ")
		if want := fmt.Sprintf(`"relatorio":{"resumo":{"erro":%d,`, plantings); !strings.Contains(string(v.Seal), want) {
			t.Errorf("%d plantings are covered: %s", plantings, v.Seal)
		}
	}
	w.Integrate()
	w.Sound()
}
