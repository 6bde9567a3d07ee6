package lot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/kind"
)

// memory is a graph of records, by lot.
type memory map[string][]Row

func (m memory) add(n byte, prefix, payload string) {
	k := kind.ByPrefix(prefix)
	for _, row := range Read(k, []byte(payload)).Rows() {
		row.ID[15], row.Version, row.Kind = n, 1, k.Code
		m[row.Lot] = append(m[row.Lot], row)
	}
}

// source serves rows from memory. If most is set, a chunk with more rows counts as too large.
type source struct {
	memory
	most int
}

func (s source) Chunk(lots []string, fn func(*Row)) (bool, error) {
	n := 0
	for _, l := range lots {
		for i := len(s.memory[l]) - 1; i >= 0; i-- { // in no order
			if n++; s.most > 0 && n > s.most {
				return false, nil
			}
			fn(&s.memory[l][i])
		}
	}
	return true, nil
}

func (s source) Each(l string, from, to Role, after RowKey, _ bool, fn func(*Row) error) error {
	rows := slices.SortedFunc(slices.Values(s.memory[l]), byRow)
	for i := range rows {
		if rows[i].Role >= from && rows[i].Role <= to && comesAfter(&rows[i], after) {
			if err := fn(&rows[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func comesAfter(r *Row, key RowKey) bool {
	return byRow(*r, Row{Role: key.Role, ID: key.ID}) > 0
}

func (source) Judge(r *Row, d Direction) (bool, []Other) { return true, r.Leads(d) }

// walk lists the lots of a walk. It runs with rows in memory and without, and checks that the
// results agree.
func (m memory) walk(t interface{ Fatal(...any) }, d Direction, depth int, start ...string) []string {
	var all [][]string
	for _, most := range []int{0, 3, 1} {
		var met []string
		w := Walk{Direction: d, Depth: depth, Source: source{m, most}}
		if err := w.From(start, func(s *Step) error {
			rows := 0
			err := s.Each(Identified, Validated, func(*Row) error { rows++; return nil })
			met = append(met, fmt.Sprintf("%s/%d", s.Lot, s.Depth))
			if rows != len(m[s.Lot]) {
				t.Fatal(s.Lot, "has", len(m[s.Lot]), "rows, told", rows)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		all = append(all, met)
	}
	if !slices.Equal(all[0], all[1]) || !slices.Equal(all[0], all[2]) {
		t.Fatal("held and not held:", all)
	}
	return all[0]
}

func TestWalk(t *testing.T) {
	m := memory{}
	m.add(1, working, `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
	m.add(2, working, `{"loteEntrada":"A-1","loteSaida":"B-2"}`)
	m.add(3, processing, `{"lote":"C-1","blendagem":"B-1 50%; B-2 50%"}`)            // a diamond
	m.add(4, working, `{"loteEntrada":"C-1","loteSaida":"A-1"}`)                     // a circle
	m.add(5, working, `{"loteEntrada":"X-1 e X-2","loteSaida":"X-1"}`)               // into itself
	m.add(6, processing, `{"lote":"C-1","produtoFinal":"óleo, lote O-1; lote O-2"}`) // ends
	for _, c := range []struct {
		d     Direction
		depth int
		start string
		want  string
	}{
		{Back, -1, "C-1", "C-1/0 B-1/1 B-2/1 A-1/2"},
		{Back, 1, "C-1", "C-1/0 B-1/1 B-2/1"},
		{Back, 0, "C-1", "C-1/0"},
		{Forward, -1, "A-1", "A-1/0 B-1/1 B-2/1 C-1/2 O-1/3 O-2/3"},
		{Forward, -1, "X-2", "X-2/0 X-1/1"},
		{Back, -1, "X-1", "X-1/0 X-2/1"},
		{Back, -1, "NONE", "NONE/0"},
	} {
		if got := strings.Join(m.walk(t, c.d, c.depth, c.start), " "); got != c.want {
			t.Errorf("from %s, %d deep: %s, want %s", c.start, c.depth, got, c.want)
		}
	}
}

// Forward and backward walks agree, circles terminate, and the order of writing does not matter.
func TestWalksAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9).Draw(t, "lots")
		code := func() string { return fmt.Sprintf("L-%d", rapid.IntRange(1, n).Draw(t, "lot")) }
		var records []string
		for range rapid.IntRange(1, 12).Draw(t, "records") {
			records = append(records, fmt.Sprintf(`{"loteEntrada":"%s, %s","loteSaida":"%s"}`, code(), code(), code()))
		}
		m := memory{}
		for i, payload := range records {
			m.add(byte(i), working, payload)
		}
		shuffled := memory{}
		order := rapid.Permutation(slices.Collect(func(yield func(int) bool) {
			for i := range records {
				if !yield(i) {
					return
				}
			}
		})).Draw(t, "order")
		for _, i := range order {
			shuffled.add(byte(i), working, records[i])
		}
		reach := func(d Direction, from string) []string {
			met := m.walk(t, d, -1, from)
			if again := shuffled.walk(t, d, -1, from); !slices.Equal(met, again) {
				t.Fatalf("%q: from %s %v, written in another order %v", records, from, met, again)
			}
			for i := range met {
				met[i], _, _ = strings.Cut(met[i], "/")
			}
			return met
		}
		for i := 1; i <= n; i++ {
			a := fmt.Sprintf("L-%d", i)
			forward := reach(Forward, a)
			for j := 1; j <= n; j++ {
				b := fmt.Sprintf("L-%d", j)
				if slices.Contains(forward, b) != slices.Contains(reach(Back, b), a) {
					t.Fatalf("%q: %s forward of %s: %v, but backward not so", records, b, a, slices.Contains(forward, b))
				}
			}
		}
	})
}

// A walk fails if it would exceed its memory; it never silently stops short.
func TestWalkHoldsNoMoreThanItMay(t *testing.T) {
	m := memory{}
	for i := range 200 {
		m.add(byte(i), working, fmt.Sprintf(`{"loteEntrada":"A-1","loteSaida":"B-%d"}`, i))
	}
	for _, c := range []struct {
		bytes int
		want  error
		lots  int
	}{{0, nil, 201}, {100_000, nil, 201}, {2_000, ErrTooLarge, 1}} {
		lots := 0
		w := Walk{Direction: Forward, Depth: -1, Source: source{m, 16}, Bytes: c.bytes}
		if err := w.From([]string{"A-1"}, func(*Step) error { lots++; return nil }); err != c.want || lots != c.lots {
			t.Errorf("within %d bytes: %d lots, %v, want %d, %v", c.bytes, lots, err, c.lots, c.want)
		}
	}
}

// A walk that is stopped, at a lot or in the middle of its rows, and then continued gives the same
// result as one that nobody stopped.
func TestAWalkGoesOnWhereItWasStopped(t *testing.T) {
	m := memory{}
	for i := range 20 {
		m.add(byte(i), working, fmt.Sprintf(`{"loteEntrada":"A-1","loteSaida":"B-%d"}`, i%7))
		m.add(byte(20+i), working, fmt.Sprintf(`{"loteEntrada":"B-%d","loteSaida":"C-%d, C-%d"}`, i%7, i, i+1))
		m.add(byte(40+i), "/armazenamento/recebimento", `{"loteOrigem":"A-1"}`)
	}
	want := m.walk(t, Forward, -1, "A-1")
	for every := 1; every < 12; every++ { // rows until it is stopped again
		w := Walk{Direction: Forward, Depth: -1, Source: source{m, 4}}
		on, err := w.Start([]string{"A-1"})
		if err != nil {
			t.Fatal(err)
		}
		var met, rows []string
		var last RowKey // within the lot at which it stopped
		amid := false
		for done := false; !done; {
			left := every
			done, err = on.Go(func(s *Step) error {
				take := func(r *Row) error {
					if left == 0 {
						return ErrStop
					}
					left--
					last = r.Key()
					rows = append(rows, fmt.Sprintf("%s#%d/%d", r.Lot, r.ID[15], r.Role))
					return nil
				}
				var err error
				switch {
				case s.Held() && left == 0:
					return ErrStop
				case s.Held():
					left--
				case amid:
					err = s.EachAfter(last, Received, take)
				default:
					last = RowKey{}
					err = s.Each(Identified, Received, take)
				}
				if amid = err != nil; !amid {
					met = append(met, fmt.Sprintf("%s/%d", s.Lot, s.Depth))
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		once := slices.Compact(slices.Sorted(slices.Values(rows)))
		if !slices.Equal(met, want) || len(once) != len(rows) || len(m["A-1"]) > len(rows) {
			t.Errorf("stopped every %d rows: %v, want %v; %d rows, %d of them once", every, met, want, len(rows), len(once))
		}
	}
}

// A row that the judge does not follow leads nowhere, and one that it does not show
// is not seen.
func TestWalkJudge(t *testing.T) {
	m := memory{}
	m.add(1, working, `{"loteEntrada":"A-1","loteSaida":"B-1"}`)
	m.add(2, working, `{"loteEntrada":"A-1","loteSaida":"B-2"}`)
	m.add(3, working, `{"loteEntrada":"A-1","loteSaida":"B-3"}`)
	var seen []string
	w := Walk{Direction: Forward, Depth: -1, Source: judging{source{m, 0}}}
	if err := w.From([]string{"A-1"}, func(s *Step) error {
		return s.Each(Identified, Validated, func(r *Row) error {
			seen = append(seen, fmt.Sprintf("%s#%d", r.Lot, r.ID[15]))
			return nil
		})
	}); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, " "); got != "A-1#1 A-1#2 B-1#1" {
		t.Errorf("seen: %s", got)
	}
}

type judging struct{ source }

func (judging) Judge(r *Row, d Direction) (bool, []Other) {
	switch r.ID[15] {
	case 1:
		return true, r.Leads(d)
	case 2:
		return true, nil // seen, and not followed
	}
	return false, r.Leads(d)[:0:0]
}
