package api_test

import (
	"cmp"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// Every form of the sort parameter, and the order it must give.
func TestSort(t *testing.T) {
	t.Parallel()
	c := start(t)
	c.fill(7)
	c.put(planting, `{"safraId":"S-004","safraCodigo":"C-9","dados":{}}`).ok(200) // changes its position only in atualizadoEm
	all := c.get(planting + "?size=1000").records().Content
	code := func(r record) string { return *r.SafraCodigo }
	type order = func(a, b record) int
	by := func(field func(record) string) order {
		return func(a, b record) int { return cmp.Compare(field(a), field(b)) }
	}
	down := func(o order) order { return func(a, b record) int { return o(b, a) } }
	then := func(orders ...order) order {
		return func(a, b record) int {
			for _, o := range orders {
				if n := o(a, b); n != 0 {
					return n
				}
			}
			return 0
		}
	}
	id := by(func(r record) string { return r.ID })
	created := by(func(r record) string { return r.CriadoEm })
	updated := by(func(r record) string { return r.AtualizadoEm })
	harvest := by(func(r record) string { return r.SafraID })
	codes := by(code)

	for _, tc := range []struct {
		sort []string
		want order
	}{
		{nil, down(created)},
		{[]string{""}, down(created)},
		{[]string{"criadoEm"}, created},
		{[]string{"criadoEm,asc"}, created},
		{[]string{"criadoEm,desc"}, down(created)},
		{[]string{"-criadoEm"}, down(created)},
		{[]string{"+criadoEm"}, created},
		{[]string{"criadoEm:desc"}, down(created)},
		{[]string{"criadoEm:asc"}, created},
		{[]string{"CRIADOEM,DESC"}, down(created)},
		{[]string{" criadoEm , desc "}, down(created)},
		{[]string{"atualizadoEm"}, updated},
		{[]string{"-atualizadoEm"}, down(updated)},
		{[]string{"safraId,desc"}, down(harvest)},
		{[]string{"safraId,asc,ignorecase"}, harvest},
		{[]string{"safraCodigo"}, then(codes, id)},
		{[]string{"safraCodigo,desc"}, then(down(codes), down(id))},
		{[]string{"safraCodigo", "safraId,desc"}, then(codes, down(harvest))},
		{[]string{"safraCodigo,safraId,desc"}, then(down(codes), down(harvest))},
		{[]string{"-safraCodigo,safraId"}, then(down(codes), harvest)},
		{[]string{"safraCodigo:desc,criadoEm:asc"}, then(down(codes), created)},
		{[]string{"safraCodigo,desc", "safraCodigo,asc"}, then(down(codes), down(id))},
		{[]string{"id"}, id},
		{[]string{"-id", "safraId"}, down(id)},
	} {
		want := slices.SortedFunc(slices.Values(all), tc.want)
		query := url.Values{"sort": tc.sort, "size": {"1000"}}
		got := c.get(planting + "?" + query.Encode()).records().Content
		same(t, "sort="+strings.Join(tc.sort, "&sort="), ids(got), ids(want))
	}
}

func TestSortByWhatCannotBe(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, tc := range []struct{ path, sort, code, says string }{
		{planting, "senha", "ORDENACAO_INVALIDA", "'senha'; campos: criadoEm, atualizadoEm, safraId, safraCodigo, id"},
		{planting, "criadoEm,senha", "ORDENACAO_INVALIDA", "'senha'"},
		{planting, "-senha", "ORDENACAO_INVALIDA", "'senha'"},
		{planting, "dados.x", "ORDENACAO_INVALIDA", "'dados.x'"},
		{planting, "--id", "ORDENACAO_INVALIDA", "'-id'"},
		{planting, strings.Repeat("ç", 100), "ORDENACAO_INVALIDA", "ç…'"},
		{planting, "id;drop table journal", "ORDENACAO_INVALIDA", "criadoEm"},
		{planting, "id:up", "PARAMETRO_INVALIDO", "campo:asc, campo:desc"},
		{planting, strings.Repeat("id,", 11), "PARAMETRO_INVALIDO", "10"},
		{planting + "/safra/S-1", "senha", "ORDENACAO_INVALIDA", "criadoEm"},
		{"/fase", "senha", "ORDENACAO_INVALIDA", "campos: cultura, etapa, nome, ordem, criadoEm, atualizadoEm, id"},
		{"/fase/cultura/SOJA", "safraId", "ORDENACAO_INVALIDA", "cultura"},
	} {
		a := c.get(tc.path+"?sort="+url.QueryEscape(tc.sort)).fails(400, tc.code)
		if !strings.Contains(a.Message, tc.says) {
			t.Errorf("%s: %q does not say %q", a.request, a.Message, tc.says)
		}
	}
}
