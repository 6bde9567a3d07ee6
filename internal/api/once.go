package api

import (
	"crypto/sha256"
	"strings"

	"rastro/internal/trace"
)

// maxIdempotencyKey bounds the Idempotency-Key header; a UUID has 36.
const maxIdempotencyKey = 200

// once reads Idempotency-Key; nil when there is none. Two requests are the same
// when method, path, query and body are.
func once(c *call) (*trace.Once, error) {
	name := c.r.Header.Get("Idempotency-Key")
	if name == "" {
		return nil, nil
	}
	if len(name) > maxIdempotencyKey || strings.IndexFunc(name, func(r rune) bool { return r < ' ' || r > '~' }) >= 0 {
		return nil, badParameter("Idempotency-Key", "1–200 ASCII")
	}
	digest := sha256.New()
	for _, part := range []string{c.r.Method, c.r.URL.EscapedPath(), c.r.URL.RawQuery} {
		digest.Write([]byte(part + "\n"))
	}
	digest.Write(c.body)
	o := &trace.Once{Name: name, Lang: c.lang}
	digest.Sum(o.Request[:0])
	return o, nil
}

// replayed makes the reply of an answer that was kept. It tells that it is one.
func replayed(c *call, kept *trace.Reply, status int, version int64) reply {
	markReplayed(c)
	return reply{status: status, data: kept.Data, location: kept.Location, version: version}
}

// markReplayed tells that the request was answered before and changed nothing now.
func markReplayed(c *call) { c.w.Header().Set("Idempotent-Replayed", "true") }
