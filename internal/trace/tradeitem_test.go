package trace_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rastro/internal/finding"
	"rastro/internal/kind"
	"rastro/internal/trace"
)

func TestParseTradeItem(t *testing.T) {
	for _, tc := range []struct {
		gtin, lot string
		want      trace.TradeItem
		code      trace.Code
	}{
		{"7891234567895", "", trace.TradeItem{GTIN: "07891234567895"}, ""},
		{"07891234567895", "L1", trace.TradeItem{GTIN: "07891234567895", Lot: "L1"}, ""},
		{"96385074", strings.Repeat("L", 19) + "1", trace.TradeItem{GTIN: "00000096385074", Lot: strings.Repeat("L", 19) + "1"}, ""},
		{"789-1234-567895", "", trace.TradeItem{GTIN: "07891234567895"}, ""},
		{"7891234567896", "", trace.TradeItem{}, trace.CodeBadGTIN},
		{"", "L1", trace.TradeItem{}, trace.CodeBadGTIN},
		{"７891234567895", "", trace.TradeItem{}, trace.CodeBadGTIN},
		{"7891234567895", strings.Repeat("L", 20) + "1", trace.TradeItem{}, trace.CodeItemNotFound},
		{"7891234567895", "L 1", trace.TradeItem{}, trace.CodeItemNotFound},
		{"7891234567895", "ABC1D23", trace.TradeItem{}, trace.CodeItemNotFound}, // a plate
		{"7891234567895", "Maria", trace.TradeItem{}, trace.CodeItemNotFound},
	} {
		got, err := trace.ParseTradeItem(tc.gtin, tc.lot)
		if got != tc.want || (tc.code == "") != (err == nil) || tc.code != "" && !trace.Is(err, tc.code) {
			t.Errorf("ParseTradeItem(%q, %q) = %v, %v; want %v, %s", tc.gtin, tc.lot, got, err, tc.want, tc.code)
		}
	}
}

// Every value that is read has fourteen digits and reads as itself.
func TestParseTradeItemAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		item, err := trace.ParseTradeItem(rapid.OneOf(rapid.StringMatching(`[0-9]{7,15}`), rapid.String()).Draw(t, "gtin"), rapid.StringMatching(`[A-Z0-9]{0,22}`).Draw(t, "lot"))
		if err != nil {
			return
		}
		if again, err := trace.ParseTradeItem(item.GTIN, item.Lot); len(item.GTIN) != 14 || err != nil || again != item {
			t.Fatalf("%v, and again %v, %v", item, again, err)
		}
	})
}

// A lot of a validation either has its own address, or a finding says that it has none.
func TestLotHasAddressOrFinding(t *testing.T) {
	for lot, addressed := range map[string]bool{
		"L1": true, "MT25-S-001": true, "31100002": true, "V3-L": true, "A/1.b_c": true, strings.Repeat("L", 19) + "1": true,
		"VE-L": false, "Maria": false, "311000021": false, "2025000112345": false, "ABC1D23": false, "abc-1234": false, "52998224725": false,
		"L 1": false, "-L1": false, strings.Repeat("L", 20) + "1": false, "ação1": false, "MT-5107925-A1B2": true,
	} {
		payload, err := json.Marshal(map[string]any{"gtin": "7891234567895", "lotes": []string{" " + lot + " "}})
		if err != nil {
			t.Fatal(err)
		}
		r := trace.Record{Kind: kind.ByPrefix(kind.Validation), Operation: trace.Created, Version: 1, Payload: payload}
		item, err := trace.ParseTradeItem("7891234567895", lot)
		told := slices.ContainsFunc(r.Graded().Findings, func(f finding.Finding) bool { return f.Rule.ID == "LOTE_SEM_ENDERECO_GS1" })
		if named := slices.Contains(r.TradeItems(), item); named != addressed || (err == nil) != addressed || told == addressed {
			t.Errorf("%q: named %t, read as an address %t, a finding %t; want an address %t", lot, named, err == nil, told, addressed)
		}
	}
}
