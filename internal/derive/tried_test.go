package derive

import (
	"testing"

	"rastro/internal/trace"
)

func TestTried(t *testing.T) {
	rows := func(codes ...string) *comparison {
		c := &comparison{more: true}
		for _, code := range codes {
			c.differences = append(c.differences, Difference{Table: Tables[0], Key: []any{code, int64(1), trace.ID{}, int64(1), int64(0)}})
		}
		return c
	}
	uneven := &comparison{unevens: []uneven{{id: trace.ID{1}, version: 2}}}
	var tried tried
	for _, c := range []struct {
		name  string
		found *comparison
		fresh bool
	}{
		{"two rows", rows("A", "B"), true},
		{"the same rows", rows("B", "A"), false},
		{"one of them and a new one", rows("A", "C"), true},
		{"all that were tried", rows("A", "B", "C"), false},
		{"a version", uneven, true},
		{"the same version", uneven, false},
		{"nothing", rows(), false},
	} {
		if fresh := tried.add(c.found); fresh != c.fresh {
			t.Errorf("%s: new = %t, want %t", c.name, fresh, c.fresh)
		}
	}
}
