package api

import (
	"net/http"
	"strconv"
	"sync"

	"rastro/internal/api/epcisrest"
	"rastro/internal/canon"
	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/trace"
)

// reply is a handler's answer.
type reply struct {
	status  int // 0: 200
	message lang.Text
	// data is the JSON of the envelope's data, and rest its second part, if it comes in
	// two; record, if set, replaces both.
	data, rest []byte
	// parts go between the two and must not be changed: others read them too.
	parts  [][]byte
	record *trace.Record
	// media and raw answer without an envelope.
	media string
	raw   []byte
	sent  bool // the handler wrote the answer itself: see stream
	// document is an immutable answer, compressed.
	document *httpkit.Document

	version  int64  // > 0: sent as ETag
	location string // of what was created
	link     string // of the next page
}

// send writes a reply.
func send(w http.ResponseWriter, r *http.Request, l lang.Lang, answer reply) {
	if answer.sent {
		return
	}
	h := w.Header()
	if answer.version > 0 {
		etag := `"` + strconv.FormatInt(answer.version, 10) + `"`
		h["Etag"] = []string{etag}
		if asked := r.Header["If-None-Match"]; asked != nil && isRead(r) && httpkit.Holds(asked, etag) {
			caching(h)
			w.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if answer.location != "" {
		h["Location"] = []string{answer.location}
	}
	if answer.link != "" {
		h["Link"] = []string{answer.link}
	}
	status := answer.status
	if status == 0 {
		status = http.StatusOK
	}
	if answer.document != nil {
		h["X-Content-Type-Options"] = noSniff
		caching(h)
		answer.document.ServeHTTP(w, r)
		return
	}
	if answer.media != "" {
		write(w, r, status, answer.media, answer.raw)
		return
	}
	if answer.parts != nil || len(answer.data) > maxKeptBody {
		sendLarge(w, r, status, l, &answer)
		return
	}
	buffer := bodies.Get().(*[]byte)
	body := append((*buffer)[:0], `{"status":"success","message":`...)
	body = canon.AppendString(body, answer.message.In(l))
	body = append(body, `,"data":`...)
	if answer.record != nil {
		body = answer.record.AppendJSON(body, l)
	} else {
		body = append(append(body, answer.data...), answer.rest...)
	}
	body = append(body, '}', '\n')
	writeJSON(w, r, status, l, body)
	if cap(body) <= maxKeptBody {
		*buffer = body
		bodies.Put(buffer)
	}
}

// sendLarge writes the envelope around its data instead of copying the data into
// it: a page may have megabytes, and a slow reader would keep them in memory.
func sendLarge(w http.ResponseWriter, r *http.Request, status int, l lang.Lang, answer *reply) {
	head := append([]byte(nil), `{"status":"success","message":`...)
	head = canon.AppendString(head, answer.message.In(l))
	head = append(head, `,"data":`...)
	h := w.Header()
	h["Content-Language"], h["Content-Type"] = contentLang[l], jsonType
	if answer.parts == nil {
		writeBody(w, r, status, head, answer.data, answer.rest, []byte("}\n"))
		return
	}
	body := append([][]byte{append(head, answer.data...)}, answer.parts...)
	writeBody(w, r, status, append(body, append(answer.rest, "}\n"...))...)
}

// bodies are buffers for answers, which are copied when written.
var bodies = sync.Pool{New: func() any { return new([]byte) }}

// maxKeptBody bounds the buffers kept: a page of megabytes comes rarely.
const maxKeptBody = 64 << 10

// Fail writes an error in the envelope. The cause of an error that is not the caller's fault goes
// to the log through the request's Outcome, never to the caller.
func (a *API) Fail(w http.ResponseWriter, r *http.Request, err error) {
	failed := trace.AsError(err)
	if failed.Class() == trace.Internal && httpkit.CallerGone(w, r, err) {
		failed = trace.Fail(trace.CodeUnavailable) // a caller that ran out of time may try again
		outcome(w).Code = failed.Code
		noteAside(w, r, err)
	} else {
		a.Note(w, failed)
	}
	class := failed.Class()
	h := w.Header()
	if class == trace.Unauthenticated {
		h.Set("WWW-Authenticate", `ApiKey realm="rastro", header="`+accessHeader+`"`)
	}
	httpkit.Retry(h, failed)
	l := language(r)
	status := httpkit.Status(class)
	if epcisrest.Serves(r.URL.Path) {
		write(w, r, status, epcisrest.ProblemMedia, epcisrest.Problem(failed, status, h.Get("X-Request-Id"), l))
		return
	}
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
	writeJSON(w, r, status, l, body)
}

// Note passes an error to the access log.
func (a *API) Note(w http.ResponseWriter, err error) {
	failed := trace.AsError(err)
	note := outcome(w)
	note.Code = failed.Code
	if class := failed.Class(); class == trace.Internal || class == trace.Unavailable && (failed.Code != trace.CodeBusy || failed.Cause != nil) {
		note.Cause = err // no one is to blame for a full server
	}
}

// noteAside keeps an error that occurred after the caller left, for the log.
func noteAside(w http.ResponseWriter, r *http.Request, err error) {
	if httpkit.IsUnrelatedToLeaving(w, r, err) {
		note := outcome(w)
		note.Cause, note.Left = err, true
	}
}

func appendProblem(body []byte, p trace.Problem, l lang.Lang) []byte {
	body = append(body, '{')
	if p.Line > 0 {
		body = append(body, `"linha":`...)
		body = append(strconv.AppendInt(body, p.Line, 10), ',')
	}
	body = append(body, `"campo":`...)
	body = canon.AppendString(body, p.Field)
	body = append(body, `,"ponteiro":`...)
	body = canon.AppendString(body, p.Pointer)
	body = append(body, `,"regra":`...)
	body = canon.AppendString(body, p.Rule)
	body = append(body, `,"mensagem":`...)
	body = canon.AppendString(body, p.Message.Fill(l, p.Args))
	return append(body, '}')
}

// Values of headers that every answer shares, made once: a header is a list,
// and setting it would make a new list each time.
var (
	jsonType    = []string{"application/json"}
	noSniff     = []string{"nosniff"}
	mayKeep     = []string{"private, no-cache"} // revalidate: ETag makes it cheap
	varies      = []string{"Accept, Accept-Language"}
	contentLang = map[lang.Lang][]string{lang.PT: {lang.PT.Tag()}, lang.EN: {lang.EN.Tag()}, lang.ES: {lang.ES.Tag()}}
)

func writeJSON(w http.ResponseWriter, r *http.Request, status int, l lang.Lang, body []byte) {
	h := w.Header()
	h["Content-Language"] = contentLang[l]
	h["Content-Type"] = jsonType
	writeBody(w, r, status, body)
}

func write(w http.ResponseWriter, r *http.Request, status int, media string, body []byte) {
	w.Header()["Content-Type"] = []string{media}
	writeBody(w, r, status, body)
}

// maxSelfMeasured is the largest body whose length net/http sends by itself. A
// ninth header would make the map of headers a large one.
const maxSelfMeasured = 2048

func writeBody(w http.ResponseWriter, r *http.Request, status int, body ...[]byte) {
	h := w.Header()
	length := 0
	for _, part := range body {
		length += len(part)
	}
	if length > maxSelfMeasured || r.Method == http.MethodHead || h["Connection"] != nil { // see early.Discard
		h["Content-Length"] = []string{strconv.Itoa(length)}
	} else {
		delete(h, "Content-Length") // of an answer that was prepared but not sent
	}
	h["X-Content-Type-Options"] = noSniff
	caching(h)
	w.WriteHeader(status)
	for _, part := range body {
		if _, err := w.Write(part); err != nil {
			return // a caller who hung up needs no answer
		}
	}
}

// caching sets the cache headers of an answer, which are the same for a 304.
func caching(h http.Header) {
	if h["Cache-Control"] == nil {
		h["Cache-Control"] = mayKeep
	}
	if h["Vary"] == nil {
		h["Vary"] = varies
	} else {
		h.Add("Vary", varies[0])
	}
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// replayed returns the reply for a stored answer, marked as a repetition.
func replayed(c *call, kept *trace.Reply, status int, version int64) reply {
	markReplayed(c)
	return reply{status: status, data: kept.Data, location: kept.Location, version: version}
}

// markReplayed marks the answer as a repetition: the request was answered before and changed
// nothing now.
func markReplayed(c *call) { c.w.Header().Set("Idempotent-Replayed", "true") }

// list makes the reply of a page: Spring's PagedModel, plus a cursor.
// size is about how many bytes the items take.
func list(r *http.Request, p trace.Paging, total int64, next string, size int, items func(dst []byte) []byte) reply {
	data := append(make([]byte, 0, size+512), `{"content":[`...)
	data = items(data)
	data = append(data, `],"page":{"size":`...)
	data = strconv.AppendInt(data, int64(p.Size), 10)
	if p.Cursor == "" { // a cursor's position has no number
		data = append(data, `,"number":`...)
		data = strconv.AppendInt(data, p.Number, 10)
	}
	if p.Total {
		data = append(data, `,"totalElements":`...)
		data = strconv.AppendInt(data, total, 10)
		data = append(data, `,"totalPages":`...)
		data = strconv.AppendInt(data, (total+int64(p.Size)-1)/int64(p.Size), 10)
	}
	data = append(data, `},"next":`...)
	if next == "" {
		return reply{data: append(data, `null}`...)}
	}
	data = canon.AppendString(data, next)
	data = append(data, '}')
	query := r.URL.Query()
	query.Del("page")
	query.Set("cursor", next)
	return reply{data: data, link: "<" + r.URL.EscapedPath() + "?" + query.Encode() + `>; rel="next"`}
}
