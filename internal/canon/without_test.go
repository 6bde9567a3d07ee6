package canon_test

import (
	"testing"

	"rastro/internal/canon"
)

func TestWithout(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,"b":{"c":2},"d":"b"}`: `{"a":1,"d":"b"}`,
		`{"b":1}`:                     `{}`,
		`{"b":1,"a":[1, 2]}`:          `{"a":[1, 2]}`,
		`{"a":"b"}`:                   `{"a":"b"}`,
		`["b"]`:                       `["b"]`,
	} {
		if got := string(canon.Without([]byte(in), "b")); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}
