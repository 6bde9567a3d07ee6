package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const identifying = "/colheitaIdentificacaoProducao/identificacaoLote"

// flood writes one record a lot, in the harvest of an attacker.
func (c client) flood(harvest, format string, n int) {
	c.t.Helper()
	var file strings.Builder
	for i := range n {
		fmt.Fprintf(&file, `{"safraId":%q,"dados":{"codigoLote":%q}}`+"\n", harvest, fmt.Sprintf(format, i))
	}
	c.post(identifying+"/all?modo=validas", file.String(), ndjson).ok(201)
}

// Others' lots with similar codes cannot crowd out the suggestions for a key, and are not shown to
// it.
func TestAttackFloodedSuggestions(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		victim := c.newKey(`{"nome":"vitima","safras":["S-VIT"]}`)
		attacker := c.newKey(`{"nome":"atacante","safras":["S-ATK"]}`)
		victim.create(identifying, "S-VIT", `{"codigoLote":"VIT-L-90"}`)
		for _, around := range []string{"VIT-L-91A%03d", "VIT-L-90Z%03d", "VIT-A%03d", "VIS-Z%03d"} {
			attacker.flood("S-ATK", around, 210)
		}
		a := victim.get("/rastreio/lote/VIT-L-91").fails(404, "LOTE_NAO_ENCONTRADO")
		if body := string(a.body); !strings.Contains(body, "VIT-L-90") || strings.Contains(body, "VIT-L-91A") || strings.Contains(body, "VIT-L-90Z") {
			t.Errorf("the victim is told %s", body)
		}
	})
}

// A limited key pages through the lots of its own records, each once and in order, and no page is
// shorter because of what others have.
func TestAttackPagesOfLotsTellOfOthers(t *testing.T) {
	t.Parallel()
	onEngines(t, func(t *testing.T, c client) {
		key := c.newKey(`{"nome":"dona","safras":["S-1","S-2"]}`)
		other := c.newKey(`{"nome":"outra","safras":["S-9"]}`)
		other.flood("S-9", "M-%04d", 300)
		var want []string
		for i := range 60 {
			code := fmt.Sprintf("%c-%04d", "ALMZ"[i%4], i*7)
			key.create(identifying, []string{"S-1", "S-2"}[i%2], `{"codigoLote":"`+code+`"}`)
			key.create("/armazenamento/recebimento", "S-1", `{"loteOrigem":"`+code+`"}`)
			want = append(want, code)
		}
		slices.Sort(want)
		type lots struct {
			Content []struct {
				Codigo    string
				Registros int
			}
			Next *string
		}
		for text, want := range map[string][]string{
			"":   want,
			"M-": slices.DeleteFunc(slices.Clone(want), func(code string) bool { return code[0] != 'M' }),
			"7":  slices.DeleteFunc(slices.Clone(want), func(code string) bool { return !strings.Contains(code, "7") }),
		} {
			var got []string
			for more := ""; ; {
				page := decode[lots](t, "GET /lotes", key.get("/lotes?size=7&busca="+text+more).ok(200).Data)
				for _, one := range page.Content {
					got = append(got, one.Codigo)
					if one.Registros != 2 {
						t.Errorf("%s is named by %d records, want 2", one.Codigo, one.Registros)
					}
				}
				if page.Next == nil {
					break
				}
				if len(page.Content) != 7 {
					t.Errorf("a page before the last has %d lots", len(page.Content))
				}
				more = "&cursor=" + *page.Next
			}
			same(t, "lots with "+text, got, want)
		}
	})
}
