package intake

import (
	"context"

	"rastro/internal/canon"
	"rastro/internal/kind"
	"rastro/internal/profiles"
	"rastro/internal/trace"
)

// statesProfile reports whether the row states the profile of a harvest.
func (r *Row) statesProfile() bool { return r.Kind == kind.Profile }

// namedKind finds the kind that an exported row names; nil for none.
func namedKind(said string) *kind.Kind {
	if said == kind.Profile.Prefix {
		return kind.Profile
	}
	return kind.Named(said)
}

// readEnvelope reads the envelope of a row by the rules of its kind.
func (r *Row) readEnvelope(body []byte) (trace.Envelope, error) {
	if r.statesProfile() {
		return profileOf(body)
	}
	return trace.EnvelopeOf(r.Kind, body)
}

// profileOf reads the envelope of a row that states a harvest's profile.
func profileOf(body []byte) (trace.Envelope, error) {
	harvestID := ""
	canon.Each(string(body), func(name, value string) bool {
		if name == "safraId" && canon.KindOf(value) == '"' {
			harvestID = canon.Unquote(value)
		}
		return name != "safraId"
	})
	return profiles.ReadEnvelope(harvestID, body)
}

// restore decides what happens to the rows that state profiles. A harvest has one profile, so a
// live profile, or one that an earlier row states, stays, and the row counts as existing; it needs
// no mark. If rows that were imported before are left out, a profile that was deleted or erased
// since is not restored.
func (run *importRun) restore(ctx context.Context, r trace.ProfileReader, rows []*importItem) error {
	first := map[string]trace.ID{} // by harvest
	for _, item := range rows {
		if !item.row.statesProfile() {
			continue
		}
		harvestID := item.row.Envelope.HarvestID
		if item.existing = first[harvestID]; item.existing != (trace.ID{}) { // this may not be the first try
			continue
		}
		next, existing, err := run.profiles.Restored(ctx, r, run.by, item.row.Envelope)
		switch {
		case err != nil:
			return err
		case next == nil || run.marker != nil:
			item.existing = existing // the harvest never had a profile
		default:
			item.record = *next
		}
		if first[harvestID] = item.existing; item.existing == (trace.ID{}) {
			first[harvestID] = item.record.ID
		}
	}
	return nil
}
