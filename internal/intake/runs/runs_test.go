package runs_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"rastro/internal/access"
	"rastro/internal/admit"
	"rastro/internal/app"
	"rastro/internal/intake"
	"rastro/internal/intake/runs"
	"rastro/internal/kind"
	"rastro/internal/lang"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/share"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

var (
	receipt        = kind.ByPrefix(kind.Receiving)
	identification = kind.ByPrefix(kind.LotIdentification)
	validation     = kind.ByPrefix(kind.Validation)
)

// scene is a server with its administrator.
type scene struct {
	*testing.T
	*app.App
	store trace.Store
	root  *trace.Key
}

func each(t *testing.T, run func(s *scene)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		store := d.Store(t)
		service, root := stores.Rooted(t, store, testkit.Ticking().Now)
		run(&scene{t, service, store, &root.Key})
	})
}

// rows are rows of an import.
type rows []intake.Row

func (r *rows) Next() (intake.Row, error) {
	if len(*r) == 0 {
		return intake.Row{}, io.EOF
	}
	next := (*r)[0]
	*r = (*r)[1:]
	return next, nil
}

// file returns a file of rows of a kind in one harvest.
func file(k *kind.Kind, harvestID string, payloads ...string) *rows {
	var all rows
	for i, payload := range payloads {
		all = append(all, intake.Row{Line: int64(i + 1), Kind: k, Envelope: trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}})
	}
	return &all
}

func many(n int) []string {
	var all []string
	for i := range n {
		all = append(all, fmt.Sprintf(`{"veiculo":"ABC1C%02d","volume":"%d kg"}`, i%100, 1000+i))
	}
	return all
}

var options = intake.Options{Mode: intake.ImportValid, SkipRepeated: true, Source: "console", Mapping: "Romaneio"}

// imported imports a file and returns its import.
func (s *scene) imported(by *trace.Key, from *rows, o intake.Options) (string, []trace.ID) {
	s.Helper()
	var ids []trace.ID
	count, _, err := s.Import(s.Context(), by, from, o, func(r *intake.Result) error {
		if r.Err != nil {
			s.Error(r.Err)
		}
		ids = append(ids, r.ID)
		return nil
	})
	if err != nil {
		s.Fatal(err)
	}
	return count.Run.String(), ids
}

func (s *scene) live(k *kind.Kind, harvestID string) int {
	s.Helper()
	n, err := s.store.Count(s.Context(), trace.Query{Kind: k, Reach: trace.Only(harvestID)})
	if err != nil {
		s.Fatal(err)
	}
	return int(n)
}

func (s *scene) want(what string, err error, code trace.Code) {
	s.Helper()
	if code == "" && err != nil || code != "" && !trace.Is(err, code) {
		s.Errorf("%s: %v, want %q", what, err, code)
	}
}

