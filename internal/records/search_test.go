package records_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rastro/internal/kind"
	"rastro/internal/records"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// ids returns the ids of records, in their order.
func ids(records []trace.Record) string {
	var all []string
	for i := range records {
		all = append(all, records[i].ID.String())
	}
	return strings.Join(all, " ")
}

func TestSearch(t *testing.T) {
	w := world.New(t)
	made := map[string]string{}
	for _, r := range []struct{ name, harvest, payload string }{
		{"a", "S", `{"loteOrigem":"LOTE-7","veiculo":"Caminhão ABC1D23","volume":"36 t"}`},
		{"b", "S-2", `{"loteOrigem":"LOTE-70","veiculo":"S\u00e3o Jos\u00e9","extra":{"nota":["N\u00ba 55"]}}`},
		{"c", "S-3", `{"loteOrigem":"lote 8","volume":"41 t"}`},
	} {
		w.Later(time.Second)
		made[r.name] = w.Create(world.Receipt, r.harvest, r.payload).ID.String()
	}
	w.Create(world.Planting, "S", `{"cultivacaoUtilizada":"LOTE-7"}`)
	for _, tc := range []struct {
		name     string
		by       *trace.Key
		search   records.Search
		want     string // names, in order
		how      records.How
		harvests string
	}{
		{"everything", world.Everybody, records.Search{}, "c b a", records.Listed, ""},
		{"a harvest", world.Everybody, records.Search{HarvestID: "S-2"}, "b", records.Listed, ""},
		{"no such harvest", world.Everybody, records.Search{HarvestID: "S-"}, "", records.Listed, "S-2 S-3"},
		{"an id", world.Everybody, records.Search{Text: " " + made["b"]}, "b", records.ByItsID, ""},
		{"an id of nobody", world.Everybody, records.Search{Text: "019a853d-a17b-791d-bfff-ffffffffffff"}, "", records.ByItsID, ""},
		{"a lot", world.Everybody, records.Search{Text: "lote-7"}, "a", records.ByLot, ""},
		{"a lot, as a text", world.Everybody, records.Search{Text: "lote-7", Anywhere: true}, "b a", records.ByText, ""},
		{"a lot elsewhere", world.Everybody, records.Search{Text: "lote-7", HarvestID: "S-3"}, "", records.ByText, ""},
		{"accents", world.Everybody, records.Search{Text: "CAMINHAO"}, "a", records.ByText, ""},
		{"escapes", world.Everybody, records.Search{Text: "são josé"}, "b", records.ByText, ""},
		{"deep down", world.Everybody, records.Search{Text: "º 55"}, "b", records.ByText, ""},
		{"a name of a field", world.Everybody, records.Search{Text: "veiculo"}, "", records.ByText, ""},
		{"a harvest's beginning", world.Everybody, records.Search{Text: "S-"}, "c b", records.ByText, "S-2 S-3"},
		{"who may see one harvest", world.Guest, records.Search{}, "a", records.Listed, ""},
		{"who may see one harvest, by text", world.Guest, records.Search{Text: "lote"}, "a", records.ByText, ""},
		{"who may see one harvest, by id", world.Guest, records.Search{Text: made["b"]}, "", records.ByItsID, ""},
		{"who may see one harvest, by lot", world.Guest, records.Search{Text: "LOTE-70"}, "", records.ByText, ""},
	} {
		if tc.search.Order == nil {
			tc.search.Order = trace.NewestFirst
		}
		got, err := w.App.Search(t.Context(), tc.by, world.Receipt, tc.search, trace.Paging{Size: 20})
		if err != nil {
			t.Errorf("%s: %v", tc.name, err)
			continue
		}
		var want []string
		for name := range strings.FieldsSeq(tc.want) {
			want = append(want, made[name])
		}
		if ids(got.Records) != strings.Join(want, " ") || got.How != tc.how || strings.Join(got.Harvests, " ") != tc.harvests {
			t.Errorf("%s: %d records, how %d, harvests %q; want %q, %d, %q", tc.name, len(got.Records), got.How, got.Harvests, tc.want, tc.how, tc.harvests)
		}
	}
	if _, err := w.App.Search(t.Context(), world.Guest, world.Receipt, records.Search{HarvestID: "S-2", Order: trace.NewestFirst}, trace.Paging{Size: 1}); !trace.Is(err, trace.CodeForbiddenHarvest) {
		t.Errorf("another harvest: %v", err)
	}
}

