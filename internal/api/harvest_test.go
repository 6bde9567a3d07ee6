package api_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"
)

// segment escapes a harvest for a path. It also escapes dots, because "." and ".." would change the
// path.
func segment(harvestID string) string {
	return strings.ReplaceAll(url.PathEscape(harvestID), ".", "%2E")
}

// A harvest is named as its owner likes; the path carries it encoded.
func TestHarvestNames(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, name := range []string{
		"S-2025-001", "2024/25", "a/../b", "safra de verão", "café 🌱", "100%", "50%25", "a+b", "a b", "...", "a.b", "%2F", "?x=1", "a#b", "a;b", "a&b=c",
		`"'<>`, `c:\safra`, "safra", "qrcode", someID, "0", strings.Repeat("ç", 100), "e\u0301", "é",
	} {
		body, err := json.Marshal(map[string]any{"safraId": name, "dados": map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		for _, prefix := range []string{planting, "/validacao"} {
			r := c.post(prefix, string(body)).ok(201).record()
			if r.SafraID != name {
				t.Errorf("harvest %q came back as %q", name, r.SafraID)
			}
			p := c.get(prefix + "/safra/" + segment(name)).records()
			if len(p.Content) != 1 || p.Content[0].ID != r.ID {
				t.Errorf("%s of harvest %q: %v, want %s", prefix, name, ids(p.Content), r.ID)
			}
			if got := c.put(prefix, string(body)).ok(200).record(); got.ID != r.ID {
				t.Errorf("the update of harvest %q changed %s, want %s", name, got.ID, r.ID)
			}
		}
	}
}

// A name that browsers and proxies would resolve as part of the path is refused when it is written:
// nobody could open it later.
func TestHarvestNamesThatNoAddressCarries(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, name := range []string{".", "..", " .. "} {
		body, err := json.Marshal(map[string]any{"safraId": name, "dados": map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		for _, prefix := range []string{planting, "/validacao"} {
			c.post(prefix, string(body)).fails(422, "DADOS_INVALIDOS")
		}
		c.post(planting+"/all", "["+string(body)+"]").fails(422, "IMPORTACAO_RECUSADA")
	}
	c.put("/safras/%2E%2E", `{"dados":{"cultura":"SOJA"}}`).fails(422, "DADOS_INVALIDOS")
	c.post("/validacao", `{"safraId":"S","dados":{"codigo":".."}}`).fails(422, "DADOS_INVALIDOS")
}

func TestHarvestNameIsTrimmed(t *testing.T) {
	t.Parallel()
	c := start(t)
	for _, sent := range []string{`" S-9 "`, `"\tS-9\n"`, `"S-9"`} {
		if r := c.post(planting, `{"safraId":`+sent+`,"dados":{}}`).ok(201).record(); r.SafraID != "S-9" {
			t.Errorf("%s became %q", sent, r.SafraID)
		}
	}
	if got := c.get(planting + "/safra/%20S-9%20").records(); got.total() != 3 {
		t.Errorf("%d records, want 3", got.total())
	}
	if r := c.post(planting, `{"safraId":2025,"safraCodigo":null,"dados":{}}`).ok(201).record(); r.SafraID != "2025" || r.SafraCodigo != nil {
		t.Errorf("a number as safraId became %q of %v", r.SafraID, r.SafraCodigo)
	}
}

func TestHarvestOrder(t *testing.T) {
	t.Parallel()
	c := start(t)
	var oldest []string
	for range 5 {
		oldest = append(oldest, c.create(planting, "S-1", `{}`).ID)
		c.create(planting, "S-2", `{}`)
	}
	same(t, "oldest first", ids(c.get(planting+"/safra/S-1").records().Content), oldest)
	same(t, "the last", ids(c.get(planting+"/safra/S-1?sort=-criadoEm&size=1").records().Content), oldest[4:])
	if p := c.get(planting + "/safra/S-1?total=false").records(); p.Page.TotalElements != nil || p.Page.TotalPages != nil || len(p.Content) != 5 {
		t.Errorf("total=false: %+v", p.Page)
	}
	if p := c.get(planting + "/safra/nenhuma").records(); p.total() != 0 || len(p.Content) != 0 || p.Next != nil {
		t.Errorf("no such harvest: %+v", p)
	}
}
