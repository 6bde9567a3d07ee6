package params_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"

	"rastro/internal/api/params"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

func TestMedia(t *testing.T) {
	formats := []params.Format{{Name: "json", Media: params.MediaJSON}, {Name: "csv", Media: "text/csv"}, {Name: "svg", Media: "image/svg+xml"}}
	for _, tc := range []struct{ query, accept, want string }{
		{"", "", params.MediaJSON},
		{"", "*/*", params.MediaJSON},
		{"", "application/pdf", params.MediaJSON},
		{"", "text/csv", "text/csv"},
		{"", "text/*", "text/csv"},
		{"", "text/csv;q=0.5, image/svg+xml", "image/svg+xml"},
		{"", "image/svg+xml;q=0, */*;q=0.1", params.MediaJSON},
		{"", "text/csv;q=x", params.MediaJSON},
		{"formato=CSV", "image/svg+xml", "text/csv"},
		{"formato=pdf", "", ""},
	} {
		query, _ := url.ParseQuery(tc.query)
		got, err := params.Media(query, tc.accept, formats)
		if got != tc.want || trace.Is(err, trace.CodeFormatUnsupported) != (tc.want == "") {
			t.Errorf("%q, Accept %q: %q, %v, want %q", tc.query, tc.accept, got, err, tc.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for _, tc := range []struct {
		value   string
		number  int // within 2 and 5; 0: refused
		ordinal int // 0: refused
	}{{"2", 2, 2}, {"5", 5, 5}, {"1", 0, 1}, {"6", 0, 6}, {"0", 0, 0}, {"-3", 0, 0}, {"", 0, 0}, {"3x", 0, 0}, {"99999999999999999999", 0, 0}} {
		query := url.Values{"n": {tc.value}}
		if got, err := params.Number(query, "n", 9, 2, 5); got != tc.number || trace.Is(err, trace.CodeBadParameter) != (tc.number == 0) {
			t.Errorf("Number of %q: %d, %v, want %d", tc.value, got, err, tc.number)
		}
		if got, err := params.Ordinal(query, "n"); got != tc.ordinal || trace.Is(err, trace.CodeBadParameter) != (tc.ordinal == 0) {
			t.Errorf("Ordinal of %q: %d, %v, want %d", tc.value, got, err, tc.ordinal)
		}
	}
	if got, err := params.Number(nil, "n", 9, 2, 5); got != 9 || err != nil {
		t.Errorf("no number: %d, %v, want 9", got, err)
	}
	if got, err := params.Ordinal(nil, "n"); got != 0 || err != nil {
		t.Errorf("no ordinal: %d, %v, want 0", got, err)
	}
}

func TestIfMatch(t *testing.T) {
	for _, tc := range []struct {
		header string
		want   trace.IfMatch
		bad    bool
	}{
		{header: "", want: trace.AnyVersion},
		{header: "*", want: trace.AnyVersion},
		{header: `"3"`, want: trace.IfMatch{3}},
		{header: `"3", "4"`, want: trace.IfMatch{3, 4}},
		{header: `W/"3"`, want: trace.IfMatch{}},
		{header: `"x"`, want: trace.IfMatch{}},
		{header: `3`, bad: true},
		{header: `"3", 4`, bad: true},
	} {
		r := httptest.NewRequest(http.MethodPut, "/", nil)
		r.Header.Set("If-Match", tc.header)
		got, err := params.IfMatch(r)
		if !slices.Equal(got, tc.want) || (got == nil) != (tc.want == nil) || trace.Is(err, trace.CodeBadParameter) != tc.bad {
			t.Errorf("If-Match %s: %v, %v, want %v", tc.header, got, err, tc.want)
		}
	}
}

// A repeated request is the same only if method, path, query and body are.
func TestOnce(t *testing.T) {
	digest := func(method, path, body string) [32]byte {
		r := httptest.NewRequest(method, path, nil)
		r.Header.Set("Idempotency-Key", "k")
		once, err := params.Once(r, []byte(body), lang.PT)
		if err != nil || once.Name != "k" {
			t.Fatalf("%s %s: %+v, %v", method, path, once, err)
		}
		return once.Request
	}
	first := digest("POST", "/a?x=1", "{}")
	if digest("POST", "/a?x=1", "{}") != first {
		t.Error("the same request has another digest")
	}
	for _, other := range [][3]string{{"PUT", "/a?x=1", "{}"}, {"POST", "/b?x=1", "{}"}, {"POST", "/a?x=2", "{}"}, {"POST", "/a?x=1", "{ }"}} {
		if digest(other[0], other[1], other[2]) == first {
			t.Errorf("%q has the digest of another request", other)
		}
	}
	r := httptest.NewRequest("POST", "/a", nil)
	if once, err := params.Once(r, nil, lang.PT); once != nil || err != nil {
		t.Errorf("without the header: %+v, %v", once, err)
	}
	for _, name := range []string{"é", "a\tb", string(make([]byte, 201))} {
		r.Header.Set("Idempotency-Key", name)
		if _, err := params.Once(r, nil, lang.PT); !trace.Is(err, trace.CodeBadParameter) {
			t.Errorf("Idempotency-Key %q: %v", name, err)
		}
	}
}

func TestWantJSON(t *testing.T) {
	for _, tc := range []struct {
		media, body string
		ok          bool
	}{
		{"", "x", true}, {"application/json", "x", true}, {"application/json; charset=UTF-8", "x", true}, {"application/vnd.x+json", "x", true},
		{"application/jsonl", "x", true}, {"application/x-ndjson", "x", true}, {"application/json; charset=latin1", "{}", true},
		{"application/x-www-form-urlencoded", " \r\n{}", true}, {"text/plain", "[]", true}, {";", "{}", true},
		{"application/x-www-form-urlencoded", "a=b", false}, {"text/csv", "a;b", false}, {"text/plain", "", false}, {";", "x", false},
	} {
		h := http.Header{"Content-Type": {tc.media}}
		if err := params.WantJSON(h, []byte(tc.body)); (err == nil) != tc.ok || !tc.ok && !trace.Is(err, trace.CodeWrongMedia) {
			t.Errorf("%+v: %v", tc, err)
		}
	}
	for encoding, ok := range map[string]bool{"": true, "identity": true, "Identity": true, "gzip": false, "br": false} {
		if err := params.Uncompressed(http.Header{"Content-Encoding": {encoding}}); (err == nil) != ok {
			t.Errorf("Content-Encoding %q: %v", encoding, err)
		}
	}
}
