package trace

import (
	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/ownership"
)

// SettlementNote is a decision on the owner of a code, as stored in the journal.
type SettlementNote struct {
	Lot       string `json:"lote,omitempty"`
	GTIN      string `json:"gtin,omitempty"`
	HarvestID string `json:"safraId"`
	Previous  string `json:"safraAnterior"`
	Reason    string `json:"motivo"`
	// PublicReason: all parties may read the reason, not only administrators.
	PublicReason bool `json:"motivoPublico,omitempty"`
	// Claimants are the harvests that claimed the code or owned it, at most MaxParties. Notes
	// of earlier versions have none.
	Claimants []string `json:"partes,omitempty"`
	// Erased: the note's text about a record erased since is gone.
	Erased bool `json:"expurgado,omitempty"`
}

// Parties returns the harvests that the decision concerns, if the note names them.
func (n *SettlementNote) Parties() []string {
	return append([]string{n.HarvestID, n.Previous}, n.Claimants...)
}

// HideFrom removes from the note what a key may not learn: harvests outside its reach, and a reason
// that is not public. Such a reason is only for administrators who could have made the decision.
func (n *SettlementNote) HideFrom(by *Key) {
	decides := by.MaySettle() && (!by.LimitedToHarvests() || len(n.Claimants) > 0 && len(n.Claimants) < MaxParties)
	for _, harvestID := range n.Parties() {
		decides = decides && (harvestID == "" || by.Governs(harvestID))
	}
	if !decides && !n.PublicReason {
		n.Reason = ""
	}
	if !by.Reaches(n.HarvestID) {
		n.HarvestID = ""
	}
}

// MayClaim reports whether records of the kind can claim codes.
func (r *Record) MayClaim() bool {
	return !r.Kind.IsChange() && (r.Kind.ClaimsLots() || r.Kind.IsValidation())
}

// Claimed returns the sorted codes of a realm that the version claims. A deleted validation
// keeps claiming its GTIN: the code is printed on packages, and must link to the page that shows
// the revocation.
func (r *Record) Claimed(realm ownership.Realm) []string {
	if realm == ownership.Lots {
		return ownership.Claimed(r.LotRows())
	}
	if !r.Kind.IsValidation() || r.Operation == Erased {
		return nil
	}
	return gtins(r.Payload)
}

// ClaimedBefore returns what the replaced version claimed. It is valid if Replaces is.
func (r *Record) ClaimedBefore(realm ownership.Realm) []string {
	if realm == ownership.Lots {
		return ownership.Claimed(r.replaces)
	}
	return r.replacesGTIN
}

func gtins(payload []byte) []string {
	if items := TradeItems(payload); len(items) > 0 {
		return []string{items[0].GTIN}
	}
	return nil
}

// MaxParties bounds the harvests that a decision names as its parties.
const MaxParties = 50

// Code returns the code that was settled.
func (n *SettlementNote) Code() ownership.Code {
	if n.GTIN != "" {
		return ownership.Code{Realm: ownership.GTINs, Text: n.GTIN}
	}
	return ownership.Code{Realm: ownership.Lots, Text: n.Lot}
}

// Settled returns the code that a note gives to a harvest; ok is false for any other version,
// and if an erasure removed the code. The decision dates from the note's creation: an erasure
// adds a later version.
func (r *Record) Settled() (code ownership.Code, harvestID string, ok bool) {
	var note SettlementNote
	if r.Kind != kind.Settlement || canon.Unmarshal(r.Payload, &note) != nil {
		return code, "", false
	}
	code = note.Code()
	return code, note.HarvestID, code.Text != ""
}
