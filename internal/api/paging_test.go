package api_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rastro/internal/kind"
)

// fill makes n records, each with a harvest and its own harvest code, and
// returns their ids, oldest first.
func (c client) fill(n int) []string {
	c.t.Helper()
	return c.fillKind(planting, n)
}

func (c client) fillKind(prefix string, n int) []string {
	c.t.Helper()
	all := make([]string, n)
	for i := range all {
		// The harvest runs against time and the code in threes, so that no two
		// orders are the same by chance.
		body := fmt.Sprintf(`{"safraId":"S-%03d","safraCodigo":"C-%d","dados":{}}`, n-i, i%3)
		all[i] = c.post(prefix, body).ok(201).record().ID
	}
	return all
}

func reversed(list []string) []string {
	list = slices.Clone(list)
	slices.Reverse(list)
	return list
}

func TestPageSize(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.fill(25)
	for _, tc := range []struct {
		query      string
		size, rows int
	}{
		{"", 20, 20}, {"?size=7", 7, 7}, {"?pageSize=7", 7, 7}, {"?page_size=7", 7, 7}, {"?limit=7", 7, 7},
		{"?size=7&limit=9", 7, 7}, {"?size=25", 25, 25}, {"?size=1000", 1000, 25}, {"?size=1001", 1000, 25},
		{"?size=99999999999999999999", 1000, 25}, {"?size=007", 7, 7}, {"?Size=7", 20, 20}, {"?other=x", 20, 20},
	} {
		p := c.get(planting + tc.query).records()
		if p.Page.Size != tc.size || len(p.Content) != tc.rows || p.total() != 25 || *p.Page.TotalPages != (25+tc.size-1)/tc.size {
			t.Errorf("%q: %d rows of %+v, want %d rows of size %d", tc.query, len(p.Content), p.Page, tc.rows, tc.size)
		}
	}
}

func TestPageNumber(t *testing.T) {
	t.Parallel()
	c := start(t)
	newest := reversed(c.fill(25))
	for _, tc := range []struct{ number, from, to int }{
		{0, 0, 10}, {1, 10, 20}, {2, 20, 25}, {3, 25, 25}, {1000, 25, 25},
	} {
		p := c.get(fmt.Sprintf("%s?size=10&page=%d", planting, tc.number)).records()
		same(t, fmt.Sprintf("page %d", tc.number), ids(p.Content), newest[tc.from:tc.to])
		if p.Page.Number != tc.number || p.total() != 25 || (p.Next != nil) != (tc.to < 25) {
			t.Errorf("page %d: %+v, next %v", tc.number, p.Page, p.Next)
		}
	}
	for _, far := range []int{100_001, math.MaxInt64} {
		c.get(fmt.Sprintf("%s?size=10&page=%d", planting, far)).fails(400, "PAGINA_DISTANTE")
	}
}

func TestTotalIsLeftOut(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.fill(3)
	for query, want := range map[string]bool{"": true, "?total=true": true, "?total=1": true, "?total=false": false, "?total=0": false} {
		if p := c.get(planting + query).records(); (p.Page.TotalElements != nil) != want || (p.Page.TotalPages != nil) != want || len(p.Content) != 3 {
			t.Errorf("%q: %+v, want totals: %t", query, p.Page, want)
		}
	}
}

// linked returns where the answer's Link leads, "" for nowhere.
func (a answer) linked() string {
	a.t.Helper()
	link := a.header.Get("Link")
	if link == "" {
		return ""
	}
	target, ok := strings.CutSuffix(link, `>; rel="next"`)
	if !ok || target[0] != '<' {
		a.t.Fatalf("%s: Link %q", a.request, link)
	}
	return target[1:]
}

// Following the cursor, from the body or from Link, shows everything that
// was there at the start, once each, whatever is written meanwhile.
func TestCursorWalk(t *testing.T) {
	t.Parallel()
	c := start(t)
	for i, sort := range []string{"", "-criadoEm", "criadoEm", "safraId", "-safraId", "safraCodigo,desc", "safraCodigo&sort=-atualizadoEm", "-id", "id"} {
		for j, byLink := range []bool{false, true} {
			prefix := kind.All[2*i+j].Prefix // each walk uses records of its own
			c.fillKind(prefix, 11)
			there := ids(c.get(prefix + "?size=1000&sort=" + sort).records().Content)
			path := prefix + "?size=4&page=0&sort=" + sort
			var seen []string
			for at := path; at != ""; {
				a := c.get(at)
				p := a.records()
				seen = append(seen, ids(p.Content)...)
				c.fillKind(prefix, 1)
				if at = a.linked(); !byLink && p.Next != nil {
					at = path + "&cursor=" + *p.Next
				}
			}
			seen = slices.DeleteFunc(seen, func(id string) bool { return !slices.Contains(there, id) })
			same(t, fmt.Sprintf("sorted by %s, by Link: %t", sort, byLink), seen, there)
		}
	}
}

// A page by cursor has no number; its other members stay.
func TestCursorPage(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.fill(5)
	first := c.get(planting + "?limit=2&sort=safraId").ok(200)
	want := "<" + planting + "?cursor=" + *first.records().Next + "&limit=2&sort=safraId>; rel=\"next\""
	first.has("Link", want)
	second := c.get(planting + "?limit=2&sort=safraId&cursor=" + *first.records().Next).ok(200)
	p := second.records()
	if p.total() != 5 || p.Page.Size != 2 || strings.Contains(string(second.Data), `"number"`) {
		t.Errorf("page of a cursor: %s", second.Data)
	}
	last := c.get(planting+"?limit=2&sort=safraId&cursor="+*p.Next).ok(200).has("Link", "")
	if p := last.records(); p.Next != nil || len(p.Content) != 1 {
		t.Errorf("last page: %s", last.Data)
	}
}

// The Link of a harvest whose name needs escaping can be followed.
func TestLinkOfAHarvest(t *testing.T) {
	t.Parallel()
	c := start(t)
	const name = "2024/25 café >"
	var made []string
	for range 3 {
		made = append(made, c.create(planting, name, `{}`).ID)
	}
	var seen []string
	for at := planting + "/safra/" + segment(name) + "?size=2"; at != ""; {
		a := c.get(at)
		seen = append(seen, ids(a.records().Content)...)
		at = a.linked()
	}
	same(t, "by Link", seen, made)
}
