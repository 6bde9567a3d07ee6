package feed_test

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"rastro/internal/admit"
	"rastro/internal/epcis/feed"
	"rastro/internal/kind"
	"rastro/internal/logged"
	"rastro/internal/lot"
	"rastro/internal/testkit"
	"rastro/internal/trace"
)

// ofHarvest goes through all pages about a harvest.
func (s *site) ofHarvest(by *trace.Key, harvest, text string) (all []string) {
	s.Helper()
	for token := ""; ; {
		page, err := s.app.Events.OfHarvest(s.Context(), by, harvest, s.parse(text+token), origin)
		if err != nil {
			s.Fatalf("%s %s: %v", harvest, text, err)
		}
		all = append(all, strings.Fields(ids(page))...)
		if page.Next == "" {
			return all
		}
		token = "&nextPageToken=" + url.QueryEscape(page.Next)
	}
}

// An answer about a harvest, or a lot, is the same whether its records are few or so many that it
// goes through the log.
func TestHarvest(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		var want, ofLot, everywhere []string
		for i := range 4 {
			other := s.create(s.root, kind.Receiving, "S-2", `{"loteOrigem":"L-1"}`)
			everywhere = append(everywhere, event(&other, 1))
			r := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"L-1","volume":"1 t"}`)
			made := []string{event(&r, 1)}
			if i%2 == 0 {
				s.update(&r, `{"loteOrigem":"L-1","volume":"2 t"}`)
				made = append(made, event(&r, 1)+"*", event(&r, 2))
			}
			if i == 3 {
				if _, err := s.app.Delete(t.Context(), s.root, r.Kind, r.ID.String(), trace.AnyVersion); err != nil {
					t.Fatal(err)
				}
				made = append(made, event(&r, 1)+"*")
			}
			want, ofLot, everywhere = append(want, made...), append(ofLot, made...), append(everywhere, made...)
			grown := s.create(s.root, kind.Harvesting, "S-1", fmt.Sprintf(`{"quantidadeColhida":%d}`, 1000+i))
			want = append(want, event(&grown, 1))
		}
		s.log()
		lot := "MATCH_anyEPCClass=" + origin + "/id/lote/L-1"
		check := func(how string) {
			t.Helper()
			for _, c := range []struct {
				text string
				got  []string
				want []string
			}{
				{"harvest", s.ofHarvest(s.root, "S-1", ""), want},
				{"harvest in small pages", s.ofHarvest(s.root, "S-1", "perPage=2"), want},
				{"part of a harvest", s.ofHarvest(s.root, "S-1", "perPage=2&eventCountLimit=5"), want[:5]},
				{"sorted harvest", s.ofHarvest(s.root, "S-1", "perPage=3&orderBy=recordTime&orderDirection=ASC"), want},
				{"lot in a harvest", s.ofHarvest(s.root, "S-1", lot+"&perPage=3"), ofLot},
				{"lot", s.everything(s.root, lot+"&perPage=3"), everywhere},
				{"nothing", s.ofHarvest(s.root, "S-3", ""), nil},
			} {
				if got, want := strings.Join(c.got, " "), strings.Join(c.want, " "); got != want {
					t.Errorf("%s, %s: %s, want %s", how, c.text, got, want)
				}
			}
		}
		check("few records")
		first, err := s.app.Events.OfHarvest(t.Context(), s.root, "S-1", s.parse("perPage=2&eventCountLimit=5"), origin)
		if err != nil {
			t.Fatal(err)
		}
		s.app.Events.Limit(3, 8<<20)
		check("many records")
		second, err := s.app.Events.OfHarvest(t.Context(), s.root, "S-1", s.parse("perPage=5&eventCountLimit=5&nextPageToken="+url.QueryEscape(first.Next)), origin)
		if got := ids(first) + " " + ids(second); err != nil || got != strings.Join(want[:5], " ") || second.Next != "" {
			t.Errorf("a harvest that grew between pages: %s: %v", got, err)
		}
		s.app.Events.Limit(3, 300)
		check("large records")
		for _, harvest := range []string{"S-2", "S-3"} {
			q := s.parse("perPage=2&eventCountLimit=5&nextPageToken=" + url.QueryEscape(first.Next))
			if _, err := s.app.Events.OfHarvest(t.Context(), s.root, harvest, q, origin); !trace.Is(err, trace.CodeBadCursor) {
				t.Errorf("a token of another harvest than %s: %v", harvest, err)
			}
			if _, err := s.app.Events.Events(t.Context(), s.root, q, origin); !trace.Is(err, trace.CodeBadCursor) {
				t.Errorf("a token of a harvest for all of them: %v", err)
			}
		}
		if _, err := s.app.Events.OfHarvest(t.Context(), s.root, "", s.parse(""), origin); !trace.Is(err, trace.CodeBadParameter) {
			t.Errorf("no harvest: %v", err)
		}
	})
}

// counted counts what is read from a database, and may lack the end of its journal.
type counted struct {
	feed.Reader
	versions, rows *int
	short          bool
}

func (c counted) Versions(ctx context.Context, id trace.ID) ([]trace.Record, error) {
	all, err := c.Reader.Versions(ctx, id)
	*c.versions += len(all)
	return all, err
}

func (c counted) EachLotRow(ctx context.Context, q trace.LotQuery, fn func(*lot.Row) error) error {
	*c.rows++
	return c.Reader.EachLotRow(ctx, q, fn)
}

func (c counted) EachLogged(ctx context.Context, from int64, limit int, fn func(*trace.Record) error) error {
	if c.short {
		limit--
	}
	return c.Reader.EachLogged(ctx, from, limit, fn)
}

// counting returns an asker that counts the versions and the queries for lots that it reads.
func (s *site) counting(short bool) (a *feed.Asker, versions, rows *int) {
	versions, rows = new(int), new(int)
	port := trace.NarrowRead(s.store, func(r trace.Reader) feed.Reader { return counted{r, versions, rows, short} })
	return feed.New(port, s.app.LogKeeper, s.app.Sealer, s.app.Tracer.FindLots, testkit.Ticking().Now), versions, rows
}

// A page reads each thing once, and claims what it holds.
func TestCosts(t *testing.T) {
	onBoth(t, func(t *testing.T, s *site) {
		var lots []string
		for i := range 5 {
			lots = append(lots, fmt.Sprintf(`"L-%d"`, i))
			s.create(s.root, kind.Receiving, "S-1", fmt.Sprintf(`{"loteOrigem":"L-%d"}`, i))
		}
		s.create(s.root, kind.Validation, "S-1", `{"status":"APROVADO","lotes":[`+strings.Join(lots, ",")+`],"gtin":"07891234567895"}`)
		r := s.create(s.root, kind.Receiving, "S-1", `{"loteOrigem":"L-1","n":0}`)
		const updates, size = 9, 20_000
		for i := range updates {
			s.update(&r, fmt.Sprintf(`{"loteOrigem":"L-1","n":%d,"observacoes":"%s"}`, i, strings.Repeat("x", size)))
		}
		s.log()
		whole := strings.Join(s.everything(s.root, ""), " ")
		if !strings.Contains(whole, event(&r, updates+1)) {
			t.Fatal(whole)
		}
		a, versions, rows := s.counting(false)
		memory := admit.New(128<<20, 0)
		claim := memory.Claim()
		claim.For("a")
		ctx := admit.Context(t.Context(), claim)
		page, err := a.Events(ctx, s.root, s.parse(""), origin)
		if err != nil || ids(page) != whole {
			t.Errorf("%s, want %s: %v", ids(page), whole, err)
		}
		if *versions > 0 || *rows != 1 {
			t.Errorf("%d versions were read again, with %d queries for lots", *versions, *rows)
		}
		links := 0
		for i := range page.Events {
			links += strings.Count(string(page.Events[i].JSON), "id.gs1.org/01/07891234567895/10/L-")
		}
		if links < 5 {
			t.Errorf("%d Digital Links", links)
		}
		claim.Release()
		if _, err := a.Events(ctx, s.root, s.parse("EQ_bizStep=shipping"), origin); err != nil {
			t.Fatal(err)
		}
		if held := memory.Usage().Held; held < updates*size {
			t.Errorf("%d bytes are claimed for %d versions of %d", held, updates, size)
		}
		claim.Release()

		// Large versions make a batch shorter, and the answer is the same.
		a.Limit(2_000, 3*size)
		var got []string
		for token := ""; ; {
			page, err := a.Events(ctx, s.root, s.parse(token), origin)
			if err != nil {
				t.Fatal(err)
			}
			if got = append(got, strings.Fields(ids(page))...); page.Next == "" {
				break
			}
			token = "nextPageToken=" + url.QueryEscape(page.Next)
		}
		if strings.Join(got, " ") != whole {
			t.Errorf("%s, want %s", got, whole)
		}
		*rows = 0
		if page, err := a.Values(ctx, s.root, "readPoints", s.parse(""), origin); err != nil || *rows > 0 {
			t.Errorf("a list of values looked for trade items %d times: %v %v", *rows, page.Values, err)
		}

		lacking, _, _ := s.counting(true)
		for _, text := range []string{"", "orderBy=recordTime"} {
			if _, err := lacking.Events(t.Context(), s.root, s.parse(text), origin); err != logged.ErrShort {
				t.Errorf("a journal without its last version: %v", err)
			}
		}
	})
}