func (s *scene) create(k *kind.Kind, harvestID, payload string) trace.Record {
	s.Helper()
	made, err := s.Create(s.Context(), s.root, k, trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

func TestUndoDeletesWhatAnImportWrote(t *testing.T) {
	each(t, func(s *scene) {
		by := s.create(receipt, "S", `{"veiculo":"AAA1A11"}`) // not of the import
		for _, mode := range []intake.Mode{intake.ImportValid, intake.ImportAll} {
			o := options
			o.Mode = mode
			id, ids := s.imported(s.root, file(receipt, "S", many(2300)...), o)
			if n := s.live(receipt, "S"); n != 2301 {
				s.Fatalf("%d records", n)
			}
			got, err := s.ImportRun(s.Context(), s.root, id)
			if err != nil || got.Rows != 2300 || got.State != runs.Written || got.Mapping != "Romaneio" || !slices.Equal(got.Harvests, []string{"S"}) || !slices.Equal(got.Kinds, []string{kind.Receiving}) {
				s.Errorf("%+v %v", got, err)
			}
			list, _, err := s.Imports(s.Context(), s.root, trace.ID{}, 5)
			if err != nil || len(list) == 0 || list[0].ID.String() != id {
				s.Errorf("%+v %v", list, err)
			}
			// Two people at once, and then another one.
			var wait sync.WaitGroup
			for range 2 {
				wait.Go(func() {
					if _, err := s.UndoImport(context.Background(), s.root, id); err != nil {
						s.Error(err)
					}
				})
			}
			wait.Wait()
			undone, err := s.UndoImport(s.Context(), s.root, id)
			if err != nil || undone.State != runs.Undone || undone.Deleted != 2300 {
				s.Errorf("%+v %v", undone, err)
			}
			if n := s.live(receipt, "S"); n != 1 {
				s.Errorf("%d records are left", n)
			}
			versions, err := s.store.Versions(s.Context(), ids[0])
			if err != nil || len(versions) != 2 || versions[1].Operation != trace.Deleted || versions[1].UpdatedBy != s.root.Author() {
				s.Errorf("%+v %v", versions, err)
			}
		}
		if _, err := s.Get(s.Context(), s.root, receipt, by.ID.String()); err != nil {
			s.Error(err)
		}
		// The same file can be imported again, and that import can be undone by itself.
		again, _ := s.imported(s.root, file(receipt, "S", many(3)...), options)
		if n := s.live(receipt, "S"); n != 4 {
			s.Errorf("%d records after it was imported again", n)
		}
		_, err := s.UndoImport(s.Context(), s.root, again)
		s.want("again", err, "")
	})
}

// What was built on an import prevents undoing it, and nothing changes.
func TestUndoMatrix(t *testing.T) {
	each(t, func(s *scene) {
		for i, c := range []struct {
			name string
			do   func(harvestID string, ids []trace.ID)
			want trace.Code
			says string
			left int
		}{
			{"nothing", func(string, []trace.ID) {}, "", "", 0},
			{"a record was changed", func(h string, ids []trace.ID) {
				_, err := s.App.Update(s.Context(), s.root, identification, trace.Envelope{ID: ids[1].String(), HarvestID: h, HarvestCode: "2024/25", Payload: []byte(`{"codigoLote":"X"}`)}, trace.AnyVersion)
				s.want("update", err, "")
			}, trace.CodeImportBuiltOn, "REGISTRO_ALTERADO_DEPOIS", 3},
			{"a record was deleted", func(_ string, ids []trace.ID) {
				_, err := s.Delete(s.Context(), s.root, identification, ids[0].String(), trace.AnyVersion)
				s.want("delete", err, "")
			}, "", "", 0},
			{"a record was erased", func(_ string, ids []trace.ID) {
				_, err := s.Erase(s.Context(), s.root, identification, ids[0].String(), "pedido do titular")
				s.want("erase", err, "")
			}, "", "", 0},
			{"a validation", func(h string, _ []trace.ID) {
				s.create(validation, h, `{"codigo":"V-`+h+`","status":"APROVADO"}`)
			}, trace.CodeImportBuiltOn, "REGISTRO_JA_VALIDADO", 3},
			{"a validation that was deleted", func(h string, _ []trace.ID) {
				v := s.create(validation, h, `{"codigo":"V-`+h+`","status":"APROVADO"}`)
				_, err := s.Delete(s.Context(), s.root, validation, v.ID.String(), trace.AnyVersion)
				s.want("delete", err, "")
			}, "", "", 0},
			{"a later record uses a lot", func(h string, _ []trace.ID) { s.create(receipt, h, `{"loteOrigem":"`+h+`-2","volume":"1 t"}`) }, trace.CodeImportBuiltOn, "LOTE_USADO_DEPOIS", 3},
			{"that record was deleted", func(h string, _ []trace.ID) {
				r := s.create(receipt, h, `{"loteOrigem":"`+h+`-2","volume":"1 t"}`)
				_, err := s.Delete(s.Context(), s.root, receipt, r.ID.String(), trace.AnyVersion)
				s.want("delete", err, "")
			}, "", "", 0},
			{"a recall", func(h string, _ []trace.ID) {
				_, err := s.Recall(s.Context(), s.root, recall.Request{Lots: []string{h + "-2"}, Reason: "teste"})
				s.want("recall", err, "")
			}, trace.CodeImportBuiltOn, "SAFRA_EM_RECALL", 3},
			{"a recall by somebody who may only read", func(h string, _ []trace.ID) {
				_, err := s.Recall(s.Context(), s.reader(h), recall.Request{Lots: []string{h + "-2"}, Reason: "teste"})
				s.want("recall", err, "")
			}, "", "", 0},
			{"a statement to the EU", func(h string, _ []trace.ID) { s.file(s.root, h+"-2", "SUBMITTED") }, trace.CodeImportBuiltOn, "SAFRA_DECLARADA_A_UE", 3},
			{"a statement that was withdrawn", func(h string, _ []trace.ID) {
				s.file(s.root, h+"-2", "AVAILABLE")
				s.file(s.root, h+"-2", "WITHDRAWN")
			}, "", "", 0},
			{"a link", func(h string, _ []trace.ID) { s.link(s.root, h+"-2") }, trace.CodeImportBuiltOn, "SAFRA_EM_LINK", 3},
			{"a link that was revoked before anybody opened it", func(h string, _ []trace.ID) {
				_, err := s.Links.Revoke(s.Context(), s.root, s.link(s.root, h+"-2").ID.String())
				s.want("revoke", err, "")
			}, "", "", 0},
			{"a link that was opened and then revoked", func(h string, _ []trace.ID) {
				made := s.link(s.root, h+"-2")
				_, err := s.Links.Count(s.Context(), made.ID, share.Page)
				s.want("count", err, "")
				_, err = s.Links.Revoke(s.Context(), s.root, made.ID.String())
				s.want("revoke", err, "")
			}, trace.CodeImportBuiltOn, "SAFRA_EM_LINK", 3},
			{"a record of another lot", func(h string, _ []trace.ID) { s.create(receipt, h, `{"loteOrigem":"OUTRO","volume":"1 t"}`) }, "", "", 0},
		} {
			h := fmt.Sprintf("H%d", i)
			s.create(receipt, h, `{"loteOrigem":"`+h+`-1","volume":"1 t"}`) // from before the import
			id, ids := s.imported(s.root, file(identification, h, `{"codigoLote":"`+h+`-1"}`, `{"codigoLote":"`+h+`-2"}`, `{"codigoLote":"`+h+`-3"}`), options)
			c.do(h, ids)
			_, err := s.UndoImport(s.Context(), s.root, id)
			s.want(c.name, err, c.want)
			if c.want != "" && (err == nil || !strings.Contains(fmt.Sprint(trace.AsError(err).Problems), c.says)) {
				s.Errorf("%s: %v", c.name, err)
			}
			if n := s.live(identification, h); n != c.left {
				s.Errorf("%s: %d records are left", c.name, n)
			}
		}
	})
}

// An import is only for those who reach all of its harvests.
func TestAttackImportsOfOthers(t *testing.T) {
	each(t, func(s *scene) {
		for _, name := range []string{"Norte", "Sul"} {
			if _, _, err := s.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil); err != nil {
				s.Fatal(err)
			}
		}
		key := func(req access.Request) *trace.Key {
			made, err := s.CreateKey(s.Context(), s.root, req, nil)
			if err != nil {
				s.Fatal(err)
			}
			found, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
			if err != nil {
				s.Fatal(err)
			}
			return found
		}
		writers := []trace.Scope{trace.Read, trace.Write}
		north, south := key(access.Request{Organization: "Norte", Scopes: writers}), key(access.Request{Organization: "Sul", Scopes: writers})
		narrow := key(access.Request{Organization: "Norte", Scopes: writers, Harvests: []string{"OUTRA"}})
		reader := key(access.Request{Organization: "Norte", Scopes: []trace.Scope{trace.Read}})
		id, _ := s.imported(north, file(receipt, "N", many(2)...), options)
		for name, by := range map[string]*trace.Key{"another organisation": south, "the server's": s.root, "another harvest": narrow} {
			_, err := s.ImportRun(s.Context(), by, id)
			s.want(name+" reads it", err, trace.CodeNoImport)
			_, err = s.UndoImport(s.Context(), by, id)
			s.want(name+" undoes it", err, trace.CodeNoImport)
			if list, _, err := s.Imports(s.Context(), by, trace.ID{}, 10); err != nil || len(list) > 0 {
				s.Errorf("%s lists %v, %v", name, list, err)
			}
		}
		_, err := s.UndoImport(s.Context(), reader, id)
		s.want("a key that only reads", err, trace.CodeForbiddenScope)
		if n := s.live(receipt, "N"); n != 2 {
			s.Errorf("%d records", n)
		}
		_, err = s.UndoImport(s.Context(), north.Fresh(), id)
		s.want("its own", err, "")
		_, err = s.ImportRun(s.Context(), north.Fresh(), "00000000-0000-7000-8000-000000000000")
		s.want("none", err, trace.CodeNoImport)
	})
}

// A recall that the caller may not read does not prevent an undo: the refusal would reveal it.
func TestAttackUndoTellsOfNoRecall(t *testing.T) {
	each(t, func(s *scene) {
		made, err := s.CreateKey(s.Context(), s.root, access.Request{Scopes: []trace.Scope{trace.Read, trace.Write}, Harvests: []string{"A"}}, nil)
		if err != nil {
			s.Fatal(err)
		}
		narrow, err := s.Authenticate(made.Key.AccessKey, made.Key.SecretKey)
		if err != nil {
			s.Fatal(err)
		}
		for _, c := range []struct {
			lot, also string // where a later record uses the lot
			want      trace.Code
		}{{"A-1", "B", ""}, {"A-2", "", trace.CodeImportBuiltOn}} {
			id, _ := s.imported(narrow, file(identification, "A", `{"codigoLote":"`+c.lot+`"}`), options)
			if c.also != "" {
				s.create(receipt, c.also, `{"loteOrigem":"`+c.lot+`","volume":"1 t"}`)
			}
			_, err := s.Recall(s.Context(), s.root, recall.Request{Lots: []string{c.lot}, Reason: "teste"})
			s.want("recall", err, "")
			_, err = s.UndoImport(s.Context(), s.root, id)
			s.want(c.lot+" for those who read all", err, trace.CodeImportBuiltOn)
			_, err = s.UndoImport(s.Context(), narrow.Fresh(), id)
			s.want(c.lot+" for those who read one harvest", err, c.want)
		}
	})
}

// asked counts the queries of a transaction.
type asked struct {
	runs.Reader
	n *int
}

func (a asked) NewestVersions(ctx context.Context, ids []trace.ID) ([]trace.Record, error) {
	*a.n++
	return a.Reader.NewestVersions(ctx, ids)
}

// The transaction of an undo reads many records per query: it has a minute, and the database may be
// far away.
func TestUndoAsksForManyAtOnce(t *testing.T) {
	each(t, func(s *scene) {
		id, _ := s.imported(s.root, file(receipt, "S", many(1000)...), options)
		n := 0
		port := trace.Narrow(s.store, func(r trace.Reader) runs.Reader {
			found, _ := r.(runs.Reader)
			return found
		}, func(w trace.Writer) runs.Writers {
			return runs.Writers{Reader: asked{w.(runs.Reader), &n}, UndoWriter: w.(runs.UndoWriter)}
		})
		undone, err := runs.New(port, trace.NewJournal(testkit.Ticking().Now, rand.Reader)).UndoImport(s.Context(), s.root, id)
		if err != nil || undone.Deleted != 1000 || n > 20 {
			s.Errorf("%d questions, %+v, %v", n, undone, err)
		}
	})
}

// An import that is undone while it is being written stops, and nothing of it is left.
func TestUndoWhileItIsWritten(t *testing.T) {
	each(t, func(s *scene) {
		var undone bool
		o := options
		var id string
		o.Progress = func(c intake.Count) {
			if id = c.Run.String(); !undone {
				undone = true
				if _, err := s.UndoImport(context.Background(), s.root, id); err != nil {
					s.Error(err)
				}
			}
		}
		_, _, err := s.Import(s.Context(), s.root, file(receipt, "S", many(2500)...), o, func(*intake.Result) error { return nil })
		s.want("the import", err, trace.CodeImportUndone)
		if n := s.live(receipt, "S"); n != 0 {
			s.Errorf("%d records are left", n)
		}
	})
}

// If an undo and a validation run at once, one of them comes first. No validation covers what is
// gone.
func TestUndoBesideAValidation(t *testing.T) {
	each(t, func(s *scene) {
		for round := range 20 {
			harvestID := fmt.Sprint("S", round)
			id, _ := s.imported(s.root, file(receipt, harvestID, many(3)...), options)
			var undoErr, sealErr error
			var sealed trace.Record
			var both sync.WaitGroup
			both.Go(func() { _, undoErr = s.UndoImport(s.Context(), s.root, id) })
			both.Go(func() {
				envelope := trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(`{"status":"PENDENTE"}`)}
				made, err := s.Create(s.Context(), s.root, validation, envelope, nil)
				sealed, sealErr = made.Record, err
			})
			both.Wait()
			s.want("the validation", sealErr, "")
			covered, left := sealed.Sealed().Coverage.Records, s.live(receipt, harvestID)
			if want := 3; undoErr != nil {
				s.want("the undo", undoErr, trace.CodeImportBuiltOn)
				if covered != want || left != want {
					s.Errorf("refused: %d records are covered and %d left", covered, left)
				}
			} else if covered != 0 || left != 0 {
				s.Errorf("undone: %d records are covered and %d left", covered, left)
			}
		}
	})
}

