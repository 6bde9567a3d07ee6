// Package pagekit has what every page of the console is built from: the call that a
// handler gets and the reply it returns, the frame around a page, tables of words,
// links between pages, and how numbers and days are written.
package pagekit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rastro/internal/account"
	"rastro/internal/admit"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/tiles"
	"rastro/internal/trace"
	"rastro/internal/zone"
)

// Call is a request on its way to a handler.
type Call struct {
	Ctx     context.Context
	Request *http.Request
	Writer  http.ResponseWriter
	Lang    lang.Lang
	Key     *trace.Key      // of the signed-in user
	Since   time.Time       // when that user signed in
	Person  *account.Person // that user; nil for someone with a key
	Form    url.Values      // of a submitted form

	Claim *admit.Claim // its share of the memory; nil: not counted

	Session   string // the signed-in user's token
	PublicURL string // where the server is reached from outside, without a slash at its end
	Log       *slog.Logger
	Names     func() (string, error) // generates names for forms
	// Developer: the caller wants to see what is for developers, such as API calls, ids, hashes and
	// rule codes. Pages hide it from everyone else, with this and Frame.Developer.
	Developer bool
	// Shortcuts: single keys do something.
	Shortcuts bool
	Zone      zone.Zone    // time zone in which times are shown
	Tiles     tiles.Source // background of maps, if an operator names one
	// People looks up the names of people by id.
	People func(ctx context.Context, ids []string) (map[string]string, error)
	// Helpers returns people of an organisation, other than one, who can do something: see account.Keeper.
	Helpers func(ctx context.Context, organization string, need account.Need, except trace.ID, limit int) ([]string, error)
	// Scopes and Rights are what the page needs: one of these scopes, and all of these rights.
	Scopes []trace.Scope
	Rights right.Set
	// CurrentName returns what an organisation is called now, by a current or former name.
	CurrentName func(organization string) string
	named       map[string]string // those that were looked up
	unnamed     error             // why the look-up failed
	upload      io.Reader         // a form with files; nil: none is read
}

// DraftOwner returns a name for one person's drafts in a browser. It differs between users of the
// same browser, and reveals nothing about them.
func (c *Call) DraftOwner() string {
	sum := sha256.Sum256([]byte(c.Key.Person + "\x00" + c.Key.AccessKey))
	return hex.EncodeToString(sum[:8])
}

// OnceName returns a new name for a form, by which Once recognises it.
func (on *Call) OnceName() (string, error) { return on.Names() }

// Reply is a handler's answer: a page, a redirect, or what Raw writes.
type Reply struct {
	Page   string // its template
	View   View
	Status int // 0: 200
	// Block is the part of the page that is sent alone if the request is htmx's;
	// "" is the whole page.
	Block string
	// Elsewhere leads to another page: To, below /console.
	Elsewhere bool
	To        string
	Raw       func(w http.ResponseWriter) error
	// Map: the page has a map, and may load the tiles of Call.Tiles.
	Map bool
}

// GoTo leads to a page below /console, "" for its start.
func GoTo(page string) Reply { return Reply{Elsewhere: true, To: page} }

// Partial reports whether htmx asks for a part of a page. When it goes back in the
// history it needs the whole.
func (on *Call) Partial() bool {
	return on.Request.Header.Get("HX-Request") == "true" && on.Request.Header.Get("HX-History-Restore-Request") == ""
}

// Root returns the way from a request's address to the server's root.
func Root(r *http.Request) string {
	if up := strings.Count(r.URL.EscapedPath(), "/") - 1; up > 0 {
		return strings.Repeat("../", up)
	}
	return "./"
}

// Path returns a path parameter, or "" if no stored text could be equal to it.
func (on *Call) Path(name string) string {
	value := on.Request.PathValue(name)
	if !utf8.ValidString(value) || strings.IndexByte(value, 0) >= 0 {
		return ""
	}
	return value
}

// WithParameter returns the request's own address with one parameter changed,
// relative to itself.
func WithParameter(r *http.Request, name, value string) string {
	query := r.URL.Query()
	query.Del(NoticeParameter)
	query.Set(name, value)
	return "?" + query.Encode()
}

// DeletedParameter names the record that was deleted just before a list of records.
const DeletedParameter = "excluido"

// NoticeParameter is the parameter that says what was just done: a key of noticeTexts, so that
// nobody can make a page say anything else.
const NoticeParameter = "feito"

// Done redirects to a page that confirms what was done.
func Done(page, notice string) Reply {
	mark := "?"
	if strings.Contains(page, "?") {
		mark = "&"
	}
	return GoTo(page + mark + NoticeParameter + "=" + notice)
}

// FormVersion returns the version with which a form was opened; the form changes only that version.
func FormVersion(form url.Values) trace.IfMatch {
	version, err := strconv.ParseInt(form.Get("versao"), 10, 64)
	if err != nil {
		return trace.IfMatch{} // none
	}
	return trace.IfMatch{version}
}
