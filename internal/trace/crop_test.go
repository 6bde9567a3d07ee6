package trace

import (
	"strings"
	"testing"

	"rastro/internal/lang"
)

func TestUnknownCropListsTheValues(t *testing.T) {
	for _, in := range []string{"", " ", "_", "quinoa", "soja e milho", "sojaa", "日本", strings.Repeat("soja", 1000)} {
		got, err := ParseCrop(in)
		if got != "" || !Is(err, CodeUnknownCrop) {
			t.Errorf("ParseCrop(%.40q) = %q, %v; want %s", in, got, err, CodeUnknownCrop)
			continue
		}
		for _, l := range lang.All {
			text := AsError(err).Text(l)
			for _, c := range Crops {
				if !strings.Contains(text, string(c)) {
					t.Errorf("ParseCrop(%.40q) in %s does not name %s: %s", in, l.Tag(), c, text)
				}
			}
			if !strings.Contains(text, "'"+Clip(in)+"'") || len(text) > 1000 {
				t.Errorf("ParseCrop(%.40q) in %s does not repeat the start of it: %.1000s", in, l.Tag(), text)
			}
		}
	}
}
