package console

import (
	"html"
	"html/template"
	"net/http"
	"strings"
	"time"

	"rastro/internal/httpkit"
	"rastro/internal/lang"
	"rastro/internal/right"
	"rastro/internal/trace"
	"rastro/internal/web/console/pagekit"
)

// nav is the menu, with what the key may use. The letter, typed after g, leads to the page.
var nav = []struct {
	path   string // below /console
	text   lang.Text
	scopes []trace.Scope
	right  right.Right
	letter string
}{
	{"", lang.Text{PT: "Painel", EN: "Board", ES: "Tablero"}, readers, "", "p"},
	{"/safras", lang.Text{PT: "Safras", EN: "Harvests", ES: "Cosechas"}, readers, "", "s"},
	{"/registros", lang.Text{PT: "Registros", EN: "Records", ES: "Registros"}, readersOrWriters, "", "r"},
	{"/lotes", lang.Text{PT: "Lotes", EN: "Lots", ES: "Lotes"}, readers, "", "l"},
	{"/recall", lang.Text{PT: "Recall", EN: "Recall", ES: "Retiro"}, readers, "", "c"},
	{"/camadas", lang.Text{PT: "Camadas", EN: "Layers", ES: "Capas"}, readers, "", "m"},
	{"/importar", lang.Text{PT: "Importar", EN: "Import", ES: "Importar"}, writers, right.Import, "i"},
	{"/notas", lang.Text{PT: "Notas fiscais", EN: "Tax documents", ES: "Facturas"}, writers, right.Import, "x"},
	{"/fases", lang.Text{PT: "Fases", EN: "Phases", ES: "Fases"}, readersOrAdmins, "", "f"},
	{"/chaves", lang.Text{PT: "Chaves", EN: "Keys", ES: "Claves"}, admins, "", "k"},
	{"/webhooks", lang.Text{PT: "Webhooks", EN: "Webhooks", ES: "Webhooks"}, admins, "", "w"},
	{"/pessoas", lang.Text{PT: "Pessoas", EN: "People", ES: "Personas"}, anyone, right.Invite, "e"},
	{"/organizacoes", lang.Text{PT: "Organizações", EN: "Organisations", ES: "Organizaciones"}, admins, "", "o"},
	{"/disputas", lang.Text{PT: "Disputas", EN: "Disputes", ES: "Disputas"}, admins, "", "d"},
	{"/trilha", lang.Text{PT: "Trilha", EN: "Trail", ES: "Auditoría"}, readersOrAdmins, "", "t"},
	{"/servidor", lang.Text{PT: "Servidor", EN: "Server", ES: "Servidor"}, admins, "", "v"},
	{"/log", lang.Text{PT: "Log público", EN: "Public log", ES: "Log público"}, anyone, "", "g"},
}

// undoPath is where the deletion that led to a list of records can be undone; "" for others.
func undoPath(r *http.Request) string {
	id, is := trace.ParseID(r.URL.Query().Get(pagekit.DeletedParameter))
	here := strings.TrimPrefix(r.URL.Path, "/console")
	if !is || !strings.HasPrefix(here, "/registros/") {
		return ""
	}
	return here + "/" + id.String() + "/historico"
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
		v.Undo = undoPath(on.Request)
	}
	if on.Key == nil {
		return
	}
	c.addSwitches(v, on)
	addLive(v, on.Key)
	v.MayExport, v.MayImport = on.Key.May(right.Export), on.Key.May(right.Import)
	v.Who, v.Account = on.Key.Party(), on.Person != nil
	if on.Person != nil {
		v.Who = on.Person.Name
	}
	v.Zone = frameTexts["zone"].Fill(on.Lang, lang.Args{"fuso": on.Zone.Name(c.service.Now(), on.Lang)})
	v.Menu, v.MenuKeys = menu(v, on)
}

