package logo_test

import (
	"slices"
	"strings"
	"testing"
)

// A stroke of tiny dashes has millions of them, which a browser draws for minutes.
func TestNoDashes(t *testing.T) {
	l := cleaned(t, "dashes", []byte(svg(`<style>path{stroke-dasharray:.0001;stroke:red}</style><path d="M0 0H9" stroke="red" stroke-dasharray=".0001" stroke-dashoffset="1" style="stroke-dasharray:.0001"/>`)))
	if got := string(l.Bytes); strings.Contains(got, "dash") || !strings.Contains(got, "stroke:red") {
		t.Error(got)
	}
}

// Elements that people may miss are named; a program's own notes are not.
func TestLeftOut(t *testing.T) {
	l := cleaned(t, "a drawing", []byte(svg(`<metadata/><x:grid xmlns:x="urn:x"/>`+dot+`<use href="#a"/><g><image/><use/></g><script>1</script>`)))
	if want := []string{"image", "script", "use"}; !slices.Equal(l.LeftOut, want) {
		t.Errorf("%q, want %q", l.LeftOut, want)
	}
	if l := cleaned(t, "a plain drawing", []byte(svg(dot))); l.LeftOut != nil {
		t.Errorf("%q", l.LeftOut)
	}
}
