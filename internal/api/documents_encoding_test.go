package api_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"testing"

	"github.com/andybalholm/brotli"
)

// OpenAPI documents are compressed for clients that accept it, each encoding with an entity tag of
// its own, and not sent to a client that has the current version.
func TestOpenAPIIsCompressed(t *testing.T) {
	t.Parallel()
	c := start(t)
	get := func(path string, header ...string) (*http.Response, []byte) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, c.http.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i+1 < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer, err := c.http.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, body
	}
	for _, path := range []string{"/openapi.json", "/openapi-3.0.json"} {
		_, plain := get(path, "Accept-Encoding", "identity")
		tags := map[string]bool{}
		for _, tc := range []struct {
			accepts, coding string
			unpack          func(io.Reader) (io.Reader, error)
		}{
			{"identity", "", func(r io.Reader) (io.Reader, error) { return r, nil }},
			{"br;q=0", "", func(r io.Reader) (io.Reader, error) { return r, nil }},
			{"gzip, deflate", "gzip", func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
			{"gzip, deflate, br, zstd", "br", func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil }},
		} {
			answer, body := get(path, "Accept-Encoding", tc.accepts)
			tag := answer.Header.Get("ETag")
			if got := answer.Header.Get("Content-Encoding"); answer.StatusCode != 200 || got != tc.coding || answer.ContentLength != int64(len(body)) || tag == "" {
				t.Errorf("%s for %q: %d, Content-Encoding %q, length %d of %d, ETag %s", path, tc.accepts, answer.StatusCode, got, answer.ContentLength, len(body), tag)
			}
			vary := answer.Header.Values("Vary")
			if len(vary) != 2 || vary[0] != "Accept, Accept-Language" || vary[1] != "Accept-Encoding" || answer.Header.Get("Content-Type") != "application/json" {
				t.Errorf("%s for %q: Vary %q, Content-Type %q", path, tc.accepts, vary, answer.Header.Get("Content-Type"))
			}
			if tc.coding != "" && len(body) > len(plain)/5 {
				t.Errorf("%s as %s has %d bytes of %d", path, tc.coding, len(body), len(plain))
			}
			tags[tag] = true
			unpacked, err := tc.unpack(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if text, err := io.ReadAll(unpacked); err != nil || !bytes.Equal(text, plain) {
				t.Errorf("%s as %q is another document: %d bytes, %v", path, tc.coding, len(text), err)
			}
			if again, body := get(path, "Accept-Encoding", tc.accepts, "If-None-Match", tag); again.StatusCode != 304 || len(body) > 0 || again.Header.Get("ETag") != tag || len(again.Header.Values("Vary")) != 2 {
				t.Errorf("%s for %q with its own ETag: %d, %d bytes, %v", path, tc.accepts, again.StatusCode, len(body), again.Header)
			}
		}
		if len(tags) != 3 {
			t.Errorf("%s has the entity tags %v, want one for each of three encodings", path, tags)
		}
		// Go's client requests gzip by itself and unpacks it.
		if answer, body := get(path); !answer.Uncompressed || !bytes.Equal(body, plain) {
			t.Errorf("%s to a client that sets no header: unpacked %t, %d bytes", path, answer.Uncompressed, len(body))
		}
	}
}
