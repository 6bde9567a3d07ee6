package record

import (
	"testing"

	"rastro/internal/kind"
	"rastro/internal/lang"
)

// Fields are written as titles are: thousands marked, numbers of documents in groups.
func TestShownField(t *testing.T) {
	kilograms, text := &kind.Field{Shape: kind.Number, Unit: "kg"}, &kind.Field{Shape: kind.Text}
	for _, c := range []struct {
		field     *kind.Field
		raw, want string
	}{
		{kilograms, "36500", "36.500 kg"}, {kilograms, "-1234567.250", "-1.234.567,250 kg"}, {kilograms, "999", "999 kg"}, {kilograms, "1e6", "1e6 kg"},
		{&kind.Field{Shape: kind.Number}, "2025", "2025"},
		{text, `"11222333000181"`, "11.222.333/0001-81"}, {text, `"11222333000182"`, "11222333000182"},
		{text, `"51250211222333000181550010000123451123456780"`, "5125 0211 2223 3300 0181 5500 1000 0123 4511 2345 6780"},
		{text, `"NF 12345"`, "NF 12345"},
	} {
		if got := shownField(c.field, c.raw, lang.PT); got != c.want {
			t.Errorf("%s: %q, want %q", c.raw, got, c.want)
		}
	}
}