// A text is looked for within bounds, and the next page continues from there.
func TestSearchGoesOn(t *testing.T) {
	w := world.New(t)
	for i := range 1205 {
		w.Later(time.Millisecond)
		text := "nada"
		if i%600 == 0 {
			text = fmt.Sprintf("agulha %d", i)
		}
		w.Create(world.Receipt, "S", `{"veiculo":"`+text+`"}`)
	}
	search := records.Search{Text: "agulha", Order: trace.NewestFirst}
	first, err := w.App.Search(t.Context(), world.Everybody, world.Receipt, search, trace.Paging{Size: 20})
	if err != nil || len(first.Records) != 2 || first.Looked != 1000 || first.Next == "" {
		t.Fatalf("%d found of %d, next %q, %v", len(first.Records), first.Looked, first.Next, err)
	}
	rest, err := w.App.Search(t.Context(), world.Everybody, world.Receipt, search, trace.Paging{Size: 20, Cursor: first.Next})
	if err != nil || len(rest.Records) != 1 || rest.Looked != 205 || rest.Next != "" {
		t.Errorf("%d found of %d, next %q, %v", len(rest.Records), rest.Looked, rest.Next, err)
	}
	small, err := w.App.Search(t.Context(), world.Everybody, world.Receipt, search, trace.Paging{Size: 1})
	if err != nil || len(small.Records) != 1 || small.Looked != 5 {
		t.Errorf("a page of one: %d found of %d, %v", len(small.Records), small.Looked, err)
	}
	if _, err := w.App.Search(t.Context(), world.Everybody, world.Receipt, records.Search{Order: trace.NewestFirst}, trace.Paging{Size: 1, Cursor: first.Next}); !trace.Is(err, trace.CodeBadCursor) {
		t.Errorf("the cursor of a search on a list: %v", err)
	}
}

func TestTally(t *testing.T) {
	w := world.New(t)
	w.Create(world.Receipt, "S", `{}`)
	gone := w.Create(world.Receipt, "T", `{}`)
	if _, err := w.App.Delete(t.Context(), world.Everybody, world.Receipt, gone.ID.String(), trace.AnyVersion); err != nil {
		t.Fatal(err)
	}
	counts, ok, err := w.App.Tally(t.Context(), world.Everybody)
	if err != nil || !ok || counts[world.Receipt] != 1 || counts[world.Planting] != 0 || len(counts) != len(kind.All) {
		t.Errorf("%v, %t, %v", counts, ok, err)
	}
	if _, ok, err := w.App.Tally(t.Context(), world.Guest); ok || err != nil {
		t.Errorf("a key of one harvest: %t, %v", ok, err)
	}
}

func TestMayWrite(t *testing.T) {
	all := []trace.Scope{trace.Read, trace.Write}
	for _, tc := range []struct {
		key     trace.Key
		harvest string
		want    bool
	}{
		{trace.Key{Scopes: all}, "", true},
		{trace.Key{Scopes: all}, "S", true},
		{trace.Key{Scopes: all[:1]}, "", false},
		{trace.Key{Scopes: all, Phases: []string{"06"}}, "S", true},
		{trace.Key{Scopes: all, Phases: []string{"02"}}, "S", false},
		{trace.Key{Scopes: all, Harvests: []string{"T"}}, "S", false},
		{trace.Key{Scopes: all, Harvests: []string{"T"}}, "", true},
	} {
		if got := tc.key.MayWrite(world.Receipt, tc.harvest); got != tc.want {
			t.Errorf("%+v in %q: %t, want %t", tc.key, tc.harvest, got, tc.want)
		}
	}
}

// A key of a few harvests lists and searches them as one list, page by page.
func TestListOfAFewHarvests(t *testing.T) {
	w := world.New(t)
	key := &trace.Key{AccessKey: "rk_few", Name: "Duas safras", Scopes: []trace.Scope{trace.Read}, Harvests: []string{"B", "A", "D", "A"}}
	var want []string
	for i := range 60 {
		w.Later(time.Millisecond)
		harvest := string(rune('A' + i*7%4))
		if r := w.Create(world.Receipt, harvest, `{"veiculo":"Caminhão"}`); harvest != "C" {
			want = append(want, r.ID.String())
		}
	}
	slices.Reverse(want)
	for _, text := range []string{"", "caminhao"} {
		for _, order := range []trace.Order{trace.NewestFirst, trace.OldestFirst} {
			var got []string
			for cursor := ""; ; {
				page, err := w.App.Search(t.Context(), key, world.Receipt, records.Search{Text: text, Order: order}, trace.Paging{Size: 7, Cursor: cursor})
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, strings.Fields(ids(page.Records))...)
				if cursor = page.Next; cursor == "" {
					break
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("%q, %v: %d records, want %d in the order of their ids", text, order, len(got), len(want))
			}
			slices.Reverse(want)
		}
	}
}
