package pagekit

// Frame is what every page shows around its content. A view has it as its
// first member and fills in what is its own: a title, a call.
type Frame struct {
	Title string
	// Curl is the same thing as a call of the API, "" if there is none.
	Curl string
	// Holds says that the page answers a form that was not accepted yet, so that only the
	// browser has it. It then loads no htmx, which replaces the page's entry
	// in the history at load: a reload would be a GET, and the form gone. It also does not
	// have links to itself in other languages, which would be GETs too.
	Holds bool
	// Searches says that the page is the search: it needs no box for it above.
	Searches bool

	// The console fills in the rest.
	Lang, Code string
	T          map[string]string
	Languages  []LanguageLink
	Root       string // the way to the server's root, relative
	Files      Files
	Nav        []NavLink
	Who        string // who is signed in, "" for nobody
	MayExport  bool   // who is signed in may download files
	MayImport  bool   // and import them
	Account    bool   // it is a person, who has an account
	Notice     string // what was just done
	Zone       string // in which instants are said
	Developer  bool   // who reads it wants to see what is for developers: see Call.Developer
	Shortcuts  bool   // single keys do something
	Switches   []Switch
	// NewHref leads to where a new record begins, "" if the caller may write none.
	NewHref string
	// Live is where a list that follows changes is told of them, and LiveTypes their types; "" if
	// the caller may read nothing.
	Live, LiveTypes string
}

// Switch is a choice of how pages look, which a link makes.
type Switch struct {
	Text, Href string
	On         bool
}

// View is what a page shows.
type View interface{ Framed() *Frame }

// Framed returns the frame of a view that embeds it.
func (v *Frame) Framed() *Frame { return v }

// LanguageLink leads to the same page in another language.
type LanguageLink struct {
	Code, Tag, Name, Href string
	Current               bool
}

// NavLink is an entry of the menu. Key, after g, leads there.
type NavLink struct {
	Href, Text, Key string
	Current         bool
}

// Files are the names under which what pages load is served.
type Files struct{ Icon, Style, Script, HTMX, Plot, PlotStyle, Attach, Records, Series, Lots, Passkey, PlotMap string }
