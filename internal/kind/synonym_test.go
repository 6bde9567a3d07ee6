package kind_test

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// A synonym that two fields of a kind share cannot identify a column.
func TestSynonymsMeanOneField(t *testing.T) {
	for _, k := range kind.All {
		of := map[string]string{}
		for _, f := range k.Fields {
			if len(f.Synonyms) == 0 {
				t.Errorf("%s: %s has no synonyms", k.Prefix, f.Name)
			}
			for _, name := range f.Synonyms {
				key := lang.Fold(name)
				if other, taken := of[key]; taken {
					t.Errorf("%s: %q is %s and %s", k.Prefix, name, other, f.Name)
				}
				of[key] = f.Name
			}
		}
		if len(k.Synonyms) == 0 {
			t.Errorf("%s has no synonyms", k.Prefix)
		}
	}
}
