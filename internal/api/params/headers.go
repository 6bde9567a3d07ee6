package params

import (
	"bytes"
	"crypto/sha256"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// IfMatch reads If-Match: the versions a write may replace. A weak tag, or one
// that we did not issue, matches nothing; a header that is not a list of tags is
// refused rather than ignored, since ignoring it would overwrite.
func IfMatch(r *http.Request) (trace.IfMatch, error) {
	header := strings.TrimSpace(strings.Join(r.Header.Values("If-Match"), ","))
	if header == "" || header == "*" {
		return trace.AnyVersion, nil
	}
	versions := trace.IfMatch{}
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimSpace(tag)
		bare, weak := strings.CutPrefix(tag, "W/")
		if len(bare) < 2 || bare[0] != '"' || bare[len(bare)-1] != '"' {
			return nil, trace.BadParameter("If-Match", `"<versao>"`)
		}
		if version, err := strconv.ParseInt(bare[1:len(bare)-1], 10, 64); err == nil && !weak {
			versions = append(versions, version)
		}
	}
	return versions, nil
}

// maxIdempotencyKey bounds the Idempotency-Key header; a UUID has 36.
const maxIdempotencyKey = 200

// Once reads Idempotency-Key; it returns nil if there is none. Two requests are the same if their
// method, path, query and body are equal.
func Once(r *http.Request, body []byte, l lang.Lang) (*trace.Idempotency, error) {
	name := r.Header.Get("Idempotency-Key")
	if name == "" {
		return nil, nil
	}
	if len(name) > maxIdempotencyKey || strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
		return nil, trace.BadParameter("Idempotency-Key", "1–200 ASCII")
	}
	digest := sha256.New()
	for _, part := range []string{r.Method, r.URL.EscapedPath(), r.URL.RawQuery} {
		digest.Write([]byte(part + "\n"))
	}
	digest.Write(body)
	o := &trace.Idempotency{Name: name, Lang: l}
	digest.Sum(o.Request[:0])
	return o, nil
}

// The media types of bodies: JSON, and lines of JSON.
const (
	MediaJSON   = "application/json"
	MediaNDJSON = "application/x-ndjson"
)

// ndjson are the names of the media type of lines of JSON.
var ndjson = map[string]bool{MediaNDJSON: true, "application/ndjson": true, "application/jsonl": true, "application/x-jsonlines": true}

// InLines reports whether a body is declared as NDJSON.
func InLines(h http.Header) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && ndjson[media]
}

// Uncompressed refuses a body that is compressed.
func Uncompressed(h http.Header) error {
	if encoding := h.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return trace.Fail(trace.CodeWrongMedia)
	}
	return nil
}

// WantJSON refuses a body that is declared as another type and is of that type. JSON is accepted
// under any declaration, because curl -d declares every body as a form. A body that is not JSON,
// but has no declaration or that of JSON, is left to the reader, which reports where it fails.
func WantJSON(h http.Header, body []byte) error {
	declared := h.Get("Content-Type")
	if declared == "" || declared == MediaJSON {
		return nil
	}
	if start := bytes.TrimLeft(body, " \t\r\n"); len(start) > 0 && (start[0] == '{' || start[0] == '[') {
		return nil
	}
	media, _, err := mime.ParseMediaType(declared)
	if err == nil && (media == MediaJSON || ndjson[media] || strings.HasPrefix(media, "application/") && strings.HasSuffix(media, "+json")) {
		return nil
	}
	return trace.Fail(trace.CodeWrongMedia)
}
