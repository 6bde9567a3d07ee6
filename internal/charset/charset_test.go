package charset_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"rastro/internal/charset"
)

func TestReader(t *testing.T) {
	for _, c := range []struct{ label, text, want string }{
		{"ISO-8859-1", "S\xe3o", "São"}, {"latin1", "a\x80", "a\u0080"}, {"windows-1252", "\x93x\x94", "“x”"}, {"UTF-8", "São", "São"}, {"us-ascii", "x", "x"},
	} {
		r, err := charset.Reader(c.label, strings.NewReader(c.text))
		if err != nil {
			t.Fatalf("%s: %v", c.label, err)
		}
		if got, err := io.ReadAll(r); string(got) != c.want || err != nil {
			t.Errorf("%s: %q is %q, %v", c.label, c.text, got, err)
		}
	}
	if _, err := charset.Reader("utf-7", strings.NewReader("")); !errors.As(err, new(*charset.Error)) || !strings.Contains(err.Error(), "utf-7") {
		t.Errorf("an unknown one: %v", err)
	}
}

func TestIsUTF16(t *testing.T) {
	for text, want := range map[string]bool{
		"\xff\xfe<\x00": true, "\xfe\xff\x00<": true, "<\x00?\x00": true, "\x00<\x00?": true,
		"": false, "<NFe": false, "\xef\xbb\xbf<": false, "PK\x03\x04": false,
	} {
		if got := charset.IsUTF16([]byte(text)); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
