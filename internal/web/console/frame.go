package console

import (
	"net/http"
	"strings"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// nav is the menu, with what the key may use.
var nav = []struct {
	path   string // below /console
	text   lang.Text
	scopes []trace.Scope
	right  right.Right
}{
	{"", lang.Text{PT: "Painel", EN: "Board", ES: "Tablero"}, readers, ""},
	{"/safras", lang.Text{PT: "Safras", EN: "Harvests", ES: "Cosechas"}, readers, ""},
	{"/registros", lang.Text{PT: "Registros", EN: "Records", ES: "Registros"}, readersOrWriters, ""},
	{"/lotes", lang.Text{PT: "Lotes", EN: "Lots", ES: "Lotes"}, readers, ""},
	{"/recall", lang.Text{PT: "Recall", EN: "Recall", ES: "Retiro"}, readers, ""},
	{"/importar", lang.Text{PT: "Importar", EN: "Import", ES: "Importar"}, writers, right.Import},
	{"/notas", lang.Text{PT: "Notas fiscais", EN: "Tax documents", ES: "Facturas"}, writers, right.Import},
	{"/fases", lang.Text{PT: "Fases", EN: "Phases", ES: "Fases"}, readersOrAdmins, ""},
	{"/chaves", lang.Text{PT: "Chaves", EN: "Keys", ES: "Claves"}, admins, ""},
	{"/pessoas", lang.Text{PT: "Pessoas", EN: "People", ES: "Personas"}, admins, right.Invite},
	{"/organizacoes", lang.Text{PT: "Organizações", EN: "Organisations", ES: "Organizaciones"}, admins, ""},
	{"/disputas", lang.Text{PT: "Disputas", EN: "Disputes", ES: "Disputas"}, admins, ""},
	{"/trilha", lang.Text{PT: "Trilha", EN: "Trail", ES: "Auditoría"}, readersOrAdmins, ""},
	{"/log", lang.Text{PT: "Log público", EN: "Public log", ES: "Log público"}, anyone, ""},
}

// dress fills in the frame of a page.
func (c *Console) dress(v *pagekit.Frame, p *readyPage, on *pagekit.Call) {
	v.Lang, v.Code, v.T = on.Lang.Tag(), on.Lang.Code(), p.words[on.Lang]
	if on.Person != nil {
		v.T = p.people[on.Lang]
	}
	v.Root, v.Files = pagekit.Root(on.Request), c.files
	for _, l := range lang.All {
		v.Languages = append(v.Languages, pagekit.LanguageLink{Code: l.Code(), Tag: l.Tag(), Name: l.Name(), Href: pagekit.WithParameter(on.Request, languageParameter, l.Code()), Current: l == on.Lang})
	}
	if key := on.Request.URL.Query().Get(pagekit.NoticeParameter); key != "" {
		v.Notice = noticeTexts[key].In(on.Lang)
	}
	if on.Key == nil {
		return
	}
	v.MayExport, v.MayImport = on.Key.May(right.Export), on.Key.May(right.Import)
	v.Who, v.Account = on.Key.Party(), on.Person != nil
	if on.Person != nil {
		v.Who = on.Person.Name
	}
	v.Zone = frameTexts["zone"].Fill(on.Lang, lang.Args{"fuso": on.Zone.Name(c.service.Now(), on.Lang)})
	here := strings.TrimPrefix(on.Request.URL.Path, "/console")
	for _, n := range nav {
		if n.path == "/organizacoes" && !on.Key.Administers() && on.Key.Member() == nil {
			continue // it is of no registered organisation, and sees no others
		}
		if (&screen{scopes: n.scopes, right: n.right}).admits(on.Key) == nil {
			current := here == n.path || n.path != "" && strings.HasPrefix(here, n.path+"/")
			v.Nav = append(v.Nav, pagekit.NavLink{Href: v.Root + "console" + n.path, Text: n.text.In(on.Lang), Current: current})
		}
	}
}

// The language is the one the address asks for, which is remembered; otherwise the
// remembered one; otherwise the browser's.
const languageParameter, languageCookie = "lang", "rastro-lang"

func chooseLanguage(w http.ResponseWriter, r *http.Request) lang.Lang {
	if l, known := lang.ByCode(r.URL.Query().Get(languageParameter)); known {
		rememberLanguage(w, l)
		return l
	}
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if l, known := lang.ByCode(cookie.Value); known {
			return l
		}
	}
	return httpkit.Language(r)
}

func rememberLanguage(w http.ResponseWriter, l lang.Lang) {
	http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: l.Code(), Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(365 * 24 * time.Hour / time.Second)})
}
