package changes_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/access"
	"rastro/internal/app"
	"rastro/internal/changes"
	"rastro/internal/derive"
	"rastro/internal/kind"
	"rastro/internal/ledger"
	"rastro/internal/lineage/recall"
	"rastro/internal/organization"
	"rastro/internal/reach"
	"rastro/internal/store/postgres/pgtest"
	"rastro/internal/testkit"
	"rastro/internal/testkit/stores"
	"rastro/internal/trace"
)

func TestMain(m *testing.M) { os.Exit(pgtest.Main(m)) }

// site is a service with a key that may do everything.
type site struct {
	testing.TB
	app  *app.App
	root *trace.Key
}

func onBoth(t *testing.T, run func(t *testing.T, s *site)) {
	t.Helper()
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t}
		var root *access.NewKey
		s.app, root = stores.Rooted(t, d.Store(t), testkit.Ticking().Now)
		s.root = &root.Key
		run(t, s)
	})
}

func (s *site) create(by *trace.Key, prefix, harvestID, payload string) trace.Record {
	s.Helper()
	made, err := s.app.Create(s.Context(), by, kind.ByPrefix(prefix), trace.Envelope{HarvestID: harvestID, HarvestCode: "2024/25", Payload: []byte(payload)}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return made.Record
}

// log adds what was written to the log.
func (s *site) log() {
	s.Helper()
	stores.Integrate(s, s.app)
}

// event is the part of an event that the tests check.
type event struct {
	ID          string
	Source      string
	Type        string
	Subject     string
	Time        string
	SpecVersion string
	Position    int64  `json:"rastroposicao"`
	Hash        string `json:"rastrohash"`
	Data        map[string]any
}

func events(tb testing.TB, p *changes.Page) []event {
	tb.Helper()
	var all []event
	if err := json.Unmarshal(append(p.Append([]byte{'['}, ","), ']'), &all); err != nil {
		tb.Fatalf("%v: %s", err, p.Append(nil, "\n"))
	}
	return all
}

// page reads one page, without the signed states.
func (s *site) page(by *trace.Key, q changes.Query) (changes.Page, []event) {
	s.Helper()
	if q.Size == 0 {
		q.Size = 100
	}
	page, err := s.app.Changes.Page(s.Context(), by, q)
	if err != nil {
		s.Fatal(err)
	}
	return page, slices.DeleteFunc(events(s, &page), func(e event) bool { return e.Type == string(changes.CheckpointSigned) })
}

func types(all []event) string {
	var names []string
	for _, e := range all {
		names = append(names, strings.TrimPrefix(e.Type, "rastro."))
	}
	return strings.Join(names, " ")
}

const plate = "ABC1C34"

// written writes one of everything that has an event.
func (s *site) written() (record trace.Record) {
	s.Helper()
	ctx := s.Context()
	record = s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-001","veiculo":"`+plate+`","volume":"36 t"}`)
	if _, err := s.app.Update(ctx, s.root, kind.ByPrefix(kind.Receiving), trace.Envelope{ID: record.ID.String(), HarvestID: "S-1", Payload: []byte(`{"loteOrigem":"MT25-S-002"}`)}, trace.AnyVersion); err != nil {
		s.Fatal(err)
	}
	validation := s.create(s.root, kind.Validation, "S-1", `{"status":"APROVADO"}`)
	if _, err := s.app.Recall(ctx, s.root, recall.Request{Reason: "teste", Lots: []string{"MT25-S-002"}}); err != nil {
		s.Fatal(err)
	}
	if _, err := s.app.Delete(ctx, s.root, validation.Kind, validation.ID.String(), trace.AnyVersion); err != nil {
		s.Fatal(err)
	}
	if _, err := s.app.Delete(ctx, s.root, record.Kind, record.ID.String(), trace.AnyVersion); err != nil {
		s.Fatal(err)
	}
	s.log()
	return record
}

func TestEvents(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		before, _ := s.page(s.root, changes.Query{})
		record := s.written()
		page, all := s.page(s.root, changes.Query{Start: changes.Start{From: before.Next}})
		if got, want := types(all), "registro.criado registro.alterado validacao.criada recall.criado validacao.revogada registro.excluido"; got != want {
			t.Fatalf("%s, want %s", got, want)
		}
		if page.Next != page.Size || page.Size != before.Size+6 || len(page.Checkpoint) == 0 {
			t.Errorf("next %d of %d", page.Next, page.Size)
		}
		e := all[0]
		if e.SpecVersion != "1.0" || e.ID != fmt.Sprint(before.Next) || e.Position != before.Next || e.Source != s.app.Signer().Origin() ||
			e.Subject != kind.Receiving+"/"+record.ID.String() || e.Hash != hex.EncodeToString(record.Hash[:]) {
			t.Errorf("%+v", e)
		}
		for name, want := range map[string]any{
			"tipo": "recebimento", "prefixo": kind.Receiving, "fase": record.Kind.Phase, "safraId": "S-1", "safraCodigo": "2024/25", "id": record.ID.String(),
			"versao": 1.0, "operacao": "criacao", "por": record.UpdatedBy,
		} {
			if e.Data[name] != want {
				t.Errorf("%s is %v, want %v", name, e.Data[name], want)
			}
		}
		if got := fmt.Sprint(e.Data["lotes"], all[1].Data["lotes"], all[5].Data["lotes"]); got != "[MT25-S-001] [MT25-S-002] [MT25-S-002]" {
			t.Errorf("lots: %s", got)
		}
		if text := string(page.Append(nil, "\n")); strings.Contains(text, plate) {
			t.Errorf("a thin event says what the record does: %s", text)
		}
		if _, found := e.Data["registro"]; found {
			t.Error("a thin event has the record")
		}
		_, all = s.page(s.root, changes.Query{Start: changes.Start{From: before.Next}, Full: true})
		if got := fmt.Sprint(all[0].Data["registro"]); !strings.Contains(got, plate) {
			t.Errorf("the whole event has no record: %s", got)
		}
	})
}

