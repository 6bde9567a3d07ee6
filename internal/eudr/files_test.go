package eudr

import (
	"strings"
	"testing"

	"rastro/internal/check/harvest"
	"rastro/internal/check/harvest/rules"
	"rastro/internal/finding"
	"rastro/internal/lang"
	"rastro/internal/review"
)

// The names of attached files are removed from reviews, and the shared review stays unchanged.
func TestReviewsWithoutFileNames(t *testing.T) {
	held := []finding.Finding{
		{Rule: rules.PhotoElsewhere, Args: lang.Args{"nome": "Casa do Tião.jpg"}, Records: []finding.Ref{{Field: "anexos"}}},
		{Rule: rules.PhotoElsewhere, Args: lang.Args{"nome": "José"}, Records: []finding.Ref{{Field: "nome"}}},
	}
	told := []Reviewed{{Review: review.Result{Review: harvest.Review{Findings: held}}}}
	withoutFileNames(told)
	got := told[0].Review.Findings
	if strings.Contains(got[0].Message(lang.PT), "Tião") || !strings.Contains(got[1].Message(lang.PT), "José") || !strings.Contains(held[0].Message(lang.PT), "Tião") {
		t.Errorf("%q, %q, %q", got[0].Message(lang.PT), got[1].Message(lang.PT), held[0].Message(lang.PT))
	}
}
