package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"

	"rastro/internal/lang"
	"rastro/internal/web/assets"
)

//go:embed page.css
var pageStyle string

//go:embed page.html
var pageFrame string

// pageView is what every page shows around its content.
type pageView struct {
	Lang      string // its tag
	Code      string // as ?lang= takes it
	Title     string
	T         map[string]string
	Languages []languageLink
	Root      string // the way to the start page, relative
	lang      lang.Lang
}

type languageLink struct {
	Code, Tag, Name string
	Current         bool
}

// newPageView is the frame of a page in a language, with the words it uses.
func newPageView(l lang.Lang, root string, words ...map[string]lang.Text) pageView {
	v := pageView{Lang: l.Tag(), Code: l.Code(), T: map[string]string{}, Root: root, lang: l}
	for _, table := range words {
		for name, text := range table {
			v.T[name] = text.In(l)
		}
	}
	for _, other := range lang.All {
		v.Languages = append(v.Languages, languageLink{other.Code(), other.Tag(), other.Name(), other == l})
	}
	return v
}

// languageOf is the language of a request: the one its address names, else the
// browser's.
func languageOf(r *http.Request) lang.Lang {
	if strings.Contains(r.URL.RawQuery, "lang=") {
		if l, known := lang.ByCode(r.URL.Query().Get("lang")); known {
			return l
		}
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}

// parsePage makes the template of a page: the frame with its content in it.
func parsePage(content string) (*template.Template, error) {
	frame := strings.Replace(pageFrame, "/*style*/", pageStyle, 1)
	return template.New("page").Parse(frame + content)
}

// pagePolicy lets a page load nothing, and send its one form to this server.
var pagePolicy = "default-src 'none'; style-src 'sha256-" + base64Digest(pageStyle) +
	"'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// answer is a body as it is sent. Its slices are header values, and shared;
// nobody changes them.
type answer struct {
	status                        int
	body                          []byte
	media, language, length, etag []string
	coding                        []string // nil: as it is
}

// encoding is how a body is packed. Each is kept by itself: a browser asks for
// one, and to keep the others would be to keep the page four times.
type encoding uint8

// The encodings, the smallest first.
const (
	asBrotli encoding = iota
	asGzip
	asPlain
)

var (
	codings   = [3][]string{asBrotli: {"br"}, asGzip: {"gzip"}, asPlain: nil}
	tagSuffix = [3]string{asBrotli: "-br", asGzip: "-gz", asPlain: ""}
)

// encodingOf is the smallest that the caller takes.
func encodingOf(r *http.Request) encoding {
	switch taken := r.Header["Accept-Encoding"]; {
	case assets.AcceptsBrotli(taken):
		return asBrotli
	case assets.Accepts(taken, "gzip"):
		return asGzip
	}
	return asPlain
}

func newAnswer(status int, media string, l lang.Lang, as encoding, body []byte) *answer {
	sum := sha256.Sum256(body)
	if as != asPlain {
		body = compress(as, body)
	}
	return &answer{
		status: status, body: body, media: []string{media}, language: []string{l.Tag()}, coding: codings[as],
		length: []string{strconv.Itoa(len(body))}, etag: []string{`"` + hex.EncodeToString(sum[:8]) + tagSuffix[as] + `"`},
	}
}

// brotliLevel takes about a millisecond for a page, and leaves a tenth more than
// the best, which takes thirty.
const brotliLevel = 5

// compressing is how many compress at once: more than one a core would not be
// done sooner, and each takes a megabyte.
var compressing = make(chan struct{}, runtime.GOMAXPROCS(0))

// compressors are kept: to make one costs more than to use it.
var compressors = [2]sync.Pool{
	asBrotli: {New: func() any { return brotli.NewWriterLevel(nil, brotliLevel) }},
	asGzip:   {New: func() any { return gzip.NewWriter(nil) }},
}

type compressor interface {
	io.WriteCloser
	Reset(io.Writer)
}

func compress(as encoding, body []byte) []byte {
	compressing <- struct{}{}
	defer func() { <-compressing }()
	var small bytes.Buffer
	to := compressors[as].Get().(compressor)
	to.Reset(&small)
	_, _ = to.Write(body) // a buffer takes everything
	_ = to.Close()
	to.Reset(nil)
	compressors[as].Put(to)
	return bytes.Clone(small.Bytes())
}

// weight is about how many bytes an answer takes.
func (a *answer) weight() uint32 { return uint32(512 + cap(a.body)) }

// Header values that are the same for every page.
var (
	policyValue   = []string{pagePolicy}
	nosniffValue  = []string{"nosniff"}
	referrerValue = []string{"no-referrer"}
	cacheValue    = []string{"no-cache"}
	varyValue     = []string{"Accept, Accept-Encoding, Accept-Language"}
)

// guardPage sets the headers that every answer of a page has.
func guardPage(h http.Header) {
	h["Content-Security-Policy"] = policyValue
	h["X-Content-Type-Options"] = nosniffValue
	h["Referrer-Policy"] = referrerValue
	h["Cache-Control"] = cacheValue
	h["Vary"] = varyValue
}

// send writes an answer, or 304 to who has it.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	guardPage(h)
	h["Etag"], h["Content-Language"] = a.etag, a.language
	if a.status == http.StatusOK && holds(r.Header["If-None-Match"], a.etag[0]) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if a.coding != nil {
		h["Content-Encoding"] = a.coding
	}
	h["Content-Type"], h["Content-Length"] = a.media, a.length
	w.WriteHeader(a.status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(a.body) // a caller who hung up needs no answer
	}
}

// holds tells whether If-None-Match names a tag.
func holds(headers []string, tag string) bool {
	for _, header := range headers {
		for one := range strings.SplitSeq(header, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}

// base64Digest is a text's SHA-256 as a content security policy writes it.
func base64Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