// An erasure removes the content from the events of all earlier versions.
func TestErased(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		record := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-001","veiculo":"`+plate+`"}`)
		if _, err := s.app.Erase(t.Context(), s.root, record.Kind, record.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		s.log()
		page, all := s.page(s.root, changes.Query{Full: true, HarvestID: "S-1"})
		if got := types(all); got != "registro.criado registro.expurgado" {
			t.Fatal(got)
		}
		if text := string(page.Append(nil, "\n")); strings.Contains(text, plate) || strings.Contains(text, "MT25-S-001") {
			t.Errorf("erased content in %s", text)
		}
	})
}

// What was read before an erasure, and is kept for others, is not shown after it: not even for a
// moment, and by no other server.
func TestErasedSinceItWasRead(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		record := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-001"}`)
		s.log()
		other := changes.New(changes.NewPort(s.app.LogKeeper.Store()), s.app.LogKeeper, changes.Limits{})
		read := func() string {
			page, _ := s.page(s.root, changes.Query{})
			beside, err := other.Page(t.Context(), s.root, changes.Query{Size: 100})
			if err != nil || string(page.Append(nil, "")) != string(beside.Append(nil, "")) {
				t.Errorf("servers differ, %v", err)
			}
			return string(page.Append(nil, "\n"))
		}
		if text := read(); !strings.Contains(text, "MT25-S-001") {
			t.Fatal(text)
		}
		if _, err := s.app.Erase(t.Context(), s.root, record.Kind, record.ID.String(), "pedido"); err != nil {
			t.Fatal(err)
		}
		if text := read(); strings.Contains(text, "MT25-S-001") { // the erasure is not in the log yet
			t.Errorf("erased content in %s", text)
		}
	})
}

// What was read before a rebuild corrected it is read again.
func TestRebuiltSinceItWasRead(t *testing.T) {
	stores.Each(t, func(t *testing.T, d *stores.Database) {
		s := &site{TB: t}
		var root *access.NewKey
		store := d.Store(t)
		s.app, root = stores.Rooted(t, store, testkit.Ticking().Now)
		s.root = &root.Key
		record := s.create(s.root, kind.Receiving, "S-1", `{"volume":"muito"}`)
		s.log()
		find := func() string {
			_, all := s.page(s.root, changes.Query{HarvestID: "S-1"})
			return fmt.Sprint(all[0].Data["avisos"])
		}
		if _, err := d.SQL(t).ExecContext(t.Context(), `UPDATE journal SET findings = NULL WHERE id = $1`, d.ID(record.ID)); err != nil {
			t.Fatal(err)
		}
		wrong := find()
		if _, err := derive.Rebuild(t.Context(), store.(derive.Store), s.app, nil, func(derive.Rebuilt) {}); err != nil {
			t.Fatal(err)
		}
		if right := find(); right == wrong {
			t.Errorf("before and after: %s", right)
		}
	})
}

