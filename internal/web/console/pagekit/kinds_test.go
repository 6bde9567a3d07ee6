package pagekit

import (
	"strings"
	"testing"

	"rastro/internal/kind"
	"rastro/internal/trace"
)

func TestKinds(t *testing.T) {
	seen := map[string]bool{}
	for _, k := range kind.All {
		slug := KindSlug(k)
		if got, err := KindOf(slug); got != k || err != nil || seen[slug] || strings.ContainsAny(slug, "/ ") {
			t.Errorf("%s is %q, which is %v, %v", k.Prefix, slug, got, err)
		}
		seen[slug] = true
	}
	if _, err := KindOf("nada"); !trace.Is(err, trace.CodePathNotFound) {
		t.Error(err)
	}
}
