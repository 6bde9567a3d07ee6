package trace

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"rastro/internal/brdoc"
	"rastro/internal/canon"
	"rastro/internal/lot"
	"rastro/internal/ownership"
)

// TradeItem is goods as GS1 numbers them: the GTIN in fourteen digits, and a lot;
// no lot stands for all of them.
type TradeItem struct{ GTIN, Lot string }

// ParseTradeItem reads a GTIN of 8, 12, 13 or 14 digits; CodeBadGTIN when it is
// none. A batch (a lot) that no GS1 code can carry is CodeItemNotFound.
func ParseTradeItem(gtin, batch string) (TradeItem, error) {
	id := brdoc.Check(brdoc.GTIN, gtin, 0)
	if !id.Valid {
		return TradeItem{}, &Error{Code: CodeBadGTIN, Problems: []Problem{{Field: "gtin", Rule: ruleIdentifier, Message: id.Reason.Text()}}}
	}
	item := TradeItem{brdoc.GTIN14(id.Value), batch}
	if batch != "" && !lot.Addressed(batch) {
		return TradeItem{}, item.unknown()
	}
	return item, nil
}

func (i TradeItem) unknown() error { return Fail(CodeItemNotFound, "gtin", i.GTIN) }

// tradeItems are the items that a validation's payload names: its GTIN, and its
// GTIN with each of its lots. A GTIN that does not check names nothing.
func tradeItems(dados []byte) []TradeItem {
	written, ok := payloadText(dados, "gtin")
	if !ok {
		return nil
	}
	all, err := ParseTradeItem(written, "")
	if err != nil {
		return nil
	}
	var payload struct {
		Lotes []string `json:"lotes"`
	}
	_ = canon.UnmarshalLenient(dados, &payload) // another shape names no lots
	items := []TradeItem{all}
	seen := map[string]bool{}
	for _, code := range payload.Lotes {
		if code = strings.TrimSpace(code); lot.Addressed(code) && !seen[code] {
			seen[code] = true
			items = append(items, TradeItem{all.GTIN, code})
		}
	}
	return items
}

// TradeItems are the items that a version of a validation names.
func (r *Record) TradeItems() []TradeItem {
	if !r.Kind.IsValidation() || r.Gone() || r.Operation == Erased {
		return nil
	}
	return tradeItems(r.Dados)
}

// Bounds on what is looked at for one item: validations of a harvest, and harvests
// of the party that owns its GTIN.
const (
	maxCandidates  = 20
	maxItemHolders = 200
	maxItemSafras  = 20
)

// ValidationOf returns the code of the newest validation of an item by the party
// that owns its GTIN: one that lives, or where all were revoked the newest of these,
// whose page says so. What others validate under the same GTIN only refers to it.
// CodeItemNotFound when the owner names no such item.
func (s *Service) ValidationOf(ctx context.Context, item TradeItem) (string, error) {
	found := ""
	err := s.store.View(ctx, func(r Reader) error {
		ids, err := s.validationsOf(ctx, r, item)
		if err != nil {
			return err
		}
		for _, id := range ids {
			versions, err := r.Versions(ctx, id)
			if err != nil {
				return err
			}
			if len(versions) == 0 {
				continue
			}
			// What is looked up by may have been written by anybody with the rights on
			// the database; what the validation itself says was committed to.
			v := &versions[len(versions)-1]
			switch {
			case v.Codigo == "" || !slices.Contains(tradeItems(v.Dados), item):
			case v.Operation != Deleted:
				found = v.Codigo
				return nil
			case found == "":
				found = v.Codigo
			}
		}
		return nil
	})
	if err == nil && found == "" {
		err = item.unknown()
	}
	return found, err
}

// validationsOf returns the validations of an item by the party that owns its GTIN,
// newest first.
func (s *Service) validationsOf(ctx context.Context, r Reader, item TradeItem) ([]ID, error) {
	owners, err := r.Owners(ctx, ownership.GTINs, []string{item.GTIN})
	if err != nil || len(owners) == 0 {
		return nil, err
	}
	holders, err := r.Holders(ctx, owners[0].Code, "", maxItemHolders)
	if err != nil {
		return nil, err
	}
	party := PartyOf(owners[0], holders)
	safras := []string{party.SafraID}
	for _, h := range slices.Backward(holders) { // the newest harvests first
		if len(safras) < maxItemSafras && s.SameParty(party, h.SafraID, h.Author) {
			safras = appendOnce(safras, h.SafraID)
		}
	}
	var ids []ID
	for _, safra := range safras {
		some, err := r.NamedBy(ctx, item, safra, maxCandidates)
		if err != nil {
			return nil, err
		}
		ids = append(ids, some...)
	}
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(b[:], a[:]) })
	return ids, nil
}
