package canon

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestList(t *testing.T) {
	broken := errors.New("the line broke")
	for _, c := range []struct {
		text   string
		items  string // joined with |
		reason Reason // "" for a clean end
	}{
		{`[]`, ``, ``},
		{" [1 , {\"a\":[2]},\"x\" ]\n", `1|{"a":[2]}|"x"`, ``},
		{`[[{"a":1}]]`, `[{"a":1}]`, ``},
		{`{"a":1}`, ``, NotJSON},
		{`x`, ``, NotJSON},
		{`[1,2`, `1`, Truncated},
		{`[1,{"a":1,"a":2}]`, `1`, DuplicateKey},
		{`[1,]`, `1`, NotJSON},
		{`[1 2]`, `1`, NotJSON},
		{`[1] [2]`, `1`, TwoValues},
		{"[1,\"\xff\"]", `1`, NotJSON},
	} {
		list := NewList(iotest.OneByteReader(strings.NewReader(c.text)))
		var items []string
		var err error
		for {
			var item Value
			if item, err = list.Next(); err != nil {
				break
			}
			items = append(items, string(item))
		}
		bad, _ := err.(*Error)
		if got := strings.Join(items, "|"); got != c.items && c.reason != Truncated {
			t.Errorf("%q gives %q, want %q", c.text, got, c.items)
		}
		switch {
		case c.reason == "" && err != io.EOF:
			t.Errorf("%q ends with %v", c.text, err)
		case c.reason != "" && (bad == nil || bad.Reason != c.reason):
			t.Errorf("%q ends with %v, want %s", c.text, err, c.reason)
		}
	}
	list := NewList(io.MultiReader(strings.NewReader(`[1,`), iotest.ErrReader(broken)))
	if _, err := list.Next(); err != nil {
		t.Fatal(err)
	}
	if _, err := list.Next(); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}
