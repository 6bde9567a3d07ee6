package pagekit

import (
	"strings"
	"testing"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// Pages do not mention members of an answer that their readers do not see.
func TestErrorsOnPages(t *testing.T) {
	for code, e := range trace.Errors {
		for _, l := range []lang.Lang{lang.PT, lang.EN, lang.ES} {
			on := &Call{Lang: l}
			if text := on.ErrorText(&trace.Error{Code: code}); strings.Contains(text, "'errors'") || strings.Contains(e.Text.In(l), "'errors'") && text == "" {
				t.Errorf("%s: %q", code, text)
			}
		}
	}
}
