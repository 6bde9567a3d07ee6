package catalogue

import (
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

func TestUnknownCropListsTheValues(t *testing.T) {
	for _, in := range []string{"", " ", "_", "quinoa", "soja e milho", "sojaa", "日本", strings.Repeat("soja", 1000)} {
		got, err := ParseCrop(in)
		if got != "" || !trace.Is(err, trace.CodeUnknownCrop) {
			t.Errorf("ParseCrop(%.40q) = %q, %v; want %s", in, got, err, trace.CodeUnknownCrop)
			continue
		}
		for _, l := range lang.All {
			text := trace.AsError(err).Text(l)
			for _, c := range trace.Crops {
				if !strings.Contains(text, string(c)) {
					t.Errorf("ParseCrop(%.40q) in %s does not name %s: %s", in, l.Tag(), c, text)
				}
			}
			if !strings.Contains(text, "'"+trace.Clip(in)+"'") || len(text) > 1000 {
				t.Errorf("ParseCrop(%.40q) in %s does not repeat the start of it: %.1000s", in, l.Tag(), text)
			}
		}
	}
}