// An import larger than one transaction of a write is undone in one: what is built on it during the
// survey prevents all of it, and nothing is deleted.
func TestUndoLarge(t *testing.T) {
	const n = 20_500
	each(t, func(s *scene) {
		id, ids := s.imported(s.root, file(receipt, "S", many(n)...), options)
		v := s.create(validation, "S", `{"codigo":"V-1","status":"APROVADO"}`)
		_, err := s.UndoImport(s.Context(), s.root, id)
		s.want("validated", err, trace.CodeImportBuiltOn)
		if text := trace.AsError(err).Problems[0].Message.Fill(lang.PT, trace.AsError(err).Problems[0].Args); !strings.Contains(text, "V-1") || !strings.Contains(text, "exclua a validação primeiro") {
			s.Errorf("it says %q", text)
		}
		if left := s.live(receipt, "S"); left != n {
			s.Errorf("%d records are left", left)
		}
		_, err = s.Delete(s.Context(), s.root, validation, v.ID.String(), trace.AnyVersion)
		s.want("delete the validation", err, "")
		_, err = s.Delete(s.Context(), s.root, receipt, ids[n-1].String(), trace.AnyVersion)
		s.want("delete a record", err, "")
		undone, err := s.UndoImport(s.Context(), s.root, id)
		if err != nil || undone.State != runs.Undone || undone.Deleted != n-1 || undone.Version != n/1000+2 {
			s.Errorf("%+v %v", undone, err)
		}
		if left := s.live(receipt, "S"); left != 0 {
			s.Errorf("%d records are left", left)
		}
	})
}

