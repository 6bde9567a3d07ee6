package harvest

import (
	"net/url"
	"testing"

	"rastro/internal/trace"
)

func TestValidationFieldsAreTheKinds(t *testing.T) {
	for _, of := range validationFields {
		if _, ok := validationKind.Field(of.name); !ok {
			t.Errorf("the validation has no field %s", of.name)
		}
	}
}

// What a form leaves empty is left out, and the body can be read whatever is typed.
func FuzzValidationBody(f *testing.F) {
	f.Add("S", "APROVADO", "L-1\nL-2", "x")
	f.Add("\"", "\\", "\r\n", "\x7f")
	f.Fuzz(func(t *testing.T, harvest, status, lots, reason string) {
		body := validationBody(harvest, url.Values{"status": {status}, "lotes": {lots}, "justificativa": {reason}})
		_, err := trace.ReadEnvelope(validationKind, body)
		if trace.Is(err, trace.CodeNotJSON) || trace.Is(err, trace.CodeTruncated) || trace.Is(err, trace.CodeTwoValues) {
			t.Errorf("%q cannot be read: %v", body, err)
		}
	})
}
