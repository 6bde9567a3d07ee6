package public_test

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/testkit/world"
	"rastro/internal/trace"
)

// The look-up table is not trusted: a row that someone wrote into it leads nobody to a validation
// that does not name the item.
func TestForgedItemLeadsNowhere(t *testing.T) {
	w := world.New(t)
	env := trace.Envelope{HarvestID: "S", Payload: []byte(`{"codigo":"OUTRA","gtin":"17891234567892","lotes":["L1"]}`)}
	made, err := w.App.Create(t.Context(), world.Everybody, kind.ByPrefix("/validacao"), env, nil)
	if err != nil {
		t.Fatal(err)
	}
	item := trace.TradeItem{GTIN: "07891234567895", Lot: "L1"}
	if _, err := w.DB.Exec(`INSERT INTO trade_item (gtin, lot, id) VALUES ($1, $2, $3), ($1, '', $3), ($1, $2, $4)`, item.GTIN, item.Lot, made.Record.ID[:], make([]byte, 16)); err != nil {
		t.Fatal(err)
	}
	for _, asked := range []trace.TradeItem{item, {GTIN: item.GTIN}} {
		if code, err := w.App.ValidationOf(t.Context(), asked); !trace.Is(err, trace.CodeItemNotFound) {
			t.Errorf("%v leads to %q, %v", asked, code, err)
		}
	}
	if code, err := w.App.ValidationOf(t.Context(), trace.TradeItem{GTIN: "17891234567892", Lot: "L1"}); code != "OUTRA" || err != nil {
		t.Errorf("its own item leads to %q, %v", code, err)
	}
}
