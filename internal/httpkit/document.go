package httpkit

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"sync"
)

// Document is a body that never changes. It is compressed once, for the first caller who accepts
// an encoding, and is safe for concurrent use.
type Document struct {
	media string
	tag   string
	forms [Encodings]func() []byte
}

// NewDocument returns a document of a media type.
func NewDocument(media string, body []byte) *Document {
	sum := sha256.Sum256(body)
	d := &Document{media: media, tag: hex.EncodeToString(sum[:8])}
	for as := range Encoding(Encodings) {
		d.forms[as] = sync.OnceValue(func() []byte { return Compress(body, as) })
	}
	return d
}

// ServeHTTP sends the document, or 304 to a caller that has it. It adds to Vary and
// leaves Cache-Control to its caller.
func (d *Document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	as := EncodingOf(r)
	etag := `"` + d.tag + as.TagSuffix() + `"`
	h := w.Header()
	h.Set("ETag", etag)
	h.Add("Vary", "Accept-Encoding")
	if Holds(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body := d.forms[as]()
	if name := as.Name(); name != "" {
		h.Set("Content-Encoding", name)
	}
	h.Set("Content-Type", d.media)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(body) // a caller who hung up needs no answer
	}
}