// An undo claims its memory from the budget that callers share.
func TestUndoWithinMemory(t *testing.T) {
	each(t, func(s *scene) {
		id, _ := s.imported(s.root, file(receipt, "S", many(3000)...), options)
		with := func(budget int64) error {
			claim := admit.New(budget, 0).Claim()
			defer claim.Done()
			_, err := s.UndoImport(admit.Context(s.Context(), claim), s.root, id)
			return err
		}
		if err := with(64 << 10); !errors.Is(err, admit.ErrTooLarge) {
			s.Errorf("in 64 KiB: %v", err)
		}
		if left := s.live(receipt, "S"); left != 3000 {
			s.Errorf("%d records are left", left)
		}
		s.want("in 16 MiB", with(16<<20), "")
	})
}

// A transaction that runs again, and then finds that others wrote everything, has noted nothing.
func TestATryThatIsUndoneNotesNothing(t *testing.T) {
	each(t, func(s *scene) {
		note := func(run *runs.Run, written []*trace.Record, fails error) {
			s.Helper()
			err := s.store.Update(s.Context(), func(w trace.Writer) error {
				if err := run.Add(s.Context(), runs.Of(w), written); err != nil {
					return err
				}
				return fails
			})
			if !errors.Is(err, fails) {
				s.Fatal(err)
			}
		}
		errLost := errors.New("lost against another")
		run := runs.Begin(trace.NewJournal(testkit.Ticking().Now, rand.Reader), s.root, "api", "")
		one := s.create(receipt, "S", `{"veiculo":"AAA1A11"}`)
		note(run, []*trace.Record{&one}, errLost)
		note(run, nil, nil)
		run.Committed()
		if id, ok := run.ID(); ok {
			s.Errorf("it noted %s", id)
		}
	})
}
