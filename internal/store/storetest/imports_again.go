package storetest

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"rastro/internal/intake"
	"rastro/internal/trace"
)

// importAgainCases check that repeating an import changes nothing.
var importAgainCases = []namedCase{
	{"the same file twice changes nothing, whatever became of its records", func(t *testing.T, s trace.Store) {
		ctx := context.Background()
		svc := service(t, s)
		for _, o := range []intake.Options{validOnce, allOnce} {
			first := importFile(t, s, seeds(5), o)
			if first.err != nil || (o.Mode == intake.ImportValid) != (first.outcomes() == "ccccc") {
				t.Fatalf("%s, %v", first.outcomes(), first.err)
			}
			id := func(i int) string { return first.results[i].ID.String() }
			if o.Mode == intake.ImportValid {
				if _, err := svc.Update(ctx, everybody, planting, trace.Envelope{ID: id(0), HarvestID: "S-0", Payload: []byte(`{}`)}, trace.AnyVersion); err != nil {
					t.Fatal(err)
				}
				if _, err := svc.Delete(ctx, everybody, planting, id(1), trace.AnyVersion); err != nil {
					t.Fatal(err)
				}
				if _, err := svc.Erase(ctx, everybody, planting, id(2), "pedido do titular"); err != nil {
					t.Fatal(err)
				}
			}
			again := importFile(t, s, seeds(5), o)
			if again.err != nil || again.outcomes() != "eeeee" || !same(again.ids(), first.ids()) {
				t.Errorf("again: %s, %v", again.outcomes(), again.err)
			}
			wantStored(t, s, "after", 3)
		}
	}},
	{"what is the same row, and what is not", func(t *testing.T, s trace.Store) {
		row := `{"safraId":"S","safraCodigo":"2025","dados":{"quantidadeSemente":10,"dataPlantio":"x"}}` + "\n"
		if got := importFile(t, s, row+row, validOnce); got.outcomes() != "cc" {
			t.Errorf("twice in one file is meant twice: %s", got.outcomes())
		}
		for _, c := range []struct{ name, file, want string }{
			{"both and a third", row + row + row, "eec"},
			{"in other words", `{"dados":{ "dataPlantio":"\u0078", "quantidadeSemente":1e1 },"safraCodigo":"2025","safraId":" S "}`, "e"},
			{"with what an export adds", `{"id":"x","versao":3,"tipo":"plantioManejo","safraId":"S","safraCodigo":"2025","dados":{"quantidadeSemente":10,"dataPlantio":"x"}}`, "e"},
			{"another harvest", strings.Replace(row, `"S"`, `"T"`, 1), "c"},
			{"another code", strings.Replace(row, "2025", "2026", 1), "c"},
			{"another number", strings.Replace(row, "10", "11", 1), "c"},
			{"a list of the same", "[" + strings.TrimSpace(row) + "]", "e"},
		} {
			if got := importFile(t, s, c.file, validOnce); got.outcomes() != c.want || got.err != nil {
				t.Errorf("%s: %s, %v; want %s", c.name, got.outcomes(), got.err, c.want)
			}
		}
		if got := importAs(t, service(t, s), everybody, receipt, strings.NewReader(row), validOnce); got.outcomes() != "c" {
			t.Errorf("another kind: %s", got.outcomes())
		}
		wantStored(t, s, "after", 6)
		if got := importFile(t, s, row, valid); got.outcomes() != "c" {
			t.Errorf("who does not ask for it gets a record: %s", got.outcomes())
		}
	}},
	{"an import that broke off continues where it stopped", func(t *testing.T, s trace.Store) {
		file, broken := seeds(2600), errors.New("the line broke")
		for _, part := range []int{len(file) / 5, len(file) / 2} {
			cut := strings.LastIndexByte(file[:part], '\n') + 1
			got := importAs(t, service(t, s), everybody, planting, io.MultiReader(strings.NewReader(file[:cut]), iotest.ErrReader(broken)), validOnce)
			if !errors.Is(got.err, broken) || int64(len(got.results)) != got.Total || got.Total != int64(strings.Count(file[:cut], "\n")) {
				t.Fatalf("cut at %d: %+v, %v", part, got.Count, got.err)
			}
			wantStored(t, s, "after a cut", got.Total)
		}
		whole := importFile(t, s, file, validOnce)
		if whole.err != nil || whole.Total != 2600 || whole.Existing < 1000 || whole.Created+whole.Existing != 2600 {
			t.Errorf("the whole: %+v, %v", whole.Count, whole.err)
		}
		wantStored(t, s, "at last", 2600)
	}},
	{"the same file by several at once is written once", func(t *testing.T, s trace.Store) {
		file := seeds(1500)
		ids := make([][]trace.ID, 4)
		errs := together(len(ids), func(i int) error {
			o := validOnce
			if i%2 == 1 {
				o = allOnce
			}
			got := importFile(t, s, file, o)
			ids[i] = got.ids()
			return got.err
		})
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
		for i := range ids {
			if !same(ids[i], ids[0]) {
				t.Errorf("import %d mentions other records than the first", i)
			}
		}
		wantStored(t, s, "after", 1500)
	}},
}
