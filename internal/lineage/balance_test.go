package lineage

import (
	"testing"

	"rastro/internal/finding"
	"rastro/internal/lot"
)

// Matching lots and steps are not enough for a closing: the reviews of the harvests behind them may
// find an excess, or be missing.
func TestClosingWithReviews(t *testing.T) {
	closed := func() *Balance { return &Balance{Balance: &lot.Balance{}} }
	excess := &finding.Finding{Rule: &finding.Rule{ID: "EXCESS"}}
	for _, tc := range []struct {
		name   string
		change func(*Balance)
		want   lot.Closing
	}{
		{"reviews find nothing", func(b *Balance) { b.AddReview("S", nil) }, lot.Closes},
		{"a review finds an excess", func(b *Balance) { b.AddReview("S", excess) }, lot.Differs},
		{"not all were reviewed", func(b *Balance) { b.Unreviewed = true }, lot.Unjudged},
		{"an excess among those that were", func(b *Balance) { b.Unreviewed = true; b.AddReview("S", excess) }, lot.Differs},
	} {
		b := closed()
		tc.change(b)
		if got := b.Closing(); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
