package api

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"rastro/internal/canon"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// reply is a handler's answer.
type reply struct {
	status  int // 0: 200
	message lang.Text
	// data is the JSON of the envelope's data.
	data []byte
	// media and raw answer without an envelope.
	media string
	raw   []byte

	version  int64  // > 0: sent as ETag
	location string // of what was created
	link     string // of the next page
}

// send writes a reply.
func send(w http.ResponseWriter, r *http.Request, answer reply) {
	h := w.Header()
	if answer.version > 0 {
		etag := `"` + strconv.FormatInt(answer.version, 10) + `"`
		h.Set("ETag", etag)
		if isRead(r) && matchesAny(strings.Join(r.Header.Values("If-None-Match"), ","), etag) {
			caching(h)
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if answer.location != "" {
		h.Set("Location", answer.location)
	}
	if answer.link != "" {
		h.Set("Link", answer.link)
	}
	status := answer.status
	if status == 0 {
		status = http.StatusOK
	}
	if answer.media != "" {
		write(w, status, answer.media, answer.raw)
		return
	}
	l := language(r)
	body := make([]byte, 0, len(answer.data)+128)
	body = append(body, `{"status":"success","message":`...)
	body = canon.AppendString(body, answer.message.In(l))
	body = append(body, `,"data":`...)
	body = append(body, answer.data...)
	body = append(body, '}', '\n')
	writeJSON(w, status, l, body)
}

// Fail writes an error in the envelope. What is not the caller's doing is told
// to the log through the request's Outcome, never to the caller.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, err error) {
	failed := trace.AsError(err)
	if r.Context().Err() != nil && failed.Class() == trace.Internal {
		// The caller hung up or ran out of time; the cause is his going.
		failed = &trace.Error{Code: trace.CodeUnavailable, Cause: err}
	}
	class := failed.Class()
	a.Note(r, failed)
	h := w.Header()
	switch class {
	case trace.Unauthenticated:
		h.Set("WWW-Authenticate", `ApiKey realm="rastro", header="`+accessHeader+`"`)
	case trace.TooMany, trace.Unavailable:
		if h.Get("Retry-After") == "" {
			h.Set("Retry-After", "1")
		}
	}
	l := language(r)
	status := statuses[class]
	body := append([]byte(nil), `{"status":"error","message":`...)
	body = canon.AppendString(body, failed.Text(l))
	body = append(body, `,"code":`...)
	body = strconv.AppendInt(body, int64(status), 10)
	body = append(body, `,"error":`...)
	body = canon.AppendString(body, string(failed.Code))
	body = append(body, `,"requestId":`...)
	body = canon.AppendString(body, h.Get("X-Request-Id"))
	if len(failed.Problems) > 0 {
		body = append(body, `,"errors":[`...)
		for i, p := range failed.Problems {
			if i > 0 {
				body = append(body, ',')
			}
			body = appendProblem(body, p, l)
		}
		body = append(body, ']')
	}
	if failed.Data != nil {
		body = append(body, `,"data":`...)
		body = append(body, failed.Data...)
	}
	body = append(body, '}', '\n')
	writeJSON(w, status, l, body)
}

// Note tells the access log of an error.
func (a *API) Note(r *http.Request, err error) {
	failed := trace.AsError(err)
	note := outcome(r.Context())
	note.Code = failed.Code
	if class := failed.Class(); class == trace.Internal || class == trace.Unavailable {
		note.Cause = err
	}
}

func appendProblem(body []byte, p trace.Problem, l lang.Lang) []byte {
	body = append(body, `{"campo":`...)
	body = canon.AppendString(body, p.Field)
	body = append(body, `,"ponteiro":`...)
	body = canon.AppendString(body, p.Pointer)
	body = append(body, `,"regra":`...)
	body = canon.AppendString(body, p.Rule)
	body = append(body, `,"mensagem":`...)
	body = canon.AppendString(body, p.Message.Fill(l, p.Args))
	return append(body, '}')
}

func writeJSON(w http.ResponseWriter, status int, l lang.Lang, body []byte) {
	w.Header().Set("Content-Language", l.Tag())
	write(w, status, "application/json", body)
}

func write(w http.ResponseWriter, status int, media string, body []byte) {
	h := w.Header()
	h.Set("Content-Type", media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	h.Set("X-Content-Type-Options", "nosniff")
	caching(h)
	w.WriteHeader(status)
	_, _ = w.Write(body) // a caller who hung up needs no answer
}

// caching says how an answer may be kept, the same where it is 304.
func caching(h http.Header) {
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "private, no-cache") // revalidate: ETag makes it cheap
	}
	h.Add("Vary", "Accept, Accept-Language")
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// retryAfter tells a caller how long to wait, in whole seconds.
func retryAfter(w http.ResponseWriter, wait time.Duration) {
	w.Header().Set("Retry-After", strconv.Itoa(max(1, int((wait+time.Second-1)/time.Second))))
}
