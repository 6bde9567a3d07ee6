package lot

import (
	"maps"
	"slices"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/web/console/pagekit"
)

// The tables of texts that no page names also contain all languages.
func TestLotTexts(t *testing.T) {
	var all []lang.Text
	for _, table := range []pagekit.Words{roleTexts, countTexts, articleTexts} {
		all = slices.AppendSeq(all, maps.Values(table))
	}
	all = slices.AppendSeq(all, maps.Values(nodeTexts))
	all = slices.AppendSeq(all, maps.Values(verdictTexts))
	all = slices.AppendSeq(all, maps.Values(situationTexts))
	for _, text := range all {
		if !text.Complete() {
			t.Errorf("%+v lacks a language", text)
		}
	}
}