// menu returns the links of the menu as HTML, and the list of keys that lead to them. They are on
// every page, and cost a template more than the rest of a short one.
func menu(v *pagekit.Frame, on *pagekit.Call) (links, keys template.HTML) {
	var menu, list []byte
	here := strings.TrimPrefix(on.Request.URL.Path, "/console")
	for _, n := range nav {
		if n.path == "/organizacoes" && !on.Key.Administers() && on.Key.Member() == nil {
			continue // it is of no registered organisation, and sees no others
		}
		if n.path == "/servidor" && !on.Key.Administers() {
			continue // an organisation's administrator does not run the server
		}
		if (&screen{scopes: n.scopes, right: n.right}).admits(on.Key) == nil {
			current := here == n.path || n.path != "" && strings.HasPrefix(here, n.path+"/")
			href, text := v.Root+"console"+n.path, html.EscapeString(n.text.In(on.Lang))
			menu = append(menu, `<a href="`+href+`"`...)
			if v.Shortcuts {
				menu = append(menu, ` data-go="`+n.letter+`"`...)
				list = append(list, `<dt><kbd>g</kbd> <kbd>`+n.letter+`</kbd></dt><dd><a href="`+href+`">`+text+`</a></dd>`...)
			}
			if current {
				menu = append(menu, ` aria-current="page"`...)
			}
			menu = append(menu, ">"+text+"</a>"...)
		}
	}
	return template.HTML(menu), template.HTML(list) // of constants
}

// switches are display preferences. An address sets one, like the language, and a cookie remembers
// it. They are for a person at a browser, and nothing depends on them.
var switches = []struct {
	name   string       // of the parameter; the cookie has "rastro-" before it
	off    bool         // until somebody turns it on
	turn   [2]lang.Text // on, off
	chosen func(*pagekit.Call) *bool
}{
	{"detalhes", true, [2]lang.Text{
		{PT: "Mostrar detalhes para desenvolvedores", EN: "Show details for developers", ES: "Mostrar detalles para desarrolladores"},
		{PT: "Esconder detalhes para desenvolvedores", EN: "Hide details for developers", ES: "Ocultar detalles para desarrolladores"},
	}, func(on *pagekit.Call) *bool { return &on.Developer }},
	{"atalhos", false, [2]lang.Text{
		{PT: "Ligar os atalhos do teclado", EN: "Turn keyboard shortcuts on", ES: "Activar los atajos de teclado"},
		{PT: "Desligar os atalhos do teclado", EN: "Turn keyboard shortcuts off", ES: "Desactivar los atajos de teclado"},
	}, func(on *pagekit.Call) *bool { return &on.Shortcuts }},
}

// choose reads the switches, and remembers those that the address sets.
func choose(on *pagekit.Call) {
	for _, s := range switches {
		chosen, is := s.chosen(on), ""
		if cookie, err := on.Request.Cookie("rastro-" + s.name); err == nil {
			is = cookie.Value
		}
		if asked := on.Request.URL.Query().Get(s.name); asked == "0" || asked == "1" {
			is = asked
			http.SetCookie(on.Writer, &http.Cookie{Name: "rastro-" + s.name, Value: is, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, MaxAge: int(365 * 24 * time.Hour / time.Second)})
		}
		*chosen = is == "1" || !s.off && is != "0"
	}
}

// addSwitches shows the switches and their state.
func (c *Console) addSwitches(v *pagekit.Frame, on *pagekit.Call) {
	v.Developer, v.Shortcuts = on.Developer, on.Shortcuts
	if on.Key.Has(trace.Write) {
		v.NewHref = v.Root + "console/registros"
	}
	for _, s := range switches {
		is, to := *s.chosen(on), "1"
		text := s.turn[0]
		if is {
			text, to = s.turn[1], "0"
		}
		v.Switches = append(v.Switches, pagekit.Switch{Text: text.In(on.Lang), Href: pagekit.WithParameter(on.Request, s.name, to), On: is})
	}
}

// The language is the one in the address, which is then remembered; else the remembered one; else
// the browser's.
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
