package web

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/hex"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"rastro/internal/httpkit"
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
	Code      string // as in ?lang=
	Title     string
	T         map[string]string
	Languages []languageLink
	Root      string       // the way to the start page, relative
	Own       template.CSS // a style of this page alone
	Policy    string       // for a page read from disk, without anything else from this server; "" otherwise
	lang      lang.Lang
}

type languageLink struct {
	Code, Tag, Name string
	Current         bool
}

// newPageView returns the frame of a page that buyers read, with the words it uses.
func newPageView(l lang.Lang, root string, words ...map[string]lang.Text) pageView {
	return viewIn(l, lang.OfBuyers, root, words...)
}

// viewIn returns the frame of a page in a language, one of those that the page speaks.
func viewIn(l lang.Lang, spoken []lang.Lang, root string, words ...map[string]lang.Text) pageView {
	v := pageView{Lang: l.Tag(), Code: l.Code(), T: map[string]string{}, Root: root, lang: l}
	for _, table := range words {
		for name, text := range table {
			v.T[name] = text.In(l)
		}
	}
	for _, other := range spoken {
		v.Languages = append(v.Languages, languageLink{other.Code(), other.Tag(), other.Name(), other == l})
	}
	return v
}

// parsePage makes the template of a page: the frame with its content in it.
func parsePage(content string) (*template.Template, error) {
	icon, address, err := assets.Icon()
	if err != nil {
		return nil, err
	}
	frame := strings.Replace(pageFrame, "/*style*/", pageStyle, 1)
	frame = strings.NewReplacer("/*icon address*/", address, "/*icon*/", icon).Replace(frame)
	return template.New("page").Parse(frame + content)
}

// policyWith lets a page load the pictures of this server and nothing else, and send its one
// form to this server. own is a style that only this page has, "" for none.
func policyWith(own template.CSS) string {
	styles := "'sha256-" + base64Digest(pageStyle) + "'"
	if own != "" {
		styles += " 'sha256-" + base64Digest(string(own)) + "'"
	}
	return "default-src 'none'; style-src " + styles + "; img-src 'self' data:; form-action 'self'; base-uri 'none'; " + noFrames
}

// noFrames keeps a page out of other sites' frames. Only a header can do that.
const noFrames = "frame-ancestors 'none'"

var pagePolicy = policyWith("")

// answer is a body ready to send. Its slices are header values and shared; nobody may change them.
type answer struct {
	status                        int
	body                          []byte
	media, language, length, etag []string
	coding                        []string // nil: unencoded
	policy                        []string // nil: the policy of all pages
}

func newAnswer(status int, media string, l lang.Lang, as httpkit.Encoding, body []byte) *answer {
	sum := sha256.Sum256(body)
	body = httpkit.Compress(body, as)
	a := &answer{
		status: status, body: body, media: []string{media}, language: []string{l.Tag()},
		length: []string{strconv.Itoa(len(body))}, etag: []string{`"` + hex.EncodeToString(sum[:8]) + as.TagSuffix() + `"`},
	}
	if name := as.Name(); name != "" {
		a.coding = []string{name}
	}
	return a
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
	if h["Vary"] == nil {
		h["Vary"] = varyValue
	} else { // an answer that depends on the caller's origin
		h.Add("Vary", varyValue[0])
	}
}

// send writes an answer, or 304 to a client that has it.
func (a *answer) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	guardPage(h)
	if a.policy != nil {
		h["Content-Security-Policy"] = a.policy
	}
	h["Etag"], h["Content-Language"] = a.etag, a.language
	if a.status == http.StatusOK && httpkit.Holds(r.Header["If-None-Match"], a.etag[0]) {
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

// base64Digest returns a text's SHA-256 as a content security policy writes it.
func base64Digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}
