package console

import (
	"net/http"
	"strings"
	"time"

	"rastro/internal/lang"
	"rastro/internal/trace"
)

// frameView is what every page shows around its content. A view has it as its
// first member and fills in what is its own: a title, a call.
type frameView struct {
	Title string
	// Curl is the same thing as a call of the API, "" where there is none.
	Curl string
	// Holds says that the page answers a form which nobody has taken yet, so that
	// only the browser has it. It then loads no htmx, which replaces the page's entry
	// in the history at load: a reload would be a GET, and the form gone. Nor does it
	// have links to itself in other languages, which would be GETs too.
	Holds bool

	// The rest is filled in by dress.
	Lang, Code string
	T          map[string]string
	Languages  []languageLink
	Root       string // the way to the server's root, relative
	Files      files
	Nav        []navLink
	Who        string // who is signed in, "" for nobody
	Notice     string // what was just done
}

// framed is a view of a page.
type framed interface{ frame() *frameView }

func (v *frameView) frame() *frameView { return v }

type languageLink struct {
	Code, Tag, Name, Href string
	Current               bool
}

type navLink struct {
	Href, Text string
	Current    bool
}

// nav is the way around, for who may go it.
var nav = []struct {
	path   string // below /console
	text   lang.Text
	scopes []trace.Scope
}{
	{"", lang.Text{PT: "Safras", EN: "Harvests", ES: "Cosechas"}, readers},
	{"/registros", lang.Text{PT: "Registros", EN: "Records", ES: "Registros"}, readersOrWriters},
	{"/lotes", lang.Text{PT: "Lotes", EN: "Lots", ES: "Lotes"}, readers},
	{"/recall", lang.Text{PT: "Recall", EN: "Recall", ES: "Retiro"}, readers},
	{"/importar", lang.Text{PT: "Importar", EN: "Import", ES: "Importar"}, writers},
	{"/fases", lang.Text{PT: "Fases", EN: "Phases", ES: "Fases"}, catalogueReaders},
	{"/chaves", lang.Text{PT: "Chaves", EN: "Keys", ES: "Claves"}, admins},
	{"/disputas", lang.Text{PT: "Disputas", EN: "Disputes", ES: "Disputas"}, admins},
	{"/trilha", lang.Text{PT: "Trilha", EN: "Trail", ES: "Pista"}, catalogueReaders},
	{"/log", lang.Text{PT: "Log", EN: "Log", ES: "Log"}, anyone},
}

// dress fills in the frame of a page.
func (c *Console) dress(v *frameView, p *page, on *call) {
	v.Lang, v.Code, v.T = on.lang.Tag(), on.lang.Code(), p.words[on.lang]
	v.Root, v.Files = root(on.r), c.files
	for _, l := range lang.All {
		v.Languages = append(v.Languages, languageLink{l.Code(), l.Tag(), l.Name(), withParameter(on.r, languageParameter, l.Code()), l == on.lang})
	}
	if key := on.r.URL.Query().Get(noticeParameter); key != "" {
		v.Notice = noticeTexts[key].In(on.lang)
	}
	if on.key == nil {
		return
	}
	v.Who = on.key.Author()
	here := strings.TrimPrefix(on.r.URL.Path, "/console")
	for _, n := range nav {
		if on.key.Need(n.scopes...) == nil {
			current := here == n.path || n.path != "" && strings.HasPrefix(here, n.path+"/") || n.path == "" && strings.HasPrefix(here, "/safras/")
			v.Nav = append(v.Nav, navLink{v.Root + "console" + n.path, n.text.In(on.lang), current})
		}
	}
}

// withParameter is the request's own address with one parameter changed,
// relative to itself.
func withParameter(r *http.Request, name, value string) string {
	query := r.URL.Query()
	query.Del(noticeParameter)
	query.Set(name, value)
	return "?" + query.Encode()
}

// noticeParameter names, in an address, what was just done: a key of
// noticeTexts, so that nobody can make a page say something else.
const noticeParameter = "feito"

// done leads to a page and has it say what was done.
func done(page, notice string) reply {
	mark := "?"
	if strings.Contains(page, "?") {
		mark = "&"
	}
	return goTo(page + mark + noticeParameter + "=" + notice)
}

// The language is the one the address asks for, which is remembered; else the
// remembered one; else the browser's.
const languageParameter, languageCookie = "lang", "rastro-lang"

func chooseLanguage(w http.ResponseWriter, r *http.Request) lang.Lang {
	if l, known := lang.ByCode(r.URL.Query().Get(languageParameter)); known {
		http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: l.Code(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(365 * 24 * time.Hour / time.Second)})
		return l
	}
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if l, known := lang.ByCode(cookie.Value); known {
			return l
		}
	}
	return lang.Match(r.Header.Get("Accept-Language"))
}
