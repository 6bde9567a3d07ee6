package trace

import (
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lot"
)

// TradeItem is goods as GS1 numbers them: the GTIN in fourteen digits, and a lot; "" means all lots.
type TradeItem struct{ GTIN, Lot string }

// ParseTradeItem reads a GTIN of 8, 12, 13 or 14 digits; CodeBadGTIN for anything
// else. A batch (a lot) that no GS1 code can contain is CodeItemNotFound.
func ParseTradeItem(gtin, batch string) (TradeItem, error) {
	id := brdoc.Check(brdoc.GTIN, gtin, 0)
	if !id.Valid {
		return TradeItem{}, &Error{Code: CodeBadGTIN, Problems: []Problem{{Field: "gtin", Rule: ruleIdentifier, Message: id.Reason.Text()}}}
	}
	item := TradeItem{brdoc.GTIN14(id.Value), batch}
	if batch != "" && !lot.Addressed(batch) {
		return TradeItem{}, item.Unknown()
	}
	return item, nil
}

// Unknown is the error for an item that no validation names.
func (i TradeItem) Unknown() error { return Fail(CodeItemNotFound, "gtin", i.GTIN) }

// TradeItems returns the items that a validation's payload names: its GTIN, and its
// GTIN with each of its lots. A GTIN with a wrong check digit names nothing.
func TradeItems(payload []byte) []TradeItem {
	written, ok := PayloadText(payload, "gtin")
	if !ok {
		return nil
	}
	all, err := ParseTradeItem(written, "")
	if err != nil {
		return nil
	}
	var named struct {
		Lots []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(payload, &named) // any other shape names no lots
	items := []TradeItem{all}
	seen := map[string]bool{}
	for _, code := range named.Lots {
		if code = strings.TrimSpace(code); lot.Addressed(code) && !seen[code] {
			seen[code] = true
			items = append(items, TradeItem{all.GTIN, code})
		}
	}
	return items
}

// TradeItems returns the items that a version of a validation names.
func (r *Record) TradeItems() []TradeItem {
	if !r.Kind.IsValidation() || r.Gone() || r.Operation == Erased {
		return nil
	}
	return TradeItems(r.Payload)
}
