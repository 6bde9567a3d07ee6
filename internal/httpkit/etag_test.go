package httpkit

import "testing"

func TestHolds(t *testing.T) {
	for _, c := range []struct {
		headers []string
		want    bool
	}{
		{nil, false}, {[]string{""}, false}, {[]string{`"a"`}, true}, {[]string{`W/"a"`}, true}, {[]string{`"b", "a"`}, true}, {[]string{`"b"`, `W/"a"`}, true},
		{[]string{"*"}, true}, {[]string{"a"}, false}, {[]string{`"ab"`}, false}, {[]string{`"a-gz"`}, false},
	} {
		if got := Holds(c.headers, `"a"`); got != c.want {
			t.Errorf("Holds(%q) = %t, want %t", c.headers, got, c.want)
		}
	}
}