// A page is the same whether its content is kept or is read, whatever was kept and however the log
// is cut into blocks.
func TestKeptPages(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.written()
		kept := changes.New(changes.NewPort(s.app.LogKeeper.Store()), s.app.LogKeeper, changes.Limits{Block: 3})
		limited, clerk := *s.root, *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-2"}
		clerk.Person, clerk.Rights = "somebody", nil // may not see personal data
		for round := range 2 {
			s.create(s.root, kind.Plan, "S-2", `{}`)
			s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"MT25-S-009"}`)
			s.log()
			last, _ := s.page(s.root, changes.Query{Start: changes.Start{Now: true}})
			for _, by := range []*trace.Key{s.root, &limited, &clerk} {
				for _, q := range []changes.Query{{}, {Gaps: true}, {HarvestID: "S-2"}, {Lot: "MT25-S-009"}, {Types: []changes.Type{changes.RecallCreated}}} {
					for from := range last.Size {
						q.From, q.Size = from, 4
						fresh := changes.New(changes.NewPort(s.app.LogKeeper.Store()), s.app.LogKeeper, changes.Limits{Block: 1})
						want, err := fresh.Page(t.Context(), by.Fresh(), q)
						got, failed := kept.Page(t.Context(), by.Fresh(), q)
						if err != nil || failed != nil {
							t.Fatal(err, failed)
						}
						if a, b := string(got.Append(nil, ",")), string(want.Append(nil, ",")); a != b || got.Next != want.Next || a != string(slices.Concat(got.Parts()...)) {
							t.Fatalf("round %d, %+v: next %d and %d\n%s\n%s\n%s", round, q, got.Next, want.Next, a, b, slices.Concat(got.Parts()...))
						}
					}
				}
			}
		}
	})
}

func TestFilters(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.written()
		s.create(s.root, kind.Plan, "S-2", `{}`)
		s.log()
		for _, c := range []struct {
			q    changes.Query
			want string
		}{
			{changes.Query{Types: []changes.Type{changes.RecordCreated}}, "registro.criado registro.criado"},
			{changes.Query{Types: []changes.Type{changes.RecallCreated, changes.RecordDeleted}}, "recall.criado registro.excluido"},
			{changes.Query{HarvestID: "S-2"}, "registro.criado"},
			{changes.Query{HarvestID: "S-1"}, "registro.criado registro.alterado validacao.criada recall.criado validacao.revogada registro.excluido"},
			{changes.Query{HarvestID: "S-3"}, ""},
			{changes.Query{Lot: "MT25-S-001"}, "registro.criado"},
			{changes.Query{Lot: "MT25-S-002"}, "registro.alterado registro.excluido"},
			{changes.Query{Kind: kind.ByPrefix(kind.Plan)}, "registro.criado"},
			{changes.Query{Phase: "10"}, "validacao.criada validacao.revogada"},
			{changes.Query{Start: changes.Start{Now: true}}, ""},
		} {
			page, all := s.page(s.root, c.q)
			if got := types(all); got != c.want || page.Next != page.Size {
				t.Errorf("%+v: %s, next %d of %d, want %s", c.q, got, page.Next, page.Size, c.want)
			}
		}
		// An instant begins with what was written then, or slightly earlier.
		if _, all := s.page(s.root, changes.Query{Start: changes.Start{At: s.app.Now()}}); len(all) == 0 {
			t.Error("nothing since a minute ago")
		}
		if _, all := s.page(s.root, changes.Query{Start: changes.Start{At: s.app.Now().Add(time.Hour)}}); len(all) != 0 {
			t.Errorf("since an hour hence: %s", types(all))
		}
	})
}

// A reader that continues from next gets every event once, whatever the size of its pages.
func TestPages(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		for i := range 23 {
			s.create(s.root, kind.Plan, fmt.Sprintf("S-%d", i%3), `{}`)
		}
		s.log()
		for _, size := range []int{1, 7, 1000} {
			for harvest, want := range map[string]int{"": 23, "S-1": 8} {
				seen, next := 0, int64(0)
				for {
					page, all := s.page(s.root, changes.Query{Start: changes.Start{From: next}, Size: size, HarvestID: harvest, Types: []changes.Type{changes.RecordCreated}})
					for _, e := range all {
						if e.Position < next || e.Position >= page.Next {
							t.Fatalf("position %d in a page from %d to %d", e.Position, next, page.Next)
						}
					}
					if seen += len(all); len(all) > size {
						t.Fatalf("%d events, asked for %d", len(all), size)
					}
					if next = page.Next; next == page.Size {
						break
					}
				}
				if seen != want {
					t.Errorf("pages of %d of %q: %d events, want %d", size, harvest, seen, want)
				}
			}
		}
	})
}

// A cursor from another store, or from this one before it was rolled back, is refused.
func TestBeyondTheEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.log()
		page, _ := s.page(s.root, changes.Query{Start: changes.Start{Now: true}})
		s.page(s.root, changes.Query{Start: changes.Start{From: page.Size}})
		_, err := s.app.Changes.Page(t.Context(), s.root, changes.Query{Start: changes.Start{From: page.Size + 1}})
		if !trace.Is(err, trace.CodeLogShorter) {
			t.Errorf("%v", err)
		}
		if _, err = s.app.Changes.Open(t.Context(), s.root, changes.Query{}, page.Size); !trace.Is(err, trace.CodeLogShorter) {
			t.Errorf("%v", err)
		}
	})
}

// Any reader, even one that may read little, can recompute the signed root from a prefix of the
// feed, and so knows that it missed nothing.
func TestPrefixProvesItself(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.written()
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"S-2"}
		s.create(s.root, kind.Plan, "S-2", `{}`)
		s.log()
		for name, by := range map[string]*trace.Key{"root": s.root, "limited": &limited} {
			var rolling ledger.Rolling
			for next := int64(0); ; {
				page, all := s.page(by, changes.Query{Start: changes.Start{From: next}, Size: 4, Gaps: true})
				for _, e := range all {
					hash, err := hex.DecodeString(e.Hash)
					if err != nil || e.Position != rolling.Tree().Size {
						t.Fatalf("%s: %+v: %v", name, e, err)
					}
					rolling.Add(hash)
				}
				if next = page.Next; next == page.Size {
					signed, err := ledger.OpenUnder(s.app.VerifierKey(), page.Checkpoint)
					if err != nil || signed != rolling.Tree() {
						t.Errorf("%s: recomputed %v, signed %v, %v", name, rolling.Tree(), signed, err)
					}
					break
				}
			}
		}
	})
}

// The feed has the checkpoints that the log keeps, each once.
func TestCheckpoints(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.written()
		read := func(from int64) (found []event) {
			page, err := s.app.Changes.Page(t.Context(), s.root, changes.Query{Start: changes.Start{From: from}, Size: 100, Types: []changes.Type{changes.CheckpointSigned}})
			if err != nil {
				t.Fatal(err)
			}
			return events(t, &page)
		}
		all := read(0)
		if len(all) != 1 {
			t.Fatalf("%d events", len(all))
		}
		e := all[0]
		tree, err := ledger.OpenUnder(s.app.VerifierKey(), []byte(e.Data["checkpoint"].(string)))
		if err != nil || float64(tree.Size) != e.Data["tamanho"] || e.ID != fmt.Sprintf("checkpoint-%d", tree.Size) || e.Position != tree.Size-1 {
			t.Errorf("%+v: %v", e, err)
		}
		if again := read(tree.Size); len(again) != 0 {
			t.Errorf("the same checkpoint again: %+v", again)
		}
	})
}

func (s *site) register(name string) (id string) {
	s.Helper()
	org, _, err := s.app.RegisterOrganization(s.Context(), s.root, organization.Request{Name: &name}, nil)
	if err != nil {
		s.Fatal(err)
	}
	return org.ID.String()
}

func (s *site) inside(name string) *trace.Key {
	by := *s.root
	by.AccessKey, by.Organization = name, name
	return s.app.Inside(&by)
}

// A recall by somebody who may only read a harvest marks nothing of it: a program that stops sales at a
// recall gets no event, and gets one for the owner's own.
func TestAttackFeedOfARecallByAReader(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Alfa")
		beta := s.register("Beta")
		owner, reader := s.inside("Alfa"), s.inside("Beta")
		s.create(owner, kind.Receiving, "A-1", `{"loteOrigem":"MT25-A-1"}`)
		if _, err := s.app.ShareHarvest(t.Context(), owner, "A-1", beta, reach.Read); err != nil {
			t.Fatal(err)
		}
		recalled := func(by *trace.Key) {
			t.Helper()
			if _, err := s.app.Recall(t.Context(), by.Fresh(), recall.Request{Reason: "teste", Lots: []string{"MT25-A-1"}}); err != nil {
				t.Fatal(err)
			}
			s.log()
		}
		told := func() (all []string) {
			t.Helper()
			for _, by := range []*trace.Key{owner, reader, s.root} {
				for _, q := range []changes.Query{{}, {HarvestID: "A-1"}, {Types: []changes.Type{changes.RecallCreated}}} {
					_, found := s.page(s.app.Inside(by).Fresh(), q)
					all = append(all, fmt.Sprint(strings.Count(types(found), "recall.criado")))
				}
			}
			return all
		}
		recalled(s.app.Inside(reader))
		if got := told(); strings.Join(got, " ") != "0 0 0 0 0 0 0 0 0" {
			t.Errorf("after a recall by the reader: %v", got)
		}
		recalled(owner)
		if got := told(); strings.Join(got, " ") != "1 1 1 1 1 1 1 1 1" {
			t.Errorf("after the owner's: %v", got)
		}
	})
}

// What a caller may not read does not exist in its feed: a gap shows a position and the public
// commitment, and nothing else.
func TestAttackFeedOfOthers(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		s.register("Alfa")
		s.register("Beta")
		mine, other := s.inside("Alfa"), s.inside("Beta")
		s.create(mine, kind.Plan, "A-1", `{}`)
		secret := s.create(other, kind.Receiving, "B-1", `{"loteOrigem":"MT25-B-9","veiculo":"`+plate+`"}`)
		s.create(other, kind.Validation, "B-1", `{"status":"APROVADO","codigo":"SEGREDO-1"}`)
		if _, err := s.app.Recall(t.Context(), other, recall.Request{Reason: "motivo oculto", Lots: []string{"MT25-B-9"}}); err != nil {
			t.Fatal(err)
		}
		s.log()
		limited := *s.root
		limited.AccessKey, limited.Harvests = "rk_limited", []string{"A-1"}
		writer := *s.root
		writer.AccessKey, writer.Scopes = "rk_writer", []trace.Scope{trace.Write, trace.Admin}
		for name, by := range map[string]*trace.Key{"organisation": mine, "limited": &limited} {
			for _, q := range []changes.Query{{}, {Full: true}, {Gaps: true}, {Gaps: true, Full: true}, {Lot: "MT25-B-9"}, {Kind: secret.Kind}, {Types: []changes.Type{changes.RecallCreated}}} {
				page, all := s.page(by.Fresh(), q)
				text := string(page.Append(nil, "\n"))
				for _, mark := range []string{"B-1", "MT25-B-9", plate, "SEGREDO", secret.ID.String(), "oculto", "Beta"} {
					if strings.Contains(text, mark) {
						t.Errorf("%s, %+v: %s", name, q, text)
					}
				}
				for _, e := range all {
					if e.Type == "rastro.lacuna" && (e.Subject != "" || e.Time != "" || e.Data != nil) {
						t.Errorf("%s: a gap says %+v", name, e)
					}
				}
			}
			// A harvest of others and one that does not exist look the same.
			for _, harvest := range []string{"B-1", "B-2"} {
				if _, err := s.app.Changes.Page(t.Context(), by.Fresh(), changes.Query{HarvestID: harvest}); !trace.Is(err, trace.CodeForbiddenHarvest) {
					t.Errorf("%s: %s: %v", name, harvest, err)
				}
			}
		}
		if _, err := s.app.Changes.Page(t.Context(), &writer, changes.Query{}); !trace.Is(err, trace.CodeForbiddenScope) {
			t.Errorf("a key that may not read: %v", err)
		}
	})
}
